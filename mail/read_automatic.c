// SPDX-License-Identifier: MIT
// See read_automatic.h. Not among the signs, on purpose: X-Auto-Response-Suppress (Exchange puts it
// on mail of people), Feedback-ID and List-Unsubscribe (so do others).
#include "mail/read_automatic.h"

#include <string.h>

#include "mail/read_body.h"

static gboolean any_token(const struct read_head *head, const char *name,
                          gboolean (*test)(const char *))
{
    gsize index = 0;
    const struct read_field *field = NULL;
    while ((field = read_head_next(head, name, &index))) {
        g_autofree char *token = read_head_token(field);
        if (test(token))
            return TRUE;
    }
    return FALSE;
}

// RFC 3834 5: `no`, perhaps with parameters, is a person's; anything else isn't.
static gboolean is_not_no(const char *token)
{
    gsize len = strcspn(token, "; \t");
    return len != 2 || strncmp(token, "no", 2) != 0;
}

static gboolean is_bulk(const char *token)
{
    static const char *const WORDS[] = {"bulk", "junk", "list", "auto_reply", "auto-reply"};
    gsize len = strcspn(token, "; \t");
    for (gsize i = 0; i < G_N_ELEMENTS(WORDS); i++)
        if (strlen(WORDS[i]) == len && strncmp(token, WORDS[i], len) == 0)
            return TRUE;
    return FALSE;
}

// An empty return path (RFC 5321 4.5.5), or what some servers write for it.
static gboolean is_no_path(const char *token)
{
    gsize skip = strspn(token, "< \t");
    const char *inside = token + skip;
    return *inside == '\0' || *inside == '>' || g_str_has_prefix(inside, "mailer-daemon");
}

static const char *find_marked_field(const struct read_head *head)
{
    static const char *const PREFIXES[] = {"X-Autoreply", "X-Auto-Reply", "X-Autorespond"};
    for (gsize i = 0; i < head->count; i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(PREFIXES); k++)
            if (read_head_begins(&head->fields[i], PREFIXES[k]))
                return "a header says that it is an automatic answer";
    }
    if (read_head_find(head, "List-Id"))
        return "it comes from a mailing list";
    return read_head_find(head, "X-Failed-Recipients") ? "it is a delivery report" : NULL;
}

// ---- senders -----------------------------------------------------------------------------------

// The local part without separators, small letters, up to a tag: `No-Reply+x@…` is noreply.
static char *bare_local(const char *value)
{
    const char *at = strrchr(value, '@');
    const char *from = at ? at : value + strlen(value);
    while (from > value && !strchr(" \t<\"(,;:", from[-1]))
        from--;
    GString *out = g_string_new(NULL);
    for (; *from && from != at && *from != '+' && *from != '>'; from++)
        if (!strchr("-_.\"", *from))
            g_string_append_c(out, g_ascii_tolower(*from));
    return g_string_free(out, FALSE);
}

static gboolean is_robot(const char *local)
{
    static const char *const WHOLE[] = {"postmaster", "bounce",    "bounces", "mdaemon",
                                        "listserv",   "majordomo", "mailman", "nobody"};
    static const char *const BEGINS[] = {
        "mailerdaemon",   "maildaemon",          "noreply",       "donotreply",   "dontreply",
        "neverreply",     "autoreply",           "autoresponder", "autoresponse", "keineantwort",
        "nichtantworten", "bittenichtantworten", "nepasrepondre", "noresponder",  "nonrispondere",
        "naoresponda",    "microsoftexchange",   "mailbouncer",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(WHOLE); i++)
        if (strcmp(local, WHOLE[i]) == 0)
            return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(BEGINS); i++)
        if (g_str_has_prefix(local, BEGINS[i]))
            return TRUE;
    return FALSE;
}

static gboolean from_robot(const struct read_head *head)
{
    gsize index = 0;
    const struct read_field *field = NULL;
    while ((field = read_head_next(head, "From", &index))) {
        g_autofree char *value = read_head_value(field);
        g_autofree char *local = bare_local(value);
        if (is_robot(local))
            return TRUE;
    }
    return FALSE;
}

const char *read_automatic_header(const struct read_head *head, const char *subject)
{
    if (any_token(head, "Auto-Submitted", is_not_no))
        return "Auto-Submitted says that no person sent it";
    if (any_token(head, "Return-Path", is_no_path))
        return "its return path is empty";
    if (any_token(head, "Precedence", is_bulk))
        return "its Precedence is that of bulk mail or of automatic answers";
    const char *reason = find_marked_field(head);
    if (reason)
        return reason;
    if (from_robot(head))
        return "its sender is a program";
    return read_subjects_absent(subject) ? "its subject begins as those of automatic mail do"
                                         : NULL;
}

// ---- parts -------------------------------------------------------------------------------------

// METHOD in the calendar itself, where the header doesn't tell it (RFC 5546 1.4).
static char *calendar_method(const struct read_part *part)
{
    gboolean guessed = FALSE;
    const char *reason = NULL;
    if (*part->method)
        return g_strdup(part->method);
    g_autofree char *body = read_body_decode(part, READ_BODY_ATTACHED, &guessed, &reason);
    for (const char *line = body; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (g_ascii_strncasecmp(line, "METHOD:", 7) == 0)
            return g_ascii_strdown(line + 7, (gssize)strcspn(line + 7, " \r\n"));
    }
    return NULL;
}

static gboolean is_calendar_reply(const struct read_part *part)
{
    if (!read_tree_is(part, "text/calendar"))
        return FALSE;
    g_autofree char *method = calendar_method(part);
    return method && (strcmp(method, "reply") == 0 || strcmp(method, "counter") == 0 ||
                      strcmp(method, "refresh") == 0);
}

// A reaction that only its words give away: a line or two, then "… reacted to your message:" (H45).
static gboolean is_reaction(const char *text)
{
    static const char *const ENDS[] = {
        "reacted to your message:",  "reacted via Gmail",
        "reacted to your email:",    "hat auf Ihre Nachricht reagiert:",
        "a réagi à votre message :", "a réagi à votre message\xc2\xa0:",
    };
    guint lines = 0;
    while (*text && lines < 3) {
        gsize len = strcspn(text, "\n");
        g_autofree char *line = g_strndup(text, len);
        g_strstrip(line);
        lines += *line != '\0';
        for (gsize i = 0; i < G_N_ELEMENTS(ENDS); i++)
            if (g_str_has_suffix(line, ENDS[i]))
                return TRUE;
        text += len + (text[len] == '\n');
    }
    return FALSE;
}

const char *read_automatic_parts(const struct read_tree *tree, const char *text)
{
    for (guint i = 0; i < tree->count; i++) {
        const struct read_part *part = &tree->parts[i];
        if (read_tree_is(part, "multipart/report") ||
            read_tree_is(part, "message/delivery-status") ||
            read_tree_is(part, "message/global-delivery-status") ||
            read_tree_is(part, "message/disposition-notification") ||
            read_tree_is(part, "message/feedback-report"))
            return "it is a report about a mail";
        if (read_tree_is(part, "text/vnd.google.email-reaction+json"))
            return "it is a reaction to a mail";
        if (is_calendar_reply(part))
            return "it is a calendar's answer";
    }
    return text && is_reaction(text) ? "it is a reaction to a mail" : NULL;
}

// ---- bounces -----------------------------------------------------------------------------------

// The value of a field of a delivery status at the start of a line; the caller frees it.
static char *status_field(const char *body, const char *name)
{
    gsize len = strlen(name);
    for (const char *line = body; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (g_ascii_strncasecmp(line, name, len) == 0) {
            g_autofree char *value = g_strndup(line + len, strcspn(line + len, "\n"));
            return g_ascii_strdown(g_strstrip(value), -1);
        }
    }
    return NULL;
}

const char *read_automatic_bounce(const struct read_tree *tree)
{
    for (guint i = 1; i < tree->count; i++) {
        const struct read_part *part = &tree->parts[i];
        if (!read_tree_is(part, "message/delivery-status") ||
            !read_tree_is(&tree->parts[part->parent], "multipart/report"))
            continue;
        gboolean guessed = FALSE;
        const char *reason = NULL;
        g_autofree char *body = read_body_decode(part, READ_BODY_ATTACHED, &guessed, &reason);
        g_autofree char *action = body ? status_field(body, "Action:") : NULL;
        g_autofree char *status = body ? status_field(body, "Status:") : NULL;
        if (!action || !g_str_has_prefix(action, "failed"))
            return NULL;
        return status && *status == '5' ? "permanent" : "temporary";
    }
    return NULL;
}

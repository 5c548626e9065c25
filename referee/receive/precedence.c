// SPDX-License-Identifier: MIT
// See precedence.h.
#include "referee/receive/precedence.h"

#include "base/address.h"
#include "referee/identity/speaker.h"
#include "storage/players.h"

#include <string.h>

enum { TICKETS = 8 }; // that are tried; a thread's ids hold those of one seat

// The head up to its blank line, made text, at most PRECEDENCE_HEAD bytes.
static char *head_text(const char *bytes, gsize len)
{
    gsize most = MIN(len, (gsize)PRECEDENCE_HEAD);
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < most; i++) {
        if (bytes[i] == '\r' || bytes[i] == '\0')
            continue;
        if (bytes[i] == '\n' && text->len && text->str[text->len - 1] == '\n')
            break;
        g_string_append_c(text, bytes[i]);
    }
    return g_string_free(text, FALSE);
}

// The value of the first From, with its folded lines; NULL when there is none.
static char *from_value(const char *head)
{
    const char *line = head;
    while (line && g_ascii_strncasecmp(line, "from:", 5) != 0) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line)
        return NULL;
    const char *end = line;
    do
        end = strchr(end + 1, '\n');
    while (end && (end[1] == ' ' || end[1] == '\t'));
    return g_strndup(line + 5, end ? (gsize)(end - line - 5) : strlen(line + 5));
}

// What looks like its address: in angle brackets, else the first word with an @.
static char *from_address(const char *head)
{
    g_autofree char *value = from_value(head);
    const char *open = value ? strrchr(value, '<') : NULL;
    if (open)
        return g_strndup(open + 1, strcspn(open + 1, "> \t\n"));
    g_auto(GStrv) words = g_strsplit_set(value ? value : "", " \t\n,;", -1);
    for (char **word = words; *word; word++)
        if (strchr(*word, '@'))
            return g_strdup(*word);
    return NULL;
}

static char *sender_in(const char *head)
{
    const char *wrong;
    g_autofree char *text = from_address(head);
    return text && g_utf8_validate(text, -1, NULL) ? address_canonical(text, &wrong) : NULL;
}

char *precedence_sender(const char *head, gsize len)
{
    g_autofree char *text = head_text(head, len);
    return sender_in(text);
}

static gboolean is_known(struct desk *desk, const char *head, gboolean *out_is, GError **error)
{
    g_autofree char *address = sender_in(head);
    struct player player;
    *out_is = FALSE;
    return !address || players_find_address(desk->store, address, &player, out_is, error);
}

gboolean precedence_is_player(struct desk *desk, const char *head, gsize len, gboolean *out_is,
                              GError **error)
{
    g_autofree char *text = head_text(head, len);
    g_autoptr(GArray) tickets = ticket_list_new();
    ticket_find_in_text(tickets, text);
    for (guint i = 0; i < MIN(tickets->len, (guint)TICKETS); i++) {
        const struct ticket *ticket = &g_array_index(tickets, struct ticket, i);
        if (!speaker_is_genuine(desk, ticket, out_is, error))
            return FALSE;
        if (*out_is)
            return TRUE;
    }
    return is_known(desk, text, out_is, error);
}

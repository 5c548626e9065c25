// SPDX-License-Identifier: MIT
// Signatures of other tools that came in a file of their own, and texts that a mail program has
// wrapped: see signed.h.
//
// Decides which bytes such a signature is taken to be over (docs/keys.md). Whether it holds is
// checked elsewhere.
#include "referee/words/body.h"
#include "referee/words/signed.h"

#include <string.h>

// ---- format=flowed (RFC 3676) ------------------------------------------------------------------

static gsize quote_depth(const char *line)
{
    return strspn(line, ">");
}

char *signed_unflow(const char *text, gboolean delsp)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    gboolean open = FALSE; // the line before goes on in this one
    gsize depth = 0;
    for (guint i = 0; lines[i]; i++) {
        const char *line = lines[i];
        gboolean separator = strcmp(line, "-- ") == 0;
        gsize quoted = quote_depth(line);
        open = open && quoted == depth && !separator;
        if (open)
            line += quoted;
        else if (i > 0)
            g_string_append_c(out, '\n');
        if (line[open ? 0 : quoted] == ' ' && !separator) { // stuffed in front
            g_string_append_len(out, line, (gssize)(open ? 0 : quoted));
            line += (open ? 0 : quoted) + 1;
        }
        g_string_append(out, line);
        open = !separator && g_str_has_suffix(line, " ");
        if (open && delsp)
            g_string_truncate(out, out->len - 1);
        depth = quoted;
    }
    return g_string_free(out, FALSE);
}

// ---- a file that is nothing but a signature ----------------------------------------------------

static gboolean is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

// Where the words begin that say what they are for; body->n when they don't.
static guint begin(const struct body *body)
{
    for (guint i = 0; i < body->n && !body_is_boundary(body->lines[i].kind); i++)
        if (g_ascii_strncasecmp(body->lines[i].text, "referee ", 8) == 0)
            return i;
    return body->n;
}

gboolean signed_find_detached(const char *text, const char *attached, struct signed_foreign *out)
{
    struct signed_foreign alone;
    signed_find_foreign(attached, &alone);
    gboolean bare =
        (alone.kind == SIGNED_MINISIGN || alone.kind == SIGNED_SSH) && is_blank(alone.text);
    struct body body;
    body_init(&body, text, FALSE, FALSE, NULL, NULL);
    guint first = begin(&body);
    guint end = body_boundary(&body, first);
    while (end > first && body.lines[end - 1].kind == BODY_BLANK)
        end--;
    gboolean found = bare && end > first;
    memset(out, 0, sizeof *out);
    if (found) {
        GString *covered = g_string_new(NULL);
        for (guint i = first; i < end; i++)
            g_string_append_printf(covered, "%s\n", body.lines[i].text);
        *out = (struct signed_foreign){.kind = alone.kind,
                                       .first = first,
                                       .last = end - 1,
                                       .end = end,
                                       .text = g_string_free(covered, FALSE),
                                       .signature = g_steal_pointer(&alone.signature)};
    }
    body_clear(&body);
    signed_foreign_clear(&alone);
    return found;
}

// SPDX-License-Identifier: MIT
// See plain.h. What is escaped is a matter of Unicode classes alone, never of the terminal in use.
#include "base/plain.h"

#include <string.h>

static gboolean is_shown(gunichar c)
{
    switch ((int)g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: // direction marks, zero width, tags
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
        return FALSE;
    default:
        return TRUE;
    }
}

static gboolean is_kept(gunichar c, const char *at, const char *end, gboolean lines)
{
    if (!lines)
        return c != '\\' && is_shown(c);
    return c == '\n' || c == '\t' || (c == '\r' && at + 1 < end && at[1] == '\n') || is_shown(c);
}

static char *escape(const char *text, gssize len, gboolean lines)
{
    const char *end = text + (len < 0 ? strlen(text) : (gsize)len);
    GString *out = g_string_sized_new((gsize)(end - text) + 1);
    for (const char *p = text; p < end;) {
        gunichar c = g_utf8_get_char_validated(p, end - p);
        if (c == (gunichar)-1 || c == (gunichar)-2 || c == 0) {
            g_string_append_printf(out, "\\x%02x", (guchar)*p++);
            continue;
        }
        const char *next = g_utf8_next_char(p);
        if (!is_kept(c, p, end, lines))
            g_string_append_printf(out,
                                   c == '\\'  ? "\\\\"
                                   : c < 0x80 ? "\\x%02x"
                                              : "\\u{%04x}",
                                   (unsigned)c);
        else if (c != '\r')
            g_string_append_len(out, p, next - p);
        p = next;
    }
    return g_string_free(out, FALSE);
}

char *plain_line(const char *text, gssize len)
{
    return escape(text, len, FALSE);
}

char *plain_text(const char *text, gssize len)
{
    return escape(text, len, TRUE);
}

char *plain_words(const char *text, gsize max)
{
    enum { LETTER = 6 }; // bytes, at most
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);
    for (const char *p = valid; *p && out->len + LETTER <= max; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        if (c != ' ' && is_shown(c))
            g_string_append_unichar(out, c);
        else if (out->len > 0 && out->str[out->len - 1] != ' ')
            g_string_append_c(out, ' ');
    }
    return g_strchomp(g_string_free(out, FALSE));
}

// SPDX-License-Identifier: MIT
// See quoted_printable.h.
#include "base/quoted_printable.h"

// Where the blanks that begin at a place end.
static gsize past_blanks(const char *text, gsize len, gsize at)
{
    while (at < len && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

// How long the line end at a place is; 0: there is none.
static gsize line_end(const char *text, gsize len, gsize at)
{
    if (at < len && text[at] == '\n')
        return 1;
    return at + 1 < len && text[at] == '\r' && text[at + 1] == '\n' ? 2 : 0;
}

// At the `=`: two hexadecimal digits, or a soft line break. Returns the place behind; 0: neither.
static gsize take_escape(const char *text, gsize len, gsize at, GString *out)
{
    gsize next = at + 1;
    if (next + 1 < len && g_ascii_isxdigit(text[next]) && g_ascii_isxdigit(text[next + 1])) {
        int byte = g_ascii_xdigit_value(text[next]) * 16 + g_ascii_xdigit_value(text[next + 1]);
        g_string_append_c(out, (char)byte);
        return next + 2;
    }
    next = past_blanks(text, len, next);
    const gsize end = line_end(text, len, next);
    return end > 0 || next == len ? next + end : 0;
}

gboolean quoted_printable_read(const char *text, gsize len, GString *out)
{
    gsize at = 0;
    while (at < len) {
        gsize next = at;
        while (next < len && text[next] != '=' && text[next] != ' ' && text[next] != '\t')
            next++;
        g_string_append_len(out, text + at, (gssize)(next - at));
        at = next;
        if (at < len && text[at] == '=') {
            at = take_escape(text, len, at, out);
            if (at == 0)
                return FALSE;
            continue;
        }
        next = past_blanks(text, len, at);
        if (next < len && line_end(text, len, next) == 0)
            g_string_append_len(out, text + at, (gssize)(next - at));
        at = next;
    }
    return TRUE;
}

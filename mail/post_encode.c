// SPDX-License-Identifier: MIT
// See post_encode.h.
#include "mail/post_encode.h"

#include "mail/post_header.h"

#include <string.h>

enum { LINE = 75 }; // a soft line end takes one more: RFC 2045 6.7 (5)

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t';
}

gboolean post_encode_is_safe(const char *text)
{
    if (strstr(text, "=_"))
        return FALSE;
    while (*text) {
        gsize len = strcspn(text, "\n");
        if (len > POST_HEADER_LINE || g_str_has_prefix(text, "From ") ||
            (len > 0 && is_blank(text[len - 1])))
            return FALSE;
        for (gsize i = 0; i < len; i++)
            if ((guchar)text[i] >= 0x7f)
                return FALSE;
        text += len + (text[len] == '\n');
    }
    return TRUE;
}

// How many bytes from here on stand for themselves, on a line that has so many.
static gsize plain_run(const char *text, gsize column)
{
    gsize n = 0;
    if (column == 0 && g_str_has_prefix(text, "From "))
        return 0;
    while (column + n < LINE && ((text[n] >= ' ' && text[n] <= '~') || text[n] == '\t') &&
           text[n] != '=')
        n++;
    // A blank that ends a line may get lost on its way.
    while (n > 0 && is_blank(text[n - 1]) && (text[n] == '\n' || text[n] == '\0'))
        n--;
    return n;
}

void post_encode_text(GString *out, const char *text)
{
    static const char hex[] = "0123456789ABCDEF";
    gsize column = 0;
    while (*text) {
        gsize run = plain_run(text, column);
        g_string_append_len(out, text, (gssize)run);
        column += run;
        text += run;
        const guchar c = (guchar)*text;
        if (c == '\0')
            break;
        if (c == '\n') {
            g_string_append_c(out, '\n');
            column = 0;
            text++;
        } else if (column + 3 > LINE) {
            g_string_append(out, "=\n");
            column = 0;
        } else {
            const char code[] = {'=', hex[c >> 4], hex[c & 15]};
            g_string_append_len(out, code, sizeof code);
            column += sizeof code;
            text++;
        }
    }
}

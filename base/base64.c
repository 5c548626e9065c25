// SPDX-License-Identifier: MIT
// See base64.h. The shape is looked at here; what has it is decoded by GLib.
#include "base/base64.h"

#include <string.h>

enum { LINE = 76 }; // letters: RFC 2045, 6.8

static gboolean is_letter(char c)
{
    return g_ascii_isalnum(c) || c == '+' || c == '/';
}

// Letters, then the padding, four by four.
static gboolean is_whole(const char *text, gsize len)
{
    gsize letters = 0;
    while (letters < len && is_letter(text[letters]))
        letters++;
    const gsize padding = len - letters;
    return len % 4 == 0 && padding <= 2 && strncmp(text + letters, "==", padding) == 0;
}

GBytes *base64_read_bytes(const char *text)
{
    if (!is_whole(text, strlen(text)))
        return NULL;
    gsize len;
    g_autofree guchar *bytes = g_base64_decode(text, &len);
    g_autofree char *again = g_base64_encode(bytes, len);
    // Another text of these bytes has bits that they don't stand for.
    return strcmp(text, again) == 0 ? g_bytes_new_take(g_steal_pointer(&bytes), len) : NULL;
}

gboolean base64_read(const char *text, guint8 *out, gsize n)
{
    g_autoptr(GBytes) bytes = strlen(text) == (n + 2) / 3 * 4 ? base64_read_bytes(text) : NULL;
    if (!bytes || g_bytes_get_size(bytes) != n)
        return FALSE;
    if (n > 0)
        memcpy(out, g_bytes_get_data(bytes, NULL), n);
    return TRUE;
}

gboolean base64_read_mail(const char *text, gsize len, GString *out)
{
    g_autoptr(GString) letters = g_string_sized_new(len);
    for (gsize i = 0; i < len; i++)
        if (!strchr(" \t\r\n", text[i]) || text[i] == '\0')
            g_string_append_c(letters, text[i]);
    if (!is_whole(letters->str, letters->len))
        return FALSE;
    int state = 0;
    guint save = 0;
    const gsize before = out->len;
    g_string_set_size(out, before + letters->len / 4 * 3 + 3); // as GLib asks for
    const gsize n = g_base64_decode_step(letters->str, letters->len, (guchar *)out->str + before,
                                         &state, &save);
    g_string_truncate(out, before + n);
    return TRUE;
}

void base64_write_mail(GString *out, const void *bytes, gsize len)
{
    g_autofree char *whole = g_base64_encode(bytes, len);
    for (const char *line = whole; *line;) {
        const gsize n = strnlen(line, LINE);
        g_string_append_len(out, line, (gssize)n);
        g_string_append_c(out, '\n');
        line += n;
    }
}

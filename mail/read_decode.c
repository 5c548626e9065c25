// SPDX-License-Identifier: MIT
// See read_decode.h.
#include "mail/read_decode.h"

#include <string.h>

// The six bits of a base64 letter; 64 for `=`, 65 for white space, 66 for what doesn't belong.
static guint letter(guchar c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26U;
    if (c >= '0' && c <= '9')
        return c - '0' + 52U;
    switch (c) {
    case '+':
        return 62;
    case '/':
        return 63;
    case '=':
        return 64;
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        return 65;
    default:
        return 66;
    }
}

// A full group of four letters, the last `pads` of them padding.
static void put_group(guint32 bits, guint pads, GString *out)
{
    char three[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
    g_string_append_len(out, three, 3 - (gssize)pads);
}

gboolean read_decode_base64(const char *bytes, gsize len, GString *out)
{
    guint32 bits = 0;
    guint have = 0;
    guint pads = 0;
    gboolean closed = FALSE;
    for (gsize i = 0; i < len; i++) {
        guint value = letter((guchar)bytes[i]);
        if (value == 65)
            continue;
        if (value == 66 || closed || (value == 64 && have < 2) || (value < 64 && pads > 0))
            return FALSE;
        pads += value == 64;
        bits = bits << 6 | (value & 63);
        if (++have == 4) {
            put_group(bits, pads, out);
            closed = pads > 0;
            bits = 0;
            have = 0;
            pads = 0;
        }
    }
    return have == 0;
}

// Where the blanks at the end of a line begin, when a line end or the end follows them; else at.
static gsize skip_blanks(const char *bytes, gsize len, gsize at)
{
    gsize end = at;
    while (end < len && (bytes[end] == ' ' || bytes[end] == '\t'))
        end++;
    if (end == len || bytes[end] == '\n')
        return end;
    return bytes[end] == '\r' && end + 1 < len && bytes[end + 1] == '\n' ? end : at;
}

static gboolean take_escape(const char *bytes, gsize len, gsize *at, GString *out)
{
    gsize next = *at + 1;
    if (next + 1 < len && g_ascii_isxdigit(bytes[next]) && g_ascii_isxdigit(bytes[next + 1])) {
        int byte = g_ascii_xdigit_value(bytes[next]) * 16 + g_ascii_xdigit_value(bytes[next + 1]);
        g_string_append_c(out, (char)byte);
        *at = next + 2;
        return TRUE;
    }
    next = skip_blanks(bytes, len, next);
    if (next + 1 < len && bytes[next] == '\r' && bytes[next + 1] == '\n')
        next++;
    if (next < len && bytes[next] != '\n')
        return FALSE;
    *at = next + 1;
    return TRUE;
}

gboolean read_decode_quoted_printable(const char *bytes, gsize len, GString *out)
{
    gsize at = 0;
    while (at < len) {
        gsize plain = at;
        while (plain < len && bytes[plain] != '=' && bytes[plain] != ' ' && bytes[plain] != '\t')
            plain++;
        g_string_append_len(out, bytes + at, (gssize)(plain - at));
        at = plain;
        if (at == len)
            break;
        if (bytes[at] == '=') {
            if (!take_escape(bytes, len, &at, out))
                return FALSE;
            continue;
        }
        gsize end = skip_blanks(bytes, len, at);
        if (end == at)
            g_string_append_c(out, bytes[at++]);
        at = MAX(at, end);
    }
    return TRUE;
}

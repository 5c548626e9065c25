// SPDX-License-Identifier: MIT
// See decode.h. Base64 itself is libsodium's, which is strict; here is what is around it.
#include "player/decode.h"

#include <sodium.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

// ---- base64 ------------------------------------------------------------------------------------

// White space may stand anywhere (it must end the lines); nothing else that isn't of the alphabet.
static gboolean from_base64(const char *text, gsize len, guint8 *out, gsize max, gsize *out_len)
{
    const char *end = NULL;
    return sodium_base642bin(out, max, text, len, blanks, out_len, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           end == text + len;
}

gboolean decode_base64_exact(const char *text, guint8 *out, gsize n)
{
    gsize len;
    return from_base64(text, strlen(text), out, n, &len) && len == n;
}

static GString *base64(const char *bytes, gsize len)
{
    GString *out = g_string_sized_new(len / 4 * 3 + 4);
    g_string_set_size(out, len / 4 * 3 + 3);
    gsize n;
    if (!from_base64(bytes, len, (guint8 *)out->str, out->len, &n)) {
        g_string_free(out, TRUE);
        return NULL;
    }
    g_string_set_size(out, n);
    return out;
}

// ---- quoted-printable --------------------------------------------------------------------------

// The length of a line end at p: 2 for CR LF, 1 for LF, 0 where there is none.
static gsize line_end(const char *p, const char *end)
{
    if (p < end && *p == '\n')
        return 1;
    return p + 1 < end && p[0] == '\r' && p[1] == '\n' ? 2 : 0;
}

// Blanks before a line end were added on the way: they don't count (RFC 2045, 6.7, rule 3).
static const char *skip_padding(const char *p, const char *end)
{
    const char *q = p;
    while (q < end && (*q == ' ' || *q == '\t'))
        q++;
    return q == end || line_end(q, end) ? q : p;
}

// At the "=": two hexadecimal digits, or a soft break. NULL: neither.
static const char *take_escape(const char *p, const char *end, GString *out)
{
    if (p + 2 < end && g_ascii_isxdigit(p[1]) && g_ascii_isxdigit(p[2])) {
        int byte = g_ascii_xdigit_value(p[1]) * 16 + g_ascii_xdigit_value(p[2]);
        g_string_append_c(out, (char)byte);
        return p + 3;
    }
    const char *q = skip_padding(p + 1, end);
    gsize broken = line_end(q, end);
    return broken ? q + broken : q == end ? end : NULL;
}

static const char *take_char(const char *p, const char *end, GString *out)
{
    gsize ended = line_end(p, end);
    if (ended) {
        g_string_append_c(out, '\n');
        return p + ended;
    }
    if (*p == '=')
        return take_escape(p, end, out);
    if (*p == ' ' || *p == '\t') {
        const char *q = skip_padding(p, end);
        if (q != p)
            return q;
    } else if (*p < '!' || *p > '~') {
        return NULL;
    }
    g_string_append_c(out, *p);
    return p + 1;
}

static GString *quoted_printable(const char *bytes, gsize len)
{
    GString *out = g_string_sized_new(len);
    const char *end = bytes + len;
    for (const char *p = bytes; p < end;) {
        p = take_char(p, end, out);
        if (!p) {
            g_string_free(out, TRUE);
            return NULL;
        }
    }
    return out;
}

// ---- as it is ----------------------------------------------------------------------------------

static GString *plain(const char *bytes, gsize len, gboolean eight)
{
    GString *out = g_string_sized_new(len);
    const char *end = bytes + len;
    for (const char *p = bytes; p < end; p++) {
        if (*p == '\r' && line_end(p, end))
            continue;
        if (*p == '\0' || *p == '\r' || (!eight && (guchar)*p > 0x7f)) {
            g_string_free(out, TRUE);
            return NULL;
        }
        g_string_append_c(out, *p);
    }
    return out;
}

GString *decode_part(const char *encoding, const char *bytes, gsize len, gsize max)
{
    GString *out = NULL;
    if (!encoding || !*encoding || g_ascii_strcasecmp(encoding, "7bit") == 0)
        out = plain(bytes, len, FALSE);
    else if (g_ascii_strcasecmp(encoding, "8bit") == 0)
        out = plain(bytes, len, TRUE);
    else if (g_ascii_strcasecmp(encoding, "base64") == 0)
        out = base64(bytes, len);
    else if (g_ascii_strcasecmp(encoding, "quoted-printable") == 0)
        out = quoted_printable(bytes, len);
    if (out && (out->len > max || memchr(out->str, '\0', out->len))) {
        g_string_free(out, TRUE);
        return NULL;
    }
    return out;
}

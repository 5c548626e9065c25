// SPDX-License-Identifier: MIT
// See decode.h.
#include "player/decode.h"

#include <string.h>

#include "base/base64.h"
#include "base/quoted_printable.h"

// As it is, but for the line ends.
static gboolean plain(const char *bytes, gsize len, gboolean eight, GString *out)
{
    for (gsize i = 0; i < len; i++) {
        const char c = bytes[i];
        if (c == '\r' && i + 1 < len && bytes[i + 1] == '\n')
            continue;
        if (c == '\0' || c == '\r' || (!eight && (guchar)c > 0x7f))
            return FALSE;
        g_string_append_c(out, c);
    }
    return TRUE;
}

static gboolean quoted_printable(const char *bytes, gsize len, GString *out)
{
    g_autoptr(GString) lines = g_string_sized_new(len);
    return plain(bytes, len, FALSE, lines) && quoted_printable_read(lines->str, lines->len, out);
}

static gboolean decode(const char *encoding, const char *bytes, gsize len, GString *out)
{
    if (!encoding || !*encoding || g_ascii_strcasecmp(encoding, "7bit") == 0)
        return plain(bytes, len, FALSE, out);
    if (g_ascii_strcasecmp(encoding, "8bit") == 0)
        return plain(bytes, len, TRUE, out);
    if (g_ascii_strcasecmp(encoding, "base64") == 0)
        return base64_read_mail(bytes, len, out);
    return g_ascii_strcasecmp(encoding, "quoted-printable") == 0 &&
           quoted_printable(bytes, len, out);
}

GString *decode_part(const char *encoding, const char *bytes, gsize len, gsize max)
{
    GString *out = g_string_sized_new(len);
    if (decode(encoding, bytes, len, out) && out->len <= max && !memchr(out->str, '\0', out->len))
        return out;
    g_string_free(out, TRUE);
    return NULL;
}

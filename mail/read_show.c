// SPDX-License-Identifier: MIT
// See read_show.h.
#include "mail/read_show.h"

#include <string.h>

#include "base/base64.h"
#include "mail/read_charset.h"

// Bytes of encoded words that stand side by side, in one charset: a character may be cut in two by
// the border between two words, so they are put together before they are converted.
struct encoded {
    char charset[64];
    GString *bytes;
    GString *out;
};

static void flush(struct encoded *words)
{
    if (words->bytes->len == 0)
        return;
    gsize len = 0;
    gboolean guessed = FALSE;
    const char *reason = NULL;
    g_autofree char *text = read_charset_decode(words->charset, words->bytes->str,
                                                words->bytes->len, &len, &guessed, &reason);
    g_string_append(words->out, text ? text : "\xef\xbf\xbd");
    g_string_truncate(words->bytes, 0);
}

// The Q encoding (RFC 2047 4.2). A `=` that is no byte stays as it is.
static void decode_q(const char *text, gsize len, GString *out)
{
    for (gsize i = 0; i < len; i++) {
        if (text[i] == '=' && i + 2 < len && g_ascii_isxdigit(text[i + 1]) &&
            g_ascii_isxdigit(text[i + 2])) {
            int byte = g_ascii_xdigit_value(text[i + 1]) * 16 + g_ascii_xdigit_value(text[i + 2]);
            g_string_append_c(out, (char)byte);
            i += 2;
        } else {
            g_string_append_c(out, text[i] == '_' ? ' ' : text[i]);
        }
    }
}

// The encoded word at the start of text, `=?charset?B?…?=`: its length, or 0 when there is none.
static gsize take_word(struct encoded *words, const char *text)
{
    gsize charset = strcspn(text + 2, "?* \t");
    const char *p = text + 2 + charset;
    if (*p == '*') // a language, RFC 2231 5
        p += strcspn(p, "? \t");
    if (charset == 0 || charset >= sizeof words->charset || p[0] != '?' || !p[1] || p[2] != '?')
        return 0;
    char kind = g_ascii_tolower(p[1]);
    const char *data = p + 3;
    const char *end = strstr(data, "?=");
    if (!end || (kind != 'b' && kind != 'q') || memchr(data, ' ', (gsize)(end - data)))
        return 0;
    g_autofree char *lower = g_ascii_strdown(text + 2, (gssize)charset);
    if (strcmp(lower, words->charset) != 0)
        flush(words);
    g_strlcpy(words->charset, lower, sizeof words->charset);
    if (kind == 'q')
        decode_q(data, (gsize)(end - data), words->bytes);
    else if (!base64_read_mail(data, (gsize)(end - data), words->bytes))
        return 0;
    return (gsize)(end + 2 - text);
}

char *read_show_header(const char *value, gsize max)
{
    g_autofree char *fixed = NULL;
    if (!g_utf8_validate(value, -1, NULL)) {
        gsize len = 0;
        gboolean guessed = FALSE;
        const char *reason = NULL;
        fixed = read_charset_decode("windows-1252", value, strlen(value), &len, &guessed, &reason);
        value = fixed ? fixed : "";
    }
    if (!strstr(value, "=?"))
        return read_show_clean(value, max);
    struct encoded words = {"", g_string_new(NULL), g_string_new(NULL)};
    const char *p = value;
    while (*p) {
        gsize word = p[0] == '=' && p[1] == '?' ? take_word(&words, p) : 0;
        gsize blanks = strspn(p, " \t");
        if (word > 0) {
            p += word;
        } else if (blanks > 0 && words.bytes->len > 0 && p[blanks] == '=' && p[blanks + 1] == '?') {
            p += blanks; // blanks between two encoded words are no blanks (RFC 2047 6.2)
        } else {
            flush(&words);
            g_string_append_c(words.out, *p++);
        }
    }
    flush(&words);
    g_string_free(words.bytes, TRUE);
    g_autofree char *decoded = g_string_free(words.out, FALSE);
    return read_show_clean(decoded, max);
}

// Marks that turn the direction of what follows: shown to an operator, they would lie (H55, H134).
static gboolean is_direction(gunichar c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e ||
           c == 0x200f || c == 0x061c;
}

char *read_show_clean(const char *text, gsize max)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autofree char *composed = g_utf8_normalize(valid, -1, G_NORMALIZE_NFC);
    GString *out = g_string_new(NULL);
    gboolean gap = FALSE;
    for (const char *p = composed ? composed : ""; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c < 32 || g_unichar_isspace(c) || c == 0x2028 || c == 0x2029) {
            gap = TRUE;
            continue;
        }
        if (g_unichar_iscntrl(c) || is_direction(c))
            continue;
        gsize size = (gsize)(g_utf8_next_char(p) - p);
        gboolean space = gap && out->len > 0;
        if (out->len + size + space > max)
            break;
        if (space)
            g_string_append_c(out, ' ');
        g_string_append_len(out, p, (gssize)size);
        gap = FALSE;
    }
    return g_string_free(out, FALSE);
}

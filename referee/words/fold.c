// SPDX-License-Identifier: MIT
// See fold.h.
#include "referee/words/fold.h"

#include <string.h>

gboolean fold_blank(gunichar c)
{
    return c == ' ' || c == '\t' || c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

gboolean fold_invisible(gunichar c)
{
    return c == 0xad || (c >= 0x200b && c <= 0x200d) || c == 0x2060 || c == 0xfeff ||
           (c >= 0xfe00 && c <= 0xfe0f);
}

gboolean fold_bidi(gunichar c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

gboolean fold_printable(gunichar c)
{
    return g_unichar_isgraph(c) && !fold_invisible(c) && !fold_bidi(c);
}

static gboolean in_any(gunichar c, const gunichar (*ranges)[2], gsize n)
{
    for (gsize i = 0; i < n; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return TRUE;
    return FALSE;
}

// Pictures that stand for a digit, a number, a letter or a card are none: `7` in a circle must be
// no ornament of a line that also says 8.
gboolean fold_emoji(gunichar c)
{
    static const gunichar pictures[][2] = {
        {0x203c, 0x203c},   {0x2190, 0x21ff},   {0x231a, 0x231b},   {0x23e9, 0x23ff},
        {0x2600, 0x2775},   {0x2794, 0x27bf},   {0x2b05, 0x2b07},   {0x2b1b, 0x2b1c},
        {0x2b50, 0x2b55},   {0x1f0cf, 0x1f0cf}, {0x1f300, 0x1f4ae}, {0x1f4b0, 0x1f51d},
        {0x1f525, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7eb}, {0x1f900, 0x1f9ff},
        {0x1fa70, 0x1faff}, {0xfe0f, 0xfe0f},   {0x200d, 0x200d},
    };
    return in_any(c, pictures, G_N_ELEMENTS(pictures));
}

// Punctuation and the signs that people draw rules with; a smiley is neither.
gboolean fold_punctuation(gunichar c)
{
    if (c >= 0x2500 && c <= 0x25ff) // boxes and blocks
        return TRUE;
    if (g_unichar_ispunct(c))
        return !fold_emoji(c) && g_unichar_type(c) != G_UNICODE_OTHER_SYMBOL;
    return c == '~' || c == '^' || c == '`' || c == '|' || c == '+' || c == '=' || c == '<' ||
           c == '>' || c == '$';
}

static gunichar dash_or(gunichar c)
{
    if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xfe58 || c == 0xfe63)
        return '-';
    return c;
}

static gunichar fold_one(gunichar c)
{
    if (c < 0x80)
        return c == '\t' ? ' ' : (gunichar)g_ascii_tolower((char)c);
    if (fold_blank(c))
        return ' ';
    if (c >= 0xff01 && c <= 0xff5e)
        c -= 0xff01 - '!';
    if (c >= 'A' && c <= 'Z') // of a full-width form
        return c - 'A' + 'a';
    if (c == 0xd7) // the times sign
        return 'x';
    return dash_or(c);
}

static gboolean nothing(gunichar c)
{
    return fold_blank(c) || fold_invisible(c);
}

// Nothing composes with one of these, and none is another's double: Latin letters with their
// accents, and most of what stands between words.
static gboolean is_composed(gunichar c)
{
    return c < 0x300 || (c >= 0x2002 && c < 0x20d0) || (c >= 0x2500 && c < 0x2800);
}

// ASCII, which most lines are, as characters.
static gunichar *widen(const char *text, gsize len)
{
    gunichar *out = g_new(gunichar, len + 1);
    for (gsize i = 0; i < len; i++)
        out[i] = (guchar)text[i];
    out[len] = 0;
    return out;
}

// The characters of the text, composed, which nearly all of it is already.
static gunichar *compose(const char *text, gssize len, gsize *out_len)
{
    const gsize most = len < 0 ? strlen(text) : strnlen(text, (gsize)len);
    *out_len = most;
    gsize ascii = 0;
    while (ascii < most && (guchar)text[ascii] < 0x80)
        ascii++;
    if (ascii == most)
        return widen(text, most);
    glong n = 0, composed = 0;
    gboolean valid = g_utf8_validate_len(text, most, NULL);
    gunichar *out = valid ? g_utf8_to_ucs4_fast(text, (glong)most, &n) : NULL;
    while (composed < n && is_composed(out[composed]))
        composed++;
    if (!valid || composed < n) {
        g_autofree char *again = g_utf8_normalize(text, len, G_NORMALIZE_NFC);
        g_free(out);
        out = g_utf8_to_ucs4_fast(again ? again : "", -1, &n);
    }
    *out_len = (gsize)n;
    return out;
}

void fold_init(struct fold *line, const char *text, gssize len)
{
    memset(line, 0, sizeof *line);
    line->raw = compose(text, len, &line->len);
    line->fold = g_new(gunichar, line->len + 1);
    for (gsize i = 0; i < line->len; i++)
        line->fold[i] = fold_one(line->raw[i]);
    line->fold[line->len] = 0;
    line->to = line->len;
    while (line->from < line->to && nothing(line->raw[line->from])) {
        gunichar c = line->raw[line->from++];
        line->indent += c == '\t' ? FOLD_TAB_INDENT : fold_blank(c) ? 1 : 0;
    }
    while (line->to > line->from && nothing(line->raw[line->to - 1]))
        line->to--;
}

void fold_clear(struct fold *line)
{
    g_free(line->raw);
    g_free(line->fold);
    memset(line, 0, sizeof *line);
}

gboolean fold_is_empty(const struct fold *line)
{
    return line->from >= line->to;
}

char *fold_cut(const struct fold *line, gsize from, gsize to)
{
    g_assert(from <= to && to <= line->len);
    while (from < to && nothing(line->raw[from]))
        from++;
    while (to > from && nothing(line->raw[to - 1]))
        to--;
    GString *out = g_string_sized_new(to - from);
    for (gsize i = from; i < to; i++)
        g_string_append_unichar(out, line->raw[i] == '\t' ? ' ' : line->raw[i]);
    return g_string_free(out, FALSE);
}

// The accents that French and German words have. Others don't make a known word: a dotted capital I
// of a Turkish keyboard is none of our letters.
static gboolean is_accent(gunichar c)
{
    return c == 0x300 || c == 0x301 || c == 0x302 || c == 0x308 || c == 0x327;
}

// The plain letters of one character into out (at most two and no NUL); returns how many, -1 for a
// character that no word of ours has.
static int plain(gunichar c, char out[2], gboolean *accented)
{
    if ((c >= 'a' && c <= 'z') || c == '-' || c == '\'') {
        out[0] = (char)c;
        return 1;
    }
    if (c == 0x2019) {
        out[0] = '\'';
        return 1;
    }
    if (is_accent(c)) { // one that didn't compose
        *accented = TRUE;
        return 0;
    }
    if (c == 0xdf || c == 0x1e9e || c == 0x153 || c == 0x152) {
        gboolean sharp = c == 0xdf || c == 0x1e9e;
        out[0] = sharp ? 's' : 'o';
        out[1] = sharp ? 's' : 'e';
        return 2;
    }
    gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
    gsize n = g_unichar_fully_decompose(c, FALSE, parts, G_N_ELEMENTS(parts));
    gunichar base = parts[0] >= 'A' && parts[0] <= 'Z' ? parts[0] - 'A' + 'a' : parts[0];
    if (n < 2 || base < 'a' || base > 'z')
        return -1;
    for (gsize i = 1; i < n && i < G_N_ELEMENTS(parts); i++)
        if (!is_accent(parts[i]))
            return -1;
    *accented = TRUE;
    out[0] = (char)base;
    return 1;
}

gboolean fold_key(const struct fold *line, gsize from, gsize to, char out[FOLD_KEY_MAX],
                  gboolean *out_accented)
{
    gboolean accented = FALSE;
    gsize n = 0;
    for (gsize i = from; i < to; i++) {
        char letters[2];
        int k = plain(line->fold[i], letters, &accented);
        if (k < 0 || n + (gsize)k >= FOLD_KEY_MAX) {
            out[0] = '\0';
            return FALSE;
        }
        memcpy(out + n, letters, (gsize)k);
        n += (gsize)k;
    }
    out[n] = '\0';
    if (out_accented)
        *out_accented = accented;
    return n > 0;
}

gboolean fold_sentence(const struct fold *line, gsize from, gsize to, char out[FOLD_SENTENCE_MAX],
                       gboolean *out_asks)
{
    gsize n = 0;
    gboolean accented;
    gboolean blank = FALSE;
    *out_asks = to > from && line->fold[to - 1] == '?';
    to -= *out_asks;
    for (gsize i = from; i < to; i++) {
        gunichar c = line->fold[i];
        char letters[2];
        int k = plain(c, letters, &accented);
        if (c == ' ' || (n > 0 && c < 128 && strchr(",;:.!-", (int)c))) {
            blank = n > 0;
            continue;
        }
        if (k < 0 || c == '-' || n + (gsize)k + 1 >= FOLD_SENTENCE_MAX)
            return FALSE;
        if (k > 0 && letters[0] == '\'')
            continue;
        if (blank)
            out[n++] = ' ';
        blank = FALSE;
        memcpy(out + n, letters, (gsize)k);
        n += (gsize)k;
    }
    out[n] = '\0';
    return n > 0;
}

gboolean fold_key_of(const char *word, char out[FOLD_KEY_MAX])
{
    struct fold line;
    fold_init(&line, word, -1);
    gboolean found = fold_key(&line, line.from, line.to, out, NULL);
    fold_clear(&line);
    return found;
}

char *fold_spell_out(const char *word)
{
    GString *out = g_string_new(NULL);
    g_autofree char *composed = g_utf8_normalize(word, -1, G_NORMALIZE_NFC);
    for (const char *p = composed; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_unichar_tolower(g_utf8_get_char(p));
        g_string_append_unichar(out, c == 0xe4 ? 'a' : c == 0xf6 ? 'o' : c == 0xfc ? 'u' : c);
        if (c == 0xe4 || c == 0xf6 || c == 0xfc)
            g_string_append_c(out, 'e');
    }
    return g_string_free(out, FALSE);
}

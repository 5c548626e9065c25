// SPDX-License-Identifier: MIT
// See post_header.h.
#include "mail/post_header.h"

#include <string.h>

enum { WORD_MAX = 75, WORD_LINE = 76 }; // an encoded word, and a line that holds one: RFC 2047 2

char *post_header_fold(const char *name, const char *value)
{
    g_assert(!strchr(value, '\n') && !strchr(value, '\r'));
    GString *out = g_string_new(name);
    g_string_append_c(out, ':');
    gsize column = out->len;
    for (const char *word = value; *word;) {
        gsize len = strcspn(word, " ");
        // Never right after the name: some readers take that for an empty header.
        if (column + 1 + len > POST_HEADER_LINE && column > strlen(name) + 1) {
            g_string_append(out, "\n ");
            column = 1 + len;
        } else {
            g_string_append_c(out, ' ');
            column += 1 + len;
        }
        g_string_append_len(out, word, (gssize)len);
        word += len;
        if (*word)
            word++;
    }
    g_string_append_c(out, '\n');
    return g_string_free(out, FALSE);
}

// A reader gives this back as it is: printable ASCII, words parted by single blanks, nothing that
// looks like an encoded word.
static gboolean is_plain(const char *text)
{
    gsize len = strlen(text);
    for (gsize i = 0; i < len; i++)
        if (text[i] < ' ' || text[i] > '~')
            return FALSE;
    return len > 0 && text[0] != ' ' && text[len - 1] != ' ' && !strstr(text, "  ") &&
           !strstr(text, "=?");
}

// The bytes that may stand for themselves in every place of a header (RFC 2047 5, rule 3).
static gsize encoded_char(const char *from, const char *to, char *out)
{
    gsize n = 0;
    for (; from < to; from++) {
        guchar c = (guchar)*from;
        if (g_ascii_isalnum(c) || strchr("!*+-/", c)) {
            out[n++] = *from;
        } else if (c == ' ') {
            out[n++] = '_';
        } else {
            out[n++] = '=';
            out[n++] = "0123456789ABCDEF"[c >> 4];
            out[n++] = "0123456789ABCDEF"[c & 15];
        }
    }
    return n;
}

// used: what stands before the first word on its line.
static char *encode(const char *text, gsize used)
{
    static const char begin[] = "=?utf-8?Q?", end[] = "?=";
    const gsize around = sizeof begin - 1 + sizeof end - 1;
    GString *out = g_string_new(begin);
    gsize room = MIN(WORD_MAX, WORD_LINE - used) - around;
    for (const char *p = text; *p;) {
        char code[6 * 3];
        const char *next = g_utf8_next_char(p);
        gsize len = encoded_char(p, next, code);
        if (len > room) {
            g_string_append_printf(out, "%s %s", end, begin);
            room = WORD_MAX - around;
        }
        g_string_append_len(out, code, (gssize)len);
        room -= len;
        p = next;
    }
    g_string_append(out, end);
    return g_string_free(out, FALSE);
}

char *post_header_text(const char *name, const char *text)
{
    if (*text == '\0' || is_plain(text))
        return g_strdup(text);
    return encode(text, strlen(name) + 2);
}

static char *quoted(const char *text)
{
    GString *out = g_string_new("\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
    return g_string_free(out, FALSE);
}

char *post_header_mailbox(const char *name, const char *display, const char *address)
{
    if (*display == '\0')
        return g_strdup(address);
    g_autofree char *shown =
        strpbrk(display, "()<>[]:;@\\,.\"") ? quoted(display) : g_strdup(display);
    // GMime keeps the line end of a name that was folded; between encoded words it doesn't.
    if (!is_plain(display) || strlen(name) + 2 + strlen(shown) > POST_HEADER_LINE) {
        g_free(shown);
        shown = encode(display, strlen(name) + 2);
    }
    return g_strdup_printf("%s <%s>", shown, address);
}

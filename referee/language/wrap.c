// SPDX-License-Identifier: MIT
// See wrap.h.
#include "referee/language/wrap.h"

#include <string.h>

#define NBSP "\u00a0"

// How far the lines that go on after a marked one are indented.
static guint indent_of(const char *line)
{
    return g_str_has_prefix(line, "- ") || g_str_has_prefix(line, "· ") ? 2 : 0;
}

// Where a line that is full ends: at a blank or the end of the text, behind one word at least.
static char *find_full(char *text, guint columns)
{
    char *end = NULL;
    guint at = 0;
    for (char *p = text;; p = g_utf8_next_char(p), at++) {
        if (at > columns && end)
            return end;
        if (*p == ' ' || !*p)
            end = p;
        if (!*p)
            return end;
    }
}

static guint count_words(const char *from, const char *until)
{
    guint n = 1;
    for (const char *p = from; p < until; p++)
        n += *p == ' ';
    return n;
}

// Whether the end of this line, torn off by a narrower program, would be a command.
static gboolean ends_badly(const char *line, wrap_risky *is_risky)
{
    for (const char *blank = strchr(line, ' '); blank; blank = strchr(blank + 1, ' '))
        if (is_risky(blank + 1))
            return TRUE;
    return FALSE;
}

// Where the next line ends: where it is full, or a few words earlier. *out_safe: none of its ends
// would be a command. The text is as it was afterwards.
static char *find_end(char *text, guint columns, wrap_risky *is_risky, gboolean *out_safe)
{
    char *const full = find_full(text, columns);
    *out_safe = FALSE;
    if (!*full)
        return full;
    const guint fitting = count_words(text, full);
    char *end = full;
    for (guint n = fitting; n > fitting / 2; n--) {
        *end = '\0';
        *out_safe = !ends_badly(text, is_risky);
        *end = ' ';
        if (*out_safe)
            return end;
        end = g_strrstr_len(text, end - text, " ");
    }
    return full;
}

// A line that stays as it is. Where its end would be a command by itself, torn off by a narrower
// program, it is tied to the word before. No program tears short lines; those of lists are marked.
static void append_tied(const char *line, wrap_risky *is_risky, GString *out)
{
    enum { FEW = 6, SHORT = 36 }; // words of a command, mostly; columns
    if (g_utf8_strlen(line, -1) <= SHORT || indent_of(line) > 0) {
        g_string_append(out, line);
        return;
    }
    guint left = count_words(line, line + strlen(line));
    for (const char *blank; (blank = strchr(line, ' ')); line = blank + 1) {
        left--;
        g_string_append_len(out, line, blank - line);
        g_string_append(out, left <= FEW && is_risky(blank + 1) ? NBSP : " ");
    }
    g_string_append(out, line);
}

static void wrap_line(char *line, guint columns, wrap_risky *is_risky, GString *out)
{
    static const char blanks[] = "  ";
    const guint indent = indent_of(line);
    guint before = 0; // how far this one is indented
    for (char *end = line; *end; line = end + 1, before = indent) {
        gboolean safe;
        end = find_end(line, columns - before, is_risky, &safe);
        const char broken_at = *end;
        *end = '\0';
        g_string_append_len(out, blanks, before);
        if (safe)
            g_string_append(out, line);
        else
            append_tied(line, is_risky, out);
        *end = broken_at;
        g_string_append(out, broken_at ? "\n" : "");
    }
}

char *wrap_text(const char *text, guint columns, wrap_risky *is_risky)
{
    g_autofree char *lines = g_strdup(text);
    GString *out = g_string_sized_new(strlen(text));
    for (char *line = lines, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        wrap_line(line, columns, is_risky, out);
        g_string_append(out, next ? "\n" : "");
    }
    return g_string_free(out, FALSE);
}

// Whether a line that begins with this word could be risky: as short as a command mostly is, or as
// wide as lines get. The text is as it was afterwards.
static gboolean begins_badly(char *text, wrap_risky *is_risky)
{
    const guint few = 6;
    char *const full = find_full(text, WRAP_WIDEST);
    gboolean badly = FALSE;
    char *end = text;
    for (guint n = 1; end <= full && !badly; n++, end++) {
        end += strcspn(end, " ");
        if (n > few && end < full)
            continue;
        const char broken_at = *end;
        *end = '\0';
        badly = is_risky(text);
        *end = broken_at;
    }
    return badly;
}

char *wrap_tie(const char *line, wrap_risky *is_risky)
{
    g_autofree char *copy = g_strdup(line);
    GString *out = g_string_new(NULL);
    char *word = copy;
    for (char *blank; (blank = strchr(word, ' ')); word = blank + 1) {
        g_string_append_len(out, word, blank - word);
        g_string_append(out, begins_badly(blank + 1, is_risky) ? NBSP : " ");
    }
    g_string_append(out, word);
    return g_string_free(out, FALSE);
}

// One line without controls, blanks folded, at most max characters.
static char *one_line(const char *text, guint max)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);
    gboolean blank = FALSE;
    guint n = 0;
    for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (g_unichar_isspace(c) || g_unichar_iscntrl(c) || !g_unichar_isprint(c)) {
            blank = out->len > 0;
            continue;
        }
        if (n + (blank ? 1 : 0) >= max) {
            g_string_append(out, "…");
            break;
        }
        if (blank)
            g_string_append_c(out, ' ');
        n += blank ? 2 : 1;
        blank = FALSE;
        g_string_append_unichar(out, c);
    }
    return g_string_free(out, FALSE);
}

char *wrap_quote(const char *text, guint max, const char *open, const char *close,
                 wrap_risky *is_risky)
{
    g_autofree char *line = one_line(text, max);
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    GString *out = g_string_new(open);
    gboolean risky_before = FALSE;
    for (char **word = words; *word; word++) {
        gboolean risky = is_risky(*word);
        if (word != words)
            g_string_append(out, risky || risky_before ? NBSP : " ");
        g_string_append(out, *word);
        risky_before = risky;
    }
    g_string_append(out, close);
    return g_string_free(out, FALSE);
}

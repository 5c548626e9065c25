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

// How many words fit into a line that is so wide; one at least.
static guint count_fitting(char *const *words, guint columns)
{
    guint at = 0;
    guint n = 0;
    for (; words[n]; n++) {
        at += (n ? 1 : 0) + (guint)g_utf8_strlen(words[n], -1);
        if (at > columns && n > 0)
            break;
    }
    return n;
}

static char *join(char *const *words, guint from, guint until)
{
    GString *out = g_string_new(NULL);
    for (guint i = from; i < until; i++) {
        g_string_append(out, i > from ? " " : "");
        g_string_append(out, words[i]);
    }
    return g_string_free(out, FALSE);
}

// Whether the end of a line of n words, torn off by a narrower program, would be a command.
static gboolean ends_badly(char *const *words, guint n, wrap_risky *is_risky)
{
    g_autofree char *line = join(words, 0, n);
    gboolean badly = FALSE;
    for (const char *blank = strchr(line, ' '); blank && !badly; blank = strchr(blank + 1, ' '))
        badly = is_risky(blank + 1);
    return badly;
}

// Of how many words the next line is made: as many as fit, or a few fewer. *out_safe: none of its
// ends would be a command.
static guint count_line(char *const *words, guint columns, wrap_risky *is_risky, gboolean *out_safe)
{
    const guint fitting = count_fitting(words, columns);
    *out_safe = FALSE;
    for (guint n = fitting; n > fitting / 2 && words[fitting]; n--) {
        *out_safe = !ends_badly(words, n, is_risky);
        if (*out_safe)
            return n;
    }
    return fitting;
}

// The words as a line that stays as it is. Where its end would be a command by itself, torn off by
// a narrower program, it is tied to the word before. No program tears short lines; those of
// lists are marked.
static char *join_tied(char *const *words, guint n, wrap_risky *is_risky)
{
    enum { FEW = 6, SHORT = 36 }; // words of a command, mostly; columns
    g_autofree char *plain = join(words, 0, n);
    if (g_utf8_strlen(plain, -1) <= SHORT || indent_of(plain) > 0)
        return g_steal_pointer(&plain);
    GString *out = g_string_new(NULL);
    const char *end = plain; // that begins with word i
    for (guint i = 0; i < n; i++) {
        if (i > 0)
            g_string_append(out, i + FEW >= n && is_risky(end) ? NBSP : " ");
        g_string_append(out, words[i]);
        end += strlen(words[i]) + 1;
    }
    return g_string_free(out, FALSE);
}

static void wrap_line(const char *line, guint columns, wrap_risky *is_risky, GString *out)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    guint indent = 0;
    for (char **word = words; *word;) {
        gboolean safe;
        guint n = count_line(word, columns - indent, is_risky, &safe);
        g_autofree char *text = safe ? join(word, 0, n) : join_tied(word, n, is_risky);
        g_string_append_printf(out, "%s%*s%s", word == words ? "" : "\n", (int)indent, "", text);
        indent = indent_of(line);
        word += n;
    }
}

char *wrap_text(const char *text, guint columns, wrap_risky *is_risky)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (line != lines)
            g_string_append_c(out, '\n');
        wrap_line(*line, columns, is_risky, out);
    }
    return g_string_free(out, FALSE);
}

// Whether a line that begins with this word could be risky: as short as a command mostly is, or as
// wide as lines get.
static gboolean begins_badly(char *const *words, wrap_risky *is_risky)
{
    const guint few = 6;
    guint fitting = count_fitting(words, WRAP_WIDEST);
    gboolean badly = FALSE;
    for (guint n = 1; n <= fitting && !badly; n++) {
        g_autofree char *start = n <= few || n == fitting ? join(words, 0, n) : NULL;
        badly = start && is_risky(start);
    }
    return badly;
}

char *wrap_tie(const char *line, wrap_risky *is_risky)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    GString *out = g_string_new(NULL);
    for (char **word = words; *word; word++) {
        if (word != words)
            g_string_append(out, begins_badly(word, is_risky) ? NBSP : " ");
        g_string_append(out, *word);
    }
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

// SPDX-License-Identifier: MIT
// See meant.h. A line is bared of what stands around its words; then one thing after the other is
// changed in it, the smallest first, until the grammar takes it.
#include "referee/words/meant.h"

#include "base/nearest.h"
#include "referee/words/command_text.h"

#include <string.h>

enum { TAIL_MAX = 2, WORDS_MAX = 12 };

struct found {
    char *commands[MEANT_MAX + 1];
    guint n;
};

// ---- what stands around the words --------------------------------------------------------------

static gboolean is_around(gunichar c)
{
    return c == '[' || c == ']' || c == '(' || c == ')' || c == '"' || c == '`' || c == '<' ||
           c == '>' || c == '*' || c == 0xab || c == 0xbb || c == 0xb7 || c == 0x2022 || c == '|' ||
           c == '_' || (c >= 0x201a && c <= 0x201f);
}

// Where what a mail of ours says about a move begins: "… free", "(the next …)", two blanks; behind
// a bullet a colon too.
static gboolean ends_words(const char *p, gboolean bullet)
{
    static const char *const marks[] = {"…", "...", "  ", "\t", " (", " ·", NULL};
    for (gsize i = 0; marks[i]; i++)
        if (g_str_has_prefix(p, marks[i]))
            return TRUE;
    return bullet && (g_str_has_prefix(p, ": ") || g_str_has_prefix(p, "\u00a0:"));
}

// The words of a line, without marks, bullets and what comes behind; small signs between cards are
// blanks. NULL-terminated.
static char **words_of(const char *line)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const char *p = line;
    gboolean begun = FALSE;
    gboolean bullet = g_str_has_prefix(line, "·");
    for (; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (begun && ends_words(p, bullet))
            break;
        if (is_around(c) || fold_blank(c) || (!begun && (c == '-' || c == 0x2013 || c == '+')) ||
            c == '+' || c == '&')
            g_string_append_c(out, ' ');
        else if (!fold_invisible(c)) {
            g_string_append_unichar(out, c);
            begun = TRUE;
        }
    }
    g_autofree char *clean = g_strstrip(g_strdup(out->str));
    g_auto(GStrv) all = g_strsplit(clean, " ", -1);
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (char **word = all; *word; word++)
        if (**word)
            g_ptr_array_add(words, g_strdup(*word));
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&words), FALSE);
}

// ---- trying ------------------------------------------------------------------------------------

// Words to be passed on aren't guessed at, and what goes on in further lines can't be.
static gboolean is_whole(const struct command *command)
{
    gboolean text = command->verb == COMMAND_SAY || command->verb == COMMAND_TELL;
    return command->verb != COMMAND_PLAN && command->verb != COMMAND_KEY &&
           !(text && (!command->text || !*command->text));
}

static void try_text(struct found *found, const char *text)
{
    struct command command;
    if (found->n == MEANT_MAX)
        return;
    if (command_parse_text(text, WORDS_ALL, &command, NULL) == COMMAND_LINE_COMMAND &&
        is_whole(&command)) {
        g_autofree char *canonical = command_format(&command);
        gboolean is_new = TRUE;
        for (guint i = 0; i < found->n; i++)
            is_new = is_new && strcmp(found->commands[i], canonical) != 0;
        if (is_new)
            found->commands[found->n++] = g_steal_pointer(&canonical);
    }
    command_clear(&command);
}

// The first n words, with another in place of the one at `at`.
static void try_words(struct found *found, char *const *words, guint n, guint at, const char *other)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "", i == at && other ? other : words[i]);
    try_text(found, text->str);
}

// The plain form of a word without the marks at its end; FALSE for cards and the like.
static gboolean key_of(const char *word, char key[FOLD_KEY_MAX])
{
    gsize len = strlen(word);
    while (len && strchr(",;:.!?", word[len - 1]))
        len--;
    g_autofree char *bare = g_strndup(word, len);
    return fold_key_of(bare, key);
}

static gboolean is_number(const char *text)
{
    return g_ascii_isdigit(*text);
}

// With a word of the grammar in place of one that is so many letters away from it. The first word
// may be further away where the words behind it show what is meant.
static void try_slip(struct found *found, char *const *words, guint n, guint at, guint letters)
{
    char key[FOLD_KEY_MAX];
    if (!key_of(words[at], key) || strlen(key) < 3 || (letters > 1 && n == 1 && strlen(key) < 5))
        return;
    gboolean colon = g_str_has_suffix(words[at], ":");
    for (enum word word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        gboolean takes_all = word == WORD_SAY || word == WORD_TELL || word == WORD_NICK;
        if ((at == 0) != (word < WORD_BONUS) ||
            (takes_all && (letters > 1 || (n > 1 && is_number(words[1])))))
            continue;
        for (guint i = 0; words_code_at(i); i++) {
            const char *shown = words_show(word, (enum words_language)(1U << i));
            char plain[FOLD_KEY_MAX];
            if (fold_key_of(shown, plain) && strlen(plain) > 2 &&
                nearest_distance(key, plain) == letters) {
                g_autofree char *with_mark = g_strconcat(shown, colon ? ":" : "", NULL);
                try_words(found, words, n, at, with_mark);
            }
        }
    }
}

static gboolean stands_before(const char *text)
{
    char key[FOLD_KEY_MAX];
    return key_of(text, key) && words_stand_before(key);
}

// As they stand. `yes,`: the mark belongs to a sentence.
static void try_plain(struct found *found, char *const *words, guint n)
{
    char key[FOLD_KEY_MAX];
    try_words(found, words, n, 0, NULL);
    if (found->n == 0 && key_of(words[0], key))
        try_words(found, words, n, 0, key);
}

static void try_slips(struct found *found, char *const *words, guint n)
{
    for (guint at = 0; at < n; at++)
        try_slip(found, words, n, at, 1);
}

// With a word less at the end, or two if the first of them is a number: `7 7 free`, `pass 1 token`.
static void try_shorter(struct found *found, char *const *words, guint n,
                        void (*try)(struct found *, char *const *, guint))
{
    guint before = found->n;
    for (guint tail = 1; found->n == before && tail <= TAIL_MAX && tail < n; tail++)
        if (tail == 1 || is_number(words[n - tail]))
            try(found, words, n - tail);
}

// Cards say enough, whatever stands before them: `lay 7 7`, `spiele 7 7`.
static void try_cards(struct found *found, char *const *words, guint n)
{
    if (n > 1 && !is_number(words[0]) && is_number(words[1]))
        try_words(found, words + 1, n - 1, 0, NULL);
}

char **meant_commands(const char *line)
{
    struct found found = {0};
    g_auto(GStrv) all = g_utf8_strlen(line, -1) <= MEANT_LINE_MAX ? words_of(line) : NULL;
    char **words = all;
    while (words && *words && words[1] && stands_before(*words))
        words++;
    guint n = words ? g_strv_length(words) : 0;
    if (n > 0 && n <= WORDS_MAX) {
        try_plain(&found, words, n);
        if (found.n == 0)
            try_slips(&found, words, n);
        if (found.n == 0) {
            try_cards(&found, words, n);
            try_shorter(&found, words, n, try_slips);
        }
        if (found.n == 0)
            try_shorter(&found, words, n, try_plain);
        if (found.n == 0)
            try_slip(&found, words, n, 0, 2);
    }
    return g_memdup2(found.commands, sizeof found.commands);
}

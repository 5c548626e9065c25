// SPDX-License-Identifier: MIT
// See command_show.h.
#include "referee/words/command_show.h"

#include <string.h>

enum words_language command_show_language(const char *name)
{
    unsigned own = words_languages(name) & ~(unsigned)WORDS_EN;
    return words_code(own) ? (enum words_language)own : WORDS_EN;
}

// What follows the first word: text of the player's, or words of ours as well.
static gboolean is_all_words(enum word first)
{
    return first == WORD_PLAY || first == WORD_PASS || first == WORD_PREVIEW ||
           first == WORD_PLAN || first == WORD_MAIL || first == WORD_QUIET ||
           first == WORD_CALENDAR || first == WORD_VACATION || first == WORD_PRIVATE ||
           first == WORD_MY || first == WORD_HELP;
}

// Any word of the table; "" when it is none.
static const char *shown(const char *token, enum words_language language)
{
    for (enum word word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        if (words_is(token, FALSE, word, WORDS_EN))
            return words_show(word, language);
    }
    return "";
}

static void append_shown(GString *out, const char *token, enum words_language language)
{
    // The lines of a plan are parted by `;`.
    gsize len = strcspn(token, ";");
    g_autofree char *bare = g_strndup(token, len);
    const char *word = shown(bare, language);
    g_string_append(out, *word ? word : bare);
    g_string_append(out, token + len);
}

// `tell NICK …` has no word of its own everywhere: `dire à NICK …`.
static void append_first(GString *out, enum word first, enum words_language language)
{
    if (first == WORD_TELL && *words_show(WORD_TO, language))
        g_string_append_printf(out, "%s %s", words_show(WORD_SAY, language),
                               words_show(WORD_TO, language));
    else
        g_string_append(out, words_show(first, language));
}

char *command_show(const char *canonical, enum words_language language)
{
    gsize len = strcspn(canonical, " :;");
    g_autofree char *key = g_strndup(canonical, len);
    enum word first = words_command(key, FALSE, WORDS_EN);
    if (first == WORD_NONE || language == WORDS_EN)
        return g_strdup(canonical);
    const char *rest = canonical + len;
    const char *together = words_show(WORD_FORGET_ME, language);
    if (first == WORD_FORGET && *together && strcmp(rest, " me") == 0)
        return g_strdup(together);
    GString *out = g_string_new(NULL);
    append_first(out, first, language);
    if (!is_all_words(first) && strcmp(rest, " off") != 0 && strcmp(rest, " me") != 0) {
        g_string_append(out, rest);
        return g_string_free(out, FALSE);
    }
    g_auto(GStrv) tokens = g_strsplit(rest, " ", -1);
    for (char **token = tokens; *token; token++) {
        if (token != tokens)
            g_string_append_c(out, ' ');
        append_shown(out, *token, language);
    }
    return g_string_free(out, FALSE);
}

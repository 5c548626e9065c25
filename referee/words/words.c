// SPDX-License-Identifier: MIT
// See words.h. Here: looking words up. How they get into the table is in words_learn.c.
#include "referee/words/words.h"

#include "referee/words/words_table.h"

#include <string.h>

unsigned words_languages(const char *language)
{
    const struct words_table *table = words_table();
    for (guint i = 0; language && i < table->n; i++)
        if (strcmp(table->languages[i].code, language) == 0)
            return WORDS_EN | 1U << i;
    return WORDS_ALL;
}

const char *words_code_at(guint n)
{
    const struct words_table *table = words_table();
    return n < table->n ? table->languages[n].code : NULL;
}

const char *words_code(unsigned language)
{
    for (guint i = 0; i < WORDS_LANGUAGES_MAX; i++)
        if (language == 1U << i)
            return words_code_at(i);
    return NULL;
}

const char *words_code_named(const char *key)
{
    const struct words_table *table = words_table();
    for (guint i = 0; i < table->n; i++) {
        const struct words_tongue *tongue = &table->languages[i];
        if (strcmp(tongue->code, key) == 0 ||
            g_strv_contains((const char *const *)tongue->names, key))
            return tongue->code;
    }
    return NULL;
}

gboolean words_stand_before(const char *key)
{
    const struct words_table *table = words_table();
    for (guint i = 0; i < table->n; i++)
        if (g_strv_contains((const char *const *)table->languages[i].before, key))
            return TRUE;
    return FALSE;
}

gboolean words_has(enum word word, const char *code)
{
    unsigned own = words_languages(code) & ~(unsigned)WORDS_EN;
    const struct words_table *table = words_table();
    for (guint i = 0; i < table->n_entries; i++) {
        const struct words_entry *entry = &table->entries[i];
        if (entry->word == word && (entry->language & (own ? own : WORDS_EN)))
            return TRUE;
    }
    return FALSE;
}

static gboolean begins_command(enum word word)
{
    return word > WORD_NONE && word < WORD_BONUS;
}

static gboolean is_written(const struct words_entry *entry, const char *key, gboolean accented,
                           unsigned languages)
{
    unsigned common = entry->language & languages;
    if (accented)
        common &= ~(unsigned)WORDS_EN;
    return common != 0 && (strcmp(entry->plain, key) == 0 || strcmp(entry->spelt, key) == 0);
}

enum word words_command(const char *key, gboolean accented, unsigned languages)
{
    const struct words_table *table = words_table();
    for (guint i = 0; i < table->n_entries; i++)
        if (begins_command(table->entries[i].word) &&
            is_written(&table->entries[i], key, accented, languages))
            return table->entries[i].word;
    return WORD_NONE;
}

unsigned words_written(const char *key)
{
    const struct words_table *table = words_table();
    unsigned languages = 0;
    for (guint i = 0; i < table->n_entries; i++)
        if (is_written(&table->entries[i], key, FALSE, WORDS_ALL))
            languages |= table->entries[i].language;
    return languages;
}

gboolean words_is(const char *key, gboolean accented, enum word word, unsigned languages)
{
    const struct words_table *table = words_table();
    for (guint i = 0; i < table->n_entries; i++)
        if (table->entries[i].word == word &&
            is_written(&table->entries[i], key, accented, languages))
            return TRUE;
    return FALSE;
}

// Whether b is a with one letter changed, taken out or put in, or two neighbours exchanged; or a
// itself.
static gboolean one_letter_away(const char *a, const char *b)
{
    gsize la = strlen(a);
    gsize lb = strlen(b);
    if (la > lb + 1 || lb > la + 1)
        return FALSE;
    gsize i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    const char *ra = a + i;
    const char *rb = b + i;
    if (la > lb)
        return strcmp(ra + 1, rb) == 0;
    if (lb > la)
        return strcmp(ra, rb + 1) == 0;
    if (!*ra || strcmp(ra + 1, rb + 1) == 0)
        return TRUE;
    return ra[1] && ra[0] == rb[1] && ra[1] == rb[0] && strcmp(ra + 2, rb + 2) == 0;
}

// Of words with two letters every other is half another word; and `end` stands only in a plan,
// where its neighbours `and` and `find` are everyday words.
static gboolean near_word(const struct words_entry *entry, const char *key)
{
    if (strcmp(entry->plain, key) == 0 || strcmp(entry->spelt, key) == 0)
        return TRUE;
    if (strlen(entry->plain) < 3 || strlen(key) < 3 || entry->word == WORD_END)
        return FALSE;
    return one_letter_away(entry->plain, key) || one_letter_away(entry->spelt, key);
}

static gboolean near_second(enum word word, const char *second, unsigned languages)
{
    const struct words_table *table = words_table();
    for (guint i = 0; second && i < table->n_entries; i++)
        if (table->entries[i].word == word && (table->entries[i].language & languages) &&
            near_word(&table->entries[i], second))
            return TRUE;
    return FALSE;
}

gboolean words_near_command(const char *key, const char *second, unsigned languages)
{
    const struct words_table *table = words_table();
    for (guint i = 0; i < table->n_entries; i++) {
        const struct words_entry *entry = &table->entries[i];
        if (!begins_command(entry->word) || !(entry->language & languages) ||
            !near_word(entry, key))
            continue;
        if (entry->word != WORD_MY || near_second(WORD_DATA, second, languages))
            return TRUE;
    }
    return FALSE;
}

const char *words_show(enum word word, enum words_language language)
{
    const struct words_table *table = words_table();
    const struct words_entry *english = NULL;
    for (guint i = 0; i < table->n_entries; i++) {
        const struct words_entry *entry = &table->entries[i];
        if (entry->word != word)
            continue;
        if (entry->language & language)
            return entry->shown;
        if (!english && (entry->language & WORDS_EN))
            english = entry;
    }
    g_assert(english || word == WORD_TO || word == WORD_FORGET_ME || word == WORD_NONE);
    return english ? english->shown : "";
}

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

// The entries that are written so, in any language.
static const GPtrArray *written_so(const char *key)
{
    return g_hash_table_lookup(words_table()->by_key, key);
}

static gboolean is_of(const struct words_entry *entry, gboolean accented, unsigned languages)
{
    unsigned common = entry->language & languages;
    if (accented)
        common &= ~(unsigned)WORDS_EN;
    return common != 0;
}

enum word words_command(const char *key, gboolean accented, unsigned languages)
{
    const GPtrArray *entries = written_so(key);
    for (guint i = 0; entries && i < entries->len; i++) {
        const struct words_entry *entry = entries->pdata[i];
        if (begins_command(entry->word) && is_of(entry, accented, languages))
            return entry->word;
    }
    return WORD_NONE;
}

unsigned words_written(const char *key)
{
    const GPtrArray *entries = written_so(key);
    unsigned languages = 0;
    for (guint i = 0; entries && i < entries->len; i++)
        languages |= ((const struct words_entry *)entries->pdata[i])->language;
    return languages;
}

gboolean words_is(const char *key, gboolean accented, enum word word, unsigned languages)
{
    const GPtrArray *entries = written_so(key);
    for (guint i = 0; entries && i < entries->len; i++) {
        const struct words_entry *entry = entries->pdata[i];
        if (entry->word == word && is_of(entry, accented, languages))
            return TRUE;
    }
    return FALSE;
}

static enum word sentence_in(const struct words_tongue *tongue, const char *sentence)
{
    return tongue->sentences
               ? (enum word)GPOINTER_TO_UINT(g_hash_table_lookup(tongue->sentences, sentence))
               : WORD_NONE;
}

enum word words_sentence(const char *sentence, unsigned languages, unsigned *out_written)
{
    const struct words_table *table = words_table();
    enum word found = WORD_NONE;
    unsigned written = 0;
    for (guint i = 0; i < table->n; i++) {
        enum word word = sentence_in(&table->languages[i], sentence);
        if (word == WORD_NONE)
            continue;
        written |= 1U << i;
        if (found == WORD_NONE && (languages & 1U << i))
            found = word;
    }
    if (out_written)
        *out_written = written;
    return found;
}

gboolean words_may_begin(const char *key)
{
    return words_command(key, FALSE, WORDS_ALL) != WORD_NONE ||
           g_hash_table_contains(words_table()->openings, key);
}

// Whether b is a with one letter changed, taken out or put in, or two neighbours exchanged; or a
// itself.
static gboolean one_letter_away(const char *a, gsize la, const char *b, gsize lb)
{
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
static gboolean near_word(const struct words_entry *entry, const char *key, gsize len)
{
    if (entry->plain_len < 3 || len < 3 || entry->word == WORD_END)
        return strcmp(entry->plain, key) == 0 || strcmp(entry->spelt, key) == 0;
    return one_letter_away(entry->plain, entry->plain_len, key, len) ||
           one_letter_away(entry->spelt, entry->spelt_len, key, len);
}

static gboolean near_second(enum word word, const char *second, unsigned languages)
{
    const struct words_table *table = words_table();
    for (guint i = 0; second && i < table->n_entries; i++)
        if (table->entries[i].word == word && (table->entries[i].language & languages) &&
            near_word(&table->entries[i], second, strlen(second)))
            return TRUE;
    return FALSE;
}

gboolean words_near_command(const char *key, const char *second, unsigned languages)
{
    const struct words_table *table = words_table();
    const gsize len = strlen(key);
    for (guint i = 0; i < table->n_entries; i++) {
        const struct words_entry *entry = &table->entries[i];
        if (!begins_command(entry->word) || !(entry->language & languages) ||
            !near_word(entry, key, len))
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

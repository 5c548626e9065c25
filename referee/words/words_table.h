// SPDX-License-Identifier: MIT
// The words of all languages as one table: filled in words_learn.c, looked up in words.c. For
// words*.c alone.
#ifndef REFEREE_WORDS_TABLE_H
#define REFEREE_WORDS_TABLE_H

#include "referee/words/fold.h"
#include "referee/words/words_list.h"

// Of several words of a language for one thing the first is shown in mails.
struct words_entry {
    char plain[FOLD_KEY_MAX]; // small ASCII letters
    char
        spelt[FOLD_KEY_MAX]; // with ae, oe, ue for an umlaut; the same as plain where there is none
    char *shown;             // as it is written
    enum word word;
    unsigned language; // one bit
    gsize plain_len, spelt_len;
};

struct words_tongue {
    char code[WORDS_CODE_MAX + 1];
    char **names, **before; // plain forms, NULL-terminated
    GHashTable *sentences;  // as fold_sentence makes them → enum word; NULL: none
};

// The n-th language has the bit 1 << n. Entries stand in the order of the languages, and in a
// language in that of its file.
struct words_table {
    struct words_entry *entries;
    guint n_entries;
    GHashTable *by_key;   // plain or spelt → GPtrArray of struct words_entry *, in their order
    GHashTable *openings; // the first words of sentences, a set
    struct words_tongue languages[WORDS_LANGUAGES_MAX];
    guint n;
};

// What is known now. Never NULL.
const struct words_table *words_table(void);

#endif

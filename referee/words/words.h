// SPDX-License-Identifier: MIT
// The words of the command language, looked up as somebody wrote them.
//
// Decides which written word means what (spec: mail.md, "Commands"). Knows nothing of what may
// follow a word, nor where each language's words come from (words_learn.h). Words are looked up in
// their plain form (fold_key), so accents and spelt-out umlauts are of no matter. Pure.
#ifndef REFEREE_WORDS_H
#define REFEREE_WORDS_H

#include "referee/words/words_list.h"

#include <glib.h>

// The languages whose words are understood of a player: English and their own; all of them where
// the language isn't known (NULL or "") or is none of ours.
unsigned words_languages(const char *language);

// The name of a language ("fr"), of which there must be the one bit; NULL for none or several. Of
// the n-th, from 0; NULL behind the last.
const char *words_code(unsigned language);
const char *words_code_at(guint n);
// The language that may be called so, in its plain form: its code, or a name from any words.ini
// that says its own names ("fr", "french", "franzoesisch" → "fr"). NULL for none.
const char *words_code_named(const char *key);

// Whether this plain form is a word that people put before a command where none belongs ("please").
gboolean words_stand_before(const char *key);

// Whether a language has a word of its own for it.
gboolean words_has(enum word word, const char *code);

// The word that begins a command and has this plain form, in one of the languages; WORD_NONE when
// there is none. accented: an accent was taken off, which no English word allows.
enum word words_command(const char *key, gboolean accented, unsigned languages);

// The languages (bits) in which a word is written so; 0: in none.
unsigned words_written(const char *key);

// Whether this plain form is the given word, in one of the languages.
gboolean words_is(const char *key, gboolean accented, enum word word, unsigned languages);

// The word whose command this whole sentence (fold_sentence) asks for, in one of the languages:
// "das war ich" → yes. WORD_NONE when there is none. out_written: the languages that have it; may
// be NULL.
enum word words_sentence(const char *sentence, unsigned languages, unsigned *out_written);

// Whether a command or such a sentence can begin with this plain form, in any language.
gboolean words_may_begin(const char *key);

// Whether this plain form is a word that begins a command, or one letter away from one: a letter
// changed, missing, too many, or two neighbours exchanged. Words of which the second alone makes a
// command (`my data`) count only when second is near it too; second may be NULL.
gboolean words_near_command(const char *key, const char *second, unsigned languages);

// How a word is written in a language, with its accents ("glück"); in English where that language
// has none of its own. Of several the one that mails should show. Never NULL.
const char *words_show(enum word word, enum words_language language);

#endif

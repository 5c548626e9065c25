// SPDX-License-Identifier: MIT
// Notes of what is to be told, as sentences and pages in the reader's language.
#ifndef REFEREE_LETTER_NOTES_H
#define REFEREE_LETTER_NOTES_H

#include "referee/language/wording.h"
#include "referee/match/match.h"

#include <jansson.h>

// One array of all notes of the rows (struct outbound_row *), oldest first; the caller owns it.
json_t *letter_gather(const GPtrArray *rows);

// The sentences for notes ({"say": PHRASE, …}, or {"page": TEMPLATE, …}, whose text has several
// lines). match and seat: of the game that the mail is about, NULL when there is none.
json_t *letter_sentences(const json_t *notes, const struct match *match, unsigned seat,
                         const struct wording_language *language, GError **error);

// The values that a note's phrase may use, beside the note's own: costs, cards and quotes in words.
json_t *letter_values(const json_t *note, const struct wording_language *language, GError **error);

#endif

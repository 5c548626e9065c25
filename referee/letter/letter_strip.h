// SPDX-License-Identifier: MIT
// The last events of a game, each in a few words, for a strip below the table.
//
// Decides what of the public log stands in the strip. Whole sentences are story.c's business.
#ifndef REFEREE_LETTER_STRIP_H
#define REFEREE_LETTER_STRIP_H

#include "referee/language/wording.h"
#include "referee/match/match.h"

#include <jansson.h>

enum { LETTER_STRIP_MAX = 12 };

// Oldest first: {"who", "cards": as letter_card, "what": words in their place, or null, "bonus",
// "cost", "round": words, or null: then nothing else counts}. A new array, or NULL and an error.
json_t *letter_strip(const struct match *match, const struct wording_language *language,
                     GError **error);

#endif

// SPDX-License-Identifier: MIT
// Cards as HTML draws them: a number, and a shape and a colour that say how high it is.
//
// A card in HTML never stands as a bare number: its shape goes with it into every text that a
// program makes of the HTML, so that no line of it is a move.
#ifndef REFEREE_LETTER_CARDS_H
#define REFEREE_LETTER_CARDS_H

#include <glib.h>
#include <jansson.h>

// How a card lies before its reader.
enum letter_card { LETTER_CARD_PLAIN, LETTER_CARD_FITS, LETTER_CARD_BONUS, LETTER_CARD_STAYS };

// {"n", "pip", "ink": #rrggbb, "plain", "fits", "bonus", "stays": booleans}. It is the same for all
// who ask for it: not to be changed.
json_t *letter_card(guint value, enum letter_card how);

// A hand (ascending values), each card as it fits among the legal moves of table.json; all plain
// where there are none.
json_t *letter_cards(const json_t *hand, const json_t *legal);

#endif

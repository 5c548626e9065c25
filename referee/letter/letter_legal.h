// SPDX-License-Identifier: MIT
// What the reader can do, with what it costs: the legal moves, and cards to put aside.
//
// Decides how moves are listed, in text and as buttons, and which three cards are offered to be put
// aside by a tap; whoever wants others writes them.
#ifndef REFEREE_LETTER_LEGAL_H
#define REFEREE_LETTER_LEGAL_H

#include "referee/letter/letter_button.h"

// Sets of data, from table.json: "legal" (for texts), "plays", "bonus_plays", "others" (for HTML),
// "choices", "has_legal", "has_buttons", "example".
gboolean letter_legal(const json_t *table, const letter_buttons *buttons, json_t *data,
                      GError **error);

#endif

// SPDX-License-Identifier: MIT
// The notation of moves and cards in records, logs and mails (spec/rules.md, "Move notation").
//
// Knows the exact form alone: what people type more loosely is the business of command_text.c.
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include "referee/rules/rules.h"

#include <stddef.h>

enum { NOTATION_MOVE_MAX = 16, NOTATION_CARDS_MAX = RULES_HAND_MAX * 3 + 1 };

// Writes the move in its only valid form, with a terminating NUL, into out of NOTATION_MOVE_MAX
// bytes. Returns the length.
size_t notation_format_move(struct move move, char *out);
// Reads exactly that form, the whole of the len bytes; false for anything else.
bool notation_parse_move(const char *text, size_t len, struct move *out_move);

// Values ascending, separated by single blanks ("3 3 5 7"), NUL-terminated, into out of
// NOTATION_CARDS_MAX bytes.
size_t notation_format_cards(const struct hand *hand, char *out);
// Reads exactly that form, at most RULES_HAND_MAX cards; false for anything else, for an empty text
// too. How often the deck has a value isn't checked here.
bool notation_parse_cards(const char *text, size_t len, struct hand *out_hand);

#endif

// SPDX-License-Identifier: MIT
// The clock of a turn, as values: until when, and what the referee does for somebody who was late.
//
// Decides from numbers alone (spec: mail.md, "Time"). Knows no game, no player, no present moment.
#ifndef REFEREE_DEADLINE_H
#define REFEREE_DEADLINE_H

#include "referee/rules/rules.h"

#include <glib.h>

enum { DEADLINE_MISSES_MAX = 2 }; // turns missed in a row before a robot sits in

// When a turn that the server accepted at turn_at is missed, pace in seconds.
gint64 deadline_due(gint64 turn_at, gint64 pace);

// The move of an absent player: pass; forced, the legal play without a token that costs least, of
// those the lowest value, of those the most cards; where there is none, leave. Somebody must be to
// move.
struct move deadline_missed_move(const struct table *table);

// The discard of an absent player: the three highest cards, ascending, into out. Never the 1, which
// is no card to discard. The hand holds more than three cards.
void deadline_missed_discard(const struct hand *hand, uint8_t out[RULES_DISCARD_MAX]);

#endif

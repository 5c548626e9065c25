// SPDX-License-Identifier: MIT
// table.json: what one player may know about a game, as programs read it (spec: table.md).
//
// Decides which of a game's facts a seat may see, and is the only file that does: texts, pictures
// and robots are made from its object alone. Knows no words.
#ifndef REFEREE_TABLE_H
#define REFEREE_TABLE_H

#include "referee/match/match.h"

#include <jansson.h>

enum { TABLE_VERSION = 1, TABLE_HEAD_DIGITS = 16, TABLE_AWAY_MAX = 11 };

// How a seat's player stands with time, as everybody at the table may know.
struct table_time {
    gint64 bank;               // seconds left
    int vacation;              // days left in this year
    char away[TABLE_AWAY_MAX]; // the last day of a vacation that runs, "2026-12-24"; "" for none
};

struct table_input {
    const struct match *match;
    unsigned seat;                  // whose eyes; RULES_NOBODY: those of somebody without a seat
    const char *kind;               // deal, turn, table, …
    const char *ticket;             // of this seat for this state; "" for robots
    const char *referee;            // the referee's address
    const char *key;                // and public key, hex
    guint told;                     // public lines told to this player before
    gint64 due;                     // end of the pace of whoever is to act; 0: none
    const struct table_time *times; // one a seat; NULL for robots, who don't look at it
};

// The object; the caller owns a reference.
json_t *table_json(const struct table_input *input);

// The name that a mail of the game's state has for this seat now: deal, turn, table, round-over,
// game-over. told: public lines told before, for a round that ended since.
const char *table_kind(const struct match *match, unsigned seat, guint told);

#endif

// SPDX-License-Identifier: MIT
// A game as it is told afterwards: what happened, when, at what cost, and what that came to for
// each seat. Read from the lines of its record alone.
//
// Decides which numbers a reader may want. Knows no page, no language, no database.
#ifndef REFEREE_CHRONICLE_H
#define REFEREE_CHRONICLE_H

#include "referee/record/game.h"

enum { CHRONICLE_DEAREST = 3 };

enum chronicle_kind { CHRONICLE_ROUND, CHRONICLE_DISCARD, CHRONICLE_MOVE, CHRONICLE_SEAT_CHANGE };

struct chronicle_event {
    enum chronicle_kind kind;
    guint line;     // of the record, from 1
    guint position; // of discards and moves, from 1 (replay.md); others: that of the last one
    guint8 round, seat;
    gint64 at, thought;           // seconds; thought -1: nobody had to think (the opening)
    char nick[LINE_NICK_MAX + 1]; // the seat's then; of a seat change, the new one
    enum line_mark mark;
    struct hand cards; // of a discard: secret until the game is over
    struct move move;  // of a move, as are the rest
    int cost, back;    // tokens taken; given back for finishing
    gboolean opening, finished, left;
    // the table just after it
    int32_t penalty[RULES_SEATS_MAX];
    guint8 bonus[RULES_SEATS_MAX], held[RULES_SEATS_MAX];
};

// Somebody who sat at a seat: players, substitutes, robots. Who comes back is the same one.
struct chronicle_sitter {
    char nick[LINE_NICK_MAX + 1];
    guint own, missed; // discards and moves: made themselves, or made by the clock
    gint64 thought;    // seconds, of their own
};

struct chronicle_seat {
    char nick[LINE_NICK_MAX + 1];     // who began here: the result is theirs
    char now[LINE_NICK_MAX + 1];      // what the seat is called at the end
    GArray *sitters;                  // struct chronicle_sitter, in the order of coming; nick first
    const char *luck;                 // of the game
    int32_t gained[2];                // tokens of each round
    guint8 spent[2], bonus;           // bonus tokens spent in each round; left
    int32_t result;                   // after the settlement
    gboolean won;                     // perhaps with others
    guint place;                      // 1: the lowest count; equal counts share a place
    guint turns, own, missed, robot;  // discards and moves: all; by whom
    gint64 thought;                   // seconds, of those that the seat's own player made
    guint dearest[CHRONICLE_DEAREST]; // events that cost tokens, the dearest first,
    guint n_dearest;                  // so many of them
};

struct chronicle {
    struct game game;      // as the lines leave it
    gint64 started, ended; // 0: not yet
    struct chronicle_seat seats[RULES_SEATS_MAX];
    GArray *events; // struct chronicle_event
    guint positions;
    gboolean settled; // there is a result
};

// Reads a record, or the full lines of a running game. Errors: G_FILE_ERROR_INVAL with the line
// that can't be. Clear it in any case.
gboolean chronicle_read(struct chronicle *self, const char *text, gsize len, gboolean whole,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void chronicle_clear(struct chronicle *self);

#endif

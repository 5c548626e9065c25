// SPDX-License-Identifier: MIT
// A game as the hub holds it while it works on it: its row, its seats and its folded log, read from
// the store (match_load.h) and written back (match_save.h) within one transaction.
//
// Decides nothing of the game: what happens is appended by play.c and lobby.c.
#ifndef REFEREE_MATCH_H
#define REFEREE_MATCH_H

#include "referee/evidence/testimony.h"
#include "referee/record/game.h"
#include "referee/setup/desk.h"
#include "referee/words/plan.h"
#include "storage/games.h"

// What a move line meant: its cost in tokens, and whether it emptied the hand.
struct match_move {
    gint16 cost;
    gboolean finished;
};

// The evidence of a game in which every seat signs, while it runs (match_evidence.h): all lines so
// far, and of those not stored yet what they seal.
struct match_evidence {
    GPtrArray *lines;  // char *
    GPtrArray *sealed; // struct testimony *, or NULL: from line `stored` on
    guint stored;
};

struct match {
    struct game_row row;
    GArray *seats; // struct seat_row, in seat order
    struct game game;
    GPtrArray *lines; // char *: all full lines so far; the caller of append.h adds to them
    GArray *moves;    // struct match_move, one a line; zero for lines of other kinds
    guint stored;     // how many of them are in the store
    unsigned turn;    // the fold's turn when it was loaded or saved
    gboolean changed; // something is to be saved and told
    GArray *plans[RULES_SEATS_MAX]; // struct plan_line, of each seat; NULL: it has none
    unsigned replanned;             // a bit for each seat whose plan isn't as in the store
    // Where every seat signs; else NULL: the evidence, and what the speaker signed for what they do
    // now (not owned), and each seat for its plan.
    struct match_evidence *evidence; // while it runs
    gboolean proven;                 // it is over, and its evidence is whole
    const struct testimony *word;
    struct testimony *plan_words[RULES_SEATS_MAX];
};

void match_free(struct match *match); // takes NULL
// Frees what is held of its evidence, since nothing follows.
void match_drop_evidence(struct match *match);

// Tells what the move in the line with this index (from 0) meant.
void match_note_move(struct match *match, guint line, struct match_move move);

// Gives a seat a copy of this plan (struct plan_line) in place of what it had; NULL or an empty
// one: none. What was signed for it stays as long as there is one.
void match_set_plan(struct match *match, unsigned seat, const GArray *lines);
// What the speaker signed (match->word) is what was signed for the seat's plan.
void match_sign_plan(struct match *match, unsigned seat);

// Tells the journal in which state the game is from here on.
void match_journal(struct desk *desk, const struct match *match);

struct seat_row *match_seat(const struct match *match, unsigned seat);
// The seat of a player, or NULL.
struct seat_row *match_seat_of(const struct match *match, gint64 player);
// Whether the game runs and waits for this seat: its discard, or its move.
gboolean match_waits_for(const struct match *match, unsigned seat);
gboolean match_is_running(const struct match *match);

// The public lines from the one with number `from` (counting from 0) on: a new array of char * with
// a free function.
GPtrArray *match_public_lines(const struct match *match, guint from);

#endif

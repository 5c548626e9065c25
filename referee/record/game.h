// SPDX-License-Identifier: MIT
// A game, folded from the lines of its record, one after another.
//
// Decides what is known of a game between two lines. Doesn't know what a line may say: game_apply.h
// takes the lines in. Knows no files, no mail, no clock and no database.
#ifndef REFEREE_GAME_H
#define REFEREE_GAME_H

#include "referee/record/chain.h"
#include "referee/record/deal.h"
#include "referee/record/line.h"
#include "referee/rules/rules.h"

enum { GAME_REASON = 240 };

// How much is asked of the lines.
enum game_care {
    GAME_RUNNING, // everything, and the public head is kept; the seed must be known (game_open)
    GAME_VERIFY,  // everything; a seed that isn't known leaves the deals unproved up to its line
    GAME_REPLAY   // spelling, order, times, legality, possible deals (spec/replay.md)
};

// Which line is awaited. In this order, but for `cancelled`, which leads to GAME_SEED.
enum game_stage {
    GAME_TITLE,
    GAME_GAME,
    GAME_NAME, // or rules
    GAME_RULES,
    GAME_COMMIT,
    GAME_SEATS, // or round 1, once there are two
    GAME_DEALS,
    GAME_PLAY,    // discards, moves, seat changes: table.phase says which
    GAME_SCORES,  // the round is over
    GAME_ROUND,   // round 2
    GAME_RESULTS, // the game is over
    GAME_WINNER,
    GAME_SEED,
    GAME_END,
    GAME_CHAIN,
    GAME_KEY,
    GAME_SIGNATURE,
    GAME_DONE // a whole record: nothing can follow
};

struct game_seat {
    char nick[LINE_NICK_MAX + 1];     // what the seat is called now
    char old_nick[LINE_NICK_MAX + 1]; // what it was called when the game began
    char luck[DEAL_LUCK_MAX + 1];
};

// Read its fields freely; only game_* change them.
struct game {
    enum game_care care;
    enum game_stage stage;

    gint64 id;
    gint64 created; // times are UTC, unix seconds
    char *name;     // NULL when it has none
    struct rules_options options;
    uint8_t commit[DEAL_HASH];
    struct game_seat seats[RULES_SEATS_MAX];
    unsigned n_seats;

    struct table table; // begun with the first seat; its n_seats grows with them
    gint64 round_time;  // of the last `round` line
    gint64 last_time;   // of the last line that has one: none may be earlier
    unsigned expected;  // seat of the next deal, score or result line
    bool over;          // the last card fell, or it was cancelled
    bool cancelled;
    char *why;                        // of the cancelling; else NULL
    int32_t results[RULES_SEATS_MAX]; // after the settlement; set from GAME_RESULTS on
    unsigned winners;                 // a bit a seat; set from GAME_RESULTS on

    // The last move of a round: who, what, at what cost, made by whom. last_seat is RULES_NOBODY
    // until there is one in this round.
    uint8_t last_seat;
    struct move last_move;
    int last_cost;
    enum line_mark last_mark;

    unsigned turn;             // `round` and `move` lines so far: the TURN of tickets
    gsize lines;               // of the record so far
    gsize public_lines;        // of its public form
    uint8_t chain[CHAIN_HASH]; // over the full lines, as far as `end`
    uint8_t head[CHAIN_HASH];  // over the public lines; kept by GAME_RUNNING alone
    uint8_t key[CHAIN_KEY];    // of the `key` line, once it was read
    const uint8_t *wanted_key; // that the `key` line must hold, or NULL
    const uint8_t *secret_key; // see game_open
    bool has_seed;
    uint8_t seed[DEAL_SEED];
    struct hand dealt[RULES_SEATS_MAX]; // this round's hands, as far as dealt
    struct hand right[RULES_SEATS_MAX]; // what the seed deals in this round, when it is known
    char reason[GAME_REASON];           // why the last line was refused; may tell what a hand holds
};

// An empty record. Clear it when done. A struct game is copied by game_copy alone, into one that is
// cleared.
void game_init(struct game *game, enum game_care care);
void game_copy(struct game *out, const struct game *game);
void game_clear(struct game *game);

// Makes the seed known before its line comes: `commit` and `deal` lines are held against it, and
// the heads of public lines need it. secret_key (64 bytes, libsodium's) signs the record at its end
// in append.h; it stays the caller's, must outlive the game, and may be NULL.
void game_open(struct game *game, const uint8_t seed[DEAL_SEED], const uint8_t *secret_key);

// The seat called so now, exactly; RULES_NOBODY when none is.
unsigned game_find_seat(const struct game *game, struct field nick);
// Whether another seat than `seat` (or any, for RULES_NOBODY) is called so now, without regard to
// case.
bool game_nick_taken(const struct game *game, struct field nick, unsigned seat);

#endif

// SPDX-License-Identifier: MIT
// Two worlds for the test of secrecy (spec: fairness.md, "What stays secret"): one game, the same
// in all that is public and in one player's hand, different in everything that this player may not
// know.
//
// A random game is played to a random point, and a little on. Then the cards are dealt anew:
// whoever looks keeps theirs, the others keep what they played, and all the rest is mixed. Only
// what leaves the public lines as they are is taken.
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "tests/unit/club.h"

#include "referee/match/match.h"

enum { WORLDS = 2, WORLDS_ROUNDS = 2 };
// Known to the referee, and not at the table.
#define WORLDS_WATCHER "eve@example.org"
// What runs said of themselves, in the club's directory.
#define WORLDS_JOURNAL "journal.log"

// One act of somebody at the table.
struct worlds_ply {
    unsigned seat;
    gboolean is_discard;
    gboolean by_clock; // with all others that are late at the same moment
    struct move move;
    guint8 cards[WORLDS][RULES_DISCARD_MAX];
};

struct worlds {
    guint number;
    unsigned people, robots;                // people sit first
    unsigned eyes;                          // the seat that looks
    const char *languages[RULES_SEATS_MAX]; // of the people
    struct rules_options rules;
    GArray *plies;          // struct worlds_ply
    GArray *tables[WORLDS]; // struct table, before each ply and behind the last
    guint start;            // the ply at which mails begin
    guint told[RULES_SEATS_MAX];
    struct hand dealt[WORLDS][WORLDS_ROUNDS][RULES_SEATS_MAX]; // no cards: not dealt yet
};

// Makes the two worlds with this number, always the same. FALSE when all that was tried shows in
// public. worlds_clear frees them in any case.
gboolean worlds_make(struct worlds *worlds, guint number);
void worlds_clear(struct worlds *worlds);

// A club with this game in one of the worlds, at the point where mails begin: the next run tells
// everybody how things stand. The game is number 1; its players are Anna, Bruno, Clara and David,
// as many as there are. club_end ends it.
void worlds_enter(const struct worlds *worlds, unsigned world, struct club *club);

const char *worlds_address(unsigned seat);
const struct worlds_ply *worlds_ply(const struct worlds *worlds, guint i);
const struct table *worlds_table(const struct worlds *worlds, unsigned world, guint i);

// Fails with the line in which the worlds differ first; where: what was looked at.
// first, second: what was seen, texts in the same order.
void worlds_compare(const char *where, const GPtrArray *first, const GPtrArray *second);

#endif

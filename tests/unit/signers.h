// SPDX-License-Identifier: MIT
// For tests of the hub: a table at which everybody signs, each with another tool: Anna as player23
// does, Bruno with minisign, Clara with ssh-keygen.
#ifndef TESTS_SIGNERS_H
#define TESTS_SIGNERS_H

#include "tests/unit/club.h"

enum { SIGNERS_MAX = 3, SIGNERS_GAME = 2 };

struct signers {
    struct club *club;
    unsigned n; // who sit
    char *keys; // a directory of theirs
    guint8 secret[64];
    char referee[65];
};

// The first n of them have registered their keys, and the first `sit` of those sit at game 2, which
// has begun with these options of `new` besides. signers_end removes their keys; the club stays.
void signers_begin(struct signers *signers, struct club *club, unsigned n, unsigned sit,
                   const char *options);
void signers_end(struct signers *signers);

const char *signers_address(unsigned who);
// Signs commands, a line each, for a place ("game 2\nturn 3\nseat anna"), and sends them. No run.
void signers_sign(const struct signers *signers, unsigned who, const char *place,
                  const char *commands);
// The same about what the newest table of game 2 that they have says, and a run.
void signers_play(const struct signers *signers, unsigned who, const char *commands);
// The newest table of game 2 to one of them.
const json_t *signers_table(const struct signers *signers, unsigned who);
// They play the first legal move; FALSE when it isn't their turn by their newest table.
gboolean signers_move_of(const struct signers *signers, unsigned who);
// Whoever is to move plays the first legal move; FALSE when nobody is.
gboolean signers_move(const struct signers *signers);
// Everybody discards, or moves, until the game is over.
void signers_finish(const struct signers *signers);

#endif

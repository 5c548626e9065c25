// SPDX-License-Identifier: MIT
// The evidence of a game in which every seat signs, as lines: whose key is whose, and of each move
// and discard of a player the testimony behind it (docs/record.md, "Evidence").
//
// Decides the spelling, the seals and the chain. What may stand where, and whether it is true, is
// known by evidence_check.h; when a line is written, by the hub. Pure, but for libsodium.
//
// A line goes into the chain as it stands while the game runs: what it proves is sealed in it. When
// the game is over, the seed opens the seals, and what was sealed stands below its line.
#ifndef REFEREE_EVIDENCE_H
#define REFEREE_EVIDENCE_H

#include "referee/evidence/testimony.h"
#include "referee/record/game.h"

enum { EVIDENCE_HEAD_LINES = 4 };

// Why a key counts.
enum evidence_by {
    EVIDENCE_FIRST,      // whoever sits there had none yet
    EVIDENCE_BY_KEY,     // the key before it signed that
    EVIDENCE_BY_OPERATOR // the key before it was lost; nobody signed that
};

// Whose key it is, from behind a line of the record on. name is the seat's at that time.
struct evidence_key {
    guint after; // number of that line, from 1
    const char *name;
    const char *kind, *public;
    enum evidence_by by;
};

// The first lines, out of those of the record; the caller frees each. commit is the record's.
void evidence_head(const struct game *game, const char *referee, GPtrArray *lines);
// A key's line; testimony is the old key's word for it (EVIDENCE_BY_KEY), else NULL. And the line
// of what made line `number` of the record, by the seat called name. The caller frees them.
char *evidence_key_line(const guint8 seed[DEAL_SEED], const struct evidence_key *key,
                        const struct testimony *testimony);
char *evidence_proof_line(const guint8 seed[DEAL_SEED], guint number, const char *name,
                          const struct testimony *testimony);

// The seal that ends such a line: a keyed hash of what stands before it and of the testimony's
// lines.
void evidence_seal(const guint8 seed[DEAL_SEED], const char *before, gsize len,
                   const struct testimony *testimony, guint8 out[DEAL_HASH]);

// The whole file of a game that is over: its lines, what they sealed (struct testimony *, NULL
// where a line seals nothing) below them, the record's chain value, and the referee's signature.
// Whatever was sealed before is said by its line's number. The caller frees it.
char *evidence_whole(const GPtrArray *lines, const GPtrArray *testimonies,
                     const guint8 record_chain[CHAIN_HASH], const guint8 secret[CHAIN_SECRET]);

#endif

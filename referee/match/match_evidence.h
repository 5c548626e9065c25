// SPDX-License-Identifier: MIT
// The evidence of a match in which every seat signs: loaded with it, added to as it goes, stored
// with it (docs/record.md).
//
// Decides which games have evidence: those that began with security=signed since there is any. How
// a line is spelt is known by referee/evidence/; who may sign what, by the orders.
#ifndef REFEREE_MATCH_EVIDENCE_H
#define REFEREE_MATCH_EVIDENCE_H

#include "referee/evidence/evidence.h"
#include "referee/match/match.h"

// Loads it, where there is any. Errors, also of the next ones: STORE_ERROR.
gboolean match_evidence_load(struct desk *desk, struct match *match,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The game begins, and all seats are there: its head, and the key of each player.
gboolean match_evidence_begin(struct desk *desk, struct match *match,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Somebody else sits down with the newest line of the record: their key.
gboolean match_evidence_sit(struct desk *desk, struct match *match, unsigned seat, gint64 player,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Adds a key with which a seat signs from now on, and what was signed for it, of which a copy is
// kept; NULL: nothing. Only where there is evidence.
void match_evidence_add_key(struct match *match, unsigned seat, const char *kind,
                            const char *public, enum evidence_by by,
                            const struct testimony *testimony);
// A player did what stands in line `number` of the record. Nothing in a game without evidence.
void match_evidence_prove(struct match *match, guint number, unsigned seat,
                          const struct testimony *testimony);

// The games with evidence in which the player has a seat, that run or will: how many, one of them,
// and one in which a robot sits there for now; 0: none.
struct match_evidence_games {
    guint n;
    gint64 game, robot;
};
gboolean match_evidence_games(struct desk *desk, gint64 player, struct match_evidence_games *out,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether the player can be called so at the table: a name there stands for one key, and for
// another only by the word of the one before.
gboolean match_evidence_fits(struct desk *desk, const struct match *match, const char *nick,
                             gint64 player, gboolean *out_fits,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Stores what is new; of a game that is over, the whole.
gboolean match_evidence_save(struct desk *desk, struct match *match,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The chain over all lines so far.
void match_evidence_head(const struct match_evidence *evidence, guint8 out[CHAIN_HASH]);

#endif

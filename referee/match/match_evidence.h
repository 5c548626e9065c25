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

// Whether the player has a seat in a game with evidence that runs, or will when it begins: the
// number of one, else 0.
gboolean match_evidence_of(struct desk *desk, gint64 player, gint64 *out_game,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Stores what is new; of a game that is over, the whole.
gboolean match_evidence_save(struct desk *desk, struct match *match,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The chain over all lines so far.
void match_evidence_head(const struct match_evidence *evidence, guint8 out[CHAIN_HASH]);

#endif

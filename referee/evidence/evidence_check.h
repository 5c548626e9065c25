// SPDX-License-Identifier: MIT
// Whether evidence proves a record: every move and discard of a player that isn't marked was signed
// with the key of that seat at that time, for that game and turn, and says just that.
//
// Decides it from two files alone. Pure, but for libsodium.
#ifndef REFEREE_EVIDENCE_CHECK_H
#define REFEREE_EVIDENCE_CHECK_H

#include "referee/evidence/evidence_read.h"

// What was found, where nothing fails.
struct evidence_outcome {
    guint proofs;      // moves and discards that are proven
    guint unchecked;   // more of them, whose signatures are of a kind that isn't checked here
    guint by_operator; // keys that took the place of another without its word
};

// Checks evidence against a record that record_verify has accepted; game is what that folded.
// FALSE, with the first line of the evidence that fails and why, a sentence of printable ASCII.
gboolean evidence_check(const char *text, gsize len, const char *record, gsize record_len,
                        const struct game *game, struct evidence_outcome *out,
                        struct record_fault *out_fault) G_GNUC_WARN_UNUSED_RESULT;

#endif

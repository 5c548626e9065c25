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
    guint proofs;    // moves and discards that are proven
    guint unchecked; // what of OpenPGP wasn't checked: signatures, and keys that one was given for
    guint by_operator; // keys that took the place of another without its word
};

// What knows OpenPGP. Keys are told by their fingerprints (40 hex digits), times are those of the
// record's lines.
struct evidence_openpgp {
    // Checks a testimony by the key with this fingerprint.
    enum testimony_verdict (*check)(const struct testimony *testimony, const char *fingerprint,
                                    gint64 at, gpointer data);
    // Whether it is that of an armored key.
    enum testimony_verdict (*is_of)(const char *fingerprint, const char *armor, gint64 at,
                                    gpointer data);
    gpointer data;
};

// Checks evidence against a record that record_verify has accepted; game is what that folded.
// openpgp may be NULL: what needs it is left unchecked. FALSE, with the first line of the
// evidence that fails and why, a sentence of printable ASCII.
gboolean evidence_check(const char *text, gsize len, const char *record, gsize record_len,
                        const struct game *game, const struct evidence_openpgp *openpgp,
                        struct evidence_outcome *out,
                        struct record_fault *out_fault) G_GNUC_WARN_UNUSED_RESULT;

#endif

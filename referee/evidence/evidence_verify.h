// SPDX-License-Identifier: MIT
// What `verify` says of evidence, which it checks beside the record that it belongs to.
//
// Decides how it is told. What is checked is evidence_check.h's.
#ifndef REFEREE_EVIDENCE_VERIFY_H
#define REFEREE_EVIDENCE_VERIFY_H

#include "referee/evidence/evidence_check.h"

// Evidence, and a record that record_verify accepted; game is what that folded.
struct evidence_case {
    const char *path; // where the evidence is from, as it may be shown
    gsize first;      // the number of its first line there
    const char *text;
    gsize len;
    const char *record;
    gsize record_len;
    const struct game *game;
    gboolean json;              // one object on standard output, else a line
    gboolean quiet;             // nothing is said of evidence that holds
    const char *const *openpgp; // public keys of OpenPGP, armored; NULL: none are known
};

// Checks and tells. EXIT_DONE; EXIT_NO when a line fails; EXIT_LATER when signatures were left
// unchecked because the program for them isn't here, which standard error says.
int evidence_verify(const struct evidence_case *evidence);

#endif

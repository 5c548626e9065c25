// SPDX-License-Identifier: MIT
// A file of evidence, taken apart: its lines one by one, its chain, the referee's signature.
//
// Decides whether it is whole and spelt as it should be. Whether it is true of a game is known by
// evidence_check.h. Works on any bytes: a file is hostile until it has been checked.
#ifndef REFEREE_EVIDENCE_READ_H
#define REFEREE_EVIDENCE_READ_H

#include "referee/evidence/evidence.h"
#include "referee/record/record.h"

// A `key` or a `proof`. Texts are owned; NULL where it has none.
struct evidence_entry {
    gsize line;      // in the file, from 1
    gboolean is_key; // else a proof
    guint number;    // of the record's line that it is about, or behind which it counts
    char name[LINE_NICK_MAX + 1];
    enum signed_kind kind; // of a key, and
    char *public;
    enum evidence_by by;
    char *before; // what is sealed of the line itself
    guint8 seal[DEAL_HASH];
    char *text, *sign; // base64: the testimony below it; of a proof also
    guint as;          // the number of an earlier proof, whose testimony it is; else 0
};

struct evidence_file {
    gint64 game, created;
    char referee[2 * CHAIN_KEY + 1];
    guint8 referee_key[CHAIN_KEY];
    guint8 commit[DEAL_HASH];
    GArray *entries; // struct evidence_entry, in their order
    gsize end;       // the number of the line `record`, or of the one that failed
    guint8 record_chain[CHAIN_HASH];
};

// FALSE, with *out_fault, when a line fails; *out holds what stands above it. The caller clears it
// in any case.
gboolean evidence_read(const char *text, gsize len, struct evidence_file *out,
                       struct record_fault *out_fault) G_GNUC_WARN_UNUSED_RESULT;
void evidence_file_clear(struct evidence_file *file);

// Whether a text begins as evidence does.
gboolean evidence_is(const char *text, gsize len);

#endif

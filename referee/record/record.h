// SPDX-License-Identifier: MIT
// Whole records: checking them, replaying them, their public form (spec/fairness.md, "Checking a
// record"; spec/replay.md).
//
// Works on bytes in memory, any bytes: a file is hostile until it has been checked.
#ifndef REFEREE_RECORD_H
#define REFEREE_RECORD_H

#include "referee/record/game.h"

// The first line that fails, from 1, and why. The sentence is printable ASCII.
struct record_fault {
    gsize line;
    char reason[GAME_REASON];
};

// Called after each line that was accepted: the game as it stands then, the line's number, its text
// without the newline.
typedef void record_visit(const struct game *game, gsize number, const char *line, gsize len,
                          void *data);

// A file's bytes, at most 256 MiB of them. Errors: G_FILE_ERROR.
GBytes *record_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Checks everything that can be checked, against the given key (32 bytes) or, for NULL, against the
// record's own. Begins *game, which holds what was folded and is the caller's to clear, whatever is
// returned. False, with *out_fault set, when a line fails.
bool record_verify(struct game *game, const char *text, gsize len, const uint8_t *key,
                   struct record_fault *out_fault) G_GNUC_WARN_UNUSED_RESULT;

// The same with the lax checks of `replay`, telling `visit` of every line up to the first that
// fails.
bool record_replay(struct game *game, const char *text, gsize len, record_visit *visit, void *data,
                   struct record_fault *out_fault) G_GNUC_WARN_UNUSED_RESULT;

// The public form of a finished (or cancelled) record that verifies: its lines up to the last
// round, with deals and discards sealed again. For the caller to free; NULL when there is no seed
// in it or a secret line is malformed. A record that is in its public form already comes back as it
// is.
GString *record_public(const char *text, gsize len);

// Whether a record continues an old public one: every line of the old one must be the same line of
// the record's public form. The fault's line number counts in both.
bool record_continues(const char *old, gsize old_len, const char *text, gsize len,
                      struct record_fault *out_fault) G_GNUC_WARN_UNUSED_RESULT;

// The referee's key that a record ends with. FALSE when it has none.
bool record_key(const char *record, uint8_t out[CHAIN_KEY]);

// Whether a text is a record in its public form: its first deal is sealed. Nothing else is checked.
bool record_is_public(const char *text, gsize len);

#endif

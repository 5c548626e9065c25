// SPDX-License-Identifier: MIT
// Sealing: what must not be read from a copy of the database. XChaCha20-Poly1305 (IETF) under a key
// from a file of its own; every sealed thing is bound to its place and padded, so that neither
// moving it nor its size tells anything.
#ifndef STORAGE_SEAL_H
#define STORAGE_SEAL_H

#include <glib.h>

struct seal_key;

// Reads the 32-byte key from path (64 hex digits and a newline). Fails with a STORE_ERROR_STOP that
// says what to do when the file is missing, malformed or readable by others (mode & 077). The key
// lives in sodium_malloc memory; free takes NULL.
struct seal_key *seal_key_load(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void seal_key_free(struct seal_key *key);

// Makes such a file (mode 0600) with a new random key, durably; for a new referee. STOP when there
// is something at path already; LATER when it can't be written.
gboolean seal_key_create(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Sizes to which a plain text is padded before sealing: the next multiple of step, one byte of
// padding at least. A seed, and the cards of a deal or a discard (44 bytes at most), always fit one
// small step, so that the number of digits in a hand doesn't show. A mail with a hand and all its
// legal moves takes one of the biggest steps, whether there are two of them or forty, and what is
// kept of its lines (known_lines.h) one of theirs, of which four fit on a page of the database.
enum {
    SEAL_STEP_SMALL = 64,
    SEAL_STEP_LINES = 896,
    SEAL_STEP_LARGE = 4096,
    SEAL_STEP_LETTER = 16384, // of outbox.h
    SEAL_STEP_MAIL = 65536
};

// place names table, row and column ("event:14:37"), and is bound in as associated data. The result
// is the caller's; step is one of those above (asserted).
GBytes *seal_close(const struct seal_key *key, const char *place, const void *plain, gsize len,
                   gsize step);
// STOP when it doesn't open (another key, another place, damage).
GBytes *seal_open(const struct seal_key *key, const char *place, const void *sealed, gsize len,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What is the hash of something that could be guessed (a mail with a discard in it), keyed: nobody
// without the key can try their guesses. what keeps the uses apart.
enum { SEAL_DIGEST_BYTES = 32 };
void seal_digest(const struct seal_key *key, const char *what,
                 const guint8 digest[SEAL_DIGEST_BYTES], guint8 out[SEAL_DIGEST_BYTES]);

// A keyed hash of a text, for lines that must be recognised but not kept: 63 bits, never negative.
gint64 seal_hash(const struct seal_key *key, gint64 scope, const char *text, gsize len);

#endif

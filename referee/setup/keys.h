// SPDX-License-Identifier: MIT
// The referee's own secrets, files of 64 hex digits under DIR/keys (0700, files 0600):
// ticket.key (tickets), database.key (sealing), referee.key (the Ed25519 seed that signs records
// and tables).
//
// Knows files; what is done with a key is known by identity.c, seal.c and record.c.
#ifndef REFEREE_KEYS_H
#define REFEREE_KEYS_H

#include <glib.h>

struct seal_key;

struct keys {
    guint8 *ticket;      // 32 bytes, locked memory
    guint8 *sign_secret; // 64 bytes as libsodium has it, locked memory
    guint8 sign_public[32];
    char sign_public_hex[65];
    struct seal_key *seal;
};

// Errors: CONFIG_ERROR_WRONG naming the file and what to do (missing, malformed, readable by
// others).
struct keys *keys_load(const char *dir, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void keys_free(struct keys *keys); // wipes; takes NULL
// Makes DIR/keys and what is missing in it; never overwrites.
gboolean keys_create(const char *dir, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

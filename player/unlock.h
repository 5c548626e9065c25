// SPDX-License-Identifier: MIT
// The player's key, opened when it is first needed, and then kept: to sign with, and to read what
// is sealed to it.
//
// Decides where the passphrase comes from. What a key file looks like is known by keyfile.h.
#ifndef PLAYER_UNLOCK_H
#define PLAYER_UNLOCK_H

#include "player/keyfile.h"

// Which key: said by the caller, whose strings stay the caller's.
struct unlock {
    const char *path;            // of the key
    const char *passphrase_file; // whose first line is the passphrase; or NULL
    int passphrase_fd;           // the same from an open descriptor; -1: none. Else it is asked for
    struct keyfile *key;         // once it was opened
};

// The key; it stays unlock's. NULL and an error: G_FILE_ERROR, KEYFILE_ERROR, PASSPHRASE_ERROR.
const struct keyfile *unlock_key(struct unlock *unlock, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void unlock_clear(struct unlock *unlock); // takes a zeroed one

#endif

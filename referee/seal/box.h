// SPDX-License-Identifier: MIT
// A text that only whoever holds an Ed25519 key can read: libsodium's sealed box to the X25519 form
// of that key, as lines of base64.
//
// Decides the bytes alone. Whose key it is, and what is sealed, is known by its callers: the hub,
// which closes, and player23, which opens. Pure, but for libsodium's random numbers.
#ifndef REFEREE_SEAL_BOX_H
#define REFEREE_SEAL_BOX_H

#include <glib.h>

enum { BOX_PUBLIC = 32, BOX_SECRET = 64 };

// The name under which a sealed table.json is attached.
#define BOX_TABLE "table.json.sealed"

// The text sealed to an Ed25519 public key: base64 in lines of at most 76 characters, the last one
// ended, too. The caller owns it; NULL when nothing can be sealed to this key.
char *box_close(const guint8 key[BOX_PUBLIC], const char *text);
// Opens lines of base64 with the secret key, as crypto_sign has it; white space is of no matter.
// NULL when it isn't sealed to this key, or was changed. The caller owns it.
GString *box_open(const guint8 secret[BOX_SECRET], const char *lines, gsize len);

#endif

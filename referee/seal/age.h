// SPDX-License-Identifier: MIT
// A text that only the holder of an age key can read: age-encryption.org/v1 with one X25519
// recipient, in its armor (https://age-encryption.org/v1; BIP 173 for the recipient's spelling).
//
// Decides the bytes alone. Encrypts and never decrypts; such a key can't sign, and proves nothing.
#ifndef REFEREE_SEAL_AGE_H
#define REFEREE_SEAL_AGE_H

#include <glib.h>

// The attachment that is a table.json encrypted so.
#define AGE_TABLE "table.json.age"

enum { AGE_KEY_BYTES = 32 };

// Reads a recipient, `age1…`, of one case throughout. FALSE when it is none, or one to which
// anybody could read.
gboolean age_recipient_read(const char *text, guint8 out_key[AGE_KEY_BYTES]);
// The text encrypted to that recipient, in armor that ends with a newline. The caller owns it;
// NULL for a key that age_recipient_read refuses.
char *age_encrypt(const guint8 key[AGE_KEY_BYTES], const char *text);

#endif

// SPDX-License-Identifier: MIT
// The player's Ed25519 key as a file: text in armor, encrypted with a passphrase or not.
//
// Decides the format and its limits. Asks nobody for a passphrase (passphrase.h).
//
//   -----BEGIN 23 KEY-----
//   public BASE64                 the 32 bytes of the public key
//   kdf argon2id OPS MEMORY SALT  numbers for crypto_pwhash, MEMORY in bytes, 16 bytes of salt;
//                                 or: kdf none
//   (base64, lines of at most 64)
//   -----END 23 KEY-----
//
// With argon2id the base64 is of a nonce (24 bytes) and the crypto_secretbox of the seed under the
// 32 bytes that crypto_pwhash makes of the passphrase; with none, of the 32 bytes of the seed.
// Text before the first marker and behind the last is of no matter.
#ifndef PLAYER_KEYFILE_H
#define PLAYER_KEYFILE_H

#include <glib.h>

#define KEYFILE_ERROR (keyfile_error_quark())
GQuark keyfile_error_quark(void);
enum keyfile_error {
    KEYFILE_ERROR_SHAPE,      // it is no key file, or a damaged one
    KEYFILE_ERROR_PASSPHRASE, // the passphrase is another, or none was given and one is needed
    KEYFILE_ERROR_OPEN        // others than the owner can read or write the file
};

// How hard guessing a passphrase is made: what a new key gets, and what a test can wait for.
enum keyfile_strength { KEYFILE_STRONG, KEYFILE_WEAK };

// A key in locked memory.
struct keyfile {
    guint8 *secret; // 64 bytes, as crypto_sign has it
    guint8 public_key[32];
};

// A new key. Never fails: memory that can't be had ends the program.
struct keyfile *keyfile_new(void);
// From its 32 bytes of seed.
struct keyfile *keyfile_from_seed(const guint8 seed[32]);
void keyfile_free(struct keyfile *key); // wipes; takes NULL

// The line to mail: "key ed25519 BASE64". The caller owns it.
char *keyfile_line(const struct keyfile *key);

// The text of a file; passphrase NULL: not encrypted. The caller wipes and frees it
// (keyfile_text_free).
char *keyfile_format(const struct keyfile *key, const char *passphrase,
                     enum keyfile_strength strength);
void keyfile_text_free(char *text); // takes NULL

// Whether the text is of a key that needs a passphrase. FALSE also for what is no key.
gboolean keyfile_is_encrypted(const char *text);
// passphrase may be NULL. Errors: KEYFILE_ERROR_SHAPE, KEYFILE_ERROR_PASSPHRASE.
struct keyfile *keyfile_parse(const char *text, const char *passphrase,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Writes a new file, mode 0600, durable when this returns; never overwrites. Errors: G_FILE_ERROR.
gboolean keyfile_write(const char *path, const char *text,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The text of a file that only its owner can read. Errors: G_FILE_ERROR, KEYFILE_ERROR_OPEN,
// KEYFILE_ERROR_SHAPE (too big). The caller wipes and frees it (keyfile_text_free).
char *keyfile_load(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

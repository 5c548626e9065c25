// SPDX-License-Identifier: MIT
// For tests: keys, signatures and encrypted texts of OpenPGP, made and opened by the real gpg, in a
// folder of its own, at any time that the test says. What fails, fails the test (cmocka).
#ifndef TESTS_GPG_H
#define TESTS_GPG_H

#include <glib.h>

// A folder for keys; NULL: no gpg here. gpg_end ends its agent and removes it.
char *gpg_begin(void);
void gpg_end(char *home);

// Makes the key of NAME@example.org: algorithm as gpg names it ("ed25519", "rsa1024"), use "sign"
// or "default" (with a part to encrypt to), expire as gpg takes it ("0", "30d").
void gpg_make(const char *home, const char *name, const char *algorithm, const char *use,
              const char *expire, gint64 now);
// gpg --quick-set-expire, of the key and its parts; and the certificate of revocation that gpg made
// with the key, taken in.
void gpg_extend(const char *home, const char *name, const char *expire, gint64 now);
void gpg_revoke(const char *home, const char *name, gint64 now);
// The public key, armored; its fingerprint; the secret key. The caller owns them.
char *gpg_public(const char *home, const char *name, gint64 now);
char *gpg_secret(const char *home, const char *name, gint64 now);
char *gpg_fingerprint(const char *home, const char *name, gint64 now);

// Signatures; options are more words for gpg, parted by blanks, or NULL. The caller owns them.
char *gpg_clear(const char *home, const char *name, const char *text, gint64 now,
                const char *options);
char *gpg_detached(const char *home, const char *name, const char *text, gint64 now,
                   const char *options);
// What is encrypted in an armored message. The caller owns it.
char *gpg_decrypt(const char *home, const char *armor, gint64 now);

#endif

// SPDX-License-Identifier: MIT
// Ed25519 keys of SSH, and signatures as `ssh-keygen -Y sign` writes them (PROTOCOL.sshsig of
// OpenSSH; RFC 8709).
//
// Decides whether such an armor is whole, made for this purpose, and whether it holds. Doesn't know
// where it stood in a mail, nor whose key it is. Pure, but for libsodium, which checks.
#ifndef REFEREE_SSHSIG_H
#define REFEREE_SSHSIG_H

#include <glib.h>

// What signatures for the referee are made for: one that was made to log in, or to sign code, is
// none.
#define SSHSIG_NAMESPACE "23-by-mail"

enum { SSHSIG_KEY_BYTES = 32, SSHSIG_FINGERPRINT_MAX = 64 };

// An armor, read.
struct sshsig {
    guint8 key[SSHSIG_KEY_BYTES]; // whose it says it is
    gboolean sha256;              // made over the SHA-256 of the text, not its SHA-512
    guint8 signature[64];
};

// Reads the base64 of an ssh-ed25519 public key: the key, and its fingerprint as `ssh-keygen -l`
// shows it.
gboolean sshsig_key_read(const char *base64, guint8 out_key[SSHSIG_KEY_BYTES],
                         char out_fingerprint[SSHSIG_FINGERPRINT_MAX]);
// Reads an armor from its first line to its last. FALSE when it is anything but an Ed25519
// signature made for SSHSIG_NAMESPACE.
gboolean sshsig_read(const char *armor, struct sshsig *out);
// Whether the armor is a signature of the text by this key.
gboolean sshsig_verify(const char *text, const char *armor, const guint8 key[SSHSIG_KEY_BYTES]);

#endif

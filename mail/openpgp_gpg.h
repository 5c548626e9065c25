// SPDX-License-Identifier: MIT
// What is asked of GnuPG, by way of GPGME: one key, a signature, a mail to be encrypted.
//
// Decides which keys and signatures are good enough (mail/openpgp.h, "fault"). Knows neither frames
// nor walls; whoever calls this is shut in. A fault is one of the words there, never to be freed.
#ifndef MAIL_OPENPGP_GPG_H
#define MAIL_OPENPGP_GPG_H

#include <glib.h>
#include <gpgme.h>

// A keyring with one key.
struct openpgp_ring {
    gpgme_ctx_t ctx;
    gpgme_key_t key; // NULL as long as there is none
};

// Opens an empty one in the folder home. To be closed even when this fails.
gboolean openpgp_ring_open(struct openpgp_ring *ring, const char *gpg, const char *home,
                           GError **error);
void openpgp_ring_close(struct openpgp_ring *ring);

// Puts a key into it, armored or not; a second time, more of the same key. NULL, or what is wrong:
// broken, secret, weak, other.
const char *openpgp_ring_add(struct openpgp_ring *ring, const void *bytes, gsize len);

// What keeps the key from being one to sign with: NULL, weak, mute, expired, revoked. Whether mail
// can be encrypted to it.
const char *openpgp_ring_fault(const struct openpgp_ring *ring, gboolean *out_encrypts);

// The key as it is kept: without what others have signed of it. NULL when it can't be told.
GBytes *openpgp_ring_export(const struct openpgp_ring *ring);

// Whether the signature is that of data by the key, whole and strong; of a clear-signed text
// (data NULL) *out_text is what is signed, which the caller frees.
const char *openpgp_ring_verify(const struct openpgp_ring *ring, GBytes *signature, GBytes *data,
                                GBytes **out_text);

// Encrypts to the key. NULL and *out_armor, which the caller owns; or why not.
const char *openpgp_ring_encrypt(const struct openpgp_ring *ring, GBytes *plain, char **out_armor);

#endif

// SPDX-License-Identifier: MIT
// Keys and signatures as minisign writes them (both kinds: over the text, and over its hash).
//
// Decides whether such lines are whole and whether they hold. Doesn't know where they stood in a
// mail, nor whose key it is. Pure, but for libsodium, which checks.
#ifndef REFEREE_MINISIGN_H
#define REFEREE_MINISIGN_H

#include <glib.h>

enum { MINISIGN_KEY_BYTES = 32, MINISIGN_COMMENT_MAX = 1024 };

// The four lines of a signature, read.
struct minisign {
    gboolean hashed; // made over the BLAKE2b-512 of the text
    guint8 signature[64];
    const char *comment; // the trusted one; points into the lines
    gsize comment_len;
    guint8 whole[64]; // over signature and comment
};

// Reads a public key, the line of base64: the key, and the number that minisign shows of it.
gboolean minisign_key_read(const char *base64, guint8 out_key[MINISIGN_KEY_BYTES],
                           guint64 *out_number);
// Reads four lines: comment, signature, trusted comment, signature of both. FALSE when they aren't
// exactly that.
gboolean minisign_read(const char *lines, struct minisign *out);
// Whether the lines are signatures of the text and of the trusted comment by this key.
gboolean minisign_verify(const char *text, const char *lines, const guint8 key[MINISIGN_KEY_BYTES]);

#endif

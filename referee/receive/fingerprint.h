// SPDX-License-Identifier: MIT
// The bytes of a mail as one number: what stays the same when it lies elsewhere or is named anew.
#ifndef REFEREE_FINGERPRINT_H
#define REFEREE_FINGERPRINT_H

#include <glib.h>

enum { FINGERPRINT_BYTES = 32 };

// BLAKE2b of the bytes with every CR LF as LF: files and servers differ in that alone.
void fingerprint_of(GBytes *raw, guint8 out[FINGERPRINT_BYTES]);

#endif

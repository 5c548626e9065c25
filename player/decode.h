// SPDX-License-Identifier: MIT
// Transfer encodings of a mail's part, decoded to the letter (RFC 2045, section 6).
//
// Decides whether the encoded bytes are what the RFC allows; what is not is refused, never guessed
// and never left out. Knows nothing of what the bytes mean.
#ifndef PLAYER_DECODE_H
#define PLAYER_DECODE_H

#include <glib.h>

// encoding: the name in Content-Transfer-Encoding, without case; NULL or "" is 7bit. The line ends
// CR LF become LF; what was encoded comes out as it went in. At most max bytes come out. NULL: an
// unknown encoding, bytes that it doesn't allow (a NUL, or a byte above 127 in 7bit, too), or too
// many. The caller owns the bytes, which a NUL follows that isn't counted.
GString *decode_part(const char *encoding, const char *bytes, gsize len, gsize max);

#endif

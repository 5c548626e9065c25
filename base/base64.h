// SPDX-License-Identifier: MIT
// Base64 (RFC 4648, 4), for all who read it or write it into mails, by one of two rules:
//
//   exact   one text for each value: letters and padding, four by four, and nothing else; the bits
//           behind the last byte are 0. So are keys and signatures written, and what our programs
//           say to each other.
//   mail    as mails carry it (RFC 2045, 6.8): besides, blanks and line ends may stand anywhere,
//   and
//           the bits behind the last byte are passed over. Padding must be there, nothing behind
//           it.
//
// Ours because GLib goes on behind the padding and GMime 3.2.13 ends there, and both pass over
// bytes that don't belong: a move could lose a digit on its way. Not for secrets: libsodium's
// functions take the same time whatever they read.
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include <glib.h>

// Exact, of so many bytes, into out of n. FALSE: it isn't that, and out is as it was.
gboolean base64_read(const char *text, guint8 *out, gsize n) G_GNUC_WARN_UNUSED_RESULT;

// Exact, of any length; "" is none. NULL: it isn't that. The caller owns the bytes.
GBytes *base64_read_bytes(const char *text) G_GNUC_WARN_UNUSED_RESULT;

// By the rule of mails: adds the bytes to out. FALSE: it isn't that, and out is as it was.
gboolean base64_read_mail(const char *text, gsize len, GString *out) G_GNUC_WARN_UNUSED_RESULT;

// Adds bytes in lines of 76, each ended by LF, as mails carry it; of none no line.
void base64_write_mail(GString *out, const void *bytes, gsize len);

#endif

// SPDX-License-Identifier: MIT
// Transfer encodings, strictly: what isn't allowed is refused, never skipped (RFC 2045 6.7
// and 6.8).
//
// Ours because GMime 3.2.13 ends a base64 body at the first padding and GLib goes on behind it, and
// both pass over bytes that don't belong: a move could lose a digit on the way.
#ifndef MAIL_READ_DECODE_H
#define MAIL_READ_DECODE_H

#include <glib.h>

// Appends the decoded bytes to out; FALSE when anything in it isn't base64. Line breaks and blanks
// may stand anywhere; padding must be there, and nothing behind it.
gboolean read_decode_base64(const char *bytes, gsize len, GString *out) G_GNUC_WARN_UNUSED_RESULT;

// Appends the decoded bytes to out; FALSE for a `=` that begins neither a byte nor a soft line
// break. Blanks at the end of a line are dropped, as they were added on the way; line ends stay as
// they are.
gboolean read_decode_quoted_printable(const char *bytes, gsize len,
                                      GString *out) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Quoted-printable, read to the letter (RFC 2045, 6.7): what isn't allowed is refused, never
// guessed and never left out. It is written by mail/post_encode.c, which knows what relays change.
#ifndef BASE_QUOTED_PRINTABLE_H
#define BASE_QUOTED_PRINTABLE_H

#include <glib.h>

// Adds the decoded bytes to out; FALSE for a `=` that begins neither a byte nor a soft line break:
// what out got by then doesn't count. Blanks at the end of a line are dropped, as they were added
// on the way; line ends, and bytes that should have been encoded, stay as they are.
gboolean quoted_printable_read(const char *text, gsize len, GString *out) G_GNUC_WARN_UNUSED_RESULT;

#endif

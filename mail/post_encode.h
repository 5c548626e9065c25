// SPDX-License-Identifier: MIT
// A text as it stands on the wire: as it is, or quoted-printable (RFC 2045, 6.7).
//
// Decides how a line that isn't safe travels. Knows nothing of parts.
#ifndef MAIL_POST_ENCODE_H
#define MAIL_POST_ENCODE_H

#include <glib.h>

// Whether a text survives every relay as it is: short lines of ASCII, none that begins as an mbox's
// separator does or ends in a blank, and nothing that could be one of our boundaries ("=_").
gboolean post_encode_is_safe(const char *text);

// Adds the text in quoted-printable. A line that begins with "From ", which some mail stores would
// change, has its F encoded as well. "=_" is never in it.
void post_encode_text(GString *out, const char *text);

#endif

// SPDX-License-Identifier: MIT
// How much of what strangers may have sent is shown to GnuPG: a process each, before anybody knows
// who speaks (`[limits]` of referee.conf). Beside the limits of answers (limits.h).
//
// Decides from the sender's address, which proves nothing: that is the point.
#ifndef REFEREE_LIMITS_OPENPGP_H
#define REFEREE_LIMITS_OPENPGP_H

#include "referee/setup/desk.h"

// Whether so many mails came from the address within an hour that this one's signature, or key,
// isn't looked at; if not, it counts as looked at in this run. Errors: OPENPGP_ERROR_LATER when
// that was done often enough in this run: the mail stays for the next one; STORE_ERROR.
gboolean limits_openpgp(struct desk *desk, const char *address, gboolean *out_enough,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

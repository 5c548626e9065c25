// SPDX-License-Identifier: MIT
// How much of what comes with mails is shown to GnuPG, each a process of its own (`[limits]` of
// referee.conf). Beside the limits of answers (limits.h).
//
// Decides from what came before. Whether somebody is a stranger, who may be told to wait, is known
// by who asks.
#ifndef REFEREE_LIMITS_OPENPGP_H
#define REFEREE_LIMITS_OPENPGP_H

#include "referee/setup/desk.h"

// Whether so many mails came from an address within an hour that a stranger's signature from there
// isn't looked at. Errors: STORE_ERROR.
gboolean limits_openpgp_sender(struct desk *desk, const char *address, gboolean *out_enough,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Counts one more signature or key that is looked at in this run. FALSE and OPENPGP_ERROR_LATER
// when that is enough for it: the mail stays for the next one.
gboolean limits_openpgp_run(struct desk *desk, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

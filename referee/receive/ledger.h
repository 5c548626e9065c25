// SPDX-License-Identifier: MIT
// A mail into the ledger, where it waits until a run acts on it: for sources that hand each mail
// over once, and forget it when it is safe.
//
// Knows neither where mails come from nor what they mean. Sources that remember their mails
// (collect.h, a Maildir) have names for them, by which none is taken in twice.
#ifndef REFEREE_LEDGER_H
#define REFEREE_LEDGER_H

#include "referee/setup/desk.h"

// When this has returned TRUE the mail is safe, in a transaction of its own. source: what its row
// says of where it came from, at most 15 bytes. Errors: STORE_ERROR.
gboolean ledger_keep(struct desk *desk, const char *source, GBytes *raw,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

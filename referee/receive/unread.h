// SPDX-License-Identifier: MIT
// Mails that have come and that nobody has read yet: under which name the ledger keeps one, and
// what becomes of those whose sender is forgotten meanwhile.
//
// Decides whose they are by a glance at their heads (precedence.h), since they aren't read any
// more.
#ifndef REFEREE_UNREAD_H
#define REFEREE_UNREAD_H

#include "referee/receive/fingerprint.h"
#include "referee/setup/desk.h"

// The name under which the ledger keeps the mail of a file of the Maildir (print: fingerprint_of),
// for the caller to free. Names should be unique for ever; but who puts mails there by hand uses
// one again, and unless it holds the same bytes that is another mail. Errors: STORE_ERROR.
gboolean unread_name(struct desk *desk, const char *name, const guint8 print[FINGERPRINT_BYTES],
                     char **out_name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Settles the mails from these addresses (canonical) that wait in the ledger and in the Maildir:
// nobody is answered, and nothing of where they came from is kept. Mails still on a server are not
// there yet. Within a transaction, after what is being read is settled itself. Errors: STORE_ERROR;
// a file that can't be read now is left to the run that can.
gboolean unread_drop(struct desk *desk, const GPtrArray *addresses,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

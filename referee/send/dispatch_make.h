// SPDX-License-Identifier: MIT
// What was noted for somebody becomes a mail, once, which stays as it is however often it is sent.
//
// Decides what becomes one mail, and what is done about one that can't be made. How a mail reads is
// known by letter.c.
#ifndef REFEREE_DISPATCH_MAKE_H
#define REFEREE_DISPATCH_MAKE_H

#include "referee/language/wording.h"
#include "referee/setup/desk.h"

// Is told which mails (struct outbound_row *) are ready, when that is durable. They stay the
// caller's.
typedef void dispatch_made(const GPtrArray *rows, gpointer data);

// Makes mails of all rows that are noted and due, many in a transaction. One that can't be made is
// left as it is and keeps no other from being made; one that can't be encrypted now is tried again
// after openpgp_pause, and in the end says only what may be open. The first such error is returned.
// made: told after each transaction, outside of it; or NULL. Errors: STORE_ERROR, OPENPGP_ERROR,
// those of the templates.
gboolean dispatch_make(struct desk *desk, wording *words, dispatch_made *made, gpointer data,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

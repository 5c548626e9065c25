// SPDX-License-Identifier: MIT
// One tap in a mail program: what List-Unsubscribe (RFC 2369) of a mail leads to.
//
// Decides that a mail to the address which was given to a mail about a matter speaks for whoever
// got that one, whatever it says and even when a program wrote it: programs send all kinds of
// texts. It is as if its reader had answered `block`: done at once for somebody who isn't known,
// asked back of a player. No picture is loaded and no page looked at for it, so nothing but a mail
// can do it.
#ifndef REFEREE_UNSUBSCRIBE_H
#define REFEREE_UNSUBSCRIBE_H

#include "referee/setup/desk.h"

#include <jansson.h>

// Takes a mail that came to such an address; *out_taken: it did. Within a transaction. Errors:
// STORE_ERROR.
gboolean unsubscribe_take(struct desk *desk, const json_t *facts, gboolean *out_taken,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Orders about keys: which one a player signs with, and what is to be thought of by whoever changes
// one.
#ifndef REFEREE_ORDERS_KEY_H
#define REFEREE_ORDERS_KEY_H

#include "referee/orders/session.h"

// Whether a change of key can be published as evidence, in the games that need it: what is signed
// for it says nothing else. Else it is refused. Errors, also of the next: STORE_ERROR.
gboolean orders_key_fits(struct session *session, gboolean *out_fits,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The new key, into the evidence of all games in which the speaker signs.
gboolean orders_key_prove(struct session *session, const char *kind, const char *public,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

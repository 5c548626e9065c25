// SPDX-License-Identifier: MIT
// What a change of key is in games in which everybody signs: evidence, which has to be fit to be
// published.
#ifndef REFEREE_KEY_EVIDENCE_H
#define REFEREE_KEY_EVIDENCE_H

#include "referee/orders/session.h"

// Whether a change of key can be published as evidence, in the games that need it: what is signed
// for it says nothing else. Else it is refused. Errors, also of the next: STORE_ERROR.
gboolean key_evidence_fits(struct session *session, gboolean *out_fits,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The new key, into the evidence of all games in which the speaker signs.
gboolean key_evidence_add(struct session *session, const char *kind, const char *public,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

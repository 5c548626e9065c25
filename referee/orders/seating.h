// SPDX-License-Identifier: MIT
// Whether somebody may sit down: for all orders that give a seat.
#ifndef REFEREE_SEATING_H
#define REFEREE_SEATING_H

#include "referee/orders/session.h"

// Whether the speaker may have one more seat, in a game of that security; refused when not.
gboolean seating_may(struct session *session, const char *security, gboolean *out_may,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether a seat of the game is called so, without regard to case; but for one (-1: none).
gboolean seating_has_name(const struct match *match, const char *nick, int except);

#endif

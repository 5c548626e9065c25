// SPDX-License-Identifier: MIT
// Whether a mail may act for a seat: for the orders that move, or leave a plan.
#ifndef REFEREE_ORDERS_SEAT_H
#define REFEREE_ORDERS_SEAT_H

#include "referee/orders/session.h"

// The game and the speaker's seat, for a command that moves: the mail's ticket must be that of the
// game's present turn. *out_seat is NULL, and the command refused, when it may not. In
// orders_play.c.
gboolean orders_seat(struct session *session, const struct command *command,
                     struct match **out_match, struct seat_row **out_seat,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

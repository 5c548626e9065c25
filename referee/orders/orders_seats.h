// SPDX-License-Identifier: MIT
// A join or a decline that answers the question whether one would take a seat over. In
// orders_seats.c.
#ifndef REFEREE_ORDERS_SEATS_H
#define REFEREE_ORDERS_SEATS_H

#include "referee/orders/session.h"

// The speaker takes over the seat that was offered in the mail that this one answers, or in the
// game that it names, or where nothing else waits. *out_taken is FALSE where no seat is offered;
// where it can't be had any more, the command is refused, and it is TRUE.
gboolean orders_take_over(struct session *session, const struct command *command,
                          gboolean *out_taken, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean orders_decline_offer(struct session *session, gboolean *out_declined,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

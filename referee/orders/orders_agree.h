// SPDX-License-Identifier: MIT
// What other words say about things that all at a table have to want: a no, a back. In
// orders_agree.c.
#ifndef REFEREE_ORDERS_AGREE_H
#define REFEREE_ORDERS_AGREE_H

#include "referee/orders/session.h"

// A no in answer to a mail of a game: whatever somebody wants there is off. *out_done is FALSE
// where nobody wants anything.
gboolean orders_disagree(struct session *session, gboolean *out_done,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The clocks of a paused game run again because the speaker, who has a seat in it, is back.
gboolean orders_pause_ends(struct session *session, struct match *match,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

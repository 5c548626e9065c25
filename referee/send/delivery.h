// SPDX-License-Identifier: MIT
// When a mail to a player leaves: at once, or gathered with others (spec: mail.md, `mail
// all|turn|daily`).
//
// Decides which news can wait and until when. How rows become one mail is known by dispatch.c.
#ifndef REFEREE_DELIVERY_H
#define REFEREE_DELIVERY_H

#include "referee/setup/desk.h"

enum { DELIVERY_HOUR = 18, DELIVERY_TURN_DAYS = 366 };

// rows: all unsent ones that would become one mail (struct outbound_row *, oldest first). *out_at
// is 0 when it leaves now; else the noted ones among them wait until then, or until one comes that
// can't wait. Only tables and press of a game can wait, never what has to be acted upon, an answer,
// or the end of a round: for `daily` until it is 18 o'clock where the reader lives, for `turn`
// until a mail of the same game leaves; once the game is over, as for `daily`. Errors: STORE_ERROR.
gboolean delivery_at(struct desk *desk, const GPtrArray *rows, gint64 *out_at,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The first instant from `since` on at which it is DELIVERY_HOUR o'clock there.
struct zone;
gint64 delivery_daily(const struct zone *zone, gint64 since);

#endif

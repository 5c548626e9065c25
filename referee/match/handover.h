// SPDX-License-Identifier: MIT
// A seat goes from one player to another, for good.
//
// Decides what goes with the seat and what whoever leaves still hears. Who may do it is known by
// the orders and by the operator's commands; what a robot does in a seat, by play.c.
#ifndef REFEREE_HANDOVER_H
#define REFEREE_HANDOVER_H

#include "referee/match/match.h"
#include "storage/players.h"

// Seats the player in the place of whoever had it: the record says so, a running turn begins anew
// with the mail that tells of it, the rest of the bank stays with the seat, and the plan is gone.
// Whoever left gets no further hand. *out_done is FALSE, and nothing changed, when that can't be
// now (match->game.reason). Changes the match; the caller saves it and tells the table.
gboolean handover_seat(struct desk *desk, struct match *match, unsigned seat,
                       const struct player *heir, gboolean *out_done,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A player who had a seat hears how the game ends, and gets its record.
gboolean handover_leave(struct desk *desk, const struct match *match, gint64 player,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

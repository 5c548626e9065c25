// SPDX-License-Identifier: MIT
// The clock of a game that stands still because somebody who has to act can't be reached by mail
// (spec: mail.md, "Automatic mail").
//
// Decides when it is stopped, for how long at most, and what that costs. Who can't be reached is
// known by bounce.c; what else moves a clock by timer.c.
#ifndef REFEREE_HOLD_H
#define REFEREE_HOLD_H

#include "referee/match.h"

enum { HOLD_MAX = 7 * 86400 }; // seconds, of a whole game

// Stops the clock of a game, or lets it go on, as it has to be now: it is stopped while the game
// waits for somebody who can't be reached, unless it was so for HOLD_MAX. Where it goes on in a
// turn that has begun, all of that turn's time that was left is left; a turn that hasn't begins
// with its mail. Stores the row when something changes. Within a transaction. Errors: STORE_ERROR.
gboolean hold_review(struct desk *desk, struct match *match,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Lets a stopped clock go on, whatever the game waits for, and charges the time to the player for
// whom it stood, as vacation. Changes the row, and leaves storing it to the caller.
gboolean hold_end(struct desk *desk, struct match *match, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether the game still waits for the one for whom its clock is stopped.
gboolean hold_is_due(const struct match *match);

// The referee was out from `from` until now, while the clock was stopped: that time counts for
// nothing. Changes the row, and stores the seats (struct seat_row) that have a turn.
gboolean hold_put_off(struct desk *desk, struct game_row *row, GArray *seats, gint64 from,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// The clock of a game that stands still: because somebody who has to act can't be reached by mail
// (spec: mail.md, "Automatic mail"), or because all have agreed to rest (pause).
//
// Decides when it is stopped, for how long at most, and what that costs. Who can't be reached is
// known by bounce.c; who agreed, by the order; what else moves a clock, by timer.c. Whatever it
// stands for, a turn that runs has all the time left then that it had when the clock was stopped; a
// turn that comes meanwhile begins when the clock goes on. Everybody can move all the time.
#ifndef REFEREE_HOLD_H
#define REFEREE_HOLD_H

#include "referee/match/match.h"

enum {
    HOLD_MAX = 7 * 86400,        // seconds in which somebody can't be reached, of a whole game
    HOLD_PAUSE_MAX = 30 * 86400, // seconds of one pause: so every game ends
    HOLD_PAUSE_LONG = 14 * 86400 // of it, after which the table is reminded that there is one
};

// Stops the clock of a game, or lets it go on, as it has to be now: it is stopped while the game
// waits for somebody who can't be reached, unless it was so for HOLD_MAX. Where it goes on in a
// turn that has begun, all of that turn's time that was left is left; a turn that hasn't begins
// with its mail. Stores the row when something changes. Within a transaction. Errors: STORE_ERROR.
gboolean hold_review(struct desk *desk, struct match *match,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Stops the clock of a running game until hold_resume, or for HOLD_PAUSE_MAX, which timer.c tells
// the table. Moves don't end a pause. Nothing where there is one. Stores the row. Within a
// transaction.
gboolean hold_pause(struct desk *desk, struct match *match,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether what is due of a paused game is the reminder that it rests, and not yet the end of that.
gboolean hold_is_long(const struct game_row *row);
// The table is reminded: what is due next is the end. Stores the row. Within a transaction.
gboolean hold_reminded(struct desk *desk, struct match *match,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Ends a pause; where somebody can't be reached, the clock is stopped for that from now on. Nothing
// where there is none. Stores the row. Within a transaction. A turn that waited begins with the
// next mail about the game (timer_start).
gboolean hold_resume(struct desk *desk, struct match *match,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Lets a stopped clock go on, whatever the game waits for, and charges the time to the player for
// whom it stood, as vacation; a pause costs nobody anything. Changes the row, and leaves storing it
// to the caller.
gboolean hold_end(struct desk *desk, struct match *match, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether there is a stop that has lost its reason: the game is over, or doesn't wait any more for
// the one who can't be reached. moved: the turn is another than when it was stopped.
gboolean hold_is_over(const struct match *match, gboolean moved);

// The referee was out from `from` until `until`, while the clock was stopped: that time counts for
// nothing, and a pause is as long as it would have been. Changes the row, and stores the seats
// (struct seat_row) that have a turn.
gboolean hold_put_off(struct desk *desk, struct game_row *row, GArray *seats, gint64 from,
                      gint64 until, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

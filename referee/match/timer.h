// SPDX-License-Identifier: MIT
// The clocks of games: when a turn's clock starts, and what happens when its time is up.
//
// Applies what deadline.c computes to the games in the store. Whether this machine's clock can be
// believed is known by clock.c.
#ifndef REFEREE_TIMER_H
#define REFEREE_TIMER_H

#include "referee/setup/desk.h"

// Starts the turn of each seat that has to act once no mail of the game to its player is still
// unsent: nobody loses time that a mail server took. Where one of them can't be reached by mail the
// whole clock is stopped instead, as long as it may be (hold.h). Within a transaction.
gboolean timer_start(struct desk *desk, gint64 game, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Nobody could be heard from `from` until now, or the operator has accepted the clock since: notes
// it, within the caller's transaction. What was noted before must be done.
gboolean timer_note_outage(struct desk *desk, gint64 from, gboolean accepted,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Does what was noted: no turn loses that time, and what the operator did is told to the tables.
// TIMER_BATCH games are a transaction each; a run that is killed between two is continued by the
// next one, and no turn gets the time twice.
gboolean timer_put_off(struct desk *desk, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum { TIMER_BATCH = 250 }; // games, after which others shall have their turn

// Deals with some of the games whose time has come, at most TIMER_BATCH, a transaction each:
// reminders, missed turns and discards, robots for those who missed two in a row, invitations and
// open games that lapse. *out_count says how many. *after is 0 in the first call of a run, and 0
// again when there are no more.
gboolean timer_run(struct desk *desk, gint64 *after, guint *out_count,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// The turns that run: what a seat owes, since when, and until when, read from rows and written
// back.
//
// Carries rows to deadline.h, which decides, and keeps the index columns of a game (since when,
// next look) in step. A seat keeps the zone and the quiet hours that its player had when the turn
// began; vacation counts at once. What follows from being late is known by timer.c.
#ifndef REFEREE_TURN_H
#define REFEREE_TURN_H

#include "referee/match/match.h"
#include "referee/time/deadline.h"
#include "storage/players.h"

// A seat's turn as values. Clear it; zero is a fine start.
struct turn {
    struct deadline_turn turn;
    struct deadline_life life;
    GArray *away; // struct deadline_span: the life's
};
void turn_clear(struct turn *turn);

// A turn of this seat: the one that runs, or one that begins at `began` in a game of that pace.
gboolean turn_read(struct desk *desk, const struct seat_row *seat, gint64 began, gint64 pace,
                   struct turn *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Begins a turn now, as long as `pace`.
gboolean turn_begin(struct desk *desk, struct seat_row *seat, gint64 pace,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Ends it, if one runs: what it used of the bank is gone.
gboolean turn_end(struct desk *desk, const struct game_row *game, struct seat_row *seat,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Since when the clock of a game is stopped (hold.h); 0: it runs. It has that instant for now.
gint64 turn_stopped_at(const struct game_row *game);

// Nobody could be heard from `from` until `until`, or the clock was stopped for so long: what all
// of a game's turns have of it. seats are struct seat_row; those with a turn are stored.
gboolean turn_put_off(struct desk *desk, GArray *seats, gint64 from, gint64 until,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean turn_go_on(struct desk *desk, GArray *seats, gint64 from, gint64 until,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Adds seconds to all of a game's turns.
gboolean turn_extend(struct desk *desk, const struct game_row *game, GArray *seats, gint64 seconds,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Sets a game's turn_at and due_at from its seats' turns. While its clock is stopped, due_at is
// left alone. Changes the row only.
gboolean turn_schedule(struct desk *desk, struct game_row *game, const GArray *seats,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The end of the pace of whoever has to act, for a reader's seat: its own where it has to, else the
// last one of the others'; 0 where the game waits for nobody, or is paused. A turn whose mail
// hasn't left yet is counted from now; a clock that is stopped for somebody, from when it may go on
// at the latest.
gboolean turn_deadline(struct desk *desk, const struct match *match, unsigned reader, gint64 *out,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What is left of the bank of a seat now.
gboolean turn_bank(struct desk *desk, const struct match *match, unsigned seat, gint64 *out,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

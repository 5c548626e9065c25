// SPDX-License-Identifier: MIT
// The clock of a turn, as values: until when, what is used of the bank, when to remind, and what
// the referee does for somebody who was late.
//
// Decides from numbers alone (spec: mail.md, "Time"). Knows no game, no player, no present moment.
// Instants are unix seconds, UTC. All that lies in a zone is worked out anew from its name, so that
// rules that change count from the moment that the machine knows them.
#ifndef REFEREE_DEADLINE_H
#define REFEREE_DEADLINE_H

#include "referee/rules/rules.h"
#include "referee/time/zone.h"

#include <glib.h>

enum {
    DEADLINE_MISSES_MAX = 2,         // turns missed in a row before a robot sits in
    DEADLINE_BANK = 7 * 86400,       // seconds, of each player in each game
    DEADLINE_AFTER_QUIET = 2 * 3600, // from the end of quiet hours to a deadline that fell in them
    DEADLINE_QUIET_MAX = 12,         // hours
    DEADLINE_REMINDERS = 2,          // at half time, and
    DEADLINE_LAST_CALL = 6 * 3600,   // before the turn would be missed; not where pace is below
    DEADLINE_TWO_REMINDERS = 12 * 3600,
    DEADLINE_VACATION_DAYS = 30 // a calendar year
};

// ---- a turn ------------------------------------------------------------------------------------

// Time that doesn't count: from is in it, until isn't.
struct deadline_span {
    gint64 from, until;
};

// How a player lives. Hours are local; equal ones mean that none are quiet. away: vacation, in
// ascending order, without overlaps; not owned.
struct deadline_life {
    const struct zone *zone;
    int quiet_from, quiet_until;
    const struct deadline_span *away;
    guint n_away;
};

// began: the server accepted the turn mail. pace: seconds, 1 or more, with what was added for this
// turn. bank: seconds left of it when the turn began.
struct deadline_turn {
    gint64 began, pace, bank;
};

// The end of the pace. Vacation stops it; it never falls in quiet hours or vacation, and never
// before began + pace.
gint64 deadline_pace_end(const struct deadline_turn *turn, const struct deadline_life *life);

// When the turn is missed: the bank, which runs outside quiet hours and vacation, is used up too.
// From that very second on; with an empty bank it is the end of the pace.
gint64 deadline_missed(const struct deadline_turn *turn, const struct deadline_life *life);

// What is left of the bank when the turn ends, or is looked at, at `now`. Never below 0.
gint64 deadline_bank_left(const struct deadline_turn *turn, const struct deadline_life *life,
                          gint64 now);

// When to remind: 0 is at half time, 1 the last call, which turns under 12 hours have not. 0 when
// there is none.
gint64 deadline_reminder(const struct deadline_turn *turn, const struct deadline_life *life,
                         int which);

// When the clock has to look at a turn next, of which so many reminders were sent. A turn is never
// missed before the first, whatever kept it: then it is at once (the reminder's own time).
gint64 deadline_next(const struct deadline_turn *turn, const struct deadline_life *life,
                     int reminded);

// Nobody could be heard from `from` until `until` (an outage): the end of the pace moves by that
// time, or where the bank had begun to run, it goes on at `until` with what was left at `from`. A
// turn that began later is left alone.
void deadline_put_off(struct deadline_turn *turn, const struct deadline_life *life, gint64 from,
                      gint64 until);

// The clock was stopped from `from` until `until`: all that was left at `from` is left at `until`,
// vacation between the two or not. A turn that began later is left alone.
void deadline_stop(struct deadline_turn *turn, const struct deadline_life *life, gint64 from,
                   gint64 until);

// Adds seconds to the pace, so that it ends so much later at least, from now where it has ended.
void deadline_extend(struct deadline_turn *turn, const struct deadline_life *life, gint64 now,
                     gint64 seconds);

// ---- vacation ----------------------------------------------------------------------------------

// Whole local days, both included, as zone.h counts them.
struct deadline_days {
    int first, last;
};

// Adds days to an array of struct deadline_days, which stays in order and without overlaps.
void deadline_days_add(GArray *days, int first, int last);
// Takes all from this day on away.
void deadline_days_cut(GArray *days, int from);
// How many of them lie in a year.
int deadline_days_in(const GArray *days, int year);
// The span of time that such days are in a zone; empty where the zone left them out.
struct deadline_span deadline_days_span(const struct zone *zone, struct deadline_days days);
// Adds a span to an array of struct deadline_span, which stays in order and without overlaps.
void deadline_span_add(GArray *spans, struct deadline_span span);

// ---- somebody who was late ---------------------------------------------------------------------

// The move of an absent player: pass; forced, the legal play without a token that costs least, of
// those the lowest value, of those the most cards; where there is none, leave. Somebody must be to
// move.
struct move deadline_missed_move(const struct table *table);

// The discard of an absent player: the three highest cards, ascending, into out. Never the 1, which
// is no card to discard. The hand holds more than three cards.
void deadline_missed_discard(const struct hand *hand, uint8_t out[RULES_DISCARD_MAX]);

#endif

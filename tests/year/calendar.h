// SPDX-License-Identifier: MIT
// A calendar and a watch: what the clock of a player's turn does, found by walking through time a
// few minutes at a time.
//
// Slow and simple, so that the referee's own reckoning can be held against it: it takes nothing of
// deadline.c or zone.c, and knows zones from GLib. Instants are unix seconds, UTC.
#ifndef TESTS_YEAR_CALENDAR_H
#define TESTS_YEAR_CALENDAR_H

#include <glib.h>

// Days, both included, counted from 1970-01-01 by the clocks of a zone.
struct calendar_days {
    int first, last;
    GTimeZone *zone;
};

// Hours are local; equal ones: none are quiet. away: struct calendar_days, in any order.
struct calendar {
    GTimeZone *zone;
    int quiet_from, quiet_until;
    const GArray *away;
};

int calendar_day(GTimeZone *zone, gint64 at);
int calendar_hour(GTimeZone *zone, gint64 at);
gboolean calendar_is_quiet(const struct calendar *life, gint64 at);
gboolean calendar_is_away(const struct calendar *life, gint64 at);

// The first instant, not on vacation (awake: nor in quiet hours), at which so many such seconds
// have gone by.
gint64 calendar_walk(const struct calendar *life, gboolean awake, gint64 at, gint64 seconds);
// Such seconds from one instant to another.
gint64 calendar_count(const struct calendar *life, gboolean awake, gint64 at, gint64 until);
// Where a deadline that falls at `at` moves to: two hours after quiet hours, behind vacation.
gint64 calendar_settle(const struct calendar *life, gint64 at);

#endif

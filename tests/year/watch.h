// SPDX-License-Identifier: MIT
// Somebody who watches over the referee with a calendar and a watch (calendar.h): every turn of
// every game, known from the mails alone, is timed again, and what the referee says and does is
// held against it. What doesn't fit fails the test.
//
// Decides what is allowed (spec: mail.md, "Time"): deadlines and what is left of banks to the
// second, reminders, who may be late and when, and when a robot sits in.
#ifndef TESTS_YEAR_WATCH_H
#define TESTS_YEAR_WATCH_H

#include "tests/year/calendar.h"

#include <jansson.h>

// What was looked at.
struct watch_counts {
    guint turns, deadlines, banks, reminders, missed, robots, paused, extended;
};

struct watch;
struct watch *watch_new(void);
void watch_free(struct watch *watch);
const struct watch_counts *watch_counted(const struct watch *watch);

// People, by nickname. away stays the caller's; who changes it says so, and a life that was set
// counts from the next turn.
void watch_person(struct watch *watch, const char *nick, const struct calendar *life);
void watch_away_changed(struct watch *watch, const char *nick);

// A game of this pace (seconds) has been opened.
void watch_game(struct watch *watch, gint64 game, gint64 pace);

// ---- a run, in this order ----------------------------------------------------------------------

// The run is at `now`. lost_from: since when nobody could be heard, until now; 0: no outage.
// counts_until: where the clock can't be believed, until when time counts; else `now`.
void watch_begin_run(struct watch *watch, gint64 now, gint64 lost_from, gint64 counts_until);
// Mails of the run: those that remind, that tell of a missed turn, and any with a table.json.
void watch_reminder(struct watch *watch, gint64 game, const char *nick);
void watch_missed(struct watch *watch, gint64 game, const char *nick);
void watch_table(struct watch *watch, const json_t *table);
// All mails were shown. Whoever had to be reminded by now was, and whoever is late was timed out.
// timed: FALSE when the clock can't be believed.
void watch_end_run(struct watch *watch, gboolean timed);

// ---- between runs ------------------------------------------------------------------------------

// The operator gave the game so many seconds more. A pause began, or ended, at the last run.
void watch_extend(struct watch *watch, gint64 game, gint64 now, gint64 seconds);
void watch_pause(struct watch *watch, gint64 game);
void watch_resume(struct watch *watch, gint64 game);

// How many games are known.
guint watch_known(const struct watch *watch);

#endif

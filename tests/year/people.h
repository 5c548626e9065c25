// SPDX-License-Identifier: MIT
// The people of a club: where they live and when they sleep, rest, travel and are away, what they
// tell the referee of it, and when they get round to answering a mail.
//
// Decides how people are. What the referee makes of it is known by watch.h, what they play by
// year.c.
#ifndef TESTS_YEAR_PEOPLE_H
#define TESTS_YEAR_PEOPLE_H

#include "tests/year/calendar.h"

// Something that somebody writes of their own accord, some time.
struct errand {
    gint64 at;
    char *body;
    // A vacation, as it is asked for, else all 0.
    int first, last;
};

struct person {
    char nick[21], address[64];
    char to[128];          // where the newest mail wants its answer
    gint64 wrote_at;       // last
    GTimeZone *home;       // where they are now
    struct calendar known; // what the referee knows
    GArray *away;          // struct calendar_days: the vacation that the referee granted
    GArray *absent;        // struct calendar_days: when they are away indeed
    GArray *errands;       // struct errand, by time
    guint done;            // of them
    int asked_first, asked_last;
    gboolean forgetful, settled;
};

// The i-th of the club, whose year begins at `start` and has so many days.
void people_make(struct person *person, guint i, gint64 start, guint days, GRand *rand);
void people_clear(struct person *person);

// When somebody who gets a mail at `now` gets round to it: awake, after some hours, seldom at
// weekends. 0: they forget about it.
gint64 people_when(const struct person *person, gint64 now, GRand *rand);

// The errand that is due, or NULL; it counts as done then.
const struct errand *people_errand(struct person *person, gint64 now);

// What the referee says of a setting in a mail; the text has no line breaks. TRUE when it changes
// the person's life as the referee knows it (*out_away: the vacation).
gboolean people_hear(struct person *person, const char *text, gint64 now, gboolean *out_away);
// A vacation that the operator grants.
void people_grant(struct person *person, int first, int last);

// "2026-12-24".
char *people_date(int day);

#endif

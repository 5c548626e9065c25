// SPDX-License-Identifier: MIT
// Whether this machine's clock can be believed, held against the last run (spec: mail.md, "Time").
//
// Decides from numbers alone. What follows for deadlines is not its business.
#ifndef REFEREE_CLOCK_H
#define REFEREE_CLOCK_H

#include <glib.h>

// Settings of the database (store_get_int), unix seconds; 0 or absent: never.
#define CLOCK_LAST_TICK "last_tick_at"   // a run that believed the clock: the last, or nearly so
#define CLOCK_INTERVAL  "tick_interval"  // seconds that usually lie between two that are noted
#define CLOCK_HELD      "clock_held"     // since when nothing is timed out, as a run found it
#define CLOCK_ACCEPTED  "clock_accepted" // when the operator said so; the next run takes it back

enum {
    CLOCK_OUTAGE_MIN = 2 * 3600, // a gap up to this is nothing
    CLOCK_OUTAGE_INTERVALS = 3,  // nor is one up to so many usual intervals
    CLOCK_JUMP_MIN = 10 * 86400, // a gap above this may be a wrong clock
    // A run so soon after one that is noted isn't noted, so that most that find nothing to do write
    // nothing: what counts from the last run counts from the one before, at a player's gain. Unless
    // the usual interval that is noted is longer: one long gap shall not be taken for usual.
    CLOCK_NOTED_EVERY = 10 * 60
};

enum clock_stand {
    CLOCK_FIRST,  // there was no run before
    CLOCK_STEADY, // as it should
    CLOCK_OUTAGE, // nobody is timed out for the time since the last run: deadlines move by it
    CLOCK_BACK,   // it stands before the last run: hold, until the operator accepts
    CLOCK_JUMP    // it stands more than ten days after it: likewise; accepted, it is an outage
};

// interval 0: not known.
enum clock_stand clock_judge(gint64 last, gint64 interval, gint64 now);

#endif

// SPDX-License-Identifier: MIT
// Time zones of the IANA data base: local hours and days, and the instants at which they begin.
//
// Decides which names are zones. An instant is unix seconds, UTC; a day is counted from 1970-01-01,
// by the local calendar. Knows no deadline and no present moment.
#ifndef REFEREE_ZONE_H
#define REFEREE_ZONE_H

#include <glib.h>

enum { ZONE_NAME_MAX = 63 };

struct zone; // never changes, and is never freed: there are only as many as the data base has

// The zone of that name; in another case ("europe/paris") where it is known so. NULL when there is
// none: an offset ("+02:00", "MSK-3") is no name, and neither is a path.
const struct zone *zone_find(const char *name);
const struct zone *zone_utc(void);
const char *zone_name(const struct zone *zone);

// What a clock on the wall shows, as seconds since 1970-01-01T00:00 of that wall.
gint64 zone_local(const struct zone *zone, gint64 at);
int zone_hour(const struct zone *zone, gint64 at); // 0 ... 23
int zone_day(const struct zone *zone, gint64 at);

// The first instant after `at`, and until `until` at the latest, from which other rules hold there;
// 0: they stay as they are.
gint64 zone_change(const struct zone *zone, gint64 at, gint64 until);

// A day's first instant, and the first one behind it. Of a day that was left out there (Apia's 30th
// of December 2011) both are the instant at which it would have been.
gint64 zone_day_start(const struct zone *zone, int day);
gint64 zone_day_end(const struct zone *zone, int day);

// The first instant of a day at which it is that hour (0 ... 23) there, or later where the clock
// left it out; the day's end where it isn't any more.
gint64 zone_at_hour(const struct zone *zone, int day, int hour);

// The year of a day, and the day of a date, which must exist.
int zone_year(int day);
int zone_date(int year, int month, int day);

// "2026-12-24". The caller owns it.
char *zone_format_day(int day);

#endif

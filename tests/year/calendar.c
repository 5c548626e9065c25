// SPDX-License-Identifier: MIT
// See calendar.h.
#include "tests/year/calendar.h"

// Every zone of our time stands some quarters of an hour from UTC, so nothing begins or ends within
// a step.
enum { STEP = 300, HOUR = 3600, DAY = 86400, AFTER_QUIET = 2 * HOUR };

static gint64 wall(GTimeZone *zone, gint64 at)
{
    return at +
           g_time_zone_get_offset(zone, g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, at));
}

int calendar_day(GTimeZone *zone, gint64 at)
{
    return (int)(wall(zone, at) / DAY);
}

int calendar_hour(GTimeZone *zone, gint64 at)
{
    return (int)(wall(zone, at) % DAY / HOUR);
}

gboolean calendar_is_quiet(const struct calendar *life, gint64 at)
{
    int from = life->quiet_from, until = life->quiet_until;
    if (from == until)
        return FALSE;
    int hour = calendar_hour(life->zone, at);
    return from < until ? from <= hour && hour < until : from <= hour || hour < until;
}

gboolean calendar_is_away(const struct calendar *life, gint64 at)
{
    for (guint i = 0; i < life->away->len; i++) {
        const struct calendar_days *days = &g_array_index(life->away, struct calendar_days, i);
        // No need to ask a clock on the wall about days that are far away.
        gint64 near = at / DAY;
        if (near + 2 < days->first || days->last + 2 < near)
            continue;
        int day = calendar_day(days->zone, at);
        if (days->first <= day && day <= days->last)
            return TRUE;
    }
    return FALSE;
}

static gboolean counts(const struct calendar *life, gboolean awake, gint64 at)
{
    return !calendar_is_away(life, at) && !(awake && calendar_is_quiet(life, at));
}

gint64 calendar_walk(const struct calendar *life, gboolean awake, gint64 at, gint64 seconds)
{
    for (;;) {
        gint64 end = at - at % STEP + STEP;
        if (counts(life, awake, at)) {
            if (seconds < end - at)
                return at + seconds;
            seconds -= end - at;
        }
        at = end;
    }
}

gint64 calendar_count(const struct calendar *life, gboolean awake, gint64 at, gint64 until)
{
    gint64 sum = 0;
    while (at < until) {
        gint64 end = MIN(at - at % STEP + STEP, until);
        sum += counts(life, awake, at) ? end - at : 0;
        at = end;
    }
    return sum;
}

gint64 calendar_settle(const struct calendar *life, gint64 at)
{
    for (;;) {
        at = calendar_walk(life, FALSE, at, 0);
        if (!calendar_is_quiet(life, at))
            return at;
        while (calendar_is_quiet(life, at))
            at = at - at % STEP + STEP;
        at = calendar_walk(life, FALSE, at, AFTER_QUIET);
    }
}

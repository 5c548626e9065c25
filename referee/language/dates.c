// SPDX-License-Identifier: MIT
// See dates.h.
#include "referee/language/dates.h"

static const gint64 day_seconds = 86400;

// The wall's seconds since 1970-01-01T00:00, filled into a phrase.
static char *say(const struct wording_language *language, const char *phrase, gint64 wall,
                 GError **error)
{
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(wall);
    g_assert(when); // times come from the clock and the calendar, years of four digits
    int day = g_date_time_get_day_of_month(when);
    char weekday[16], month[16], hour[4], minute[4];
    g_snprintf(weekday, sizeof weekday, "weekday-%d", g_date_time_get_day_of_week(when));
    g_snprintf(month, sizeof month, "month-%d", g_date_time_get_month(when));
    g_snprintf(hour, sizeof hour, "%02d", g_date_time_get_hour(when));
    g_snprintf(minute, sizeof minute, "%02d", g_date_time_get_minute(when));
    g_autofree char *weekday_name = wording_say(language, weekday, NULL, error);
    g_autofree char *month_name = weekday_name ? wording_say(language, month, NULL, error) : NULL;
    if (!month_name)
        return NULL;
    return wording_sayf(language, error, phrase, "{s:s, s:i, s:b, s:s, s:i, s:s, s:s}", "weekday",
                        weekday_name, "day", day, "first", day == 1, "month", month_name, "year",
                        g_date_time_get_year(when), "hour", hour, "minute", minute);
}

char *dates_moment(const struct wording_language *language, const struct zone *zone, gint64 at,
                   GError **error)
{
    return say(language, "date", zone_local(zone, at), error);
}

char *dates_day(const struct wording_language *language, int day, GError **error)
{
    return say(language, "date-day", day * day_seconds, error);
}

// SPDX-License-Identifier: MIT
// See letter_time.h.
#include "referee/letter/letter_time.h"

#include "base/utc.h"
#include "referee/language/dates.h"

#include <string.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, HOURS_UNTIL = 3 * DAY };

static char *count(const char *phrase, gint64 n, const struct wording_language *language,
                   GError **error)
{
    return wording_sayf(language, error, phrase, "{s:I}", "n", (json_int_t)n);
}

// From three days on hours alone would be long to read.
char *letter_span(gint64 seconds, const struct wording_language *language, GError **error)
{
    if (seconds < MINUTE)
        return wording_say(language, "span-moment", NULL, error);
    if (seconds < HOUR)
        return count("minutes", seconds / MINUTE, language, error);
    if (seconds < HOURS_UNTIL)
        return count("hours", seconds / HOUR, language, error);
    gint64 rest = seconds % DAY / HOUR;
    g_autofree char *days = count("days", seconds / DAY, language, error);
    if (!days || rest == 0)
        return g_steal_pointer(&days);
    g_autofree char *hours = count("hours", rest, language, error);
    return hours ? wording_sayf(language, error, "span-both", "{s:s, s:s}", "days", days, "hours",
                                hours)
                 : NULL;
}

gboolean letter_time(const json_t *table, const struct zone *zone, gint64 now,
                     const struct wording_language *language, json_t *data, GError **error)
{
    const char *due = json_string_value(json_object_get(table, "deadline"));
    gint64 end;
    json_object_set_new(data, "deadline", json_null());
    if (!due || !utc_parse(due, strlen(due), &end))
        return TRUE;
    g_autofree char *when = dates_moment(language, zone, end, error);
    g_autofree char *utc = when ? dates_moment(language, zone_utc(), end, error) : NULL;
    g_autofree char *span = utc ? letter_span(MAX(end - now, 0), language, error) : NULL;
    if (!span)
        return FALSE;
    g_autofree char *text =
        wording_sayf(language, error, end > now ? "deadline" : "deadline-over",
                     "{s:s, s:s, s:s, s:s, s:b}", "when", when, "zone", zone_name(zone), "utc", utc,
                     "span", span, "elsewhere", zone != zone_utc());
    return text && json_object_set_new(data, "deadline", json_string(text)) == 0;
}

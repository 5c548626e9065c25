// SPDX-License-Identifier: MIT
// See zone.h. Reading a zone takes GLib half a millisecond, so each is kept once it was read.
#include "referee/time/zone.h"

#include <string.h>

enum {
    DAY = 86400,
    HOUR = 3600,
    FARTHEST = 30 * HOUR, // that a wall ever was from UTC, generously
    EPOCH = 719163        // 1970-01-01 in GDate's count
};

struct zone {
    char name[ZONE_NAME_MAX + 1];
    GTimeZone *rules;
};

// ---- names -------------------------------------------------------------------------------------

// Zones whose name has one part. GLib would read other words as offsets or as files.
static gboolean is_known_word(const char *name)
{
    static const char *const words[] = {
        "CET",     "CST6CDT", "Cuba",      "EET",     "EST",       "EST5EDT",   "Egypt",
        "Eire",    "GB",      "GB-Eire",   "GMT",     "Greenwich", "HST",       "Hongkong",
        "Iceland", "Iran",    "Israel",    "Jamaica", "Japan",     "Kwajalein", "Libya",
        "MET",     "MST",     "MST7MDT",   "NZ",      "NZ-CHAT",   "Navajo",    "PRC",
        "PST8PDT", "Poland",  "Portugal",  "ROC",     "ROK",       "Singapore", "Turkey",
        "UCT",     "UTC",     "Universal", "W-SU",    "WET",       "Zulu"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(name, words[i]))
            return TRUE;
    }
    return FALSE;
}

// Up to three parts of letters, digits, _ + -, the first of letters alone: no path, no offset.
static gboolean is_name(const char *name)
{
    gsize first = strcspn(name, "/");
    gsize parts = 1;
    if (!name[first])
        return is_known_word(name);
    if (strlen(name) > ZONE_NAME_MAX || g_str_has_prefix(name, "right/") ||
        g_str_has_prefix(name, "posix/"))
        return FALSE;
    for (gsize i = 0; name[i]; i++) {
        gboolean fine = g_ascii_isalpha(name[i]) ||
                        (i > first && (g_ascii_isdigit(name[i]) || strchr("_+-", name[i])));
        gboolean slash = name[i] == '/';
        parts += slash ? 1 : 0;
        if ((!fine && !slash) || (slash && (i == 0 || name[i + 1] == '/' || !name[i + 1])))
            return FALSE;
    }
    return parts <= 3;
}

// "america/new_york" as the data base writes it: a capital begins each word.
static void capitalise(char *name)
{
    gboolean begins = TRUE;
    for (char *p = name; *p; p++) {
        *p = (char)(begins ? g_ascii_toupper(*p) : g_ascii_tolower(*p));
        begins = strchr("/_-", *p) != NULL;
    }
}

static const struct zone *find_exact(const char *name)
{
    static GHashTable *known;
    if (!is_name(name))
        return NULL;
    if (!known)
        known = g_hash_table_new(g_str_hash, g_str_equal);
    struct zone *zone = g_hash_table_lookup(known, name);
    if (zone)
        return zone;
    GTimeZone *rules = g_time_zone_new_identifier(name);
    if (!rules)
        return NULL;
    zone = g_new0(struct zone, 1);
    g_strlcpy(zone->name, name, sizeof zone->name);
    zone->rules = rules;
    g_hash_table_insert(known, zone->name, zone);
    return zone;
}

const struct zone *zone_find(const char *name)
{
    const struct zone *zone = find_exact(name);
    if (zone || strlen(name) > ZONE_NAME_MAX)
        return zone;
    g_autofree char *other = g_strdup(name);
    capitalise(other);
    if ((zone = find_exact(other)))
        return zone;
    g_autofree char *upper = g_ascii_strup(name, -1);
    return find_exact(upper);
}

const struct zone *zone_utc(void)
{
    const struct zone *zone = find_exact("UTC");
    g_assert(zone); // GLib knows this one without a data base
    return zone;
}

const char *zone_name(const struct zone *zone)
{
    return zone->name;
}

// ---- clocks on walls ---------------------------------------------------------------------------

static gint interval_at(const struct zone *zone, gint64 at)
{
    return g_time_zone_find_interval(zone->rules, G_TIME_TYPE_UNIVERSAL, at);
}

static gint64 floor_div(gint64 a, gint64 b)
{
    return a / b - (a % b < 0);
}

gint64 zone_local(const struct zone *zone, gint64 at)
{
    return at + g_time_zone_get_offset(zone->rules, interval_at(zone, at));
}

int zone_hour(const struct zone *zone, gint64 at)
{
    gint64 local = zone_local(zone, at);
    return (int)((local - floor_div(local, DAY) * DAY) / HOUR);
}

int zone_day(const struct zone *zone, gint64 at)
{
    return (int)floor_div(zone_local(zone, at), DAY);
}

gint64 zone_change(const struct zone *zone, gint64 at, gint64 until)
{
    gint before = interval_at(zone, at);
    if (until <= at || interval_at(zone, until) == before)
        return 0;
    while (until - at > 1) {
        gint64 middle = at + (until - at) / 2;
        if (interval_at(zone, middle) == before)
            at = middle;
        else
            until = middle;
    }
    return until;
}

// All of a day, which changes of the clock may cut into pieces.
static void find_day(const struct zone *zone, int day, gint64 *out_start, gint64 *out_end)
{
    gint64 at = (gint64)day * DAY - FARTHEST;
    gint64 last = at + FARTHEST + FARTHEST + DAY;
    gboolean found = FALSE;
    *out_start = *out_end = last;
    while (at < last) {
        gint64 change = zone_change(zone, at, last);
        gint64 until = change ? change : last;
        gint64 offset = zone_local(zone, at) - at;
        gint64 from = MAX(at, (gint64)day * DAY - offset);
        gint64 to = MIN(until, (gint64)(day + 1) * DAY - offset);
        if (from < to) {
            *out_start = found ? *out_start : from;
            *out_end = to;
            found = TRUE;
        } else if (!found && zone_day(zone, at) > day) {
            *out_start = *out_end = at;
            return;
        }
        at = until;
    }
}

gint64 zone_day_start(const struct zone *zone, int day)
{
    gint64 start, end;
    find_day(zone, day, &start, &end);
    return start;
}

gint64 zone_day_end(const struct zone *zone, int day)
{
    gint64 start, end;
    find_day(zone, day, &start, &end);
    return end;
}

gint64 zone_at_hour(const struct zone *zone, int day, int hour)
{
    gint64 local = (gint64)day * DAY + (gint64)hour * HOUR;
    gint64 at, end;
    find_day(zone, day, &at, &end);
    while (at < end) {
        gint64 change = zone_change(zone, at, end);
        gint64 until = change ? change : end;
        gint64 from = MAX(at, local - (zone_local(zone, at) - at));
        if (from < until)
            return from;
        at = until;
    }
    return end;
}

// ---- the calendar ------------------------------------------------------------------------------

static void set_date(GDate *date, int day)
{
    g_date_clear(date, 1);
    g_date_set_julian(date, (guint32)(day + EPOCH));
}

int zone_year(int day)
{
    GDate date;
    set_date(&date, day);
    return g_date_get_year(&date);
}

int zone_date(int year, int month, int day)
{
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
    return (int)g_date_get_julian(&date) - EPOCH;
}

char *zone_format_day(int day)
{
    GDate date;
    set_date(&date, day);
    return g_strdup_printf("%04d-%02d-%02d", g_date_get_year(&date), (int)g_date_get_month(&date),
                           g_date_get_day(&date));
}

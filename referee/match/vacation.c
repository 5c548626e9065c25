// SPDX-License-Identifier: MIT
// See vacation.h. A day that was taken stays the day of the zone in which it was: who moves house
// loses none. Days that were given back count as never taken; the one on which that is said, as
// taken.
#include "referee/match/vacation.h"

#include "storage/vacation.h"

enum { DAY = 86400, SLACK = 2 }; // days by which zones may differ

static const struct zone *zone_of(const char *name)
{
    const struct zone *zone = zone_find(name);
    return zone ? zone : zone_utc();
}

gboolean vacation_spans(struct desk *desk, gint64 player, gint64 since, GArray **out,
                        GError **error)
{
    g_autoptr(GArray) rows = NULL;
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(struct deadline_span));
    *out = spans;
    if (!player)
        return TRUE;
    if (!vacation_list(desk->store, player, (int)(since / DAY) - SLACK, &rows, error)) {
        g_clear_pointer(out, g_array_unref);
        return FALSE;
    }
    for (guint i = 0; i < rows->len; i++) {
        const struct vacation_row *row = &g_array_index(rows, struct vacation_row, i);
        struct deadline_days days = {row->first, row->last};
        deadline_span_add(spans, deadline_days_span(zone_of(row->zone), days));
    }
    return TRUE;
}

// The days taken, of all that may still matter to this year: a new array of struct deadline_days.
// *today is put forward to the last of them that has begun where it was taken: whoever travels back
// over the date line still has had it.
static gboolean load_days(struct desk *desk, gint64 player, int *today, GArray **out,
                          GError **error)
{
    g_autoptr(GArray) rows = NULL;
    if (!vacation_list(desk->store, player, zone_date(zone_year(*today), 1, 1), &rows, error))
        return FALSE;
    *out = g_array_new(FALSE, FALSE, sizeof(struct deadline_days));
    for (guint i = 0; i < rows->len; i++) {
        const struct vacation_row *row = &g_array_index(rows, struct vacation_row, i);
        const int there = zone_day(zone_of(row->zone), desk->now);
        deadline_days_add(*out, row->first, row->last);
        if (row->first <= there)
            *today = MAX(*today, MIN(there, row->last));
    }
    return TRUE;
}

// What is left of a year; below 0 when it is more than that.
static gboolean count_left(struct desk *desk, gint64 player, const GArray *days, int year,
                           int *out_left, GError **error)
{
    gint64 seconds;
    if (!vacation_used(desk->store, player, year, &seconds, error))
        return FALSE;
    gint64 charged = (seconds + DAY - 1) / DAY;
    *out_left = DEADLINE_VACATION_DAYS - deadline_days_in(days, year) - (int)charged;
    return TRUE;
}

// The range of days that holds a day, or NULL.
static const struct deadline_days *range_at(const GArray *days, int day)
{
    for (guint i = 0; i < days->len; i++) {
        const struct deadline_days *some = &g_array_index(days, struct deadline_days, i);
        if (some->first <= day && day <= some->last)
            return some;
    }
    return NULL;
}

gboolean vacation_stand(struct desk *desk, gint64 player, struct vacation_stand *out,
                        GError **error)
{
    g_autofree char *timezone = NULL;
    g_autoptr(GArray) days = NULL;
    *out = (struct vacation_stand){DEADLINE_VACATION_DAYS, -1};
    if (!player)
        return TRUE;
    if (!players_timezone(desk->store, player, &timezone, error))
        return FALSE;
    int today = zone_day(zone_of(timezone ? timezone : "UTC"), desk->now);
    if (!load_days(desk, player, &today, &days, error) ||
        !count_left(desk, player, days, zone_year(today), &out->left, error))
        return FALSE;
    const struct deadline_days *now = range_at(days, today);
    out->left = MAX(out->left, 0);
    out->away_until = now ? now->last : -1;
    return TRUE;
}

// Whether each year that the days touch has room for them; *out is of the first that hasn't, or of
// the last one.
static gboolean check_years(struct desk *desk, gint64 player, const GArray *before,
                            const GArray *after, struct vacation_result *out, GError **error)
{
    for (int year = zone_year(out->days.first); year <= zone_year(out->days.last); year++) {
        int left;
        out->year = year;
        if (!count_left(desk, player, after, year, &left, error))
            return FALSE;
        out->left = left;
        if (left >= 0)
            continue;
        out->answer = VACATION_TOO_LONG;
        gboolean done = count_left(desk, player, before, year, &left, error);
        out->left = MAX(left, 0);
        return done;
    }
    return TRUE;
}

gboolean vacation_take(struct desk *desk, const struct player *player, struct deadline_days days,
                       struct vacation_result *out, GError **error)
{
    int today = zone_day(zone_of(player->timezone), desk->now);
    g_autoptr(GArray) before = NULL;
    *out = (struct vacation_result){VACATION_TAKEN, {MAX(days.first, today), days.last}, 0, 0};
    if (days.last < today)
        out->answer = VACATION_PAST;
    else if (zone_year(days.last) > zone_year(today) + 1)
        out->answer = VACATION_FAR;
    if (out->answer != VACATION_TAKEN)
        return TRUE;
    if (!load_days(desk, player->id, &today, &before, error))
        return FALSE;
    g_autoptr(GArray) after = g_array_copy(before);
    deadline_days_add(after, out->days.first, out->days.last);
    const struct deadline_days *old = range_at(before, out->days.first);
    if (!check_years(desk, player->id, before, after, out, error))
        return FALSE;
    if (out->answer == VACATION_TAKEN && old && out->days.last <= old->last)
        out->answer = VACATION_ALREADY;
    if (out->answer != VACATION_TAKEN)
        return TRUE;
    return vacation_grant(desk, player, out->days, error);
}

gboolean vacation_grant(struct desk *desk, const struct player *player, struct deadline_days days,
                        GError **error)
{
    struct vacation_row row = {.first = days.first, .last = days.last};
    g_strlcpy(row.zone, zone_name(zone_of(player->timezone)), sizeof row.zone);
    return vacation_add(desk->store, player->id, &row, error);
}

gboolean vacation_give_back(struct desk *desk, const struct player *player, gboolean planned,
                            enum vacation_back *out, GError **error)
{
    int today = zone_day(zone_of(player->timezone), desk->now);
    g_autoptr(GArray) days = NULL;
    *out = VACATION_NONE;
    if (!load_days(desk, player->id, &today, &days, error))
        return FALSE;
    const struct deadline_days *now = range_at(days, today);
    if (now) {
        *out = VACATION_ENDED;
        return vacation_cut(desk->store, player->id, today + 1, now->last, error);
    }
    if (!planned || days->len == 0 ||
        g_array_index(days, struct deadline_days, days->len - 1).last < today)
        return TRUE;
    *out = VACATION_DROPPED;
    return vacation_cut(desk->store, player->id, today, G_MAXINT, error);
}

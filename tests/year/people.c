// SPDX-License-Identifier: MIT
// See people.h.
#include "tests/year/people.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { HOUR = 3600, DAY = 86400 };

static const char *const zones[] = {
    "Europe/Paris",   "America/New_York",  "America/St_Johns", "Australia/Lord_Howe",
    "Asia/Kathmandu", "Africa/Casablanca", "Pacific/Apia",     "UTC",
    "Asia/Tokyo",     "America/Sao_Paulo", "Asia/Tehran",      "America/Los_Angeles"};

// ---- who they are ------------------------------------------------------------------------------

static GTimeZone *zone_at(guint i)
{
    return g_time_zone_new_identifier(zones[i % G_N_ELEMENTS(zones)]);
}

char *people_date(int day)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc((gint64)day * DAY);
    return g_date_time_format(date, "%Y-%m-%d");
}

static void add_absence(struct person *person, int first, int last)
{
    struct calendar_days days = {first, last, person->home};
    g_array_append_val(person->absent, days);
}

// At noon of a day, or a little later.
static void add_errand(struct person *person, int day, int first, int last, char *body)
{
    struct errand errand = {(gint64)day * DAY + 12 * HOUR + (gint64)person->errands->len * HOUR,
                            body, first, last};
    g_array_append_val(person->errands, errand);
}

static void ask_vacation(struct person *person, int when, int first, int last)
{
    g_autofree char *from = people_date(first);
    g_autofree char *until = people_date(last);
    add_errand(person, when, first, last, g_strdup_printf("vacation %s %s", from, until));
}

// Vacation is told a fortnight before, or the evening before. Some want too much of it at first,
// some lengthen it when they have begun, some are home early, some change their minds.
static void plan_vacations(struct person *person, guint i, int start, guint days, GRand *rand)
{
    int day = start + 10;
    for (guint v = 0;; v++) {
        day += g_rand_int_range(rand, (gint32)days / 9, (gint32)days / 3);
        int last = day + g_rand_int_range(rand, 0, 8);
        if (last > start + (int)days - 3)
            return;
        int told = day - (g_rand_boolean(rand) ? 14 : 1);
        gboolean stays = (i + v) % 7 == 4, longer = (i + v) % 5 == 1, early = (i + v) % 6 == 2;
        if ((i + v) % 9 == 0)
            ask_vacation(person, told - 1, day, day + 45);
        ask_vacation(person, told, day, last);
        if (longer)
            ask_vacation(person, last - 1, last - 1, last + 3);
        if (early)
            add_errand(person, day + 1, 0, 0, g_strdup("back"));
        if (stays)
            add_errand(person, day - 1, 0, 0, g_strdup("back"));
        else
            add_absence(person, day, early ? day + 1 : longer ? last + 3 : last);
        day = last + 5;
    }
}

// Somewhere else for ten days, and home again.
static void plan_travels(struct person *person, guint i, int start, guint days)
{
    for (int day = start + 25 + (int)i; day + 12 < start + (int)days; day += 120) {
        add_errand(person, day, 0, 0,
                   g_strdup_printf("timezone %s", zones[(i + 5) % G_N_ELEMENTS(zones)]));
        add_errand(person, day + 10, 0, 0,
                   g_strdup_printf("timezone %s", zones[i % G_N_ELEMENTS(zones)]));
    }
}

static gint by_time(gconstpointer a, gconstpointer b)
{
    const struct errand *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

static void plan_year(struct person *person, guint i, int start, guint days, GRand *rand)
{
    plan_vacations(person, i, start, days, rand);
    if (i % 6 == 5)
        plan_travels(person, i, start, days);
    if (i % 8 == 2)
        add_errand(person, start + (int)days / 4, 0, 0,
                   g_strdup(i % 16 == 2 ? "quiet off" : "quiet 21-9"));
    if (i % 2 == 0)
        add_absence(person, start + 24, start + 32); // the holidays, of which nobody is told
    for (int n = 1; i % 11 == 3 && n < 5; n += 2) {  // gone for weeks without a word, twice
        int gone = start + n * (int)days / 5;
        add_absence(person, gone, gone + 27);
        add_errand(person, gone + 28, 0, 0, g_strdup("back"));
    }
    g_array_sort(person->errands, by_time);
}

void people_make(struct person *person, guint i, gint64 start, guint days, GRand *rand)
{
    *person = (struct person){.home = zone_at(i), .forgetful = i % 7 == 3};
    g_snprintf(person->nick, sizeof person->nick, "p%u-x", i);
    g_snprintf(person->address, sizeof person->address, "p%u@example.org", i);
    person->away = g_array_new(FALSE, FALSE, sizeof(struct calendar_days));
    person->absent = g_array_new(FALSE, FALSE, sizeof(struct calendar_days));
    person->errands = g_array_new(FALSE, FALSE, sizeof(struct errand));
    person->known = (struct calendar){.zone = g_time_zone_new_identifier("UTC"),
                                      .quiet_from = 23,
                                      .quiet_until = 8,
                                      .away = person->away};
    int from = g_rand_int_range(rand, 20, 25) % 24;
    int until = g_rand_int_range(rand, 5, 9);
    add_errand(person, (int)(start / DAY) - 1, 0, 0,
               g_strdup_printf("nick %s\ntimezone %s\nquiet %d-%d", person->nick,
                               zones[i % G_N_ELEMENTS(zones)], from, until));
    plan_year(person, i, (int)(start / DAY), days, rand);
}

void people_clear(struct person *person)
{
    for (guint i = 0; i < person->errands->len; i++)
        g_free(g_array_index(person->errands, struct errand, i).body);
    g_array_unref(person->away);
    g_array_unref(person->absent);
    g_array_unref(person->errands);
}

// ---- what they do ------------------------------------------------------------------------------

gint64 people_when(const struct person *person, gint64 now, GRand *rand)
{
    struct calendar life = person->known;
    life.zone = person->home;
    life.away = person->absent;
    if (life.quiet_from == life.quiet_until) { // they sleep all the same
        life.quiet_from = 0;
        life.quiet_until = 6;
    }
    if (person->forgetful && g_rand_double(rand) < 0.15)
        return 0;
    gint64 at = now + (gint64)(-8 * HOUR * log1p(-g_rand_double(rand)));
    for (;; at += HOUR / 2) {
        int weekday = (calendar_day(life.zone, at) + 3) % 7; // 0 is Monday
        gboolean rests = weekday >= 5 && g_rand_double(rand) < 0.9;
        if (!calendar_is_quiet(&life, at) && !calendar_is_away(&life, at) && !rests)
            return at;
    }
}

const struct errand *people_errand(struct person *person, gint64 now)
{
    if (person->done >= person->errands->len)
        return NULL;
    const struct errand *next = &g_array_index(person->errands, struct errand, person->done);
    if (next->at > now)
        return NULL;
    person->done++;
    person->asked_first = next->first;
    person->asked_last = next->last;
    return next;
}

// ---- what the referee says ---------------------------------------------------------------------

void people_grant(struct person *person, int first, int last)
{
    struct calendar_days days = {first, last, person->known.zone};
    g_array_append_val(person->away, days);
}

// Gives the days from `from` until `until` back.
static void cut(GArray *away, int from, int until)
{
    for (guint i = away->len; i-- > 0;) {
        struct calendar_days *days = &g_array_index(away, struct calendar_days, i);
        if (days->last < from || until < days->first)
            continue;
        if (days->first >= from)
            g_array_remove_index(away, i);
        else
            days->last = from - 1;
    }
}

// The last day of all that is taken without a gap from a day on.
static int last_in_a_row(const GArray *away, int day)
{
    int last = day;
    for (gboolean grows = TRUE; grows;) {
        grows = FALSE;
        for (guint i = 0; i < away->len; i++) {
            const struct calendar_days *days = &g_array_index(away, struct calendar_days, i);
            if (days->first <= last + 1 && days->last > last) {
                last = days->last;
                grows = TRUE;
            }
        }
    }
    return last;
}

static gboolean hear_vacation(struct person *person, const char *text, gint64 now)
{
    int today = calendar_day(person->known.zone, now);
    if (person->asked_last && strstr(text, "You are on vacation from ")) {
        people_grant(person, MAX(person->asked_first, today), person->asked_last);
        person->asked_first = person->asked_last = 0;
        return TRUE;
    }
    if (strstr(text, "your vacation ends with this day")) {
        cut(person->away, today + 1, last_in_a_row(person->away, today));
        return TRUE;
    }
    if (strstr(text, "Your vacation is called off.")) {
        cut(person->away, today, G_MAXINT);
        return TRUE;
    }
    return FALSE;
}

static gboolean hear_quiet(const char *text, int *from, int *until)
{
    g_autoptr(GRegex) words = g_regex_new(
        "From (\\d+) to (\\d+) o'clock \\([^)]*\\) no deadline of yours falls", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(words, text, 0, &match))
        return FALSE;
    g_autofree char *first = g_match_info_fetch(match, 1);
    g_autofree char *last = g_match_info_fetch(match, 2);
    *from = (int)g_ascii_strtoll(first, NULL, 10);
    *until = (int)g_ascii_strtoll(last, NULL, 10);
    return TRUE;
}

gboolean people_hear(struct person *person, const char *text, gint64 now, gboolean *out_away)
{
    gboolean other = FALSE;
    const char *zone = strstr(text, "Your time zone is ");
    int from, until;
    if (zone) {
        g_auto(GStrv) words = g_strsplit(zone, " ", 6);
        person->known.zone = person->home = g_time_zone_new_identifier(words[4]);
        other = TRUE;
    }
    if (strstr(text, "You have no quiet hours any more")) {
        person->known.quiet_from = person->known.quiet_until = 0;
        other = TRUE;
    } else if (hear_quiet(text, &from, &until)) {
        person->known.quiet_from = from;
        person->known.quiet_until = until;
        person->settled = other = TRUE;
    }
    *out_away = hear_vacation(person, text, now);
    return other || *out_away;
}

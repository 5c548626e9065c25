// SPDX-License-Identifier: MIT
// The clock of a turn: quiet hours, vacation, bank and reminders, in zones whose clocks change.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/utc.h"
#include "referee/time/deadline.h"
#include "tests/unit/deadline_turns.h"

enum { HOUR = 3600, DAY = 86400 };

static gint64 at(const char *text)
{
    gint64 seconds;
    assert_true(utc_parse(text, strlen(text), &seconds));
    return seconds;
}

static const char *text_of(gint64 seconds)
{
    static char text[4][UTC_TEXT];
    static int next;
    next = (next + 1) % 4;
    utc_format(seconds, text[next]);
    return text[next];
}

static int day_of(const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "-", 3);
    assert_int_equal(g_strv_length(parts), 3);
    return zone_date((int)g_ascii_strtoll(parts[0], NULL, 10),
                     (int)g_ascii_strtoll(parts[1], NULL, 10),
                     (int)g_ascii_strtoll(parts[2], NULL, 10));
}

// "2026-06-02/2026-06-03 2026-06-05/2026-06-05", as spans in a zone.
static GArray *spans_of(const struct zone *zone, const char *days)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(struct deadline_span));
    g_auto(GStrv) ranges = g_strsplit(days, " ", -1);
    for (char **range = ranges; *range && **range; range++) {
        g_auto(GStrv) ends = g_strsplit(*range, "/", 2);
        struct deadline_days some = {day_of(ends[0]), day_of(ends[1])};
        deadline_span_add(spans, deadline_days_span(zone, some));
    }
    return spans;
}

static struct deadline_life life_of(const char *zone, int from, int until, const GArray *spans)
{
    struct deadline_life life = {zone_find(zone), from, until,
                                 spans ? (const struct deadline_span *)(void *)spans->data : NULL,
                                 spans ? spans->len : 0};
    assert_non_null(life.zone);
    return life;
}

// ---- the table ---------------------------------------------------------------------------------

static void test_turns(void **state)
{
    (void)state;
    guint zones = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        const struct zone *zone = zone_find(turns[i].zone);
        assert_non_null(zone);
        g_autoptr(GArray) away = spans_of(zone, turns[i].away);
        struct deadline_life life =
            life_of(turns[i].zone, turns[i].quiet_from, turns[i].quiet_until, away);
        struct deadline_turn turn = {at(turns[i].began), turns[i].pace, turns[i].bank};
        const char *end = text_of(deadline_pace_end(&turn, &life));
        const char *missed = text_of(deadline_missed(&turn, &life));
        if (strcmp(end, turns[i].pace_end) != 0 || strcmp(missed, turns[i].missed) != 0)
            fail_msg("%s quiet %d-%d away %s from %s: %s and %s, not %s and %s", turns[i].zone,
                     turns[i].quiet_from, turns[i].quiet_until, turns[i].away, turns[i].began, end,
                     missed, turns[i].pace_end, turns[i].missed);
        zones += i == 0 || strcmp(turns[i].zone, turns[i - 1].zone) != 0;
    }
    assert_true(zones >= 8 && G_N_ELEMENTS(turns) > 90);
}

// ---- zones -------------------------------------------------------------------------------------

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *known; // NULL: none
    } names[] = {
        {"Europe/Paris", "Europe/Paris"},
        {"europe/paris", "Europe/Paris"},
        {"AMERICA/NEW_YORK", "America/New_York"},
        {"America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"},
        {"America/Port-au-Prince", "America/Port-au-Prince"},
        {"Etc/GMT+5", "Etc/GMT+5"},
        {"UTC", "UTC"},
        {"utc", "UTC"},
        {"Japan", "Japan"},
        {"", NULL},
        {"Paris", NULL},
        {"Europe/Pariss", NULL},
        {"Europe", NULL},
        {"+02:00", NULL},
        {"+05", NULL},
        {"UTC+3", NULL},
        {"MSK-3", NULL},
        {"GMT-3", NULL},
        {"<+03>-3", NULL},
        {"localtime", NULL},
        {"leapseconds", NULL},
        {"right/UTC", NULL},
        {"posix/Europe/Paris", NULL},
        {"/etc/passwd", NULL},
        {"../../etc/passwd", NULL},
        {"Europe/../UTC", NULL},
        {"Europe//Paris", NULL},
        {"Europe/Paris/", NULL},
        {"/Europe/Paris", NULL},
        {"Europe/Pa ris", NULL},
        {"Europe/Paris\n", NULL},
        {"A/B/C/D", NULL},
        {"Aaaaaaaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const struct zone *zone = zone_find(names[i].name);
        if (!!zone != !!names[i].known || (zone && strcmp(zone_name(zone), names[i].known) != 0))
            fail_msg("%s is %s", names[i].name, zone ? zone_name(zone) : "unknown");
        assert_ptr_equal(zone, zone_find(names[i].name));
    }
}

static void test_days(void **state)
{
    (void)state;
    static const struct {
        const char *zone, *day, *start, *end;
    } days[] = {
        {"UTC", "2026-01-01", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"},
        {"Europe/Paris", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"}, // 23 hours
        {"Europe/Paris", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"}, // 25
        {"Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z"},
        {"Asia/Kathmandu", "2026-07-01", "2026-06-30T18:15:00Z", "2026-07-01T18:15:00Z"},
        {"Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"},
        {"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"}, // none
        {"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"},
        {"America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"}, // 1:00
        {"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"}, // 0 twice
        {"America/St_Johns", "2010-11-06", "2010-11-06T02:30:00Z", "2010-11-07T03:30:00Z"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(days); i++) {
        const struct zone *zone = zone_find(days[i].zone);
        int day = day_of(days[i].day);
        assert_non_null(zone);
        assert_string_equal(text_of(zone_day_start(zone, day)), days[i].start);
        assert_string_equal(text_of(zone_day_end(zone, day)), days[i].end);
        g_autofree char *again = zone_format_day(day);
        assert_string_equal(again, days[i].day);
    }
}

static void test_changes(void **state)
{
    (void)state;
    const struct zone *paris = zone_find("Europe/Paris");
    assert_string_equal(
        text_of(zone_change(paris, at("2026-03-28T00:00:00Z"), at("2026-03-30T00:00:00Z"))),
        "2026-03-29T01:00:00Z");
    assert_string_equal(
        text_of(zone_change(paris, at("2026-03-29T00:59:59Z"), at("2026-03-29T01:00:00Z"))),
        "2026-03-29T01:00:00Z");
    assert_int_equal(zone_change(paris, at("2026-03-29T01:00:00Z"), at("2026-03-30T00:00:00Z")), 0);
    assert_int_equal(zone_change(zone_utc(), 0, at("2026-03-30T00:00:00Z")), 0);
    assert_int_equal(zone_hour(paris, at("2026-03-29T00:59:59Z")), 1);
    assert_int_equal(zone_hour(paris, at("2026-03-29T01:00:00Z")), 3);
    assert_int_equal(zone_hour(paris, -1), 0); // 1969, in winter time
}

// ---- bank --------------------------------------------------------------------------------------

static void test_bank(void **state)
{
    (void)state;
    static const struct {
        const char *now;
        gint64 left;
    } looks[] = {
        {"2026-06-01T10:00:00Z", 10 * HOUR},     {"2026-06-03T10:00:00Z", 10 * HOUR},
        {"2026-06-03T10:00:01Z", 10 * HOUR - 1}, {"2026-06-03T21:00:00Z", 0}, // 23 local
        {"2026-06-03T12:00:00Z", 8 * HOUR},      {"2026-06-03T20:00:00Z", 0},
    };
    struct deadline_life life = life_of("Europe/Paris", 23, 8, NULL);
    struct deadline_turn turn = {at("2026-06-01T10:00:00Z"), 2 * DAY, 10 * HOUR};
    for (gsize i = 0; i < G_N_ELEMENTS(looks); i++)
        assert_int_equal(deadline_bank_left(&turn, &life, at(looks[i].now)), looks[i].left);
    // Nothing is used by night: 11 hours until 23, the rest from 8 on.
    turn.bank = 13 * HOUR;
    assert_int_equal(deadline_bank_left(&turn, &life, at("2026-06-03T21:00:00Z")), 2 * HOUR);
    assert_int_equal(deadline_bank_left(&turn, &life, at("2026-06-04T06:00:00Z")), 2 * HOUR);
    assert_int_equal(deadline_bank_left(&turn, &life, at("2026-06-04T07:00:00Z")), HOUR);
    assert_string_equal(text_of(deadline_missed(&turn, &life)), "2026-06-04T08:00:00Z");
}

// ---- reminders ---------------------------------------------------------------------------------

static void test_reminders(void **state)
{
    (void)state;
    static const struct {
        gint64 pace, bank;
        const char *half, *last; // "": none
    } reminders[] = {
        {48 * HOUR, 0, "2026-06-02T10:00:00Z", "2026-06-03T04:00:00Z"},
        {48 * HOUR, 2 * HOUR, "2026-06-02T10:00:00Z", "2026-06-03T06:00:00Z"},
        {12 * HOUR, 0, "2026-06-01T16:00:00Z", "2026-06-02T02:00:00Z"}, // moved to 10 o'clock
        {12 * HOUR - 1, 0, "2026-06-01T15:59:59Z", ""},
        {HOUR, 7 * DAY, "2026-06-01T10:30:00Z", ""},
    };
    struct deadline_life life = life_of("Europe/Paris", 23, 8, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(reminders); i++) {
        struct deadline_turn turn = {at("2026-06-01T10:00:00Z"), reminders[i].pace,
                                     reminders[i].bank};
        gint64 last = deadline_reminder(&turn, &life, 1);
        assert_string_equal(text_of(deadline_reminder(&turn, &life, 0)), reminders[i].half);
        assert_string_equal(last ? text_of(last) : "", reminders[i].last);
        assert_int_equal(deadline_reminder(&turn, &life, 2), 0);
        assert_int_equal(deadline_next(&turn, &life, 0), deadline_reminder(&turn, &life, 0));
        assert_int_equal(deadline_next(&turn, &life, 2), deadline_missed(&turn, &life));
    }
    // Half of the time that counts: a day of vacation lies before it.
    g_autoptr(GArray) away = spans_of(life.zone, "2026-06-02/2026-06-02");
    struct deadline_life at_home = life_of("Europe/Paris", 23, 8, away);
    struct deadline_turn turn = {at("2026-06-01T10:00:00Z"), 2 * DAY, 0};
    assert_string_equal(text_of(deadline_reminder(&turn, &at_home, 0)), "2026-06-03T10:00:00Z");
}

// ---- outages and the operator ------------------------------------------------------------------

static void test_put_off(void **state)
{
    (void)state;
    static const struct {
        const char *from, *until, *pace_end, *missed;
    } outages[] = {
        // within the pace, which ends on the 3rd at 10; the bank is 12 hours
        {"2026-06-02T10:00:00Z", "2026-06-02T15:00:00Z", "2026-06-03T15:00:00Z",
         "2026-06-04T12:00:00Z"},
        // to a deadline in quiet hours
        {"2026-06-02T10:00:00Z", "2026-06-02T22:00:00Z", "2026-06-04T08:00:00Z",
         "2026-06-04T20:00:00Z"},
        // in the bank's time: 4 of its hours are gone, the rest runs on from the end
        {"2026-06-03T14:00:00Z", "2026-06-03T18:00:00Z", "2026-06-03T18:00:00Z",
         "2026-06-04T11:00:00Z"},
        // likewise, and it ends by night
        {"2026-06-03T14:00:00Z", "2026-06-03T23:00:00Z", "2026-06-04T08:00:00Z",
         "2026-06-04T16:00:00Z"},
        // begun before the turn was
        {"2026-06-01T08:00:00Z", "2026-06-01T13:00:00Z", "2026-06-03T13:00:00Z",
         "2026-06-04T10:00:00Z"},
        // and over before it
        {"2026-06-01T08:00:00Z", "2026-06-01T10:00:00Z", "2026-06-03T10:00:00Z",
         "2026-06-04T07:00:00Z"},
    };
    struct deadline_life life = life_of("Europe/Paris", 23, 8, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(outages); i++) {
        struct deadline_turn turn = {at("2026-06-01T10:00:00Z"), 2 * DAY, 12 * HOUR};
        deadline_put_off(&turn, &life, at(outages[i].from), at(outages[i].until));
        assert_string_equal(text_of(deadline_pace_end(&turn, &life)), outages[i].pace_end);
        assert_string_equal(text_of(deadline_missed(&turn, &life)), outages[i].missed);
    }
    // A deadline that quiet hours had moved moves by the whole outage too.
    struct deadline_turn turn = {at("2026-06-01T05:00:00Z"), 2 * DAY, 0};
    assert_string_equal(text_of(deadline_pace_end(&turn, &life)), "2026-06-03T08:00:00Z");
    deadline_put_off(&turn, &life, at("2026-06-02T10:00:00Z"), at("2026-06-02T13:00:00Z"));
    assert_string_equal(text_of(deadline_pace_end(&turn, &life)), "2026-06-03T11:00:00Z");
}

// A stopped clock: what was left at the beginning is left at the end, whatever lies between.
static void test_stop(void **state)
{
    (void)state;
    static const struct {
        const char *away, *from, *until, *pace_end, *missed;
    } stops[] = {
        // within the pace, of which a day is left; the bank is 12 hours
        {"", "2026-06-02T10:00:00Z", "2026-06-05T12:00:00Z", "2026-06-06T12:00:00Z",
         "2026-06-07T09:00:00Z"},
        // a vacation that lay within the stop gives nothing besides
        {"2026-06-03/2026-06-04", "2026-06-02T10:00:00Z", "2026-06-05T12:00:00Z",
         "2026-06-06T12:00:00Z", "2026-06-07T09:00:00Z"},
        // in one that it ends in the clock goes on with its end
        {"2026-06-03/2026-06-07", "2026-06-02T10:00:00Z", "2026-06-05T12:00:00Z",
         "2026-06-09T08:00:00Z", "2026-06-09T20:00:00Z"},
        // in the bank's time, of which 8 hours are left; it ends by night
        {"", "2026-06-03T14:00:00Z", "2026-06-20T23:00:00Z", "2026-06-21T08:00:00Z",
         "2026-06-21T16:00:00Z"},
        // stopped before the turn began
        {"", "2026-05-20T14:00:00Z", "2026-06-05T10:00:00Z", "2026-06-07T10:00:00Z",
         "2026-06-08T07:00:00Z"},
        // and it went on before that
        {"", "2026-05-20T14:00:00Z", "2026-06-01T10:00:00Z", "2026-06-03T10:00:00Z",
         "2026-06-04T07:00:00Z"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(stops); i++) {
        g_autoptr(GArray) away = spans_of(zone_find("Europe/Paris"), stops[i].away);
        struct deadline_life life = life_of("Europe/Paris", 23, 8, away);
        struct deadline_turn turn = {at("2026-06-01T10:00:00Z"), 2 * DAY, 12 * HOUR};
        deadline_stop(&turn, &life, at(stops[i].from), at(stops[i].until));
        assert_string_equal(text_of(deadline_pace_end(&turn, &life)), stops[i].pace_end);
        assert_string_equal(text_of(deadline_missed(&turn, &life)), stops[i].missed);
    }
}

static void test_extend(void **state)
{
    (void)state;
    struct deadline_life life = life_of("Europe/Paris", 23, 8, NULL);
    struct deadline_turn turn = {at("2026-06-01T10:00:00Z"), 2 * DAY, 12 * HOUR};
    deadline_extend(&turn, &life, at("2026-06-02T10:00:00Z"), DAY);
    assert_string_equal(text_of(deadline_pace_end(&turn, &life)), "2026-06-04T10:00:00Z");
    assert_int_equal(turn.bank, 12 * HOUR);
    // Once the pace is over: from now, and what the bank lost stays lost.
    deadline_extend(&turn, &life, at("2026-06-04T12:00:00Z"), DAY);
    assert_string_equal(text_of(deadline_pace_end(&turn, &life)), "2026-06-05T12:00:00Z");
    assert_int_equal(turn.bank, 10 * HOUR);
}

// ---- vacation ----------------------------------------------------------------------------------

static char *days_text(const GArray *days)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < days->len; i++) {
        const struct deadline_days *some = &g_array_index(days, struct deadline_days, i);
        g_string_append_printf(out, "%s%d-%d", i ? " " : "", some->first, some->last);
    }
    return g_string_free(out, FALSE);
}

static void test_vacation_days(void **state)
{
    (void)state;
    static const struct {
        int first, last;
        const char *all;
    } steps[] = {
        {100, 110, "100-110"},
        {105, 107, "100-110"},
        {120, 125, "100-110 120-125"},
        {111, 112, "100-112 120-125"},
        {115, 115, "100-112 115-115 120-125"},
        {114, 119, "100-112 114-125"},
        {90, 200, "90-200"},
        {80, 88, "80-88 90-200"},
        {89, 89, "80-200"},
    };
    g_autoptr(GArray) days = g_array_new(FALSE, FALSE, sizeof(struct deadline_days));
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
        deadline_days_add(days, steps[i].first, steps[i].last);
        g_autofree char *all = days_text(days);
        assert_string_equal(all, steps[i].all);
    }
    deadline_days_add(days, 210, 220);
    deadline_days_cut(days, 215);
    g_autofree char *cut = days_text(days);
    assert_string_equal(cut, "80-200 210-214");
    deadline_days_cut(days, 150);
    g_autofree char *more = days_text(days);
    assert_string_equal(more, "80-149");
    deadline_days_cut(days, 80);
    assert_int_equal(days->len, 0);
    // Over New Year: each year has its own.
    deadline_days_add(days, zone_date(2026, 12, 24), zone_date(2027, 1, 3));
    assert_int_equal(deadline_days_in(days, 2026), 8);
    assert_int_equal(deadline_days_in(days, 2027), 3);
    assert_int_equal(deadline_days_in(days, 2028), 0);
    assert_int_equal(zone_year(zone_date(2026, 12, 31)), 2026);
}

// ---- what always holds -------------------------------------------------------------------------

static gboolean is_quiet(const struct deadline_life *life, gint64 when)
{
    int hour = zone_hour(life->zone, when);
    int from = life->quiet_from, until = life->quiet_until;
    return from < until ? from <= hour && hour < until
                        : from > until && (hour >= from || hour < until);
}

static gboolean is_away(const struct deadline_life *life, gint64 when)
{
    for (guint i = 0; i < life->n_away; i++) {
        if (life->away[i].from <= when && when < life->away[i].until)
            return TRUE;
    }
    return FALSE;
}

static const char *const places[] = {
    "Europe/Paris",   "America/New_York",   "America/St_Johns", "Australia/Lord_Howe",
    "Asia/Kathmandu", "Africa/Casablanca",  "Pacific/Apia",     "UTC",
    "America/Havana", "Pacific/Kiritimati", "Asia/Tehran",      "Pacific/Chatham"};

struct chance {
    GRand *rand;
    GArray *away;
    struct deadline_life life;
    struct deadline_turn turn;
};

static void draw(struct chance *chance)
{
    GRand *rand = chance->rand;
    const char *place = places[g_rand_int_range(rand, 0, G_N_ELEMENTS(places))];
    int from = g_rand_int_range(rand, 0, 24);
    gint64 begin = at(g_rand_boolean(rand) ? "2026-01-01T00:00:00Z" : "2011-06-01T00:00:00Z");
    g_array_set_size(chance->away, 0);
    chance->turn.began = begin + g_rand_int_range(rand, 0, 365 * DAY);
    chance->turn.pace = g_rand_int_range(rand, HOUR, 14 * DAY);
    chance->turn.bank = g_rand_boolean(rand) ? 0 : g_rand_int_range(rand, 0, DEADLINE_BANK + 1);
    const struct zone *zone = zone_find(place);
    for (int i = g_rand_int_range(rand, 0, 4); i > 0; i--) {
        int first = zone_day(zone, chance->turn.began) + g_rand_int_range(rand, -3, 20);
        struct deadline_days days = {first, first + g_rand_int_range(rand, 0, 15)};
        deadline_span_add(chance->away, deadline_days_span(zone, days));
    }
    chance->life = life_of(place, from, (from + g_rand_int_range(rand, 0, 13)) % 24, chance->away);
}

static void check_end(const struct chance *chance)
{
    const struct deadline_turn *turn = &chance->turn;
    const struct deadline_life *life = &chance->life;
    gint64 end = deadline_pace_end(turn, life);
    gint64 missed = deadline_missed(turn, life);
    assert_true(end >= turn->began + turn->pace);
    assert_false(is_quiet(life, end) || is_away(life, end));
    assert_true(missed >= end + turn->bank);
    assert_false(is_quiet(life, missed) || is_away(life, missed));
    if (turn->bank == 0)
        assert_int_equal(missed, end);
    // The bank is used up at that second and not before.
    assert_int_equal(deadline_bank_left(turn, life, missed), 0);
    assert_int_equal(deadline_bank_left(turn, life, end), turn->bank);
    struct deadline_turn more = *turn;
    more.bank++;
    assert_true(deadline_missed(&more, life) > missed);
    gint64 half = deadline_reminder(turn, life, 0);
    gint64 last = deadline_reminder(turn, life, 1);
    assert_true(turn->began <= half && half <= end);
    assert_int_equal(last, turn->pace < 12 * HOUR ? 0 : missed - 6 * HOUR);
}

// Second by second over the bank's time would take long; by steps of odd length it doesn't.
static void check_bank(const struct chance *chance)
{
    const struct deadline_turn *turn = &chance->turn;
    const struct deadline_life *life = &chance->life;
    gint64 when = deadline_pace_end(turn, life);
    gint64 missed = deadline_missed(turn, life);
    gint64 step = MAX((missed - when) / 50, 61);
    gint64 left = turn->bank;
    for (; when < missed; when += step) {
        gint64 now = deadline_bank_left(turn, life, when);
        assert_true(now >= 0 && now <= left && left - now <= step);
        left = now;
    }
    assert_int_equal(deadline_bank_left(turn, life, missed + DAY), 0);
}

static void check_outage(const struct chance *chance)
{
    struct deadline_turn turn = chance->turn;
    const struct deadline_life *life = &chance->life;
    gint64 end = deadline_pace_end(&turn, life);
    gint64 missed = deadline_missed(&turn, life);
    gint64 from = turn.began + g_rand_int_range(chance->rand, 0, (gint32)(missed - turn.began) + 1);
    gint64 gap = g_rand_int_range(chance->rand, 2 * HOUR, 10 * DAY);
    gint64 left = deadline_bank_left(&turn, life, from);
    deadline_put_off(&turn, life, from, from + gap);
    assert_true(deadline_pace_end(&turn, life) >= (end > from ? end + gap : from + gap));
    assert_int_equal(deadline_bank_left(&turn, life, from + gap), left);
    assert_true(deadline_missed(&turn, life) >= from + gap + left);
    assert_true(turn.bank >= 0);
}

// More vacation never makes anything come sooner than the time that counts allows.
static void test_always(void **state)
{
    (void)state;
    guint stopped = 0, n = 0;
    struct chance chance = {.rand = g_rand_new_with_seed(23),
                            .away = g_array_new(FALSE, FALSE, sizeof(struct deadline_span))};
    for (; n < 6000; n++) {
        draw(&chance);
        check_end(&chance);
        check_bank(&chance);
        check_outage(&chance);
        stopped += chance.away->len > 0;
    }
    assert_true(stopped > 1000 && n - stopped > 1000);
    g_array_unref(chance.away);
    g_rand_free(chance.rand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),   cmocka_unit_test(test_names),
        cmocka_unit_test(test_days),    cmocka_unit_test(test_changes),
        cmocka_unit_test(test_bank),    cmocka_unit_test(test_reminders),
        cmocka_unit_test(test_put_off), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_extend),  cmocka_unit_test(test_vacation_days),
        cmocka_unit_test(test_always),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

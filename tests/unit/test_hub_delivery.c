// SPDX-License-Identifier: MIT
// How mails reach those who want fewer of them: `mail all|turn|daily` (spec: mail.md).
#include "tests/unit/club.h"

#include "referee/send/delivery.h"
#include "referee/time/zone.h"

// Anna opens with the 1, Bruno is to move, then Clara, then Anna.
static void begin(struct club *club)
{
    club_begin(club);
    club_deal(1, 0, "1 4 4 5 5 6 6 7 7 8 8 9");
    club_deal(1, 1, "2 2 3 3 9 9 10 10 11 11 12 12");
    club_deal(1, 2, "3 4 13 13 14 14 15 15 16 16 17 17");
    club_game(club, 3, "discard=0");
    assert_string_equal(club_turn(club), BRUNO);
}

// ---- once a day --------------------------------------------------------------------------------

static void test_daily(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, ANNA, "mail daily");
    club_expect(&club, ANNA, "answer", "once a day when it is six in the evening by your clock");
    guint before = club_count(&club, ANNA);
    club_move(&club, BRUNO, "2\nsay Good morning, everybody");
    assert_int_equal(club_count(&club, ANNA), before); // both wait
    assert_string_equal(club_last(&club, CLARA)->kind, "turn");
    club_hours(&club, 9); // from 8 to 17
    assert_int_equal(club_count(&club, ANNA), before);
    club_hours(&club, 1);
    assert_int_equal(club_count(&club, ANNA), before + 1); // and come together
    club_expect(&club, ANNA, "table", "bruno laid [2], free of charge.");
    club_holds(club_last(&club, ANNA), "bruno says: “Good morning, everybody”");
    club_hours(&club, 2);
    assert_int_equal(club_count(&club, ANNA), before + 1);
    club_end(&club);
}

// What needs acting goes at once, and takes along what waits.
static void test_daily_and_to_move(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, ANNA, "mail daily");
    guint before = club_count(&club, ANNA);
    club_move(&club, BRUNO, "2 2\ntell anna Between the two of us");
    assert_int_equal(club_count(&club, ANNA), before);
    club_move(&club, CLARA, "3");
    assert_int_equal(club_count(&club, ANNA), before + 1);
    club_expect(&club, ANNA, "turn", "bruno laid [2] [2]");
    club_holds(club_last(&club, ANNA), "clara laid [3]");
    club_holds(club_last(&club, ANNA), "bruno says to you alone: “Between the two of us”");
    // Her own move is answered, although it is nobody's turn but Bruno's.
    club_move(&club, ANNA, "4");
    club_expect(&club, ANNA, "table", "You laid [4]");
    assert_int_equal(club_count(&club, ANNA), before + 2);
    // Nothing is left to be sent in the evening.
    club_hours(&club, 12);
    assert_int_equal(club_count(&club, ANNA), before + 2);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM outbound WHERE state = 'noted'"),
                        "0");
    club_end(&club);
}

// The time of a turn runs from its mail on, whatever waits besides.
static void test_daily_and_the_clock(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, ANNA, "mail daily");
    club_move(&club, BRUNO, "2");
    club_move(&club, CLARA, "3");
    assert_string_equal(club_sql(&club, "SELECT began_at IS NOT NULL FROM seat WHERE seat = 0"),
                        "1");
    club_move(&club, CLARA, "say Your turn");
    club_expect(&club, ANNA, "press", "clara says: “Your turn”"); // she is to move: not put off
    club_end(&club);
}

// ---- only what needs somebody ------------------------------------------------------------------

static void test_turn(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, ANNA, "mail turn");
    guint before = club_count(&club, ANNA);
    club_move(&club, BRUNO, "2\nsay Anybody here");
    club_hours(&club, 40);
    assert_int_equal(club_count(&club, ANNA), before);
    club_move(&club, CLARA, "3");
    assert_int_equal(club_count(&club, ANNA), before + 1);
    club_expect(&club, ANNA, "turn", "bruno says: “Anybody here”");
    club_holds(club_last(&club, ANNA), "bruno laid [2]");
    club_move(&club, ANNA, "hand");
    assert_int_equal(club_count(&club, ANNA), before + 2);
    club_end(&club);
}

// The end of a game isn't missed, and what is said after it comes in the evening.
static void test_turn_at_the_end(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    club_move(&club, ANNA, "mail turn");
    guint before = club_count(&club, ANNA);
    assert_int_equal(club_program(&club, "game cancel 1 The cat", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(club_count(&club, ANNA), before + 1);
    assert_string_equal(club_last(&club, ANNA)->kind, "cancelled");
    club_move(&club, BRUNO, "say What a pity");
    assert_int_equal(club_count(&club, ANNA), before + 1);
    club_hours(&club, 11);
    assert_int_equal(club_count(&club, ANNA), before + 2);
    club_holds(club_last(&club, ANNA), "bruno says: “What a pity”");
    club_end(&club);
}

// ---- another wish ------------------------------------------------------------------------------

static void test_back_to_all(void **state)
{
    (void)state;
    static const char *const ways[] = {"mail daily", "mail turn"};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        struct club club;
        begin(&club);
        club_move(&club, ANNA, ways[i]);
        club_move(&club, BRUNO, "2\nsay Still there");
        guint before = club_count(&club, ANNA);
        club_move(&club, ANNA, "mail all");
        assert_int_equal(club_count(&club, ANNA), before + 1);
        club_expect(&club, ANNA, "table", "All of my mails come at once");
        club_holds(club_last(&club, ANNA), "bruno says: “Still there”");
        guint after = club_count(&club, ANNA);
        club_move(&club, CLARA, "3");
        assert_int_equal(club_count(&club, ANNA), after + 1);
        assert_string_equal(club_sql(&club, "SELECT count(*) FROM outbound WHERE state = 'noted'"),
                            "0");
        club_end(&club);
    }
}

// Somebody who moves to where it is evening already.
static void test_another_zone(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_letter(&club, ANNA, "mail daily", .reply = club_last(&club, ANNA));
    club_tick(&club);
    club_move(&club, BRUNO, "2");
    guint before = club_count(&club, ANNA);
    club.now += CLUB_HOUR;
    club_says(&club, ANNA, "timezone Asia/Tokyo"); // where it is past 18 o'clock
    club_tick(&club);
    assert_int_equal(club_count(&club, ANNA), before + 1); // whether that was her
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    assert_int_equal(club_count(&club, ANNA), before + 2);
    club_expect(&club, ANNA, "table", "bruno laid [2]");
    club_end(&club);
}

// The operator's numbers don't take what is gathered for a mail that doesn't go.
static void test_the_queue(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, ANNA, "mail turn");
    club_move(&club, BRUNO, "2");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM outbound WHERE state = 'noted'"),
                        "1");
    int status = club_program(&club, "stats --json", NULL, 0, NULL);
    if (status != 0)
        fail_msg("%d: %s", status, club_err->str);
    json_auto_t *stats = json_loads(club_out->str, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(stats, "unsent")), 0);
    club_end(&club);
}

// ---- six in the evening ------------------------------------------------------------------------

static gint64 utc(const char *text)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(text, NULL);
    assert_non_null(date);
    return g_date_time_to_unix(date);
}

static void test_evening(void **state)
{
    (void)state;
    static const struct {
        const char *zone, *since, *at;
    } rows[] = {
        {"UTC", "2026-11-30T08:00:00Z", "2026-11-30T18:00:00Z"},
        {"UTC", "2026-11-30T18:00:00Z", "2026-11-30T18:00:00Z"},
        {"UTC", "2026-11-30T18:00:01Z", "2026-12-01T18:00:00Z"},
        {"Europe/Paris", "2026-03-28T16:59:00Z", "2026-03-28T17:00:00Z"},
        {"Europe/Paris", "2026-03-28T17:01:00Z", "2026-03-29T16:00:00Z"}, // summer time
        {"Europe/Paris", "2026-10-24T16:01:00Z", "2026-10-25T17:00:00Z"}, // winter time
        {"America/New_York", "2026-03-07T23:30:00Z", "2026-03-08T22:00:00Z"},
        {"Asia/Tokyo", "2026-11-30T09:30:00Z", "2026-12-01T09:00:00Z"},
        {"Asia/Kathmandu", "2026-11-30T00:00:00Z", "2026-11-30T12:15:00Z"},
        {"Pacific/Apia", "2011-12-30T05:00:00Z", "2011-12-31T04:00:00Z"}, // no 30th there
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct zone *zone = zone_find(rows[i].zone);
        assert_non_null(zone);
        gint64 at = delivery_daily(zone, utc(rows[i].since));
        if (at != utc(rows[i].at))
            fail_msg("%s, %s: off by %" G_GINT64_FORMAT, rows[i].zone, rows[i].since,
                     at - utc(rows[i].at));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_daily),
        cmocka_unit_test(test_daily_and_to_move),
        cmocka_unit_test(test_daily_and_the_clock),
        cmocka_unit_test(test_turn),
        cmocka_unit_test(test_turn_at_the_end),
        cmocka_unit_test(test_back_to_all),
        cmocka_unit_test(test_another_zone),
        cmocka_unit_test(test_the_queue),
        cmocka_unit_test(test_evening),
    };
    return cmocka_run_group_tests_name("hub: delivery", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Time as players live it: zones, quiet hours, vacation, the bank, reminders, missed turns, robots
// that take over and give back, outages.
#include "tests/unit/club.h"

static struct club club;

static int set_up(void **state)
{
    (void)state;
    club_begin(&club);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    club_end(&club);
    return 0;
}

static gint64 number(const char *query)
{
    return g_ascii_strtoll(club_sql(&club, "%s", query), NULL, 10);
}

static const char *deadline(const char *who)
{
    return club_text(club_last(&club, who), "deadline");
}

static const json_t *seat_of(const char *reader, gsize seat)
{
    return json_array_get(club_value(club_last(&club, reader), "seats"), seat);
}

// Anna and Bruno have put their cards aside; the name of whoever moves. 2026-11-30T08:00:00Z.
static const char *begin(const char *options)
{
    club_game(&club, 2, options);
    club_discard(&club);
    return club_turn(&club);
}

static const char *other(const char *who)
{
    return strcmp(who, ANNA) == 0 ? BRUNO : ANNA;
}

static const char *nick(const char *who)
{
    return strcmp(who, ANNA) == 0 ? "anna" : "bruno";
}

// ---- what mails say ----------------------------------------------------------------------------

static void test_deadlines_in_ones_own_zone(void **state)
{
    (void)state;
    club_game(&club, 2, "pace=48h");
    club_answers(&club, ANNA, "timezone europe/paris");
    club_answers(&club, BRUNO, "timezone America/New_York");
    club_tick(&club);
    club_holds(club_last(&club, ANNA), "Your time zone is Europe/Paris from now on");
    club_discard(&club);
    while (strcmp(club_turn(&club), ANNA) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_string_equal(deadline(ANNA), "2026-12-02T08:00:00Z");
    club_holds(club_last(&club, ANNA),
               "until Wednesday 2 December 2026, 09:00 (Europe/Paris), which is Wednesday "
               "2 December 2026, 08:00 in UTC: 48 hours from the moment of this mail");
    // For Bruno 8 o'clock in UTC is 3 in the morning: his deadline is 10 o'clock there.
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_string_equal(deadline(BRUNO), "2026-12-02T15:00:00Z");
    assert_string_equal(deadline(ANNA), "2026-12-02T15:00:00Z");
    club_holds(club_last(&club, BRUNO), "10:00 (America/New_York)");
    club_holds(club_last(&club, ANNA), "16:00 (Europe/Paris)");
    club_holds(club_last(&club, ANNA), "7 days in the bank");
    club_answers(&club, ANNA, "timezone Europe/Atlantis");
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "I know no time zone called");
}

static void test_quiet_hours_count_from_the_next_turn(void **state)
{
    (void)state;
    const char *who = begin("pace=12h"); // ends at 20 o'clock
    assert_string_equal(deadline(who), "2026-11-30T20:00:00Z");
    club_answers(&club, who, "quiet 18-6");
    club_tick(&club);
    club_holds(club_last(&club, who), "From 18 to 6 o'clock (UTC) no deadline of yours falls");
    assert_string_equal(deadline(who), "2026-11-30T20:00:00Z");
    club_move(&club, who, "pass");
    club_move(&club, other(who), "pass");
    assert_string_equal(deadline(who), "2026-12-01T08:00:00Z");
    club_answers(&club, who, "quiet off");
    club_tick(&club);
    club_holds(club_last(&club, who), "You have no quiet hours any more");
}

// ---- reminders and missed turns ----------------------------------------------------------------

static void test_reminders_bank_and_missed_turns(void **state)
{
    (void)state;
    const char *who = begin("pace=48h");
    club_sql_do(&club, "UPDATE seat SET bank = 10 * 3600");
    club_hours(&club, 23);
    guint mails = club_count(&club, who);
    club_hours(&club, 1); // half time
    assert_int_equal(club_count(&club, who), mails + 1);
    club_expect(&club, who, "reminder", "It is still for you to act in this game.");
    // The pace ends on the 2nd at 8, the bank lasts until 18: the last call is at 12.
    club_hours(&club, 27);
    assert_int_equal(club_count(&club, who), mails + 1);
    club_hours(&club, 1);
    assert_int_equal(club_count(&club, who), mails + 2);
    const struct club_mail *last =
        club_expect(&club, who, "reminder", "If nothing comes from you in 6 hours");
    club_holds(last, "6 hours in the bank");
    club_holds(last, "Now the bank is being used");
    club_hours(&club, 5);
    assert_string_equal(club_turn(&club), who);
    club_hours(&club, 1);
    club_expect(&club, who, "missed", "The time for your turn was up");
    club_holds(club_last(&club, other(who)), "missed a turn, so the referee moved.");
    assert_string_equal(club_turn(&club), other(who));
    assert_int_equal(number("SELECT count(*) FROM seat WHERE bank = 0"), 1);
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'move % clock'"), 1);
}

// Whoever moves in the bank's time keeps what is left of it, and nights don't count.
static void test_the_bank_is_for_waking_hours(void **state)
{
    (void)state;
    const char *who = begin("pace=12h"); // ends at 20 o'clock; 3 hours until the night
    club_hours(&club, 24 + 2);           // 10 o'clock: two hours more
    club_move(&club, who, "pass");
    assert_int_equal(number("SELECT min(bank) FROM seat"), 7 * CLUB_DAY - 5 * CLUB_HOUR);
    assert_int_equal(
        json_integer_value(json_object_get(seat_of(ANNA, strcmp(who, ANNA) == 0 ? 0 : 1), "bank")),
        7 * CLUB_DAY - 5 * CLUB_HOUR);
    club_holds(club_last(&club, other(who)), "6 days and 19 hours in the bank");
}

static void test_one_reminder_where_pace_is_short(void **state)
{
    (void)state;
    const char *who = begin("pace=4h");
    club_sql_do(&club, "UPDATE seat SET bank = 0");
    guint mails = club_count(&club, who);
    club_hours(&club, 3);
    assert_int_equal(club_count(&club, who), mails + 1);
    club_hours(&club, 1);
    club_expect(&club, who, "missed", "The time for your turn was up");
}

static void test_nobody_is_late_without_a_reminder(void **state)
{
    (void)state;
    const char *who = begin("pace=1h");
    club_sql_do(&club, "UPDATE seat SET bank = 0");
    club_hours(&club, 1); // half time and the end lie before this run
    assert_string_equal(club_turn(&club), who);
    club_expect(&club, who, "reminder", "the referee is about to move for you");
    club_hours(&club, 1);
    club_expect(&club, who, "missed", "The time for your turn was up");
}

static void test_a_robot_sits_in_and_gives_back(void **state)
{
    (void)state;
    const char *who = begin("pace=6h");
    club_sql_do(&club, "UPDATE seat SET bank = 0");
    club_sql_do(&club, "UPDATE player SET quiet_from = 0, quiet_to = 0");
    club_hours(&club, 6);
    club_move(&club, other(who), "pass");
    club_hours(&club, 6);
    club_expect(&club, who, "missed", "You missed two turns in a row");
    assert_int_equal(number("SELECT count(*) FROM seat WHERE robot = 1"), 1);
    club_answers(&club, who, "back");
    club_tick(&club);
    club_holds(club_last(&club, who), "You play your own seat again");
    assert_int_equal(number("SELECT count(*) FROM seat WHERE robot = 1"), 0);
}

// Each has the time of its own discard.
static void test_missed_discards(void **state)
{
    (void)state;
    club_game(&club, 2, "pace=12h");
    club_sql_do(&club, "UPDATE seat SET bank = 0");
    club_answers(&club, ANNA, "vacation 2026-11-30");
    club_tick(&club);
    assert_string_equal(deadline(BRUNO), "2026-11-30T20:00:00Z");
    club_hours(&club, 12);
    club_expect(&club, BRUNO, "missed", "The time for your turn was up");
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'discard bruno %'"), 1);
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'discard anna %'"), 0);
    club_hours(&club, 15);
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'discard anna %'"), 0);
    club_hours(&club, 1); // her twelve hours began at midnight
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'discard anna %'"), 1);
}

// ---- vacation ----------------------------------------------------------------------------------

static void test_vacation_while_on_turn(void **state)
{
    (void)state;
    const char *who = begin("pace=48h");
    club_answers(&club, who, "vacation 2026-12-01 2026-12-10");
    club_tick(&club);
    const struct club_mail *own = club_last(&club, who);
    club_holds(own, "You are on vacation from Tuesday 1 December 2026 to Thursday 10 December "
                    "2026, both included.");
    club_holds(own, "You have 20 days of vacation left in 2026");
    assert_string_equal(deadline(who), "2026-12-12T08:00:00Z");
    const struct club_mail *theirs = club_last(&club, other(who));
    club_holds(theirs, "is on vacation from Tuesday 1 December 2026");
    assert_string_equal(deadline(other(who)), "2026-12-12T08:00:00Z");
    // Others see it; the clock stands; a move is as good as ever.
    club_hours(&club, 5 * 24);
    club_answers(&club, other(who), "status");
    club_tick(&club);
    club_holds(club_last(&club, other(who)), "on vacation until Thursday 10 December 2026");
    gsize seat = strcmp(who, ANNA) == 0 ? 0 : 1;
    assert_string_equal(json_string_value(json_object_get(seat_of(other(who), seat), "away")),
                        "2026-12-10");
    assert_int_equal(json_integer_value(json_object_get(seat_of(other(who), seat), "vacation")),
                     20);
    assert_string_equal(club_turn(&club), who);
    club_move(&club, who, "pass");
    assert_string_equal(club_turn(&club), other(who));
    assert_int_equal(number("SELECT min(bank) FROM seat"), 7 * CLUB_DAY);
}

static void expect_refused(const char *words, const char *why)
{
    g_autofree char *before = club_dump(&club);
    club_answers(&club, ANNA, words);
    club_tick(&club);
    club_expect(&club, ANNA, "refused", why);
    g_autofree char *after = club_dump(&club);
    assert_string_equal(after, before);
}

static void test_vacation_has_an_end(void **state)
{
    (void)state;
    begin("pace=48h");
    expect_refused("vacation 2026-12-01 2026-12-31", "30 days of vacation are left to you in 2026");
    expect_refused("vacation 2026-11-20 2026-11-29", "These days are over");
    expect_refused("vacation 2028-01-01", "until the end of next year");
    club_move(&club, ANNA, "vacation 2026-12-20 2027-01-10"); // 12 days, and 10 of next year
    club_holds(club_last(&club, ANNA), "You have 20 days of vacation left in 2027");
    expect_refused("vacation 2026-12-24", "You are on vacation on all of these days already");
    club_move(&club, ANNA, "vacation 2026-12-18 2026-12-21"); // two days more
    club_holds(club_last(&club, ANNA), "You have 16 days of vacation left in 2026");
    expect_refused("vacation 2026-12-01 2026-12-17", "16 days of vacation are left to you");
    // Days that were not over yet when it was said.
    club_move(&club, ANNA, "vacation 2026-11-29 2026-11-30");
    club_holds(club_last(&club, ANNA), "from Monday 30 November 2026 to Monday 30 November 2026");
}

// Days as people write them, said on Monday 30 November 2026.
static void test_days_without_a_year(void **state)
{
    static const struct {
        const char *words, *says;
    } rows[] = {
        {"vacation today", "from Monday 30 November 2026 to Monday 30 November 2026"},
        {"vacation tomorrow", "from Tuesday 1 December 2026 to Tuesday 1 December 2026"},
        {"vacation until friday", "from Monday 30 November 2026 to Friday 4 December 2026"},
        {"vacation monday to wednesday", "from Monday 30 November 2026 to Wednesday 2 December"},
        {"vacation sunday to monday", "from Sunday 6 December 2026 to Monday 7 December 2026"},
        {"vacation 24.12.", "from Thursday 24 December 2026 to Thursday 24 December 2026"},
        {"vacation Dec 24 - Jan 3", "from Thursday 24 December 2026 to Sunday 3 January 2027"},
        {"vacation 29 Nov to 2 Dec", "from Monday 30 November 2026 to Wednesday 2 December 2026"},
        {"vacation 29.11.", "from Monday 29 November 2027 to Monday 29 November 2027"},
        {"vacation until 2026-12-02", "from Monday 30 November 2026 to Wednesday 2 December 2026"},
        {"vacation Dec 3 to Sunday", "from Thursday 3 December 2026 to Sunday 6 December 2026"},
    };
    (void)state;
    begin("pace=48h");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        club_move(&club, ANNA, rows[i].words);
        club_holds(club_last(&club, ANNA), rows[i].says);
        club_sql_do(&club, "DELETE FROM vacation_days");
    }
    expect_refused("vacation friday to tomorrow", "The second date is before the first");
    expect_refused("vacation 24.12. to tomorrow", "The second date is before the first");
    expect_refused("vacation 29.2.", "until the end of next year");
    expect_refused("vacation 9998-12-31 to friday", "until the end of next year");
}

static void test_back_from_vacation(void **state)
{
    (void)state;
    const char *who = begin("pace=48h");
    club_answers(&club, who, "vacation 2026-12-01 2026-12-10");
    club_tick(&club);
    club_hours(&club, 3 * 24);
    club_answers(&club, who, "back");
    club_tick(&club);
    club_holds(club_last(&club, who), "your vacation ends with this day");
    assert_string_equal(deadline(who), "2026-12-05T08:00:00Z"); // the 1st, 2nd and 3rd are gone
    club_holds(club_last(&club, other(who)), "is home from vacation");
    assert_int_equal(number("SELECT last - first + 1 FROM vacation_days"), 3);
    // What is only planned can be called off.
    club_answers(&club, who, "vacation 2026-12-24 2026-12-26");
    club_tick(&club);
    club.now += CLUB_DAY;
    club_answers(&club, who, "back");
    club_tick(&club);
    club_holds(club_last(&club, who), "Your vacation is called off.");
    assert_int_equal(number("SELECT sum(last - first + 1) FROM vacation_days"), 3);
    club_answers(&club, who, "back");
    club_tick(&club);
    club_expect(&club, who, "refused", "You have never been away from this table.");
}

// A day is taken where it was taken, also when its player is a day behind afterwards.
static void test_days_over_the_date_line(void **state)
{
    (void)state;
    const char *who = begin("pace=48h");
    club_hours(&club, 2); // midnight in Kiritimati, and 23 o'clock of the day before in Pago Pago
    club_move(&club, who, "timezone Pacific/Kiritimati\nvacation 2026-12-01 2026-12-03");
    assert_int_equal(number("SELECT sum(last - first + 1) FROM vacation_days"), 3);
    club_hours(&club, 22);
    club_move(&club, who, "timezone Pacific/Pago_Pago\nback");
    club_holds(club_last(&club, who), "your vacation ends with this day");
    assert_int_equal(number("SELECT sum(last - first + 1) FROM vacation_days"), 1);
    // Not in the hour when it is over there, and two days before here.
    club_hours(&club, 2);
    club_move(&club, who, "back");
    assert_int_equal(number("SELECT sum(last - first + 1) FROM vacation_days"), 1);
    // What comes later can be called off as ever.
    club_hours(&club, 48);
    club_move(&club, who, "vacation 2026-12-20 2026-12-22");
    assert_int_equal(number("SELECT sum(last - first + 1) FROM vacation_days"), 4);
    club_move(&club, who, "back");
    assert_int_equal(number("SELECT sum(last - first + 1) FROM vacation_days"), 1);
}

// A game in which everybody is away simply waits.
static void test_everybody_is_away(void **state)
{
    (void)state;
    club_game(&club, 2, "pace=24h");
    club_answers(&club, ANNA, "vacation 2026-11-30 2026-12-20");
    club_answers(&club, BRUNO, "vacation 2026-11-30 2026-12-20");
    club_tick(&club);
    gint64 lines = number("SELECT count(*) FROM log");
    for (int day = 0; day < 40; day++)
        club_hours(&club, 12);
    assert_int_equal(number("SELECT count(*) FROM log"), lines);
    assert_int_equal(number("SELECT min(bank) FROM seat"), 7 * CLUB_DAY);
    club_discard(&club);
    assert_non_null(club_turn(&club));
}

// ---- outages -----------------------------------------------------------------------------------

static void test_an_outage_costs_nobody_time(void **state)
{
    (void)state;
    const char *who = begin("pace=12h");
    club_hours(&club, 13); // one hour of the bank is gone
    club.now += 20 * CLUB_HOUR;
    // A move that came in meanwhile is read first, and pays for that hour alone.
    club_answers(&club, who, "pass");
    club_tick(&club);
    assert_int_equal(number("SELECT min(bank) FROM seat"), 7 * CLUB_DAY - CLUB_HOUR);
    // And a turn that runs on loses nothing either.
    const char *now = club_turn(&club);
    assert_string_equal(deadline(now), "2026-12-02T10:00:00Z"); // 5 o'clock, but for the night
    club_hours(&club, 1);
    club.now += 30 * CLUB_HOUR;
    club_answers(&club, now, "status");
    club_tick(&club);
    assert_string_equal(deadline(now), "2026-12-03T16:00:00Z"); // later by the time between runs
    assert_int_equal(number("SELECT min(bank) FROM seat"), 7 * CLUB_DAY - CLUB_HOUR);
}

// ---- the operator ------------------------------------------------------------------------------

static void test_the_operator_gives_time(void **state)
{
    (void)state;
    const char *who = begin("pace=48h");
    assert_int_equal(club_program(&club, "game extend 1 1d", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_string_equal(deadline(who), "2026-12-03T08:00:00Z");
    club_holds(club_last(&club, ANNA), "has given this turn more time: 24 hours more.");
    club_holds(club_last(&club, BRUNO), "has given this turn more time");
    g_autofree char *line = g_strdup_printf("player vacation %s 2026-12-01 2026-12-02", nick(who));
    assert_int_equal(club_program(&club, line, NULL, 0, NULL), 0);
    club_tick(&club);
    club_holds(club_last(&club, who), "has put you down as on vacation");
    club_holds(club_last(&club, other(who)), "is on vacation from Tuesday 1 December 2026");
    assert_string_equal(deadline(other(who)), "2026-12-05T08:00:00Z");
    g_autofree char *off = g_strdup_printf("player vacation %s off", nick(who));
    assert_int_equal(club_program(&club, off, NULL, 0, NULL), 0);
    club_tick(&club);
    assert_string_equal(deadline(other(who)), "2026-12-03T08:00:00Z");
    assert_int_equal(club_program(&club, off, NULL, 0, NULL), 1);
    // All of it stands in the operators' log.
    assert_int_equal(club_program(&club, "game show 1", NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, "operator 2026-11-30T08:00:00Z  game 1: 1d more"));
    g_autofree char *show = g_strdup_printf("player show %s", nick(who));
    assert_int_equal(club_program(&club, show, NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, ": on vacation from 2026-12-01 to 2026-12-02"));
    assert_non_null(strstr(club_out->str, ": no vacation any more"));
    assert_int_equal(club_program(&club, "player vacation anna 2026-02-30", NULL, 0, NULL), 2);
    assert_int_equal(club_program(&club, "game extend 7 1d", NULL, 0, NULL), 1);
}

#define TIME_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

// Whoever accepts a clock that jumped tells the tables so.
static void test_the_operator_accepts_the_clock(void **state)
{
    (void)state;
    const char *who = begin("pace=48h");
    club.now += 11 * CLUB_DAY;
    guint mails = club.mails->len;
    club_tick(&club);
    assert_int_equal(club.mails->len, mails);
    assert_int_equal(club_program(&club, "clock accept", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(club.mails->len, mails + 2);
    club_expect(&club, who, "reminder", "could not trust its own clock, and timed nobody out.");
    club_expect(&club, other(who), "table", "could not trust its own clock");
    assert_string_equal(deadline(who), "2026-12-13T08:00:00Z");
    assert_int_equal(club_program(&club, "clock", NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, "operator 2026-12-11T08:00:00Z  accepted: it is"));
    club_hours(&club, 1);
    assert_int_equal(club.mails->len, mails + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TIME_TEST(test_deadlines_in_ones_own_zone),
        TIME_TEST(test_quiet_hours_count_from_the_next_turn),
        TIME_TEST(test_reminders_bank_and_missed_turns),
        TIME_TEST(test_the_bank_is_for_waking_hours),
        TIME_TEST(test_one_reminder_where_pace_is_short),
        TIME_TEST(test_nobody_is_late_without_a_reminder),
        TIME_TEST(test_a_robot_sits_in_and_gives_back),
        TIME_TEST(test_missed_discards),
        TIME_TEST(test_vacation_while_on_turn),
        TIME_TEST(test_vacation_has_an_end),
        TIME_TEST(test_days_without_a_year),
        TIME_TEST(test_back_from_vacation),
        TIME_TEST(test_days_over_the_date_line),
        TIME_TEST(test_everybody_is_away),
        TIME_TEST(test_an_outage_costs_nobody_time),
        TIME_TEST(test_the_operator_gives_time),
        TIME_TEST(test_the_operator_accepts_the_clock),
    };
    return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}

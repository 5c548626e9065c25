// SPDX-License-Identifier: MIT
// The clock of a game in which somebody can't be reached by mail: when it stands, for how long,
// what is left then, and what it costs.
#include "tests/unit/returns.h"

static gint64 due_at(void)
{
    return g_ascii_strtoll(club_sql(&club, "SELECT due_at FROM game"), NULL, 10);
}

static gint64 turn_at(void)
{
    return g_ascii_strtoll(club_sql(&club, "SELECT turn_at FROM game"), NULL, 10);
}

// The end of the pace of the one turn that runs. Nobody here sleeps.
static gint64 ends_at(void)
{
    return g_ascii_strtoll(
        club_sql(&club, "SELECT sum(began_at + pace) FROM seat WHERE began_at IS NOT NULL"), NULL,
        10);
}

static void begin_awake(void)
{
    returns_game();
    club_sql_do(&club, "UPDATE player SET quiet_from = 0, quiet_to = 0");
    club_sql_do(&club, "UPDATE seat SET quiet_from = 0, quiet_to = 0, bank = 0");
}

// ---- the clock ---------------------------------------------------------------------------------

static void test_the_clock_stands_in_his_turn(void **state)
{
    (void)state;
    returns_game();
    returns_come_to(BRUNO);
    gint64 before = turn_at();
    assert_true(before > 0 && ends_at() == before + 7 * CLUB_DAY);
    returns_all();
    gint64 lost = club.now;
    gint64 left = before + 7 * CLUB_DAY - lost;
    assert_int_equal(due_at(), lost + 7 * CLUB_DAY);
    // He is heard from three days later, when his turn would have been half over.
    returns_wait(3 * 24);
    guint mails = club_count(&club, BRUNO);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_false(returns_suspended());
    assert_int_equal(ends_at(), club.now + left);
    assert_int_equal(turn_at(), before);
    assert_int_equal(returns_number("SELECT held FROM game"), 3 * CLUB_DAY);
    assert_int_equal(
        returns_number("SELECT sum(seconds) FROM vacation WHERE player = 2 AND year = 2026"),
        3 * CLUB_DAY);
    assert_int_equal(returns_counted(), 0);
    // One mail tells him all that he missed.
    assert_int_equal(club_count(&club, BRUNO), mails + 1);
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_holds(mail, "My mails to you came back as undeliverable");
    assert_string_equal(club_text(mail, "to_move"), "bruno");
    club_holds(club_last(&club, ANNA), "bruno can be reached by mail again.");
    club_move(&club, BRUNO, "pass");
    assert_string_not_equal(club_turn(&club), BRUNO);
}

static void test_the_clock_stands_when_his_turn_comes(void **state)
{
    (void)state;
    returns_game();
    returns_come_to(CLARA);
    returns_all();
    assert_true(ends_at() == turn_at() + 7 * CLUB_DAY); // Clara has all of her time
    assert_int_equal(returns_number("SELECT held_at FROM game"), 0);
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(turn_at(), 0);
    assert_int_equal(due_at(), club.now + 7 * CLUB_DAY);
    gint64 from = club.now;
    returns_wait(10);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(turn_at(), from + 10 * CLUB_HOUR);
    assert_int_equal(ends_at(), turn_at() + 7 * CLUB_DAY);
    assert_int_equal(returns_number("SELECT held FROM game"), 10 * CLUB_HOUR);
    club_move(&club, BRUNO, "pass");
    assert_string_not_equal(club_turn(&club), BRUNO);
}

static void test_seven_days_and_no_more(void **state)
{
    (void)state;
    begin_awake();
    returns_come_to(BRUNO);
    returns_all();
    returns_wait(7 * 24 - 1);
    assert_string_equal(club_turn(&club), BRUNO);
    returns_wait(1);
    club_holds(club_last(&club, ANNA), "it stood still for bruno as long as it may");
    assert_int_equal(returns_number("SELECT held FROM game"), 7 * CLUB_DAY);
    assert_int_equal(returns_number("SELECT sum(seconds) FROM vacation WHERE player = 2"),
                     7 * CLUB_DAY);
    assert_int_equal(returns_number("SELECT held_at FROM game"), 0);
    // What was left of his turn runs off, and the others go on.
    assert_int_equal(ends_at() - club.now, 6 * CLUB_DAY);
    returns_wait(6 * 24);
    club_holds(club_last(&club, ANNA), "bruno missed a turn");
    // In this game nothing waits for him any more than for others, and in the end a robot sits in.
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(returns_number("SELECT held_at FROM game"), 0);
    assert_int_equal(ends_at(), club.now + 7 * CLUB_DAY);
    returns_wait(7 * 24);
    assert_int_equal(returns_number("SELECT robot FROM seat WHERE player = 2"), 1);
    assert_true(returns_suspended());
}

// In all: what was used up is not given twice.
static void test_seven_days_in_all(void **state)
{
    (void)state;
    returns_game();
    returns_come_to(BRUNO);
    returns_all();
    returns_wait(5 * 24);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    returns_all();
    assert_int_equal(due_at(), club.now + 2 * CLUB_DAY);
    returns_wait(2 * 24);
    assert_int_equal(returns_number("SELECT held FROM game"), 7 * CLUB_DAY);
    assert_int_equal(returns_number("SELECT held_at FROM game"), 0);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    returns_all();
    club_holds(club_last(&club, ANNA), "bruno can't be reached by mail at present.");
    club_lacks(club_last(&club, ANNA), "its clock stands still");
    assert_int_equal(returns_number("SELECT held_at FROM game"), 0);
}

static void test_while_cards_are_put_aside(void **state)
{
    (void)state;
    club_game(&club, 3, "pace=7d");
    gint64 before = due_at();
    returns_all();
    assert_int_equal(due_at(), club.now + 7 * CLUB_DAY);
    gint64 lost = club.now;
    // The others put aside what they want meanwhile.
    static const char *const others[] = {ANNA, CLARA};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_auto(GStrv) cards = g_strsplit(club_hand(&club, others[i]), " ", -1);
        guint n = g_strv_length(cards);
        g_autofree char *words =
            g_strdup_printf("discard %s %s %s", cards[n - 3], cards[n - 2], cards[n - 1]);
        club_move(&club, others[i], words);
    }
    assert_int_equal(due_at(), lost + 7 * CLUB_DAY);
    returns_wait(2);
    g_auto(GStrv) cards = g_strsplit(club_hand(&club, BRUNO), " ", -1);
    guint n = g_strv_length(cards);
    g_autofree char *words =
        g_strdup_printf("discard %s %s %s", cards[n - 3], cards[n - 2], cards[n - 1]);
    club_letter(&club, BRUNO, words, .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_false(returns_suspended());
    assert_int_equal(returns_number("SELECT held FROM game"), 2 * CLUB_HOUR);
    assert_int_equal(turn_at(), club.now); // play has begun
    assert_true(before > 0);
}

// A game that ends while its clock stands is over like any other.
static void test_a_game_that_ends(void **state)
{
    (void)state;
    returns_game();
    returns_come_to(BRUNO);
    returns_all();
    returns_wait(5);
    assert_int_equal(club_program(&club, "game cancel 1 nobody-there", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(
        returns_number("SELECT count(*) FROM game WHERE state = 'cancelled' AND held_at IS"
                       " NULL AND due_at IS NULL"),
        1);
    assert_int_equal(returns_number("SELECT sum(seconds) FROM vacation"), 5 * CLUB_HOUR);
}

// An outage of the referee is not the player's vacation.
static void test_an_outage(void **state)
{
    (void)state;
    returns_game();
    returns_come_to(BRUNO);
    returns_all();
    gint64 due = due_at();
    returns_wait(1);
    club.now += 2 * CLUB_DAY;
    club_tick(&club);
    assert_int_equal(due_at(), due + 2 * CLUB_DAY);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(returns_number("SELECT held FROM game"), CLUB_HOUR);
}

// The year of vacation is that of the player's own calendar: in Auckland 2027 begins at 11 o'clock
// UTC.
static void test_a_stop_over_new_year(void **state)
{
    (void)state;
    const gint64 then = G_GINT64_CONSTANT(1798801200); // 2027-01-01T11:00:00Z
    returns_game();
    returns_come_to(BRUNO);
    returns_all();
    g_autofree char *later = g_strdup_printf(
        "UPDATE game SET held_at = %" G_GINT64_FORMAT ", due_at = %" G_GINT64_FORMAT
        ";UPDATE setting SET value = %" G_GINT64_FORMAT " WHERE name = 'last_tick_at'"
        ";UPDATE player SET timezone = 'Pacific/Auckland' WHERE id = 2",
        then - 2 * CLUB_DAY, then + 5 * CLUB_DAY, then - CLUB_HOUR);
    club_sql_do(&club, later);
    club.now = then;
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_false(returns_suspended());
    assert_int_equal(returns_number("SELECT seconds FROM vacation WHERE year = 2026"), CLUB_DAY);
    assert_int_equal(returns_number("SELECT seconds FROM vacation WHERE year = 2027"), CLUB_DAY);
}

// ---- pauses ------------------------------------------------------------------------------------

// As when all have agreed.
static void pause_now(void)
{
    g_autofree char *pause = g_strdup_printf("UPDATE game SET paused_at = %" G_GINT64_FORMAT
                                             ", due_at = %" G_GINT64_FORMAT,
                                             club.now, club.now + 30 * CLUB_DAY);
    club_sql_do(&club, pause);
}

// Nobody is reminded or late, moves are as good as ever, and what was left is left.
static void test_a_pause(void **state)
{
    (void)state;
    begin_awake();
    returns_wait(24);
    gint64 left = ends_at() - club.now;
    assert_int_equal(left, 6 * CLUB_DAY);
    pause_now();
    gint64 from = club.now;
    guint mails = club_count(&club, ANNA);
    returns_wait(10 * 24);
    assert_int_equal(club_count(&club, ANNA), mails);
    club_answers(&club, ANNA, "status");
    club_tick(&club);
    assert_true(json_is_null(club_value(club_last(&club, ANNA), "deadline")));
    // An outage makes it longer; it costs no vacation and no bank.
    club.now += 2 * CLUB_DAY;
    club_tick(&club);
    returns_wait(20 * 24 - 1);
    assert_true(returns_number("SELECT paused_at FROM game") > 0);
    assert_int_equal(due_at(), from + 32 * CLUB_DAY);
    returns_wait(1);
    club_expect(&club, ANNA, "table", "The pause is over: it was as long as one may be");
    assert_int_equal(returns_number("SELECT paused_at FROM game"), 0);
    assert_int_equal(ends_at(), club.now + left);
    assert_int_equal(returns_number("SELECT count(*) FROM vacation"), 0);
}

static void test_moves_in_a_pause(void **state)
{
    (void)state;
    begin_awake();
    club_sql_do(&club, "UPDATE seat SET bank = 86400");
    returns_wait(7 * 24 + 5); // the bank has begun to run
    pause_now();
    returns_wait(9 * 24);
    club_move(&club, club_turn(&club), "pass");
    assert_int_equal(returns_number("SELECT min(bank) FROM seat"), CLUB_DAY - 5 * CLUB_HOUR);
    assert_int_equal(turn_at(), 0); // whoever is next isn't timed
    assert_true(returns_number("SELECT paused_at FROM game") > 0);
    returns_wait(21 * 24);
    assert_int_equal(returns_number("SELECT paused_at FROM game"), 0);
    assert_int_equal(turn_at(), club.now);
    assert_int_equal(ends_at(), club.now + 7 * CLUB_DAY);
}

// Who is lost during a pause is waited for when it is over.
static void test_unreached_in_a_pause(void **state)
{
    (void)state;
    begin_awake();
    returns_come_to(BRUNO);
    pause_now();
    returns_all();
    assert_true(returns_suspended());
    assert_int_equal(returns_number("SELECT held_at FROM game"), 0);
    returns_wait(30 * 24);
    assert_int_equal(returns_number("SELECT paused_at FROM game"), 0);
    assert_int_equal(returns_number("SELECT held_for FROM game"), 2);
    assert_int_equal(due_at(), returns_number("SELECT held_at FROM game") + 7 * CLUB_DAY);
}

static void test_a_game_that_ends_in_a_pause(void **state)
{
    (void)state;
    begin_awake();
    pause_now();
    assert_int_equal(club_program(&club, "game cancel 1 enough", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(
        returns_number("SELECT count(*) FROM game WHERE state = 'cancelled' AND paused_at IS NULL"
                       " AND due_at IS NULL"),
        1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RETURNS_CHECKED(test_the_clock_stands_in_his_turn),
        RETURNS_TEST(test_the_clock_stands_when_his_turn_comes),
        RETURNS_CHECKED(test_seven_days_and_no_more),
        RETURNS_TEST(test_seven_days_in_all),
        RETURNS_TEST(test_while_cards_are_put_aside),
        RETURNS_TEST(test_a_game_that_ends),
        RETURNS_TEST(test_an_outage),
        RETURNS_TEST(test_a_stop_over_new_year),
        RETURNS_CHECKED(test_a_pause),
        RETURNS_TEST(test_moves_in_a_pause),
        RETURNS_TEST(test_unreached_in_a_pause),
        RETURNS_TEST(test_a_game_that_ends_in_a_pause),
    };
    return cmocka_run_group_tests_name("hold", tests, NULL, NULL);
}

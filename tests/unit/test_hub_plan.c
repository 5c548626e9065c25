// SPDX-License-Identifier: MIT
// Plans: what is played when the turn comes, what never is, who knows of it, and when it ends.
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

static gint64 moves(void)
{
    return number("SELECT count(*) FROM log WHERE line LIKE 'move %'");
}

static const char *other(const char *who)
{
    return strcmp(who, ANNA) == 0 ? BRUNO : ANNA;
}

static void begin(guint people, const char *options)
{
    club_game(&club, people, options);
    club_discard(&club);
}

// The plan in the newest mail to somebody, its lines joined by "; ".
static char *plan_of(const char *who)
{
    const json_t *plan = json_object_get(club_value(club_last(&club, who), "you"), "plan");
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < json_array_size(plan); i++)
        g_string_append_printf(out, "%s%s", i ? "; " : "",
                               json_string_value(json_array_get(plan, i)));
    return g_string_free(out, FALSE);
}

static void expect_plan(const char *who, const char *lines)
{
    g_autofree char *plan = plan_of(who);
    assert_string_equal(plan, lines);
}

static void test_it_is_played_when_the_turn_comes(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    guint others_mails = club_count(&club, who);
    club_answers(&club, other(who), "plan\npass if cost <= 3\n23 23 23 if top 1..2\nend");
    club_tick(&club);
    club_expect(&club, other(who), "answer", "Your plan is noted.");
    club_holds(club_last(&club, other(who)), "a pass … if it costs at most");
    club_holds(club_last(&club, other(who)), "[23] [23] [23] … if the pile shows [1] or more");
    expect_plan(other(who), "pass if cost <= 3; 23x3 if top 1..2");
    // Nobody hears of it, and it doesn't lie open in the database.
    assert_int_equal(club_count(&club, who), others_mails);
    assert_int_equal(number("SELECT count(*) FROM plan WHERE instr(lines, 'pass') > 0"), 0);
    gint64 before = moves();
    guint mails = club_count(&club, other(who));
    club_move(&club, who, "pass");
    assert_int_equal(moves(), before + 2);
    assert_string_equal(club_turn(&club), who);
    assert_int_equal(club_count(&club, who), others_mails + 1);
    assert_int_equal(club_count(&club, other(who)), mails + 1);
    expect_plan(other(who), "23x3 if top 1..2");
    expect_plan(who, "");
    club_lacks(club_last(&club, who), "Your plan");
    club_lacks(club_last(&club, who), "[23] [23] [23]");
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'move % clock'"
                            " OR line LIKE 'move % robot'"),
                     0);
}

// A line whose conditions don't hold, and one that isn't legal, leave the turn to the player.
static void test_what_does_not_fit_is_not_played(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    club_answers(&club, other(who),
                 "plan\npass if cost <= 0\npass if top 9..12\nleave if forced\nend");
    club_tick(&club);
    gint64 before = moves();
    club_move(&club, who, "pass");
    assert_int_equal(moves(), before + 1);
    assert_string_equal(club_turn(&club), other(who));
    assert_string_equal(club_last(&club, other(who))->kind, "turn");
    expect_plan(other(who), "pass if cost <= 0; pass if top 9..12; leave if forced");
    // By hand the game goes another way than it was planned.
    club_move(&club, other(who), "pass");
    expect_plan(other(who), "");
    assert_int_equal(number("SELECT count(*) FROM plan"), 0);
}

static void test_forced(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    club_answers(&club, other(who), "plan\npass\nleave if forced\nend");
    club_tick(&club);
    club_move(&club, who, "pass force");
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'move % leave'"), 1);
}

// A move that was planned is no missed turn: those before and after it aren't two in a row.
static void test_a_planned_move_between_two_missed_turns(void **state)
{
    (void)state;
    begin(2, "pace=6h");
    club_sql_do(&club, "UPDATE seat SET bank = 0");
    club_sql_do(&club, "UPDATE player SET quiet_from = 0, quiet_to = 0");
    const char *who = club_turn(&club);
    g_auto(GStrv) cards = g_strsplit(club_hand(&club, who), " ", 2);
    g_autofree char *plan = g_strdup_printf("plan\n%s if forced\nend", cards[0]);
    club_answers(&club, other(who), "plan\npass force\nend");
    club_answers(&club, who, plan);
    club_tick(&club);
    assert_string_equal(club_turn(&club), who);
    gint64 before = moves();
    club_hours(&club, 6); // missed: the referee passes, the other forces, and the plan plays
    assert_int_equal(moves(), before + 3);
    assert_string_equal(club_turn(&club), other(who));
    assert_int_equal(number("SELECT sum(missed) FROM seat"), 0);
    club_move(&club, other(who), "pass");
    club_hours(&club, 6);
    club_expect(&club, who, "missed", "The time for your turn was up");
    assert_int_equal(number("SELECT sum(missed) FROM seat"), 1);
    assert_int_equal(number("SELECT count(*) FROM seat WHERE robot = 1"), 0);
}

static void test_on_turn_it_is_tried_at_once(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    club_answers(&club, who, "plan\npass\npass\nend");
    club_tick(&club);
    club_holds(club_last(&club, who), "Your plan is noted.");
    assert_string_equal(club_turn(&club), other(who));
    expect_plan(who, "pass");
    // A move and a plan in one mail: his move brings on hers, and that his plan.
    club_move(&club, other(who), "pass\nplan\npass\nend");
    assert_string_equal(club_turn(&club), who);
    expect_plan(who, "");
    expect_plan(other(who), "");
    // A plan that is older than the table is refused like a move.
    const struct club_mail *old = club_last(&club, other(who));
    club_move(&club, who, "pass");
    club_letter(&club, other(who), "plan\npass\nend", .reply = old);
    club_tick(&club);
    club_expect(&club, other(who), "refused", "The game has moved on");
}

// Plans of several players are played in one go: one mail each at the end, every move in it.
static void test_a_chain(void **state)
{
    (void)state;
    begin(3, NULL);
    const char *who = club_turn(&club);
    static const char *const all[] = {ANNA, BRUNO, CLARA};
    guint mails[3];
    for (int i = 0; i < 3; i++) {
        if (strcmp(all[i], who) != 0)
            club_answers(&club, all[i], "plan\npass\npass\nend");
    }
    club_tick(&club);
    for (int i = 0; i < 3; i++)
        mails[i] = club_count(&club, all[i]);
    gint64 before = moves();
    club_answers(&club, who, "plan\npass\npass\npass\nend");
    club_tick(&club);
    assert_true(moves() >= before + 6);
    for (int i = 0; i < 3; i++) {
        const json_t *log = club_value(club_last(&club, all[i]), "log");
        assert_int_equal(club_count(&club, all[i]), mails[i] + 1);
        assert_true(json_array_size(log) >= 6);
    }
}

static void test_off(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    club_answers(&club, other(who), "plan off");
    club_tick(&club);
    club_expect(&club, other(who), "refused", "You have no plan in this game.");
    club_answers(&club, other(who), "plan\npass\nend");
    club_tick(&club);
    club_answers(&club, other(who), "plan\nleave\nend"); // in place of the first
    club_tick(&club);
    expect_plan(other(who), "leave");
    club_answers(&club, other(who), "plan off");
    club_tick(&club);
    club_expect(&club, other(who), "answer", "Your plan is gone.");
    expect_plan(other(who), "");
    club_move(&club, who, "pass");
    assert_string_equal(club_turn(&club), other(who));
}

static void test_it_ends_with_the_round(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    club_answers(&club, other(who), "plan\nleave\nleave\nend");
    club_tick(&club);
    club_move(&club, who, "leave"); // whoever is left plays on alone, or the round ends
    assert_int_equal(number("SELECT count(*) FROM log WHERE line LIKE 'round 2 %'"), 1);
    expect_plan(other(who), "");
    assert_int_equal(number("SELECT count(*) FROM plan"), 0);
    // One that is made while cards are put aside is for the round that begins.
    club_answers(&club, ANNA, "plan\npass\nend");
    club_tick(&club);
    expect_plan(ANNA, "pass");
    club_discard(&club);
    if (strcmp(club_turn(&club), BRUNO) == 0)
        club_move(&club, BRUNO, "pass");
    expect_plan(ANNA, "");
}

static void test_it_ends_with_the_seat(void **state)
{
    (void)state;
    begin(2, NULL);
    club_answers(&club, ANNA, "plan\n23 23 23 if cost <= 0\nend");
    club_tick(&club);
    expect_plan(ANNA, "23x3 if cost <= 0");
    club_answers(&club, ANNA, "resign");
    club_tick(&club);
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    assert_int_equal(number("SELECT count(*) FROM plan"), 0);
}

// A mail without a ticket waits for a yes, its plan with it.
static void test_asked_back(void **state)
{
    (void)state;
    begin(2, NULL);
    const char *who = club_turn(&club);
    club_says(&club, other(who), "plan\npass if cost <= 3\nleave if forced\nend");
    club_tick(&club);
    assert_string_equal(club_last(&club, other(who))->kind, "ask");
    club_answers(&club, other(who), "yes");
    club_tick(&club);
    expect_plan(other(who), "pass if cost <= 3; leave if forced");
}

// The clock of a planned turn never runs: nobody is reminded of it, and no bank is used.
static void test_it_keeps_the_time(void **state)
{
    (void)state;
    begin(2, "pace=12h");
    const char *who = club_turn(&club);
    club_answers(&club, other(who), "plan\npass\nend");
    club_tick(&club);
    club_hours(&club, 5);
    club_move(&club, who, "pass");
    assert_string_equal(club_turn(&club), who);
    assert_int_equal(number("SELECT min(bank) FROM seat"), 7 * CLUB_DAY);
    assert_int_equal(number("SELECT max(began_at) FROM seat"), club.now);
}

#define PLAN_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAN_TEST(test_it_is_played_when_the_turn_comes),
        PLAN_TEST(test_what_does_not_fit_is_not_played),
        PLAN_TEST(test_forced),
        PLAN_TEST(test_a_planned_move_between_two_missed_turns),
        PLAN_TEST(test_on_turn_it_is_tried_at_once),
        PLAN_TEST(test_a_chain),
        PLAN_TEST(test_off),
        PLAN_TEST(test_it_ends_with_the_round),
        PLAN_TEST(test_it_ends_with_the_seat),
        PLAN_TEST(test_asked_back),
        PLAN_TEST(test_it_keeps_the_time),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}

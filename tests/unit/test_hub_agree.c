// SPDX-License-Identifier: MIT
// What all at a table have to want: calling the game off, and stopping its clocks.
#include "tests/unit/club.h"

static void begin(struct club *club, guint people, const char *options)
{
    club_begin_like(club, "play.quiet=0-0");
    club_game(club, people, options);
}

static const char *state_of(const struct club *club)
{
    return club_sql(club, "SELECT state FROM game");
}

// ---- calling it off ----------------------------------------------------------------------------

static void test_all_agree(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, "robots=1");
    club_confirms(&club, ANNA, "cancel");
    club_expect(&club, ANNA, "deal",
                "You want to call this game off. It goes on until these agree, too: bruno "
                "and clara.");
    club_expect(&club, BRUNO, "deal", "anna would like to call this game off.");
    club_confirms(&club, BRUNO, "agree");
    club_expect(&club, CLARA, "deal", "anna and bruno would like to call this game off.");
    club_expect(&club, ANNA, "deal", "It goes on until clara agrees, too.");
    assert_string_equal(state_of(&club), "running");
    club_discard(&club); // and the game goes on meanwhile
    club_holds(club_last(&club, CLARA), "anna and bruno would like to call this game off.");
    club_confirms(&club, CLARA, "cancel"); // the other word for it
    assert_string_equal(state_of(&club), "cancelled");
    static const char *const all[] = {ANNA, BRUNO, CLARA};
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        const struct club_mail *mail =
            club_expect(&club, all[i], "cancelled", "was called off: all of its players wanted it");
        assert_non_null(strstr(mail->record, "\ncancelled by agreement of all players\nseed "));
        club_lacks(mail, "would like");
    }
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM consent"), 0);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM game WHERE due_at IS NOT NULL"),
                     0);
    club_move(&club, ANNA, "agree");
    club_expect(&club, ANNA, "refused", "The game is over");
    club_end(&club);
}

static void test_somebody_says_no(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, NULL);
    club_confirms(&club, ANNA, "cancel");
    club_confirms(&club, BRUNO, "agree");
    club_move(&club, CLARA, "no");
    club_expect(&club, CLARA, "deal", "All right: the game goes on as it was.");
    club_expect(&club, ANNA, "deal", "clara said no, so the game goes on as it was.");
    club_lacks(club_last(&club, ANNA), "You agreed");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM consent WHERE counts = 1"), 0);
    club_move(&club, BRUNO, "no"); // there is nothing to say no to
    club_expect(&club, BRUNO, "refused", "Nothing here waits for a yes or a no from you.");
    club_move(&club, CLARA, "agree");
    club_expect(&club, CLARA, "refused", "Nobody has asked to call this game off, or");
    assert_string_equal(state_of(&club), "running");
    club_end(&club);
}

static void test_said_twice_and_too_late(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "pace=14d");
    club_confirms(&club, ANNA, "cancel");
    guint before = club_count(&club, BRUNO);
    club_confirms(&club, ANNA, "cancel");
    club_holds(club_last(&club, ANNA), "You have said so already, and the others know it.");
    assert_int_equal(club_count(&club, BRUNO), before);
    // A word counts for two weeks.
    club_hours(&club, 24 * 14 + 1);
    club_move(&club, BRUNO, "agree");
    club_expect(&club, BRUNO, "refused", "Nobody has asked to call this game off, or");
    club_end(&club);
}

// An old mail that comes back asks again; a stranger and somebody who left can't; who plays with
// robots alone needs nobody.
static void test_who_may(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, NULL);
    const struct club_mail *old = club_last(&club, BRUNO);
    club_discard(&club);
    club_confirms(&club, ANNA, "cancel");
    club_letter(&club, BRUNO, "agree", .reply = old);
    club_tick(&club);
    club_expect(&club, BRUNO, "ask", "- [agree]");
    assert_string_equal(state_of(&club), "running");
    club_says(&club, CLARA, "cancel");
    club_tick(&club);
    club_expect(&club, CLARA, "confirm", "- [cancel]");
    club_move(&club, CLARA, "yes");
    club_expect(&club, CLARA, "refused", "Which game do you mean?");
    club_confirms(&club, BRUNO, "resign");
    club_letter(&club, BRUNO, "agree", .reply = old);
    club_tick(&club);
    club_expect(&club, BRUNO, "ask", "without the ticket"); // his are dead
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "refused", "Which game do you mean?");
    club_confirms(&club, ANNA, "cancel");
    assert_string_equal(state_of(&club), "cancelled");
    club_end(&club);
}

static void test_with_a_key(void **state)
{
    (void)state;
    struct club club;
    guint8 secret[64];
    begin(&club, 2, "discard=0");
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(1, secret));
    club_move(&club, BRUNO, key);
    club_move(&club, BRUNO, "yes");
    club_confirms(&club, ANNA, "cancel");
    club_move(&club, BRUNO, "agree");
    club_expect(&club, BRUNO, "refused", "only a mail signed with it can do this");
    club_move(&club, BRUNO, "no");
    club_expect(&club, BRUNO, "refused", "only a mail signed with it can do this");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM consent"), 1);
    g_autofree char *block = club_block(&club, secret, "game 1 turn 1 seat bruno agree");
    club_letter(&club, BRUNO, block, .places = CLUB_NOWHERE);
    club_tick(&club);
    assert_string_equal(state_of(&club), "cancelled");
    club_end(&club);
}

static void test_before_it_begins(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=anna seats=4\ninvite " BRUNO "\ninvite " CLARA);
    club_tick(&club);
    club_move(&club, ANNA, "yes");
    club_move(&club, BRUNO, "join nick=bruno");
    const struct club_mail *invitation = club_last(&club, CLARA);
    club_move(&club, BRUNO, "cancel");
    club_expect(&club, BRUNO, "refused", "Only anna, who opened game 1, can call it off");
    club_move(&club, BRUNO, "pause");
    club_expect(&club, BRUNO, "refused", "Game 1 has not begun yet.");
    club_confirms(&club, ANNA, "cancel");
    club_expect(&club, ANNA, "answer", "Game 1 is called off, before it began.");
    club_expect(&club, BRUNO, "answer", "anna called off game 1 before it began.");
    assert_string_equal(state_of(&club), "cancelled");
    club_letter(&club, CLARA, "join nick=clara", .reply = invitation);
    club_tick(&club);
    club_expect(&club, CLARA, "answer", "Game 1 does not wait for players any more.");
    club_end(&club);
}

// ---- a rest ------------------------------------------------------------------------------------

static void test_pause(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, NULL);
    club_discard(&club);
    const char *mover = club_turn(&club);
    const char *other = g_str_equal(mover, ANNA) ? BRUNO : ANNA;
    club_hours(&club, 24);
    club_move(&club, other, "pause");
    club_expect(&club, mover, "turn", "would like to stop the clocks of this game for a while.");
    club_expect(&club, other, "table", "You want to stop the clocks");
    assert_int_equal(club_sql_number(&club, "SELECT coalesce(max(paused_at), 0) FROM game"), 0);
    club_move(&club, other, "pause");
    club_expect(&club, other, "answer", "You have said so already");
    club_move(&club, mover, "pause");
    club_expect(&club, other, "table", "The clocks of this game stand still");
    assert_true(json_is_null(club_value(club_last(&club, mover), "deadline")));
    club_move(&club, other, "pause");
    club_expect(&club, other, "refused", "The clocks of this game stand still already.");
    // Nobody is late for three weeks, whatever a move is worth meanwhile; they hear of it once.
    guint before = club_count(&club, mover);
    club_hours(&club, 24 * 14 - 1);
    assert_int_equal(club_count(&club, mover), before);
    club_hours(&club, 24 * 7 + 1);
    assert_int_equal(club_count(&club, mover), before + 1);
    club_holds(club_expect(&club, other, "table", "has been resting for two weeks"),
               "Anybody at the table can let them run again with [back]");
    club_expect(&club, mover, "turn", "has been resting for two weeks");
    assert_int_equal(
        club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE '% by clock'"), 0);
    club_move(&club, mover, "pass");
    club_expect(&club, other, "turn", "The clocks of this game stand still");
    club_hours(&club, 24 * 4);
    assert_int_equal(
        club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE '% by clock'"), 0);
    club_move(&club, mover, "back");
    club_expect(&club, mover, "table", "The clocks of this game run again.");
    const struct club_mail *turn = club_expect(&club, other, "turn", "is back, so the clocks");
    assert_true(json_is_string(club_value(turn, "deadline")));
    club_lacks(turn, "stand still");
    // All of the time of a turn: its first reminder is a day away.
    before = club_count(&club, other);
    club_hours(&club, 23);
    assert_int_equal(club_count(&club, other), before);
    club_hours(&club, 1);
    club_expect(&club, other, "reminder", "It is still for you to act");
    club_move(&club, mover, "back");
    club_expect(&club, mover, "refused", "You have never been away from this table.");
    club_end(&club);
}

// A no ends the wish for a rest, agreeing fulfils it; back ends it, and a vacation that has begun.
static void test_pause_and_other_words(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0");
    club_move(&club, ANNA, "pause");
    club_move(&club, BRUNO, "no");
    club_holds(club_last(&club, ANNA), "bruno said no");
    club_move(&club, ANNA, "vacation off");
    club_expect(&club, ANNA, "unclear", "[back] ends a vacation.");
    assert_int_equal(club_program(&club, "game show 1", NULL, 0, NULL), 0);
    assert_null(strstr(club_out->str, "paused"));
    club_move(&club, BRUNO, "pause"); // who asks now
    club_move(&club, ANNA, "vacation 2026-12-01 2026-12-03\npause");
    assert_true(club_sql_number(&club, "SELECT paused_at FROM game") > 0);
    assert_int_equal(club_program(&club, "game show 1", NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, "  paused since 2026-"));
    assert_int_equal(club_program(&club, "game list", NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, "1      paused"));
    // The mail says that this lets the clocks run again: days that are only planned stay.
    club_move(&club, ANNA, "back");
    club_holds(club_last(&club, ANNA), "The clocks of this game run again.");
    club_lacks(club_last(&club, ANNA), "Your vacation is called off.");
    assert_int_equal(club_sql_number(&club, "SELECT coalesce(max(paused_at), 0) FROM game"), 0);
    club_move(&club, ANNA, "back");
    club_holds(club_last(&club, ANNA), "Your vacation is called off.");
    club_move(&club, ANNA, "vacation 2026-11-30 2026-12-03\npause");
    club_move(&club, BRUNO, "agree"); // the other word for it
    assert_true(club_sql_number(&club, "SELECT paused_at FROM game") > 0);
    club_move(&club, ANNA, "back"); // a vacation that has begun ends, too
    club_holds(club_last(&club, ANNA), "your vacation ends with this day");
    club_holds(club_last(&club, ANNA), "The clocks of this game run again.");
    club_holds(club_last(&club, BRUNO), "is home from vacation");
    club_holds(club_last(&club, BRUNO), "is back, so the clocks");
    club_move(&club, ANNA, "pause");
    club_move(&club, BRUNO, "pause");
    assert_true(club_sql_number(&club, "SELECT paused_at FROM game") > 0);
    club_confirms(&club, ANNA, "cancel");
    club_confirms(&club, BRUNO, "agree");
    assert_string_equal(state_of(&club), "cancelled");
    assert_int_equal(club_sql_number(&club, "SELECT coalesce(max(paused_at), 0) FROM game"), 0);
    club_end(&club);
}

// To ask, and to say no oneself, is a mail to everybody: nobody is pestered with it.
static void test_asked_again_and_again(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, "discard=0 pace=14d");
    const guint before = club_count(&club, BRUNO);
    for (guint i = 0; i < 12; i++)
        club_move(&club, ANNA, i % 2 ? "no" : "pause");
    assert_int_equal(club_count(&club, BRUNO), before + 2);
    club_move(&club, ANNA, "pause");
    club_expect(&club, ANNA, "refused", "You have asked the table for that within the last day.");
    // Whoever else asks may, and then she may, too.
    club_move(&club, BRUNO, "pause");
    club_move(&club, ANNA, "pause");
    club_holds(club_last(&club, BRUNO), "clara");
    club_move(&club, CLARA, "no");
    club.now += CLUB_DAY + 60;
    club_move(&club, ANNA, "pause");
    assert_int_equal(club_sql_number(&club, "SELECT max(seat) FROM consent WHERE counts = 1"), 0);
    club_end(&club);
}

// A robot sits in for whoever doesn't answer: it agrees, and can't want anything itself.
static void test_a_robot_agrees(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "play.bank=0h\nplay.quiet=0-0");
    club_game(&club, 2, "pace=1h discard=0");
    for (int i = 0;
         i < 40 && club_sql_number(&club, "SELECT count(*) FROM seat WHERE robot = 1") == 0; i++) {
        if (club_turn(&club) && g_str_equal(club_turn(&club), ANNA))
            club_move(&club, ANNA, "pass");
        club.now += CLUB_HOUR / 2;
        club_tick(&club);
    }
    assert_string_equal(club_sql(&club, "SELECT player||robot FROM seat WHERE seat = 1"), "21");
    club_move(&club, BRUNO, "pause");
    club_expect(&club, BRUNO, "refused", "A robot plays your seat at the moment.");
    club_move(&club, ANNA, "pause");
    assert_true(club_sql_number(&club, "SELECT paused_at FROM game") > 0);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_agree),
        cmocka_unit_test(test_somebody_says_no),
        cmocka_unit_test(test_said_twice_and_too_late),
        cmocka_unit_test(test_who_may),
        cmocka_unit_test(test_with_a_key),
        cmocka_unit_test(test_before_it_begins),
        cmocka_unit_test(test_pause),
        cmocka_unit_test(test_pause_and_other_words),
        cmocka_unit_test(test_asked_again_and_again),
        cmocka_unit_test(test_a_robot_agrees),
    };
    return cmocka_run_group_tests_name("hub: agree", tests, NULL, NULL);
}

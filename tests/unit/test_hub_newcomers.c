// SPDX-License-Identifier: MIT
// People on their first day: an answer in the wrong thread, a name that can't be, a name that is
// changed while the others are waited for.
#include "tests/unit/club.h"

static void anna_invites(struct club *club, const char *who)
{
    g_autofree char *wish = g_strdup_printf("new nick=anna seats=3 discard=0\ninvite %s", who);
    club_says(club, ANNA, wish);
    club_tick(club);
    if (g_str_equal(club_last(club, ANNA)->kind, "confirm") ||
        g_str_equal(club_last(club, ANNA)->kind, "ask"))
        club_move(club, ANNA, "yes");
}

// ---- the one invitation ------------------------------------------------------------------------

// From a thread of one's settings.
static void test_join_from_settings(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, BRUNO, "nick bruno");
    club_tick(&club);
    club_move(&club, BRUNO, "yes");
    club_move(&club, BRUNO, "join"); // nobody has asked
    club_expect(&club, BRUNO, "refused", "Which game do you mean?");
    const struct club_mail *settings = club_last(&club, BRUNO);
    anna_invites(&club, BRUNO);
    club_letter(&club, BRUNO, "join", .reply = settings);
    club_tick(&club);
    club_expect(&club, BRUNO, "lobby", "You are in game 1, as bruno");
    club_end(&club);
}

// In a new mail, which has to be confirmed, by somebody whom nobody knew.
static void test_join_in_a_new_mail(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    anna_invites(&club, BRUNO);
    club_says(&club, BRUNO, "join nick=bruno");
    club_tick(&club);
    club_expect(&club, BRUNO, "confirm", "- [join …]");
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "lobby", "You are in game 1, as bruno");
    club_end(&club);
}

// In the thread of another game; and a no finds it as well.
static void test_from_another_game(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, BRUNO, "new nick=bruno robots=1 discard=0");
    club_tick(&club);
    club_move(&club, BRUNO, "yes");
    const struct club_mail *own = club_last(&club, BRUNO);
    anna_invites(&club, BRUNO);
    club_letter(&club, BRUNO, "decline", .reply = own);
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "You said no to game 2.");
    anna_invites(&club, BRUNO);
    club_letter(&club, BRUNO, "join", .reply = own);
    club_tick(&club);
    club_expect(&club, BRUNO, "lobby", "You are in game 3, as bruno");
    club_letter(&club, BRUNO, "join", .reply = own);
    club_tick(&club);
    club_holds(club_last(&club, BRUNO), "Game 1 does not wait for players any more.");
    club_end(&club);
}

// Of two nobody can know which; the number tells.
static void test_of_two(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, BRUNO, "nick bruno");
    club_tick(&club);
    club_move(&club, BRUNO, "yes");
    const struct club_mail *settings = club_last(&club, BRUNO);
    anna_invites(&club, BRUNO);
    anna_invites(&club, BRUNO);
    club_letter(&club, BRUNO, "join", .reply = settings);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Which game do you mean?");
    club_letter(&club, BRUNO, "join 2", .reply = settings);
    club_tick(&club);
    club_expect(&club, BRUNO, "lobby", "You are in game 2, as bruno");
    club_end(&club);
}

// ---- what can't be -----------------------------------------------------------------------------

static void test_a_name_that_can_not_be(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, BRUNO, "new nick=José robots=1");
    club_tick(&club);
    const struct club_mail *mail = club_expect(
        &club, BRUNO, "stranger", "Nobody can be called that: names have the letters a to z,");
    club_lacks(mail, "nothing in it that I could follow");
    club_lacks(mail, "José"); // nobody's words to an address that isn't confirmed
    club_says(&club, CLARA, "new seats=9");
    club_tick(&club);
    club_expect(&club, CLARA, "stranger", "A game has two, three or four seats");
    club_says(&club, DAVID, "Good evening");
    club_tick(&club);
    club_expect(&club, DAVID, "stranger", "nothing in it that I could follow");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM player"), 0);
    club_end(&club);
}

static void test_a_name_in_an_answer(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    anna_invites(&club, BRUNO);
    club_move(&club, BRUNO, "join nick=Bruno Braun");
    const struct club_mail *mail = club_expect(
        &club, BRUNO, "unclear", "Nobody can be called that: names have the letters a to z,");
    club_lacks(mail, "nothing on its first lines");
    club_move(&club, BRUNO, "join nick=Bruno");
    club_expect(&club, BRUNO, "lobby", "You are in game 1, as Bruno");
    club_end(&club);
}

// ---- another name ------------------------------------------------------------------------------

static void test_renamed_in_time(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    anna_invites(&club, BRUNO);
    club_move(&club, BRUNO, "join");
    club_expect(&club, BRUNO, "lobby", "- player-1");
    club_move(&club, BRUNO, "nick bruno");
    club_expect(&club, BRUNO, "lobby", "- bruno");
    club_expect(&club, ANNA, "lobby", "- bruno");
    club_move(&club, ANNA, "start");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM log WHERE line = 'seat bruno'"),
                     1);
    club_move(&club, BRUNO, "nick brummbaer"); // too late for this game
    assert_string_equal(club_sql(&club, "SELECT nick FROM seat WHERE seat = 1"), "bruno");
    club_end(&club);
}

// ---- half done ---------------------------------------------------------------------------------

static void test_half_done(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    club_move(&club, BRUNO, "timezone Europe/Paris\nvacation 2020-01-01\nquiet 22-7");
    const struct club_mail *mail =
        club_expect(&club, BRUNO, "refused", "These days are over already.");
    club_holds(mail, "Your time zone is Europe/Paris");
    club_holds(mail, "This was done before that: “timezone Europe/Paris”");
    club_holds(mail, "Not tried, because something before it failed: “quiet 22-7”");
    club_lacks(mail, "othing was changed");
    assert_int_equal(
        club_sql_number(&club, "SELECT count(*) FROM player WHERE timezone = 'Europe/Paris'"), 1);
    club_end(&club);
}

// A name that can't be is answered with one that can.
static void test_names(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, NULL);
    club_move(&club, ANNA, "new nick=Claire Dubois seats=2");
    club_expect(&club, ANNA, "unclear", "This would do: “Claire-Dubois”.");
    club_move(&club, ANNA, "language de");
    club_move(&club, ANNA, "nick Jürgen");
    club_expect(&club, ANNA, "unclear", "So ginge es: „Juergen“.");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_join_from_settings),
        cmocka_unit_test(test_join_in_a_new_mail),
        cmocka_unit_test(test_from_another_game),
        cmocka_unit_test(test_of_two),
        cmocka_unit_test(test_a_name_that_can_not_be),
        cmocka_unit_test(test_a_name_in_an_answer),
        cmocka_unit_test(test_renamed_in_time),
        cmocka_unit_test(test_half_done),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests_name("hub: newcomers", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Who isn't known yet: how often they are answered, and how they become known (spec: mail.md, gate
// 5).
#include "tests/unit/club.h"

static void test_strangers(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "limits.strangers-answers-a-day=5");
    club_says(&club, ANNA, "help");
    club_says(&club, ANNA, "rules");
    club_says(&club, BRUNO, "What is all this about?");
    club_says(&club, BRUNO, "Hello?");
    club_says(&club, CLARA, "status");
    assert_int_equal(club_tick(&club), 3);
    club_expect(&club, ANNA, "answer", "How to play by mail");
    assert_string_equal(club_last(&club, BRUNO)->kind, "stranger");
    assert_string_equal(club_last(&club, CLARA)->kind, "stranger");
    // What that answer told her to write is asked back on the same day, once.
    club_says(&club, CLARA, "status");
    club_says(&club, CLARA, "new robots=1");
    club_says(&club, CLARA, "new robots=2");
    assert_int_equal(club_tick(&club), 1);
    assert_string_equal(club_last(&club, CLARA)->kind, "confirm");
    club_says(&club, DAVID, "new robots=1");
    club_says(&club, "eva@example.org", "new robots=1");
    assert_int_equal(club_tick(&club), 1);
    assert_string_equal(club_last(&club, DAVID)->kind, "confirm");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "0");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM inbound WHERE outcome = 'drop'"),
                        "5");
    club.now += CLUB_DAY + 1;
    club_says(&club, "eva@example.org", "new robots=1");
    club_says(&club, ANNA, "hand");
    assert_int_equal(club_tick(&club), 2);
    assert_string_equal(club_last(&club, "eva@example.org")->kind, "confirm");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "0");
    club_end(&club);
}

// Nobody becomes known by asking.
static void test_asking_makes_nobody_known(void **state)
{
    (void)state;
    static const char *const bodies[] = {"status", "hand",      "resend", "history",
                                         "games",  "preview 7", "help",   "rules",
                                         "yes",    "no",        "hello",  "status\nhand"};
    struct club club;
    club_begin(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autofree char *from = g_strdup_printf("stranger%u@example.org", (guint)i);
        club_says(&club, from, bodies[i]);
        club_tick(&club);
        assert_int_equal(club_count(&club, from), 1);
    }
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "0");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM address"), "0");
    club_end(&club);
}

// Somebody who was invited and had answers enough: what would make them known is undone in silence,
// in whole.
static void test_known_for_a_moment(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite " BRUNO);
    const struct club_mail *invited = club_last(&club, BRUNO);
    for (int i = 0; i < 12; i++) {
        club_letter(&club, BRUNO, "rules", .reply = invited);
        club_tick(&club);
    }
    guint before = club.mails->len;
    club_letter(&club, BRUNO, "start", .reply = invited);
    club_tick(&club);
    assert_int_equal(club.mails->len, before);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "1");
    club_letter(&club, BRUNO, "join nick=bruno", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "deal", "round 1 of game 1 is dealt");
    club_end(&club);
}

// A yes among the words that wait for a yes.
static void test_yes_in_what_waits(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "nick anna\nyes\nnew robots=1");
    club_tick(&club);
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "Nothing here waits for a yes or a no from you.");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM game"), "0");
    assert_string_equal(club_sql(&club, "SELECT nick FROM player"), "anna");
    club_end(&club);
}

// A nickname that is taken: whoever confirmed is known all the same, and can go on.
static void test_confirmed_under_a_taken_name(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    club_says(&club, BRUNO, "new nick=Anna robots=1");
    club_tick(&club);
    club_answers(&club, BRUNO, "yes");
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Somebody is called Anna already.");
    assert_string_equal(club_sql(&club, "SELECT nick FROM player WHERE id = 2"), "player-1");
    club_answers(&club, BRUNO, "new nick=bruno robots=1");
    club_tick(&club);
    club_expect(&club, BRUNO, "deal", "bruno, round 1 of game 2 is dealt");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_asking_makes_nobody_known),
        cmocka_unit_test(test_known_for_a_moment),
        cmocka_unit_test(test_yes_in_what_waits),
        cmocka_unit_test(test_confirmed_under_a_taken_name),
    };
    return cmocka_run_group_tests_name("hub: strangers", tests, NULL, NULL);
}

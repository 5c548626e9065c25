// SPDX-License-Identifier: MIT
// What ends by itself before a game: invitations after two weeks, open games after a month.
#include "tests/unit/club.h"

static void days(struct club *club, int n)
{
    for (int i = 0; i < n; i++) {
        club->now += CLUB_DAY;
        club_tick(club);
    }
}

static void test_lapse(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=3");
    club_move(&club, ANNA, "invite " BRUNO);
    const struct club_mail *first = club_last(&club, BRUNO);
    days(&club, 5);
    club_move(&club, ANNA, "invite " CLARA);
    guint before = club_count(&club, ANNA);
    days(&club, 8);
    assert_int_equal(club_count(&club, ANNA), before);
    days(&club, 1);
    club_expect(&club, ANNA, "lobby", "Some people never answered their invitation to game 1");
    assert_string_equal(club_sql(&club, "SELECT group_concat(state) FROM invitation"),
                        "lapsed,open");
    club_letter(&club, BRUNO, "join nick=bruno", .reply = first);
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "Game 1 is for those who were invited.");
    days(&club, 5);
    assert_string_equal(club_sql(&club, "SELECT group_concat(state) FROM invitation"),
                        "lapsed,lapsed");
    days(&club, 10);
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "open");
    days(&club, 1);
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "lapsed");
    club_expect(&club, ANNA, "answer", "Game 1 never found its players, so it is closed.");
    before = club.mails->len;
    days(&club, 3);
    assert_int_equal(club.mails->len, before);
    club_end(&club);
}

// An invitation that was answered doesn't lapse, and nobody is told that it did.
static void test_nothing_lapses(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "seats=3");
    guint before = club.mails->len;
    days(&club, 29);
    assert_int_equal(club.mails->len, before);
    club_move(&club, ANNA, "start");
    club_expect(&club, ANNA, "deal", "round 1 of game 1 is dealt");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lapse),
        cmocka_unit_test(test_nothing_lapses),
    };
    return cmocka_run_group_tests_name("hub: lapse", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// What only one player may know, sealed to a key of theirs: asked for and ended, and for a key of
// age, which proves nothing.
#include "tests/unit/club.h"

#include <sodium.h>

// A recipient of the documentation of age; nobody in this test opens what goes there.
#define AGE "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"

static void test_asked_for(void **state)
{
    (void)state;
    struct club club;
    guint8 secret[64];
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    club_move(&club, ANNA, "key seal on");
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "refused", "None of your keys opens what is sealed.");
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(1, secret));
    club_move(&club, ANNA, words);
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "answer", "key seal on: what only you may know stands open");
    g_autofree char *on = club_block(&club, secret, "game 0 turn 0 seat anna key seal on");
    club_says(&club, ANNA, on);
    club_tick(&club);
    club_expect(&club, ANNA, "answer", "What only you may know comes sealed from now on");
    assert_string_equal(club_sql(&club, "SELECT seal FROM player WHERE nick = 'anna'"), "1");
    g_autofree char *off = club_block(&club, secret, "game 0 turn 0 seat anna key seal off");
    club_says(&club, ANNA, off);
    club_tick(&club);
    club_expect(&club, ANNA, "answer", "My mails are open again");
    assert_string_equal(club_sql(&club, "SELECT seal FROM player WHERE nick = 'anna'"), "0");
    club_end(&club);
}

static void test_age(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    club_move(&club, ANNA,
              "key age1" // one letter is another
              "pl3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p");
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "refused", "That is no public key of age");
    club_move(&club, ANNA, "key " AGE);
    club_expect(&club, ANNA, "ask", "- [key " AGE "]");
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "answer", "It proves nothing about who you are");
    assert_string_equal(club_sql(&club, "SELECT kind || public FROM key"), "age" AGE);
    assert_string_equal(club_sql(&club, "SELECT seal FROM player WHERE nick = 'anna'"), "1");
    club_move(&club, ANNA, "nick anne"); // her ticket is as good as before
    club_expect(&club, ANNA, "answer", "You are called anne from now on");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked_for),
        cmocka_unit_test(test_age),
    };
    return cmocka_run_group_tests_name("hub: sealing", tests, NULL, NULL);
}

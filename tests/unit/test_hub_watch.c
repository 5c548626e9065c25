// SPDX-License-Identifier: MIT
// Other people's games: which can be joined, and following one from outside.
#include "tests/unit/club.h"

#include "referee/record/record.h"

// David is known, and sits nowhere.
static void begin(struct club *club, guint people, const char *options)
{
    club_begin_like(club, "play.quiet=0-0");
    club_game(club, people, options);
    club_says(club, DAVID, "nick david");
    club_tick(club);
    club_move(club, DAVID, "yes");
}

// No card of anybody stands in it, and no hand is spoken of.
static void is_public(const struct club_mail *mail)
{
    assert_string_equal(mail->kind, "watch");
    assert_null(mail->parts->table);
    club_lacks(mail, "Your hand");
    club_lacks(mail, "What you can do");
    club_lacks(mail, "From your hand");
}

// ---- watching ----------------------------------------------------------------------------------

static void test_watch(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, NULL);
    club_move(&club, DAVID, "watch 1");
    const struct club_mail *mail = club_expect(&club, DAVID, "watch", "You follow game 1 from now");
    is_public(mail);
    club_holds(mail, "Game 1, round 1 of two: cards are still being put aside.");
    club_lacks(mail, "Since my last mail");
    g_autofree char *link = club_header(mail, "List-Unsubscribe");
    assert_non_null(strstr(link, "body=unwatch%201%0D%0A%0D%0Aticket%200."));
    assert_string_equal(mail->parts->subject, "[23] Game 1");
    club_discard(&club);
    mail = club_expect(&club, DAVID, "watch", "anna put three cards aside.");
    is_public(mail);
    assert_int_equal(mail->parts->references->len, 1);
    const char *mover = club_turn(&club);
    club_move(&club, mover, "pass");
    mail = club_expect(&club, DAVID, "watch", "passed, for 1 token.");
    club_lacks(mail, "put three cards aside");
    // Words of the table, and questions, are none of his business.
    guint before = club_count(&club, DAVID);
    club_move(&club, ANNA, "say hello\nstatus");
    club_move(&club, ANNA, "vacation 2026-12-24");
    club_move(&club, BRUNO, "pause");
    assert_int_equal(club_count(&club, DAVID), before);
    club_move(&club, DAVID, "games");
    club_expect(&club, DAVID, "answer", "Game 1: you follow it from outside.");
    club_move(&club, DAVID, "watch 1");
    club_expect(&club, DAVID, "refused", "You follow game 1 already.");
    club_move(&club, DAVID, "unwatch 1");
    club_expect(&club, DAVID, "answer", "You don't follow game 1 any more.");
    club_move(&club, DAVID, "unwatch 1");
    club_expect(&club, DAVID, "refused", "You don't follow game 1, so");
    before = club_count(&club, DAVID);
    club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, DAVID), before);
    club_end(&club);
}

// The end comes with the record, and is the last of it.
static void test_to_the_end(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=14d");
    club_move(&club, DAVID, "watch 1");
    for (int i = 0; i < 8 && club_turn(&club); i++)
        club_move(&club, club_turn(&club), "leave");
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "over");
    const struct club_mail *mail = club_expect(&club, DAVID, "watch", "Game 1 is over.");
    is_public(mail);
    club_holds(mail, "The result, fewest tokens first:");
    club_lacks(mail, "To hear no more");
    struct game game;
    struct record_fault fault;
    assert_true(record_verify(&game, mail->record, strlen(mail->record), NULL, &fault));
    game_clear(&game);
    guint before = club_count(&club, DAVID);
    club_move(&club, ANNA, "say good game");
    assert_int_equal(club_count(&club, DAVID), before);
    club_move(&club, DAVID, "games");
    club_expect(&club, DAVID, "answer", "You are in no game at the moment.");
    club_move(&club, DAVID, "watch 1");
    club_expect(&club, DAVID, "refused", "Game 1 is over, so");
    club_end(&club);
}

// Who gave up hears of the end, and of nothing before it.
static void test_who_gave_up(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, "discard=0 pace=14d");
    club_move(&club, BRUNO, "resign");
    club_move(&club, BRUNO, "yes");
    guint before = club_count(&club, BRUNO);
    for (int i = 0; i < 2 && club_turn(&club); i++)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, BRUNO), before);
    for (int i = 0; i < 12 && club_turn(&club); i++)
        club_move(&club, club_turn(&club), "leave");
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "over");
    const struct club_mail *mail = club_expect(&club, BRUNO, "watch", "Game 1 is over.");
    is_public(mail);
    assert_non_null(mail->record);
    club_lacks(mail, "Since my last mail");
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    club_end(&club);
}

static void test_who_may(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0");
    club_move(&club, ANNA, "watch 1");
    club_expect(&club, ANNA, "refused", "You are in game 1 already.");
    club_move(&club, DAVID, "watch 7");
    club_expect(&club, DAVID, "refused", "There is no game number 7");
    club_says(&club, CLARA, "watch 1"); // nobody knows her
    club_tick(&club);
    club_expect(&club, CLARA, "confirm", "- [watch …]");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM watcher"), 0);
    club_move(&club, CLARA, "yes");
    is_public(club_expect(&club, CLARA, "watch", "You follow game 1"));
    club_move(&club, CLARA, "nick clara");
    club_says(&club, DAVID, "watch 1"); // without a ticket
    club_tick(&club);
    club_expect(&club, DAVID, "ask", "- [watch 1]");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM watcher"), 1);
    // Forgotten, she gets no more.
    assert_int_equal(club_program(&club, "player forget clara", NULL, 0, NULL), 0);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM watcher"), 0);
    club_end(&club);
}

// A seat ends the watching of that game.
static void test_a_seat_after_all(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=anna open=yes seats=3 discard=0");
    club_tick(&club);
    club_move(&club, ANNA, "yes");
    club_says(&club, DAVID, "nick david\nwatch 1");
    club_tick(&club);
    club_move(&club, DAVID, "yes");
    club_expect(&club, DAVID, "answer", "It has not begun yet; I write to you when it does.");
    club_move(&club, DAVID, "join 1");
    club_says(&club, BRUNO, "nick bruno\nwatch 1");
    club_tick(&club);
    club_move(&club, BRUNO, "yes");
    club_says(&club, CLARA, "join 1 nick=clara");
    club_tick(&club);
    club_move(&club, CLARA, "yes");
    const struct club_mail *mail = club_last(&club, DAVID);
    assert_non_null(mail->parts->table); // it has begun
    is_public(club_expect(&club, BRUNO, "watch", "Round 1 was dealt."));
    guint before = club_count(&club, DAVID);
    club_move(&club, club_turn(&club), "pass");
    assert_true(club_count(&club, DAVID) <= before + 1);
    assert_string_not_equal(club_last(&club, DAVID)->kind, "watch");
    club_end(&club);
}

static void test_mail_of_the_day(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=14d");
    club_move(&club, DAVID, "mail daily\nwatch 1");
    guint before = club_count(&club, DAVID);
    club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, DAVID), before);
    club_hours(&club, 12);
    is_public(club_expect(&club, DAVID, "watch", "passed"));
    assert_int_equal(club_count(&club, DAVID), before + 1);
    club_end(&club);
}

// ---- open games --------------------------------------------------------------------------------

static void test_open(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, CLARA, "open");
    club_tick(&club);
    club_expect(&club, CLARA, "answer", "No game waits for players at the moment.");
    assert_null(club_last(&club, CLARA)->parts->ticket);
    club_says(&club, CLARA, "open"); // once a day
    assert_int_equal(club_tick(&club), 0);
    club_says(&club, ANNA, "new nick=anna open=yes seats=3 name=Night owls pace=24h");
    club_tick(&club);
    club_move(&club, ANNA, "yes");
    club_move(&club, ANNA, "new seats=2 name=Closed\ninvite " BRUNO);
    club_move(&club, ANNA, "open"); // hers are no news to her
    club_expect(&club, ANNA, "lobby", "No game waits for players at the moment.");
    club.now += CLUB_DAY + 1;
    club_says(&club, CLARA, "open");
    club_tick(&club);
    const struct club_mail *mail = club_expect(
        &club, CLARA, "answer", "Game 1, with anna: 2 seats are free. Time for a turn: 24 hours.");
    club_lacks(mail, "Night owls"); // a stranger's words to a stranger
    club_lacks(mail, "Game 2");
    club.now += CLUB_DAY + 1;
    club_says(&club, CLARA, "join 1 nick=clara");
    club_tick(&club);
    club_move(&club, CLARA, "yes");
    club_expect(&club, CLARA, "lobby", "You are in game 1, as clara at the table.");
    club_says(&club, BRUNO, "nick bruno");
    club.now += CLUB_DAY + 1;
    club_tick(&club);
    club_move(&club, BRUNO, "yes");
    club_move(&club, BRUNO, "open");
    mail = club_expect(&club, BRUNO, "answer",
                       "Game 1 “Night owls”, with anna and clara: 1 seat is free.");
    club_holds(mail, "Game 2 “Closed”, with anna: 1 seat is free.");
    club_holds(mail, "write [join] and the number of its game");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_watch),
        cmocka_unit_test(test_to_the_end),
        cmocka_unit_test(test_who_gave_up),
        cmocka_unit_test(test_who_may),
        cmocka_unit_test(test_a_seat_after_all),
        cmocka_unit_test(test_mail_of_the_day),
        cmocka_unit_test(test_open),
    };
    return cmocka_run_group_tests_name("hub: watch", tests, NULL, NULL);
}

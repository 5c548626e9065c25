// SPDX-License-Identifier: MIT
// Seats that change hands: giving up, robots that sit in for somebody and step aside again, and
// what those who left, and those who come back, may know.
#include "tests/unit/club.h"

#include "referee/record/record.h"

// A bank and quiet hours would only make it longer.
static void begin(struct club *club, guint people, const char *options)
{
    club_begin_like(club, "play.bank=0h\nplay.quiet=0-0");
    club_game(club, people, options);
}

// One turn of whoever is to move passes by the clock.
static void miss_turn(struct club *club)
{
    long before = club_sql_number(club, "SELECT count(*) FROM log WHERE line LIKE '% by clock'");
    for (int i = 0; i < 6; i++) {
        club->now += CLUB_HOUR / 2;
        club_tick(club);
        if (club_sql_number(club, "SELECT count(*) FROM log WHERE line LIKE '% by clock'") > before)
            return;
    }
    fail_msg("nobody missed a turn");
}

// ---- giving up ---------------------------------------------------------------------------------

static void test_resign(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, NULL);
    const struct club_mail *deal = club_last(&club, BRUNO);
    club_move(&club, BRUNO, "resign");
    club_expect(&club, BRUNO, "ask", "This can't be undone, so I ask once more.");
    assert_int_equal(
        club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE 'seat-change%'"), 0);
    club_move(&club, BRUNO, "yes");
    const struct club_mail *mail =
        club_expect(&club, BRUNO, "answer", "You gave up your seat in game 1.");
    assert_null(mail->parts->table);
    club_lacks(mail, "Your hand");
    club_expect(&club, ANNA, "deal", "bruno gave up. A robot plays the seat to the end.");
    assert_string_equal(club_sql(&club, "SELECT nick||coalesce(player, 0)||robot FROM seat"
                                        " WHERE seat = 1"),
                        "robot-101");
    // Old tickets move nothing, tell nothing of the game, and the game goes on without mail to him.
    static const char *const words[] = {"discard 3 4 5", "hand", "history", "preview 7", "back",
                                        "say hello",     "2",    "resend",  "luck: x"};
    guint before = club_count(&club, ANNA);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        club_letter(&club, BRUNO, words[i], .reply = deal);
        club_tick(&club);
        assert_null(club_last(&club, BRUNO)->parts->table);
        club_lacks(club_last(&club, BRUNO), "Your hand");
    }
    assert_int_equal(club_count(&club, ANNA), before);
    before = club_count(&club, BRUNO);
    static const char *const stay[] = {ANNA, CLARA};
    for (gsize i = 0; i < G_N_ELEMENTS(stay); i++) {
        g_auto(GStrv) cards = g_strsplit(club_hand(&club, stay[i]), " ", -1);
        g_autofree char *discard =
            g_strdup_printf("discard %s %s %s", cards[9], cards[10], cards[11]);
        club_move(&club, stay[i], discard);
    }
    for (int i = 0; i < 4 && club_turn(&club); i++)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, BRUNO), before);
    club_end(&club);
}

// A mail with the hand in it that hasn't left yet doesn't leave after its reader has.
static void test_no_hand_behind_the_back(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, "discard=0");
    const struct club_mail *bruno = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "resign", .reply = bruno);
    club_tick(&club);
    const struct club_mail *asked = club_expect(&club, BRUNO, "ask", "- [resign]");
    // In one run: a move of another, which concerns him, and his yes.
    const char *who = club_turn(&club);
    const char *other = g_str_equal(who, BRUNO) ? ANNA : who;
    club_letter(&club, other, g_str_equal(who, BRUNO) ? "say hello" : "pass",
                .reply = club_last(&club, other));
    club_letter(&club, BRUNO, "yes", .reply = asked);
    guint before = club.mails->len;
    club_tick(&club);
    for (guint i = before; i < club.mails->len; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        if (g_str_equal(mail->to, BRUNO)) {
            assert_null(mail->parts->table);
            club_lacks(mail, "[");
        }
    }
    club_end(&club);
}

// The same when the mail was made, and waits for its server.
static void test_no_hand_in_a_waiting_mail(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    begin(&club, 3, "discard=0");
    club_letter(&club, BRUNO, "resign", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    const struct club_mail *asked = club_last(&club, BRUNO);
    g_autofree char *out = g_strdup(club_path(&club, "mail/out"));
    g_autofree char *away = g_strdup(club_path(&club, "mail/away"));
    assert_int_equal(rename(out, away), 0);
    club_letter(&club, ANNA, "say I hear you leave", .reply = club_last(&club, ANNA));
    assert_false(club_try(&club, &error));
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM outbound WHERE player = 2 AND"
                                            " state = 'ready'"),
                     1);
    club_letter(&club, BRUNO, "yes", .reply = asked);
    g_clear_error(&error);
    assert_false(club_try(&club, &error));
    assert_int_equal(rename(away, out), 0);
    guint before = club.mails->len;
    club.now += CLUB_HOUR;
    club_tick(&club);
    for (guint i = before; i < club.mails->len; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        if (g_str_equal(mail->to, BRUNO)) {
            assert_null(mail->parts->table);
            club_lacks(mail, "Your hand");
        }
    }
    club_end(&club);
}

// With nobody left but robots the game runs to its end at once; its lines are sealed as ever.
static void test_the_last_one_leaves(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 1, "robots=2");
    club_move(&club, ANNA, "resign");
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "answer", "You gave up your seat in game 1.");
    // And how it ended, in the same run.
    const struct club_mail *end = club.mails->pdata[club.mails->len - 2];
    assert_string_equal(end->kind, "watch");
    club_holds(end, "Game 1 is over.");
    assert_non_null(end->record);
    assert_null(end->parts->table);
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "over");
    g_autofree char *record =
        g_strdup(club_sql(&club, "SELECT record_text(size, text) FROM record"));
    struct game game;
    struct record_fault fault;
    if (!record_verify(&game, record, strlen(record), NULL, &fault))
        fail_msg("line %u: %s", (guint)fault.line, fault.reason);
    game_clear(&game);
    club_end(&club);
}

// ---- sitting in --------------------------------------------------------------------------------

static void test_back(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=1h stall=0");
    const char *away = club_turn(&club);
    const char *here = g_str_equal(away, ANNA) ? BRUNO : ANNA;
    const struct club_mail *old = club_last(&club, away);
    miss_turn(&club);
    club_move(&club, here, "pass");
    miss_turn(&club);
    club_expect(&club, away, "missed", "You missed two turns in a row, so a robot plays for you.");
    club_letter(&club, away, "pass", .reply = club_last(&club, away));
    club_tick(&club);
    club_expect(&club, away, "refused", "A robot plays your seat at the moment.");
    // Its tickets are as good as ever: the oldest brings the seat back.
    club_letter(&club, away, "back", .reply = old);
    club_tick(&club);
    club_holds(club_last(&club, away), "You play your own seat again");
    assert_int_equal(club_sql_number(&club, "SELECT sum(robot) FROM seat"), 0);
    club_move(&club, away, "back");
    club_expect(&club, away, "refused", "You have never been away from this table.");
    club_end(&club);
}

// Whoever was away comes back, whatever somebody else at the table is called by now.
static void test_back_to_a_name_that_is_taken(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=1h stall=0");
    const char *away = club_turn(&club);
    const char *here = g_str_equal(away, ANNA) ? BRUNO : ANNA;
    g_autofree char *name = g_strdup(g_str_equal(away, ANNA) ? "anna" : "bruno");
    miss_turn(&club);
    club_move(&club, here, "pass");
    miss_turn(&club);
    club_move(&club, away, "nick zoe");
    club_confirms(&club, here, "substitute " CLARA);
    g_autofree char *join = g_strdup_printf("join nick=%s", name);
    club_letter(&club, CLARA, join, .reply = club_last(&club, CLARA));
    club_tick(&club);
    club_expect(&club, CLARA, "turn", "You play the seat of");
    club_move(&club, away, "back");
    club_holds(club_last(&club, away), "You play your own seat again, zoe.");
    assert_int_equal(club_sql_number(&club, "SELECT sum(robot) FROM seat"), 0);
    club_holds(club_last(&club, CLARA), "robot-1 is called zoe at the table from now on.");
    club_end(&club);
}

// Whom a robot's name belonged to before is nobody's business: what it put aside stays unseen.
static void test_a_robots_name_is_given_again(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "play.bank=0h\nplay.quiet=0-0");
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
    club_deal(2, 0, "1 2 3 4 5 6 7 8 9 10 11 12 13 17 18");
    club_deal(2, 1, "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
    club_game(&club, 2, "pace=1h stall=0");
    club_discard(&club);
    assert_string_equal(club_turn(&club), BRUNO);
    club_move(&club, BRUNO, "pass");
    miss_turn(&club);
    club_move(&club, BRUNO, "pass");
    miss_turn(&club); // a robot sits in for Anna
    club_move(&club, BRUNO, "leave");
    // It plays the round to its end alone, and puts its three highest aside in the next.
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE"
                                            " 'discard robot-1 %'"),
                     1);
    club_letter(&club, ANNA, "back", .reply = club_last(&club, ANNA));
    club_tick(&club);
    club_move(&club, BRUNO, "discard 2 3 4");
    while (club_turn(&club) && !g_str_equal(club_turn(&club), BRUNO))
        club_move(&club, ANNA, "pass");
    miss_turn(&club);
    club_move(&club, ANNA, "pass");
    miss_turn(&club); // and now for Bruno, under the same name
    assert_string_equal(club_sql(&club, "SELECT nick FROM seat WHERE seat = 1"), "robot-1");
    club_move(&club, BRUNO, "history");
    const struct club_mail *mail = club_expect(&club, BRUNO, "answer", "All that has happened");
    club_holds(mail, "robot-1 put three cards aside.");
    club_holds(mail, "From your hand you put aside [2] [3] [4].");
    club_lacks(mail, "[17] [18]");
    club_end(&club);
}

// Nobody can be written to, and the game goes on all the same.
static void test_nobody_to_write_to(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 1, "robots=1 pace=1h");
    club_sql_do(&club, "INSERT INTO blocked VALUES ('" ANNA "', 1, 0)");
    club_move(&club, ANNA, "status");
    for (int i = 0; i < 60; i++) {
        club.now += CLUB_HOUR / 2;
        club_tick(&club);
    }
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "over");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resign),
        cmocka_unit_test(test_no_hand_behind_the_back),
        cmocka_unit_test(test_no_hand_in_a_waiting_mail),
        cmocka_unit_test(test_the_last_one_leaves),
        cmocka_unit_test(test_back),
        cmocka_unit_test(test_back_to_a_name_that_is_taken),
        cmocka_unit_test(test_a_robots_name_is_given_again),
        cmocka_unit_test(test_nobody_to_write_to),
    };
    return cmocka_run_group_tests_name("hub: seats", tests, NULL, NULL);
}

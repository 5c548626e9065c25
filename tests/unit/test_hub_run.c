// SPDX-License-Identifier: MIT
// What one run does, and two behind each other: mail is read before the clock, a clock that can't
// be believed, news that become one mail.
#include "tests/unit/club.h"

#include <glib/gstdio.h>

#define NO_BANK "play.bank=0h\nplay.quiet=0-0"

static void begin(struct club *club, const char *options)
{
    club_begin_like(club, NO_BANK);
    club_game(club, 2, options);
    assert_string_equal(club_turn(club), BRUNO);
}

static long by_clock(const struct club *club)
{
    return club_sql_number(club, "SELECT count(*) FROM log WHERE line LIKE '% by clock'");
}

// ---- mail before the clock ---------------------------------------------------------------------

static void test_mail_in_time(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "discard=0 pace=1h");
    club_answers(&club, BRUNO, "pass");
    club.now += CLUB_HOUR + 60;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 0);
    club_expect(&club, ANNA, "turn", "bruno passed, for 1 token.");
    club.now += CLUB_HOUR - 1;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 0);
    club.now += 1;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 1);
    club_expect(&club, ANNA, "missed", "The time for your turn was up");
    club_end(&club);
}

static void test_mail_too_late(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "discard=0 pace=1h");
    const struct club_mail *turn = club_last(&club, BRUNO);
    club.now += CLUB_HOUR / 2;
    club_tick(&club);
    club.now += CLUB_HOUR / 2;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 1);
    club_letter(&club, BRUNO, "3", .reply = turn);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "The game has moved on");
    club_end(&club);
}

// ---- a clock that can't be believed ------------------------------------------------------------

static void test_the_clock_jumps(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "discard=0 pace=1h");
    club_tick(&club);
    club.now += 11 * CLUB_DAY;
    for (int i = 0; i < 3; i++) {
        club_tick(&club);
        club.now += 60;
    }
    assert_int_equal(by_clock(&club), 0);
    // Mail is acted on all the same.
    club_move(&club, BRUNO, "pass");
    club_expect(&club, ANNA, "turn", "bruno passed, for 1 token.");
    club.now += 2 * CLUB_HOUR;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 0);
    assert_int_equal(club_program(&club, "clock accept", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(by_clock(&club), 0); // the time that passed was nobody's
    club.now += CLUB_HOUR;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 1);
    club_end(&club);
}

static void test_the_clock_goes_back(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "discard=0 pace=1h");
    club_tick(&club);
    gint64 right = club.now;
    club.now -= 5 * CLUB_DAY;
    club_move(&club, BRUNO, "pass");
    // Times in a record never run backwards.
    club_expect(&club, ANNA, "turn", "bruno passed, for 1 token.");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE"
                                            " 'move % 2026-11-30T08:00:00Z %'"),
                     2);
    club.now += 3 * CLUB_HOUR;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 0);
    club.now = right + 60; // it was put right
    club_tick(&club);
    club.now += CLUB_HOUR + 60;
    club_tick(&club);
    assert_int_equal(by_clock(&club), 1);
    club_end(&club);
}

// A gap that is none yet makes no longer one usual, once runs come more often again.
static void test_gaps(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "discard=0 pace=6h");
    club_tick(&club);
    club.now += 110 * 60;
    for (int i = 0; i < 3; i++) {
        club_tick(&club);
        club.now += 60;
    }
    club.now += 5 * CLUB_HOUR; // an outage
    for (int i = 0; i < 4; i++) {
        club_tick(&club);
        club.now += CLUB_HOUR;
    }
    assert_int_equal(by_clock(&club), 0); // five of the six hours are over
    club_end(&club);
}

// What waits for a word doesn't end while the clock isn't believed.
static void test_matters_wait_for_the_clock(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new robots=1");
    club_tick(&club);
    gint64 right = club.now;
    club.now += 300 * CLUB_DAY;
    club_tick(&club);
    club.now = right + 60;
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "deal", "round 1 of game 1 is dealt");
    club_end(&club);
}

// ---- news that become one mail -----------------------------------------------------------------

static void test_one_run_one_mail(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "discard=0");
    guint before = club.mails->len;
    club_letter(&club, BRUNO, "say One", .reply = club_last(&club, BRUNO));
    club_letter(&club, BRUNO, "pass\nsay Two", .reply = club_last(&club, BRUNO));
    club_letter(&club, BRUNO, "hand", .reply = club_last(&club, BRUNO));
    club_letter(&club, BRUNO, "preview 3", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(club.mails->len, before + 2);
    const struct club_mail *mail = club_expect(&club, ANNA, "turn", "bruno says: “One”");
    club_holds(mail, "bruno says: “Two”");
    club_holds(mail, "bruno passed, for 1 token.");
    mail = club_expect(&club, BRUNO, "refused", "It is not your turn"); // of the preview
    club_holds(mail, "Your words went to the table: “One”");
    club_holds(mail, "Your words went to the table: “Two”");
    club_holds(mail, "You passed, for 1 token.");
    club_end(&club);
}

// Robots that move behind each other: one mail tells of them all.
static void test_robots_in_one_mail(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=3");
    guint before = club.mails->len;
    club_discard(&club);
    assert_int_equal(club.mails->len, before + 1);
    while (g_strcmp0(club_turn(&club), ANNA) == 0 && club.mails->len < before + 4) {
        club_move(&club, ANNA, "pass");
        club_holds(club_last(&club, ANNA), "robot-1");
        club_holds(club_last(&club, ANNA), "robot-3");
    }
    club_end(&club);
}

// What waits unsent has one size with a hand in it, and a bigger one beside what others may have
// chosen.
static void test_unsent_sizes(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    begin(&club, "discard=0");
    const struct club_mail *bruno = club_last(&club, BRUNO);
    g_autofree char *out = g_strdup(club_path(&club, "mail/out"));
    g_autofree char *away = g_strdup(club_path(&club, "mail/away"));
    assert_int_equal(g_rename(out, away), 0);
    static const struct {
        const char *words;
        long room;
    } cases[] = {{"hand", 16384}, {"my data", 65536}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        club_letter(&club, BRUNO, cases[i].words, .reply = bruno);
        assert_false(club_try(&club, &error));
        g_clear_error(&error);
        assert_int_equal(club_sql_number(&club, "SELECT length(body) - 40 FROM outbound"
                                                " WHERE state = 'ready'"),
                         cases[i].room);
    }
    assert_int_equal(g_rename(away, out), 0);
    club.now += CLUB_HOUR;
    club_tick(&club);
    assert_non_null(strstr(club_last(&club, BRUNO)->raw, "my-data.json"));
    club_end(&club);
}

// The server is down for some runs: what waited unsent becomes one mail of the latest state, with
// all lines, all words and all answers; of another game, and of a matter, nothing is mixed in.
static void test_unsent_news(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    begin(&club, "discard=0");
    const struct club_mail *anna = club_last(&club, ANNA);
    const struct club_mail *bruno = club_last(&club, BRUNO);
    club_move(&club, ANNA, "new robots=1");
    guint before = club.mails->len;
    g_autofree char *out = g_strdup(club_path(&club, "mail/out"));
    g_autofree char *away = g_strdup(club_path(&club, "mail/away"));
    assert_int_equal(g_rename(out, away), 0);
    static const char *const words[] = {"say One", "say Two", "hand", "pass", "say Three"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        club_letter(&club, BRUNO, words[i], .reply = bruno);
        assert_false(club_try(&club, &error));
        g_clear_error(&error);
        club.now += 60;
    }
    club_letter(&club, ANNA, "say Four", .reply = anna);
    club_letter(&club, BRUNO, "resign", .reply = bruno);
    assert_false(club_try(&club, &error));
    g_clear_error(&error);
    assert_int_equal(club.mails->len, before);
    assert_string_equal(club_sql(&club, "SELECT coalesce(turn_at, 0) FROM game WHERE id = 1"), "0");
    assert_int_equal(g_rename(away, out), 0);
    club.now += CLUB_HOUR;
    club_tick(&club);
    assert_int_equal(club.mails->len, before + 3);
    const struct club_mail *mail = club_expect(&club, ANNA, "turn", "bruno says: “One”");
    club_holds(mail, "bruno says: “Two”");
    club_holds(mail, "bruno says: “Three”");
    club_holds(mail, "Your words went to the table: “Four”");
    club_holds(mail, "bruno passed, for 1 token.");
    for (guint i = before; i < club.mails->len; i++) {
        mail = club.mails->pdata[i];
        if (g_str_equal(mail->to, ANNA))
            continue;
        if (g_str_equal(mail->kind, "ask"))
            club_holds(mail, "- [resign]");
        else
            club_holds(mail, "Your words went to the table: “One”");
    }
    assert_int_equal(club_sql_number(&club, "SELECT turn_at FROM game WHERE id = 1"), club.now);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM outbound WHERE state IN ('noted',"
                                            " 'ready')"),
                     0);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mail_in_time),
        cmocka_unit_test(test_mail_too_late),
        cmocka_unit_test(test_the_clock_jumps),
        cmocka_unit_test(test_the_clock_goes_back),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_matters_wait_for_the_clock),
        cmocka_unit_test(test_one_run_one_mail),
        cmocka_unit_test(test_robots_in_one_mail),
        cmocka_unit_test(test_unsent_sizes),
        cmocka_unit_test(test_unsent_news),
    };
    return cmocka_run_group_tests_name("hub: runs", tests, NULL, NULL);
}

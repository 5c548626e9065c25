// SPDX-License-Identifier: MIT
// Too much of everything (limits.h, precedence.h): machines that answer every answer, questions
// without end, mails in somebody else's name, floods from strangers. Players are heard all the
// same, and first.
//
// REFEREE23_FLOOD says how many mails the flood has; `make abuse` sends 10,000.
#include "tests/unit/club.h"

#include "referee/orders/limits.h"
#include "referee/receive/precedence.h"

enum { FLOOD = 600 };

// Bruno is to move first; both can play upward one by one.
static void begin(struct club *club)
{
    club_begin(club);
    club->unchecked = TRUE;
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(club, 2, "discard=0 pace=14d");
}

static int moves(const struct club *club)
{
    return club_sql_number(club, "SELECT count(*) FROM log WHERE line LIKE 'move %'");
}

// ---- machines ----------------------------------------------------------------------------------

// It answers each mail with the same words, and says nowhere that it is a machine.
static void test_a_machine_that_answers(void **state)
{
    (void)state;
    static const char words[] = "Thank you for your message. Your request #117904 was received.";
    struct club club;
    begin(&club);
    guint before = club_count(&club, BRUNO);
    club_move(&club, BRUNO, words);
    club_lacks(club_expect(&club, BRUNO, "unclear", "could not make sense"), "second unclear");
    club_move(&club, BRUNO, words); // of the last answer it is said that it is the last one
    club_expect(&club, BRUNO, "unclear", "This was the second unclear answer to one of my mails.");
    for (guint i = 0; i < 8; i++)
        club_move(&club, BRUNO, words);
    assert_int_equal(club_count(&club, BRUNO), before + 2);
    // Another turn has another ticket; the day has an end of it all the same.
    for (guint turn = 0; turn < 8; turn++) {
        club_move(&club, club_turn(&club), "pass");
        for (guint i = 0; i < 3; i++)
            club_move(&club, BRUNO, words);
    }
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM outbound WHERE kind = 'unclear'"),
                     LIMITS_UNCLEAR_A_DAY);
    club_end(&club);
}

static void test_a_machine_of_a_stranger(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    for (guint i = 0; i < 10; i++) {
        club_says(&club, DAVID, "We are closed until Monday. Stay well!");
        club_tick(&club);
    }
    assert_int_equal(club_count(&club, DAVID), 1);
    for (guint i = 0; i < 10; i++)
        club_move(&club, DAVID, "We are closed until Monday. Stay well!");
    assert_int_equal(club_count(&club, DAVID), 1);
    club.now += CLUB_DAY + 60;
    club_says(&club, DAVID, "new nick=david robots=1");
    club_tick(&club);
    assert_string_equal(club_last(&club, DAVID)->kind, "confirm");
    for (guint i = 0; i < 10; i++) // the confirmation is answered, too
        club_move(&club, DAVID, "We are closed until Monday. Stay well!");
    assert_int_equal(club_count(&club, DAVID), 4);
    for (guint i = 0; i < 20; i++)
        club_move(&club, DAVID, "help");
    assert_true(club_count(&club, DAVID) <= 2 + LIMITS_MATTER_A_DAY);
    club_move(&club, DAVID, "yes");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM game WHERE state = 'running'"), "2");
    club_end(&club);
}

// ---- players -----------------------------------------------------------------------------------

static void test_questions_without_end(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    guint before = club_count(&club, BRUNO);
    for (guint i = 0; i < LIMITS_ANSWERS_AN_HOUR + 10; i++) {
        club_letter(&club, BRUNO, i % 2 ? "status" : "rules", .reply = turn);
        club_tick(&club);
    }
    assert_int_equal(club_count(&club, BRUNO), before + LIMITS_ANSWERS_AN_HOUR);
    assert_string_equal(club_sql(&club, "SELECT outcome || gate FROM inbound ORDER BY id DESC"),
                        "dropidentity");
    // What isn't answered is wrong moves and words as well; but a move acts, and is told.
    guint to_anna = club_count(&club, ANNA);
    club_letter(&club, BRUNO, "9", .reply = turn);
    club_letter(&club, BRUNO, "say Hello?", .reply = turn);
    club_letter(&club, BRUNO, "nick berta", .reply = turn);
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before + LIMITS_ANSWERS_AN_HOUR);
    assert_int_equal(club_count(&club, ANNA), to_anna);
    assert_string_equal(club_sql(&club, "SELECT nick FROM player WHERE id = 2"), "bruno");
    club_letter(&club, BRUNO, "2", .reply = turn);
    club_tick(&club);
    assert_int_equal(moves(&club), 2);
    club_expect(&club, BRUNO, "table", "You laid [2]");
    club_expect(&club, ANNA, "turn", "bruno laid [2]");
    // Anna may ask as ever, and Bruno in an hour.
    club_move(&club, ANNA, "status");
    club_expect(&club, ANNA, "answer", "");
    club.now += CLUB_HOUR + 60;
    club_move(&club, BRUNO, "rules");
    club_expect(&club, BRUNO, "answer", "");
    club_end(&club);
}

static void test_questions_all_day(void **state)
{
    (void)state;
    enum { HOURS = LIMITS_ANSWERS_A_DAY / LIMITS_ANSWERS_AN_HOUR + 2 };
    struct club club;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    guint before = club_count(&club, BRUNO);
    for (guint hour = 0; hour < HOURS; hour++) {
        for (guint i = 0; i < LIMITS_ANSWERS_AN_HOUR; i++) {
            club_letter(&club, BRUNO, "rules", .reply = turn);
            club_tick(&club);
        }
        club.now += CLUB_HOUR + 60;
    }
    assert_int_equal(club_count(&club, BRUNO), before + LIMITS_ANSWERS_A_DAY);
    club_end(&club);
}

static void test_wrong_moves_without_end(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    for (guint i = 0; i < LIMITS_ANSWERS_AN_HOUR + 10; i++)
        club_letter(&club, BRUNO, "play 9", .reply = turn);
    g_autofree char *before = club_dump(&club);
    club_tick(&club);
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM outbound WHERE kind = 'refused'"),
                     LIMITS_ANSWERS_AN_HOUR);
    club_letter(&club, BRUNO, "2", .reply = turn);
    club_tick(&club);
    assert_int_equal(moves(&club), 2);
    club_end(&club);
}

static void test_declined_again_and_again(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=anna seats=2\ninvite " BRUNO);
    club_tick(&club);
    club_move(&club, ANNA, "yes");
    guint before = club_count(&club, ANNA);
    for (guint i = 0; i < 5; i++)
        club_move(&club, BRUNO, "decline");
    assert_int_equal(club_count(&club, ANNA), before + 1);
    club_move(&club, BRUNO, "join nick=bruno");
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "running");
    club_end(&club);
}

// ---- in somebody else's name -------------------------------------------------------------------

// Anybody can write Bruno's address into From.
static void test_mails_without_proof(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    guint before = club_count(&club, BRUNO);
    for (guint i = 0; i < 30; i++) {
        club_says(&club, BRUNO, i % 2 ? "status" : "games");
        club_tick(&club);
    }
    assert_int_equal(club_count(&club, BRUNO), before + LIMITS_UNPROVEN_A_DAY);
    before = club_count(&club, BRUNO);
    for (guint i = 0; i < 30; i++) {
        g_autofree char *nick = g_strdup_printf("nick other-%u", i);
        club_says(&club, BRUNO, nick);
        club_tick(&club);
    }
    assert_int_equal(club_count(&club, BRUNO), before + LIMITS_UNCLEAR_A_DAY);
    // Bruno's own answers have their tickets.
    for (guint i = club.mails->len; i-- > 0;) {
        const struct club_mail *mail = club.mails->pdata[i];
        if (!g_str_equal(mail->to, BRUNO) || !g_str_equal(mail->kind, "turn"))
            continue;
        club_letter(&club, BRUNO, "2", .reply = mail);
        break;
    }
    club_tick(&club);
    assert_int_equal(moves(&club), 2);
    club_end(&club);
}

// ---- floods ------------------------------------------------------------------------------------

static void flood(struct club *club, guint n)
{
    static const char *const words[] = {"Buy my fine watches!", "new robots=1", "help", "status",
                                        "yes"};
    for (guint i = 0; i < n; i++) {
        g_autofree char *from = g_strdup_printf("stranger-%u@flood.example", i);
        club_says(club, from, words[i % G_N_ELEMENTS(words)]);
    }
}

// The place of the first mail of this sender in the ledger.
static int place_of(const struct club *club, const char *sender)
{
    return (int)g_ascii_strtoll(club_sql(club,
                                         "SELECT count(*) FROM inbound WHERE id <="
                                         " (SELECT max(id) FROM inbound WHERE sender = '%s')",
                                         sender),
                                NULL, 10);
}

static void test_flood(void **state)
{
    (void)state;
    const char *said = g_getenv("REFEREE23_FLOOD");
    guint n = said ? (guint)g_ascii_strtoull(said, NULL, 10) : FLOOD;
    struct club club;
    begin(&club);
    int known = club_sql_number(&club, "SELECT count(*) FROM inbound");
    guint before = club.mails->len;
    flood(&club, n);
    club_answers(&club, BRUNO, "2"); // last of all
    gint64 from = g_get_monotonic_time();
    club_tick(&club);
    print_message("# the first run took %u ms\n", (guint)((g_get_monotonic_time() - from) / 1000));
    assert_int_equal(place_of(&club, BRUNO), known + 1);
    assert_int_equal(moves(&club), 2);
    club_expect(&club, ANNA, "turn", "bruno laid [2]");
    club.now += 300;
    club_answers(&club, ANNA, "3");
    guint runs = 1;
    for (; club_sql_number(
               &club, "SELECT count(*) FROM inbound WHERE sender LIKE '%flood.example'") < (int)n;
         runs++) {
        int taken = club_sql_number(&club, "SELECT count(*) FROM inbound");
        club_tick(&club);
        if (runs == 1)
            assert_int_equal(place_of(&club, ANNA), taken + 1);
        club.now += 300;
    }
    assert_int_equal(moves(&club), 3);
    assert_true(runs >= 2 && runs <= 2 + n / 400);
    // 50 answers to strangers a day are the default (Anna was one, too), and two mails a move.
    assert_int_equal(club.mails->len, before + 49 + 4);
    print_message("# %u mails in %u runs\n", n, runs);
    club_end(&club);
}

// Junk doesn't use up what newcomers need.
static void test_junk(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    guint before = club.mails->len;
    for (guint i = 0; i < 100; i++) {
        g_autofree char *from = g_strdup_printf("junk-%u@flood.example", i);
        club_says(&club, from, "Buy my fine watches!");
    }
    club_tick(&club);
    assert_int_equal(club.mails->len, before + 24); // half of 50; Bruno was a stranger, too
    club_says(&club, DAVID, "new nick=david robots=1");
    club_tick(&club);
    assert_string_equal(club_last(&club, DAVID)->kind, "confirm");
    club_end(&club);
}

// Only so many of the mails that are held are kept whole.
static void test_held_mails(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    for (guint i = 0; i < LIMITS_HELD_A_DAY + 20; i++) {
        g_autofree char *raw =
            g_strdup_printf("From: a@example.org, b@example.org\nMessage-ID: <%u@x>\n\n2\n", i);
        club_drop(&club, raw, strlen(raw));
    }
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM inbound WHERE outcome = 'hold'"),
                     LIMITS_HELD_A_DAY + 20);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM inbound WHERE body IS NOT NULL"),
                     LIMITS_HELD_A_DAY);
    club.now += CLUB_DAY + 60;
    club_letter(&club, "a@example.org, <b@example.org", "2");
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM inbound WHERE body IS NOT NULL"),
                     LIMITS_HELD_A_DAY + 1);
    club_end(&club);
}

// ---- who comes first ---------------------------------------------------------------------------

static void test_precedence(void **state)
{
    (void)state;
    struct club club;
    struct desk desk;
    GError *error = NULL;
    begin(&club);
    assert_true(desk_open(&desk, club.dir, club.now, &error));
    const char *ticket = club_last(&club, BRUNO)->parts->ticket;
    g_autofree char *forged = g_strdup(ticket);
    char *last = forged + strlen(forged) - 1;
    *last = *last == '7' ? '8' : '7';
    const struct {
        const char *format, *ticket;
        gboolean first;
    } cases[] = {
        {"From: <bruno@example.org>%s\nTo: x\n\n", "", TRUE},
        {"From: Bruno <Bruno@EXAMPLE.org>%s\n\n", "", TRUE},
        {"From: bruno@example.org%s\n\n", "", TRUE},
        {"Subject: x\r\nfrom:\r\n bruno@example.org (Bruno)%s\r\n\r\n", "", TRUE},
        {"From: \"bruno@example.org\" <evil@flood.example>%s\n\n", "", FALSE},
        {"From: nobody@flood.example\nTo: referee+%s@play.example.org\n\n", ticket, TRUE},
        {"From: nobody@flood.example\nReferences: <a@b>\n <%s.7@play.example.org>\n\n", ticket,
         TRUE},
        {"From: nobody@flood.example\nTo: referee+%s@play.example.org\n\n", forged, FALSE},
        {"From: nobody@flood.example%s\n\nbruno@example.org\n", "", FALSE},
        {"From: nobody@flood.example\n\nticket %s\n", ticket, FALSE}, // the head alone is looked at
        {"From: <%s", "", FALSE},
        {"%s", "", FALSE},
        {"From:%s", "", FALSE},
        {"From: \xff\xfe@example.org%s\n", "", FALSE},
        {"X-From: bruno@example.org%s\n\n", "", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) parts = g_strsplit(cases[i].format, "%s", 2);
        g_autofree char *head = g_strjoinv(cases[i].ticket, parts);
        gboolean first = !cases[i].first;
        assert_true(precedence_is_player(&desk, head, strlen(head), &first, &error));
        if (first != cases[i].first)
            fail_msg("case %u: %s", (guint)i, head);
    }
    gboolean first = TRUE;
    static const char zeros[] = "From: a\0bruno@example.org\0\n\n";
    assert_true(precedence_is_player(&desk, zeros, sizeof zeros - 1, &first, &error));
    assert_false(first);
    desk_close(&desk);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_machine_that_answers),
        cmocka_unit_test(test_a_machine_of_a_stranger),
        cmocka_unit_test(test_questions_without_end),
        cmocka_unit_test(test_questions_all_day),
        cmocka_unit_test(test_wrong_moves_without_end),
        cmocka_unit_test(test_declined_again_and_again),
        cmocka_unit_test(test_mails_without_proof),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_junk),
        cmocka_unit_test(test_held_mails),
        cmocka_unit_test(test_precedence),
    };
    return cmocka_run_group_tests_name("hub: abuse", tests, NULL, NULL);
}

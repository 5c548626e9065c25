// SPDX-License-Identifier: MIT
// Mails that come back: which reports count, when an address gets no more, what the others learn,
// how long the clock stands, and what ends it. And that a forged report does nothing.
#include "tests/unit/club.h"

static struct club club;

static int set_up(void **state)
{
    (void)state;
    club_begin(&club);
    club.unchecked = TRUE; // where nothing new is said to anybody
    return 0;
}

static int set_up_checked(void **state)
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

// ---- reports -----------------------------------------------------------------------------------

// The envelope sender of a mail.
static char *envelope(const struct club_mail *mail)
{
    g_autofree char *path = club_header(mail, "Return-Path");
    return g_strndup(path + 1, strlen(path) - 2);
}

struct report {
    const char *to, *action, *status;
    const char *type;    // else multipart/report
    const char *from;    // else the mail server
    const char *headers; // more
};

static void report(const struct report *r)
{
    static int n;
    g_autofree char *raw = g_strdup_printf(
        "Return-Path: <>\nFrom: %s\nTo: %s\nSubject: Undelivered Mail Returned to Sender\n"
        "Message-ID: <report-%d@mx.example.org>\n%sMIME-Version: 1.0\n"
        "Content-Type: %s; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nI'm afraid I wasn't able to deliver your message.\n\n"
        "--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example.org\n\n"
        "Final-Recipient: rfc822; bruno@example.org\nAction: %s\nStatus: %s\n\n"
        "--b\nContent-Type: text/rfc822-headers\n\nSubject: [23] Game 1\nX-23-Referee: "
        "%s\n\n--b--\n",
        r->from ? r->from : "Mail Delivery System <MAILER-DAEMON@mx.example.org>", r->to, ++n,
        r->headers ? r->headers : "", r->type ? r->type : "multipart/report",
        r->action ? r->action : "failed", r->status ? r->status : "5.1.1", REFEREE);
    club_drop(&club, raw, strlen(raw));
}

static void report_to(const char *address)
{
    report(&(struct report){.to = address});
}

static int number(const char *sql)
{
    return (int)g_ascii_strtoll(club_sql(&club, "%s", sql), NULL, 10);
}

static gboolean is_suspended(void)
{
    return number("SELECT count(*) FROM address WHERE suspended_at IS NOT NULL") > 0;
}

static int counted(void)
{
    return number("SELECT count(*) FROM bounce");
}

// Lets hours go by, with runs as seldom as may be without an outage.
static void pass(guint hours)
{
    for (guint step; hours > 0; hours -= step) {
        step = MIN(hours, 2);
        club.now += step * CLUB_HOUR;
        club_tick(&club);
    }
}

// ---- games -------------------------------------------------------------------------------------

// Three people play; the cards of the first round are all put aside.
static void begin_game(void)
{
    club_game(&club, 3, "pace=7d");
    club_discard(&club);
}

// A mail to Bruno about the game: Anna talks. Its envelope sender; the caller frees it.
static char *mail_bruno(void)
{
    guint before = club_count(&club, BRUNO);
    club_answers(&club, ANNA, "say Is anybody there?");
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    return envelope(club_last(&club, BRUNO));
}

static void bounce_one(void)
{
    g_autofree char *address = mail_bruno();
    report_to(address);
    club_tick(&club);
}

// Bruno's mails come back on two days, the third time at the end of the second.
static void lose_bruno(void)
{
    bounce_one();
    bounce_one();
    assert_false(is_suspended());
    pass(24);
    bounce_one();
    assert_true(is_suspended());
}

// Everybody who is before them passes, until it is for this one to move.
static void come_to(const char *who)
{
    for (int i = 0; i < 3 && strcmp(club_turn(&club), who) != 0; i++)
        club_move(&club, club_turn(&club), "pass");
    assert_string_equal(club_turn(&club), who);
}

static gint64 due_at(void)
{
    return g_ascii_strtoll(club_sql(&club, "SELECT due_at FROM game"), NULL, 10);
}

static gint64 turn_at(void)
{
    return g_ascii_strtoll(club_sql(&club, "SELECT turn_at FROM game"), NULL, 10);
}

// ---- what counts -------------------------------------------------------------------------------

static void test_three_of_two_days(void **state)
{
    (void)state;
    begin_game();
    lose_bruno();
    assert_int_equal(counted(), 3);
    g_autofree char *reason =
        g_strdup(club_sql(&club, "SELECT outcome || ' ' || gate || ' ' || reason FROM inbound"
                                 " ORDER BY id DESC LIMIT 1"));
    assert_true(g_str_has_prefix(reason, "drop automatic Mail out-"));
    assert_true(g_str_has_suffix(
        reason, " to bruno came back for good: the player gets no more until heard from."));
    club_holds(club_last(&club, ANNA), "bruno can't be reached by mail at present.");
    club_holds(club_last(&club, CLARA), "its clock stands still, for seven days at most.");
    // What happens now is not sent to him.
    guint before = club_count(&club, BRUNO);
    club_answers(&club, ANNA, "say Bruno?");
    club_tick(&club);
    pass(30);
    assert_int_equal(club_count(&club, BRUNO), before);
    assert_true(number("SELECT count(*) FROM outbound WHERE state = 'noted'") > 0);
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE state = 'noted' AND player <> 2"),
                     0);
}

static void test_one_day_is_not_enough(void **state)
{
    (void)state;
    begin_game();
    for (int i = 0; i < 5; i++)
        bounce_one();
    assert_int_equal(counted(), 5);
    assert_false(is_suspended());
    // Reports of the same mails that come on another day are no mails of another day.
    pass(24);
    g_autofree char *address = envelope(club_last(&club, BRUNO));
    for (int i = 0; i < 3; i++)
        report_to(address);
    club_tick(&club);
    assert_int_equal(counted(), 5);
    assert_false(is_suspended());
    bounce_one();
    assert_true(is_suspended());
}

static void test_a_mail_counts_once(void **state)
{
    (void)state;
    begin_game();
    g_autofree char *first = mail_bruno();
    pass(24);
    g_autofree char *second = mail_bruno();
    for (int i = 0; i < 4; i++) {
        report_to(first);
        report_to(second);
        club_tick(&club);
    }
    assert_int_equal(counted(), 2);
    assert_false(is_suspended());
    bounce_one();
    assert_true(is_suspended());
}

// Two good ones of two days, then a report that must not be the third.
static void forge(const struct report *forged)
{
    bounce_one();
    pass(24);
    bounce_one();
    g_autofree char *before = club_dump(&club);
    guint mails = club.mails->len;
    for (int i = 0; i < 3; i++)
        report(forged);
    club_tick(&club);
    assert_int_equal(counted(), 2);
    assert_int_equal(club.mails->len, mails);
    g_autofree char *after = club_dump(&club);
    assert_string_equal(after, before);
    bounce_one(); // all else was as it should
    assert_true(is_suspended());
}

// The address with another letter at this place of its MAC, counted from its end.
static char *with_other_mac(const char *address, gsize from_end)
{
    char *copy = g_strdup(address);
    char *letter = strchr(copy, '@') - 1 - from_end;
    *letter = *letter == '7' ? '8' : '7';
    return copy;
}

static void test_forged_address(void **state)
{
    for (int i = 0; i < 6; i++) {
        set_up(state);
        begin_game();
        g_autofree char *good = mail_bruno();
        g_autofree char *other = NULL;
        const char *dot = strrchr(good, '.');
        const char *at = strchr(good, '@');
        while (dot > at)
            dot = g_strrstr_len(good, dot - good, ".");
        int id = (int)g_ascii_strtoll(strstr(good, "+b.") + 3, NULL, 10);
        switch (i) {
        case 0:
            other = with_other_mac(good, 0);
            break;
        case 1:
            other = with_other_mac(good, 19);
            break;
        case 2: // of another mail
            other = g_strdup_printf("referee+b.%d%s", id - 1, dot);
            break;
        case 3: // without its last letter
            other = g_strdup_printf("%.*s%s", (int)(at - good - 1), good, at);
            break;
        case 4: // at another place
            other = g_strdup_printf("%.*s@evil.example.org", (int)(at - good), good);
            break;
        default:
            other = g_strdup(REFEREE);
        }
        forge(&(struct report){.to = other});
        tear_down(state);
    }
}

static void test_reports_that_are_none(void **state)
{
    static const struct report reports[] = {
        {.status = "4.4.1"},
        {.action = "delayed"},
        {.action = "delivered", .status = "2.0.0"},
        {.type = "multipart/mixed", .headers = "Auto-Submitted: auto-replied\n"},
        {.type = "multipart/alternative"},
        {.from = REFEREE},
        {.headers = "X-23-Referee: referee@play.example.org\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(reports); i++) {
        set_up(state);
        begin_game();
        struct report forged = reports[i];
        g_autofree char *to = mail_bruno();
        forged.to = to;
        forge(&forged);
        tear_down(state);
    }
}

// What a mail server does to an address on the way doesn't matter.
static void test_letters_and_headers(void **state)
{
    (void)state;
    begin_game();
    for (int i = 0; i < 3; i++) {
        g_autofree char *address = mail_bruno();
        g_autofree char *up = g_ascii_strup(address, -1);
        g_autofree char *headers = g_strdup_printf("Delivered-To: %s\n", address);
        if (i == 0)
            report_to(up);
        else
            report(&(struct report){.to = "somebody@example.org", .headers = headers});
        pass(20);
    }
    assert_int_equal(counted(), 3);
    assert_true(is_suspended());
}

static void test_without_tags(void **state)
{
    (void)state;
    club_end(&club);
    club_begin_like(&club, "mail.subaddress=no");
    club.unchecked = TRUE;
    begin_game();
    g_autofree char *address = mail_bruno();
    assert_string_equal(address, REFEREE);
    for (int i = 0; i < 5; i++) {
        report_to(address);
        pass(20);
    }
    assert_int_equal(counted(), 0);
}

// Somebody who isn't a player has no clock and gets one mail anyway.
static void test_strangers(void **state)
{
    (void)state;
    club_says(&club, DAVID, "new robots=2");
    club_tick(&club);
    g_autofree char *address = envelope(club_last(&club, DAVID));
    for (int i = 0; i < 4; i++)
        report_to(address);
    club_tick(&club);
    assert_int_equal(counted(), 0);
    club_answers(&club, DAVID, "yes");
    assert_true(club_tick(&club) > 0);
}

// ---- the clock ---------------------------------------------------------------------------------

static void test_the_clock_stands_in_his_turn(void **state)
{
    (void)state;
    begin_game();
    come_to(BRUNO);
    gint64 before = turn_at();
    assert_true(before > 0 && due_at() == before + 7 * CLUB_DAY);
    lose_bruno();
    gint64 lost = club.now;
    gint64 left = before + 7 * CLUB_DAY - lost;
    assert_int_equal(due_at(), lost + 7 * CLUB_DAY);
    // He is heard from three days later, when his turn would have been half over.
    pass(3 * 24);
    guint mails = club_count(&club, BRUNO);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_false(is_suspended());
    assert_int_equal(due_at(), club.now + left);
    assert_int_equal(turn_at(), before + 3 * CLUB_DAY);
    assert_int_equal(number("SELECT held FROM game"), 3 * CLUB_DAY);
    assert_int_equal(number("SELECT sum(seconds) FROM vacation WHERE player = 2 AND year = 2026"),
                     3 * CLUB_DAY);
    assert_int_equal(counted(), 0);
    // One mail tells him all that he missed.
    assert_int_equal(club_count(&club, BRUNO), mails + 1);
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_holds(mail, "My mails to you came back as undeliverable");
    assert_string_equal(club_text(mail, "to_move"), "bruno");
    club_holds(club_last(&club, ANNA), "bruno can be reached by mail again.");
    club_move(&club, BRUNO, "pass");
    assert_string_not_equal(club_turn(&club), BRUNO);
}

static void test_the_clock_stands_when_his_turn_comes(void **state)
{
    (void)state;
    begin_game();
    come_to(CLARA);
    lose_bruno();
    assert_true(due_at() == turn_at() + 7 * CLUB_DAY); // Clara has all of her time
    assert_int_equal(number("SELECT held_at FROM game"), 0);
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(turn_at(), 0);
    assert_int_equal(due_at(), club.now + 7 * CLUB_DAY);
    gint64 from = club.now;
    pass(10);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(turn_at(), from + 10 * CLUB_HOUR);
    assert_int_equal(due_at(), turn_at() + 7 * CLUB_DAY);
    assert_int_equal(number("SELECT held FROM game"), 10 * CLUB_HOUR);
    club_move(&club, BRUNO, "pass");
    assert_string_not_equal(club_turn(&club), BRUNO);
}

static void test_seven_days_and_no_more(void **state)
{
    (void)state;
    begin_game();
    come_to(BRUNO);
    lose_bruno();
    pass(7 * 24 - 1);
    assert_string_equal(club_turn(&club), BRUNO);
    pass(1);
    club_holds(club_last(&club, ANNA), "it stood still for bruno as long as it may");
    assert_int_equal(number("SELECT held FROM game"), 7 * CLUB_DAY);
    assert_int_equal(number("SELECT sum(seconds) FROM vacation WHERE player = 2"), 7 * CLUB_DAY);
    assert_int_equal(number("SELECT held_at FROM game"), 0);
    // What was left of his turn runs off, and the others go on.
    assert_int_equal(due_at() - club.now, 6 * CLUB_DAY);
    pass(6 * 24);
    club_holds(club_last(&club, ANNA), "bruno missed a turn");
    // In this game nothing waits for him any more than for others, and in the end a robot sits in.
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(number("SELECT held_at FROM game"), 0);
    assert_int_equal(due_at(), club.now + 7 * CLUB_DAY);
    pass(7 * 24);
    assert_int_equal(number("SELECT robot FROM seat WHERE player = 2"), 1);
    assert_true(is_suspended());
}

// In all: what was used up is not given twice.
static void test_seven_days_in_all(void **state)
{
    (void)state;
    begin_game();
    come_to(BRUNO);
    lose_bruno();
    pass(5 * 24);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    lose_bruno();
    assert_int_equal(due_at(), club.now + 2 * CLUB_DAY);
    pass(2 * 24);
    assert_int_equal(number("SELECT held FROM game"), 7 * CLUB_DAY);
    assert_int_equal(number("SELECT held_at FROM game"), 0);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    lose_bruno();
    club_holds(club_last(&club, ANNA), "bruno can't be reached by mail at present.");
    club_lacks(club_last(&club, ANNA), "its clock stands still");
    assert_int_equal(number("SELECT held_at FROM game"), 0);
}

static void test_while_cards_are_put_aside(void **state)
{
    (void)state;
    club_game(&club, 3, "pace=7d");
    gint64 before = due_at();
    lose_bruno();
    assert_int_equal(due_at(), club.now + 7 * CLUB_DAY);
    gint64 lost = club.now;
    // The others put aside what they want meanwhile.
    static const char *const others[] = {ANNA, CLARA};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_auto(GStrv) cards = g_strsplit(club_hand(&club, others[i]), " ", -1);
        guint n = g_strv_length(cards);
        g_autofree char *words =
            g_strdup_printf("discard %s %s %s", cards[n - 3], cards[n - 2], cards[n - 1]);
        club_move(&club, others[i], words);
    }
    assert_int_equal(due_at(), lost + 7 * CLUB_DAY);
    pass(2);
    g_auto(GStrv) cards = g_strsplit(club_hand(&club, BRUNO), " ", -1);
    guint n = g_strv_length(cards);
    g_autofree char *words =
        g_strdup_printf("discard %s %s %s", cards[n - 3], cards[n - 2], cards[n - 1]);
    club_letter(&club, BRUNO, words, .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_false(is_suspended());
    assert_int_equal(number("SELECT held FROM game"), 2 * CLUB_HOUR);
    assert_int_equal(turn_at(), club.now); // play has begun
    assert_true(before > 0);
}

// A game that ends while its clock stands is over like any other.
static void test_a_game_that_ends(void **state)
{
    (void)state;
    begin_game();
    come_to(BRUNO);
    lose_bruno();
    pass(5);
    assert_int_equal(club_program(&club, "game cancel 1 nobody-there", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(number("SELECT count(*) FROM game WHERE state = 'cancelled' AND held_at IS"
                            " NULL AND due_at IS NULL"),
                     1);
    assert_int_equal(number("SELECT sum(seconds) FROM vacation"), 5 * CLUB_HOUR);
}

// An outage of the referee is not the player's vacation.
static void test_an_outage(void **state)
{
    (void)state;
    begin_game();
    come_to(BRUNO);
    lose_bruno();
    gint64 due = due_at();
    pass(1);
    club.now += 2 * CLUB_DAY;
    club_tick(&club);
    assert_int_equal(due_at(), due + 2 * CLUB_DAY);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(number("SELECT held FROM game"), CLUB_HOUR);
}

// ---- who is heard ------------------------------------------------------------------------------

static void test_who_is_heard(void **state)
{
    static const struct {
        const char *from, *body, *headers;
        unsigned places;
        gboolean heard;
    } table[] = {
        {BRUNO, "status", NULL, CLUB_EVERYWHERE, TRUE},
        {BRUNO, "status", NULL, CLUB_NOWHERE, TRUE},
        {BRUNO, "what is this?", NULL, CLUB_EVERYWHERE, TRUE},
        {BRUNO, "I am away.", "Auto-Submitted: auto-replied\n", CLUB_EVERYWHERE, FALSE},
        {BRUNO, "I am away.", "Precedence: bulk\n", CLUB_EVERYWHERE, FALSE},
        {"thief@example.com", "status", NULL, CLUB_EVERYWHERE, FALSE},
        {"thief@example.com", "pass", NULL, CLUB_EVERYWHERE, FALSE},
        {"thief@example.com", "status", NULL, CLUB_NOWHERE, FALSE},
        {ANNA, "status", NULL, CLUB_NOWHERE, FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        set_up(state);
        begin_game();
        lose_bruno();
        const struct club_mail *last = club_last(&club, BRUNO);
        club_letter(&club, table[i].from, table[i].body, .reply = last, .headers = table[i].headers,
                    .places = table[i].places);
        club_tick(&club);
        if (is_suspended() == table[i].heard)
            fail_msg("%s: %s", table[i].from, table[i].body);
        tear_down(state);
    }
}

// Press waits, and comes whole; the state comes once, with all that happened.
static void test_what_waited(void **state)
{
    (void)state;
    begin_game();
    come_to(ANNA);
    lose_bruno();
    guint mails = club_count(&club, BRUNO);
    int lines = number("SELECT told FROM seat WHERE player = 2");
    club_answers(&club, ANNA, "say First words");
    club_tick(&club);
    club_answers(&club, CLARA, "tell bruno Second words");
    club_tick(&club);
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, BRUNO), mails);
    assert_int_equal(number("SELECT told FROM seat WHERE player = 2"), lines);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), mails + 1);
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_holds(mail, "anna says: “First words”");
    club_holds(mail, "clara says to you alone: “Second words”");
    assert_string_equal(club_text(mail, "to_move"), "bruno");
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE state IN ('noted', 'ready')"), 0);
}

// Reports for an address that isn't the player's any more say nothing about the new one.
static void test_another_address(void **state)
{
    (void)state;
    begin_game();
    bounce_one();
    pass(24);
    bounce_one();
    g_autofree char *late = mail_bruno();
    club_sql_do(&club, "UPDATE address SET main = 0 WHERE address = '" BRUNO "'");
    club_sql_do(&club, "INSERT INTO address (address, player, main, confirmed_at)"
                       " VALUES ('b2@example.org', 2, 1, 1)");
    report_to(late);
    club_tick(&club);
    assert_int_equal(counted(), 2);
    assert_false(is_suspended());
    club_answers(&club, ANNA, "say Bruno?");
    club_tick(&club);
    g_autofree char *path = envelope(club_last(&club, "b2@example.org"));
    report_to(path);
    club_tick(&club);
    assert_int_equal(counted(), 3);
    assert_false(is_suspended());
}

int main(void)
{
#define TEST(name)    cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define CHECKED(name) cmocka_unit_test_setup_teardown(name, set_up_checked, tear_down)
    const struct CMUnitTest tests[] = {
        CHECKED(test_three_of_two_days),
        TEST(test_one_day_is_not_enough),
        TEST(test_a_mail_counts_once),
        cmocka_unit_test(test_forged_address),
        cmocka_unit_test(test_reports_that_are_none),
        TEST(test_letters_and_headers),
        TEST(test_without_tags),
        TEST(test_strangers),
        CHECKED(test_the_clock_stands_in_his_turn),
        TEST(test_the_clock_stands_when_his_turn_comes),
        CHECKED(test_seven_days_and_no_more),
        TEST(test_seven_days_in_all),
        TEST(test_while_cards_are_put_aside),
        TEST(test_a_game_that_ends),
        TEST(test_an_outage),
        cmocka_unit_test(test_who_is_heard),
        CHECKED(test_what_waited),
        TEST(test_another_address),
    };
    return cmocka_run_group_tests_name("bounce", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Mails that come back: which reports count, when an address gets no more, what the others learn,
// and who is heard. And that a forged report does nothing.
#include "tests/unit/returns.h"

// ---- what counts -------------------------------------------------------------------------------

static void test_three_of_two_days(void **state)
{
    (void)state;
    returns_game();
    returns_all();
    assert_int_equal(returns_counted(), 3);
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
    returns_wait(30);
    assert_int_equal(club_count(&club, BRUNO), before);
    assert_true(returns_number("SELECT count(*) FROM outbound WHERE state = 'noted'") > 0);
    assert_int_equal(
        returns_number("SELECT count(*) FROM outbound WHERE state = 'noted' AND player <> 2"), 0);
}

static void test_one_day_is_not_enough(void **state)
{
    (void)state;
    returns_game();
    for (int i = 0; i < 5; i++)
        returns_one();
    assert_int_equal(returns_counted(), 5);
    assert_false(returns_suspended());
    // Reports of the same mails that come on another day are no mails of another day.
    returns_wait(24);
    g_autofree char *address = returns_envelope(club_last(&club, BRUNO));
    for (int i = 0; i < 3; i++)
        returns_plain(address);
    club_tick(&club);
    assert_int_equal(returns_counted(), 5);
    assert_false(returns_suspended());
    returns_one();
    assert_true(returns_suspended());
}

static void test_a_mail_counts_once(void **state)
{
    (void)state;
    returns_game();
    g_autofree char *first = returns_mail();
    returns_wait(24);
    g_autofree char *second = returns_mail();
    for (int i = 0; i < 4; i++) {
        returns_plain(first);
        returns_plain(second);
        club_tick(&club);
    }
    assert_int_equal(returns_counted(), 2);
    assert_false(returns_suspended());
    returns_one();
    assert_true(returns_suspended());
}

// Two good ones of two days, then a report that must not be the third.
static void forge(const struct returns_report *forged)
{
    returns_one();
    returns_wait(24);
    returns_one();
    g_autofree char *before = club_dump(&club);
    guint mails = club.mails->len;
    for (int i = 0; i < 3; i++)
        returns_report(forged);
    club_tick(&club);
    assert_int_equal(returns_counted(), 2);
    assert_int_equal(club.mails->len, mails);
    g_autofree char *after = club_dump(&club);
    assert_string_equal(after, before);
    returns_one(); // all else was as it should
    assert_true(returns_suspended());
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
        returns_set_up(state);
        returns_game();
        g_autofree char *good = returns_mail();
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
        forge(&(struct returns_report){.to = other});
        returns_tear_down(state);
    }
}

static void test_reports_that_are_none(void **state)
{
    static const struct returns_report reports[] = {
        {.status = "4.4.1"},
        {.action = "delayed"},
        {.action = "delivered", .status = "2.0.0"},
        {.type = "multipart/mixed", .headers = "Auto-Submitted: auto-replied\n"},
        {.type = "multipart/alternative"},
        {.from = REFEREE},
        {.headers = "X-23-Referee: referee@play.example.org\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(reports); i++) {
        returns_set_up(state);
        returns_game();
        struct returns_report forged = reports[i];
        g_autofree char *to = returns_mail();
        forged.to = to;
        forge(&forged);
        returns_tear_down(state);
    }
}

// What a mail server does to an address on the way doesn't matter.
static void test_letters_and_headers(void **state)
{
    (void)state;
    returns_game();
    for (int i = 0; i < 3; i++) {
        g_autofree char *address = returns_mail();
        g_autofree char *up = g_ascii_strup(address, -1);
        g_autofree char *headers = g_strdup_printf("Delivered-To: %s\n", address);
        if (i == 0)
            returns_plain(up);
        else
            returns_report(
                &(struct returns_report){.to = "somebody@example.org", .headers = headers});
        returns_wait(20);
    }
    assert_int_equal(returns_counted(), 3);
    assert_true(returns_suspended());
}

static void test_without_tags(void **state)
{
    (void)state;
    club_end(&club);
    club_begin_like(&club, "mail.subaddress=no");
    club.unchecked = TRUE;
    returns_game();
    g_autofree char *address = returns_mail();
    assert_string_equal(address, REFEREE);
    for (int i = 0; i < 5; i++) {
        returns_plain(address);
        returns_wait(20);
    }
    assert_int_equal(returns_counted(), 0);
}

// Somebody who isn't a player has no clock and gets one mail anyway.
static void test_strangers(void **state)
{
    (void)state;
    club_says(&club, DAVID, "new robots=2");
    club_tick(&club);
    g_autofree char *address = returns_envelope(club_last(&club, DAVID));
    for (int i = 0; i < 4; i++)
        returns_plain(address);
    club_tick(&club);
    assert_int_equal(returns_counted(), 0);
    club_answers(&club, DAVID, "yes");
    assert_true(club_tick(&club) > 0);
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
        returns_set_up(state);
        returns_game();
        returns_all();
        const struct club_mail *last = club_last(&club, BRUNO);
        club_letter(&club, table[i].from, table[i].body, .reply = last, .headers = table[i].headers,
                    .places = table[i].places);
        club_tick(&club);
        if (returns_suspended() == table[i].heard)
            fail_msg("%s: %s", table[i].from, table[i].body);
        returns_tear_down(state);
    }
}

// Press waits, and comes whole; the state comes once, with all that happened.
static void test_what_waited(void **state)
{
    (void)state;
    returns_game();
    returns_come_to(ANNA);
    returns_all();
    guint mails = club_count(&club, BRUNO);
    int lines = returns_number("SELECT told FROM seat WHERE player = 2");
    club_answers(&club, ANNA, "say First words");
    club_tick(&club);
    club_answers(&club, CLARA, "tell bruno Second words");
    club_tick(&club);
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, BRUNO), mails);
    assert_int_equal(returns_number("SELECT told FROM seat WHERE player = 2"), lines);
    club_letter(&club, BRUNO, "status", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), mails + 1);
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_holds(mail, "anna says: “First words”");
    club_holds(mail, "clara says to you alone: “Second words”");
    assert_string_equal(club_text(mail, "to_move"), "bruno");
    assert_int_equal(
        returns_number("SELECT count(*) FROM outbound WHERE state IN ('noted', 'ready')"), 0);
}

// Reports for an address that isn't the player's any more say nothing about the new one.
static void test_another_address(void **state)
{
    (void)state;
    returns_game();
    returns_one();
    returns_wait(24);
    returns_one();
    g_autofree char *late = returns_mail();
    club_sql_do(&club, "UPDATE address SET main = 0 WHERE address = '" BRUNO "'");
    club_sql_do(&club, "INSERT INTO address (address, player, main, confirmed_at)"
                       " VALUES ('b2@example.org', 2, 1, 1)");
    returns_plain(late);
    club_tick(&club);
    assert_int_equal(returns_counted(), 2);
    assert_false(returns_suspended());
    club_answers(&club, ANNA, "say Bruno?");
    club_tick(&club);
    g_autofree char *path = returns_envelope(club_last(&club, "b2@example.org"));
    returns_plain(path);
    club_tick(&club);
    assert_int_equal(returns_counted(), 3);
    assert_false(returns_suspended());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RETURNS_CHECKED(test_three_of_two_days),
        RETURNS_TEST(test_one_day_is_not_enough),
        RETURNS_TEST(test_a_mail_counts_once),
        cmocka_unit_test(test_forged_address),
        cmocka_unit_test(test_reports_that_are_none),
        RETURNS_TEST(test_letters_and_headers),
        RETURNS_TEST(test_without_tags),
        RETURNS_TEST(test_strangers),
        cmocka_unit_test(test_who_is_heard),
        RETURNS_CHECKED(test_what_waited),
        RETURNS_TEST(test_another_address),
    };
    return cmocka_run_group_tests_name("bounce", tests, NULL, NULL);
}

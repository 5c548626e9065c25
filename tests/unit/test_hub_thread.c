// SPDX-License-Identifier: MIT
// One conversation a game, in every mail program: threads by References (RFC 5322, 3.6.4; mutt,
// Apple Mail, Thunderbird) and by subject (Gmail breaks a thread where it changes), with nothing
// private in either.
#include "tests/unit/club.h"

enum { ASKED = 24, IDS_MAX = 20 };

// The mails of a game to somebody, oldest first, not owned.
static GPtrArray *mails_of(const struct club *club, const char *to, const char *game)
{
    GPtrArray *mails = g_ptr_array_new();
    for (guint i = 0; i < club->mails->len; i++) {
        struct club_mail *mail = club->mails->pdata[i];
        g_autofree char *about = club_header(mail, "X-23-Game");
        if (g_str_equal(mail->to, to) && g_str_equal(about, game))
            g_ptr_array_add(mails, mail);
    }
    return mails;
}

// Each answers the one before it, and all bear one subject.
static void check_thread(const GPtrArray *mails)
{
    g_autofree char *subject = club_header(mails->pdata[0], "Subject");
    const char *before = NULL;
    for (guint i = 0; i < mails->len; i++) {
        const struct club_mail *mail = mails->pdata[i];
        const GPtrArray *ids = mail->parts->references;
        g_autofree char *own = club_header(mail, "Subject");
        g_autofree char *answers = club_header(mail, "In-Reply-To");
        assert_string_equal(own, subject);
        assert_true(ids->len <= IDS_MAX);
        assert_int_equal(ids->len, MIN(i, IDS_MAX));
        assert_string_equal(answers, before ? before : "");
        if (ids->len)
            assert_string_equal(ids->pdata[ids->len - 1], before);
        before = mail->parts->message_id;
    }
    assert_null(strpbrk(subject, "\r\n"));
}

static void test_a_whole_game(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0 name=Tea");
    for (int i = 0; i < ASKED; i++) { // more than a header holds
        club_move(&club, ANNA, i % 3 ? "status" : "say And another word");
        club.now += CLUB_HOUR / 2;
    }
    club_move(&club, ANNA, "mail daily");
    club_move(&club, BRUNO, "resign");
    club_move(&club, BRUNO, "yes");
    club_move(&club, ANNA, "resign"); // the robots play it to its end
    club_move(&club, ANNA, "yes");
    g_autoptr(GPtrArray) mails = mails_of(&club, ANNA, "1");
    assert_true(mails->len > IDS_MAX + 2);
    check_thread(mails);
    g_autofree char *subject = club_header(mails->pdata[0], "Subject");
    assert_string_equal(subject, "[23] Game 1: Tea");
    club_end(&club);
}

// Another game is another conversation, and so is what is outside of games.
static void test_two_games(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    club_letter(&club, ANNA, "new robots=1 discard=0 name=Other", .reply = club_last(&club, ANNA));
    club_tick(&club);
    const struct club_mail *other = club_last(&club, ANNA);
    club_letter(&club, ANNA, "status", .reply = other);
    club_tick(&club);
    g_autoptr(GPtrArray) first = mails_of(&club, ANNA, "1");
    g_autoptr(GPtrArray) second = mails_of(&club, ANNA, "2");
    assert_true(first->len >= 2);
    assert_true(second->len >= 2);
    check_thread(first);
    check_thread(second);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_game),
        cmocka_unit_test(test_two_games),
    };
    return cmocka_run_group_tests_name("hub: threads", tests, NULL, NULL);
}

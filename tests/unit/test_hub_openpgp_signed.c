// SPDX-License-Identifier: MIT
// Bruno signs with OpenPGP at a table where everybody signs: what is clear-signed moves; a mail
// that is signed as a whole doesn't, and he is told why and what to do.
#include "tests/unit/club.h"

#include "tests/unit/gpg.h"
#include "tests/unit/gpg_mail.h"

static char *home; // Bruno's key
static char referee[65];
static guint8 secret[64]; // Anna's

#define BEFORE (CLUB_START - 10 * CLUB_DAY)

static void anna_signs(struct club *club, const char *words)
{
    g_autofree char *block = club_block(club, secret, words);
    club_says(club, ANNA, block);
    club_tick(club);
}

static char *lines_of(const char *rest)
{
    return g_strdup_printf("referee %s\n%s\n", referee, rest);
}

static void bruno_signs(struct club *club, const char *rest)
{
    g_autofree char *lines = lines_of(rest);
    g_autofree char *block = gpg_clear(home, "bruno", lines, club->now, NULL);
    g_autofree char *mail = g_strconcat(GPG_MAIL_HEAD, "\n", block, NULL);
    gpg_mail_drop(club, mail);
}

// Game 2, in which Bruno is to move.
static void begin(struct club *club)
{
    club_begin(club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(club, 2, "discard=0");
    g_strlcpy(referee, club_text(club_last(club, BRUNO), "key"), sizeof referee);
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(1, secret));
    club_move(club, ANNA, key);
    club_move(club, ANNA, "yes");
    gpg_mail_registers(club, home, "bruno");
    anna_signs(club,
               "game 0 turn 0 seat anna new security=signed seats=2 discard=0 ; invite bruno");
    g_autofree char *join =
        g_strdup_printf("game 0\nturn %s\nseat bruno\njoin 2",
                        club_sql(club, "SELECT max(id) FROM matter WHERE kind = 'invitation'"));
    bruno_signs(club, join);
    assert_string_equal(club_sql(club, "SELECT state FROM game WHERE id = 2"), "running");
}

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE game = 2 AND line LIKE 'move %%'");
}

static void test_whole_mail(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    assert_string_equal(moves(&club), "1");
    g_autofree char *words = lines_of("game 2\nturn 2\nseat bruno\nplay 2");
    g_autofree char *mail = gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, mail);
    const struct club_mail *told =
        club_expect(&club, BRUNO, "refused", "signed as a whole (PGP/MIME)");
    club_holds(told, "covers headers of the mail, which would be published with it");
    club_holds(told, "gpg --clear-sign FILE");
    club_holds(told, "Thunderbird");
    assert_string_equal(moves(&club), "1");
    bruno_signs(&club, "game 2\nturn 2\nseat bruno\nplay 2");
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// Nor does one change a key there.
static void test_whole_mail_key(void **state)
{
    (void)state;
    struct club club;
    guint8 other[64];
    begin(&club);
    g_autofree char *rest =
        g_strdup_printf("game 0\nturn 0\nseat bruno\nkey ed25519 %s", club_key(2, other));
    g_autofree char *words = lines_of(rest);
    g_autofree char *mail = gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, mail);
    club_expect(&club, BRUNO, "refused", "signed as a whole (PGP/MIME)");
    bruno_signs(&club, rest);
    club_expect(&club, BRUNO, "answer", "is registered.");
    club_end(&club);
}

static int make_key(void **state)
{
    (void)state;
    home = gpg_begin();
    if (!home)
        return -1;
    gpg_make(home, "bruno", "ed25519", "sign", "0", BEFORE);
    return 0;
}

static int drop_key(void **state)
{
    (void)state;
    gpg_end(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_mail),
        cmocka_unit_test(test_whole_mail_key),
    };
    return cmocka_run_group_tests_name("hub: OpenPGP where all sign", tests, make_key, drop_key);
}

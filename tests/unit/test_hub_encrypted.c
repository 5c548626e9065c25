// SPDX-License-Identifier: MIT
// Mails encrypted to a player's OpenPGP key, opened by the real gpg: what is inside, what is
// outside, how that is ended, and what is said when the key can't do it any more.
#include "tests/unit/club.h"

#include "tests/unit/gpg.h"
#include "tests/unit/gpg_mail.h"

static char *home; // the keys
static char referee[65];

#define BEFORE (CLUB_START - 10 * CLUB_DAY)
#define PLACE  "game 1\nturn 2\nseat bruno\n"

// Bruno is to move in turn 2 of game 1, and has registered a key.
static void begin(struct club *club, const char *name)
{
    club_begin(club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(club, 2, "discard=0");
    g_strlcpy(referee, club_text(club_last(club, BRUNO), "key"), sizeof referee);
    gpg_mail_registers(club, home, name);
}

static char *lines_of(const char *rest)
{
    return g_strdup_printf("referee %s\n%s\n", referee, rest);
}

static char *armor_in(const struct club_mail *mail)
{
    const char *from = strstr(mail->raw, "-----BEGIN PGP MESSAGE-----");
    static const char end[] = "-----END PGP MESSAGE-----\n";
    if (!from)
        fail_msg("not encrypted:\n%s", mail->raw);
    return g_strndup(from, (gsize)(strstr(from, end) + strlen(end) - from));
}

static void test_encrypted(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "whole");
    const struct club_mail *told = club_last(&club, BRUNO);
    club_holds(told, "From now on my mails to you are encrypted to this key");
    club_holds(told, "bruno, it is your turn in game 1");
    club_holds(told, "Time: until");
    club_lacks(told, "Your hand");
    club_lacks(told, "quiet");
    assert_null(told->parts->table);
    // The rest comes by itself, and shows that it works.
    assert_int_equal(club_tick(&club), 1);
    g_autofree char *first = armor_in(club_last(&club, BRUNO));
    g_autofree char *rest = gpg_decrypt(home, first, club.now);
    assert_non_null(strstr(rest, "Your hand"));
    assert_non_null(strstr(rest, "quiet"));
    assert_null(strstr(rest, "From now on my mails"));
    club_move(&club, BRUNO, "hand");
    const struct club_mail *mail = club_last(&club, BRUNO);
    assert_non_null(strstr(mail->raw, "multipart/encrypted; boundary="));
    assert_non_null(strstr(mail->raw, "protocol=\"application/pgp-encrypted\""));
    assert_non_null(strstr(mail->raw, "Content-Type: application/pgp-encrypted\n"));
    assert_null(strstr(mail->raw, "table.json"));
    assert_null(strstr(mail->raw, "Your hand"));
    g_autofree char *armor = armor_in(mail);
    g_autofree char *inside = gpg_decrypt(home, armor, club.now);
    assert_non_null(strstr(inside, "Your hand"));
    assert_non_null(strstr(inside, "table.json"));
    assert_non_null(strstr(inside, "\n=C2=B7 2 bonus"));
    g_autofree char *ticket = club_header(mail, "Message-ID");
    // The ticket outside moves nothing; a signed answer does, and so does what is kept of it.
    club_move(&club, BRUNO, "play 2");
    g_autofree char *again = armor_in(club_last(&club, BRUNO));
    g_autofree char *refused = gpg_decrypt(home, again, club.now);
    assert_non_null(strstr(refused, "so only a mail signed with it"));
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM outbound WHERE state = 'sent'"
                                        " AND body IS NOT NULL"),
                        "0");
    club.unchecked = TRUE; // what was told inside it doesn't know
    g_autofree char *words = lines_of(PLACE "play 2\nkey seal off");
    g_autofree char *move = gpg_mail_signed(home, "whole", words, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, move);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'"), "2");
    club_holds(club_last(&club, BRUNO), "My mails are open again");
    g_autofree char *on = lines_of("game 0\nturn 0\nseat bruno\nkey seal on");
    g_autofree char *sealed = gpg_mail_signed(home, "whole", on, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, sealed);
    g_free(armor_in(club_last(&club, BRUNO)));
    club_end(&club);
}

// The key expires: what only he may know isn't said any more, and he is told why.
static void test_unencryptable(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "brief");
    club.now += 2 * CLUB_DAY;
    club.unchecked = TRUE;
    club_tick(&club);
    club_move(&club, BRUNO, "hand");
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_holds(mail, "I can't encrypt to your OpenPGP key any more, since it has expired");
    club_holds(mail, "At the table");
    club_holds(mail, "bruno, it is your turn in game 1");
    club_holds(mail, "Time: ");
    club_lacks(mail, "Your hand");
    club_lacks(mail, "You follow this game from outside");
    assert_null(mail->parts->table);
    club_move(&club, BRUNO, "my data");
    assert_null(strstr(club_last(&club, BRUNO)->raw, "my-data"));
    // Renewed, it is used again.
    gpg_extend(home, "brief", "5y", CLUB_START);
    g_autofree char *public = gpg_public(home, "brief", CLUB_START);
    g_autofree char *renewed = g_strconcat("key openpgp\n\n", public, NULL);
    club_move(&club, BRUNO, renewed);
    g_autofree char *armor = armor_in(club_last(&club, BRUNO));
    g_autofree char *inside = gpg_decrypt(home, armor, club.now);
    assert_non_null(strstr(inside, "I have taken over what is new in"));
    club_end(&club);
}

static int make_keys(void **state)
{
    (void)state;
    home = gpg_begin();
    if (!home)
        return -1;
    gpg_make(home, "whole", "ed25519", "default", "0", BEFORE);
    gpg_make(home, "brief", "ed25519", "default", "11d", BEFORE);
    return 0;
}

static int drop_keys(void **state)
{
    (void)state;
    gpg_end(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encrypted),
        cmocka_unit_test(test_unencryptable),
    };
    return cmocka_run_group_tests_name("hub: encrypted mails", tests, make_keys, drop_keys);
}

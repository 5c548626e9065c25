// SPDX-License-Identifier: MIT
// What only one player may know, sealed to a key of theirs: asked for and ended, and for a key of
// age, which proves nothing.
#include "tests/unit/club.h"

#include "referee/seal/box.h"

#include <glib/gstdio.h>
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
    club_holds(club_last(&club, ANNA), "comes encrypted to this key");
    club_lacks(club_last(&club, ANNA), "signed with this key");
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "answer", "It proves nothing about who you are");
    assert_string_equal(club_sql(&club, "SELECT kind || public FROM key"), "age" AGE);
    assert_string_equal(club_sql(&club, "SELECT seal FROM player WHERE nick = 'anna'"), "1");
    club_move(&club, ANNA, "nick anne"); // her ticket is as good as before
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player WHERE nick = 'anne'"), "1");
    club_end(&club);
}

// ---- what is sealed ----------------------------------------------------------------------------

// Nothing of a hand is to be read in the mail as it is.
static void tells_no_hand(const struct club_mail *mail)
{
    assert_null(mail->parts->table);
    club_lacks(mail, "Your hand");
    club_lacks(mail, "What you can do");
    assert_null(strstr(mail->markup, "What you can do"));
    club_holds(mail, "At the table:");
    assert_null(strstr(mail->raw, "table.json\"\n"));
}

// The referee's signature stands outside. Whoever guesses the hand can't try it with that: what is
// signed ends with what nobody guesses. Takes both ends over.
static void nobody_guesses(char *ends[2])
{
    for (int i = 0; i < 2; i++) {
        assert_true(strlen(ends[i]) >= 256 && strspn(ends[i], " \t") == strlen(ends[i]));
        ends[i][256] = '\0';
    }
    assert_string_not_equal(ends[0], ends[1]);
    g_free(ends[0]);
    g_free(ends[1]);
}

// Her hand is in it for whoever has the key, signed by the referee.
static void opens(const struct club_mail *mail, const guint8 secret[64])
{
    assert_true(mailfile_open(mail->parts, secret, NULL));
    assert_int_equal(mail->parts->signature, MAILFILE_SIGNED);
    assert_int_equal(json_array_size(json_object_get(club_value(mail, "you"), "hand")), 12);
}

static void test_box(void **state)
{
    (void)state;
    struct club club;
    guint8 secret[64];
    club_begin(&club);
    club_deal(1, 0, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_deal(1, 1, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_game(&club, 2, "discard=0");
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(1, secret));
    club_move(&club, ANNA, words);
    club_move(&club, ANNA, "yes");
    g_autofree char *on = club_block(&club, secret, "game 1 turn 2 seat anna key seal on");
    club_says(&club, ANNA, on);
    club_tick(&club);
    // That mail is the first of them.
    const struct club_mail *first =
        club_expect(&club, ANNA, "answer", "What only you may know comes sealed from now on");
    tells_no_hand(first);
    club_holds(first, "is sealed in table.json.sealed");
    opens(first, secret);
    g_autofree char *says =
        club_block(&club, secret, "game 1 turn 2 seat anna hand ; preview 3 ; history");
    club_says(&club, ANNA, says);
    club_tick(&club);
    const struct club_mail *mail = club_last(&club, ANNA);
    tells_no_hand(mail);
    club_holds(mail, "is sealed in table.json.sealed");
    club_holds(mail, "player23, or with the table in your browser");
    club_lacks(mail, "preview");
    opens(mail, secret);
    assert_string_equal(club_text(mail, "to_move"), "anna");
    // Its size is that of any other.
    gsize sizes[2];
    char *ends[2];
    for (int i = 0; i < 2; i++) {
        g_autofree char *words_of =
            g_strdup_printf("game 1 turn %d seat anna %s", 2 + i, i ? "hand" : "play 2");
        g_autofree char *block = club_block(&club, secret, words_of);
        club_says(&club, ANNA, block);
        club_tick(&club);
        tells_no_hand(club_last(&club, ANNA));
        const char *sealed = club_last(&club, ANNA)->parts->sealed;
        sizes[i] = strlen(sealed);
        GString *table = box_open(secret, sealed, sizes[i]);
        ends[i] = g_strdup(strrchr(table->str, '}') + 1);
        g_string_free(table, TRUE);
    }
    assert_int_equal(sizes[0], sizes[1]);
    nobody_guesses(ends);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM event WHERE line LIKE 'move %%'"),
                        "2");
    // A key that only signs: the hand isn't told, and why.
    club_sql_do(&club, "UPDATE key SET dropped_at = 1");
    club_move(&club, ANNA, "status");
    tells_no_hand(club_last(&club, ANNA));
    club_holds(club_last(&club, ANNA), "none of your keys opens that any more");
    assert_null(club_last(&club, ANNA)->parts->sealed);
    club_end(&club);
}

// By when to act is known to all: it stands there openly, and so does the entry for a calendar.
static void test_open_deadline(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "play.quiet=0-0");
    club_game(&club, 2, "discard=0 pace=1d");
    assert_string_equal(club_turn(&club), BRUNO);
    club_move(&club, BRUNO, "key " AGE);
    club_move(&club, BRUNO, "yes");
    club_holds(club_last(&club, BRUNO), "Your age key");
    tells_no_hand(club_last(&club, BRUNO));
    club_move(&club, BRUNO, "calendar on");
    const struct club_mail *mail = club_last(&club, BRUNO);
    tells_no_hand(mail);
    club_holds(mail, "bruno, it is your turn in game 1, round 1 of two.");
    club_holds(mail, "Time: until Tuesday 1 December 2026, 08:00 (UTC)");
    assert_non_null(strstr(mail->raw, "Content-Type: text/calendar"));
    club_move(&club, ANNA, "key " AGE);
    club_move(&club, ANNA, "yes");
    tells_no_hand(club_last(&club, ANNA));
    club_holds(club_last(&club, ANNA), "It is for bruno to move now.");
    club_holds(club_last(&club, ANNA), "Time: until Tuesday 1 December 2026, 08:00 (UTC)");
    club_end(&club);
}

static void test_age_file(void **state)
{
    (void)state;
    struct club club;
    g_autofree char *dir = g_dir_make_tmp("seal-XXXXXX", NULL);
    g_autofree char *key = g_build_filename(dir, "key", NULL);
    g_autofree char *file = g_build_filename(dir, "mail.txt.age", NULL);
    const char *const keygen[] = {"age-keygen", "-o", key, NULL};
    const char *const decrypt[] = {"age", "-d", "-i", key, file, NULL};
    g_autofree char *told = NULL;
    assert_true(g_spawn_sync(NULL, (char **)keygen, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                             &told, NULL, NULL));
    g_autofree char *recipient = g_strstrip(g_strdup(strstr(told, "age1")));
    club_begin(&club);
    club_deal(1, 0, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_deal(1, 1, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_game(&club, 2, "discard=0");
    g_autofree char *words = g_strdup_printf("key %s", recipient);
    club_move(&club, ANNA, words);
    club_move(&club, ANNA, "yes");
    club_move(&club, ANNA, "hand");
    const struct club_mail *mail = club_last(&club, ANNA);
    tells_no_hand(mail);
    club_holds(mail, "is encrypted in mail.txt.age");
    assert_non_null(mail->age);
    assert_true(g_file_set_contents(file, mail->age, -1, NULL));
    g_autofree char *text = NULL;
    int status = 1;
    assert_true(g_spawn_sync(NULL, (char **)decrypt, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &text,
                             NULL, &status, NULL));
    assert_int_equal(status, 0);
    assert_non_null(strstr(text, "Your hand: "));
    assert_non_null(strstr(text, "What you can do"));
    club_move(&club, ANNA, "play 2"); // her ticket moves: such a key proves nothing
    tells_no_hand(club_last(&club, ANNA));
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM event WHERE line LIKE 'move %%'"),
                        "2");
    g_remove(key);
    g_remove(file);
    g_rmdir(dir);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked_for), cmocka_unit_test(test_age),
        cmocka_unit_test(test_box),       cmocka_unit_test(test_open_deadline),
        cmocka_unit_test(test_age_file),
    };
    return cmocka_run_group_tests_name("hub: sealing", tests, NULL, NULL);
}

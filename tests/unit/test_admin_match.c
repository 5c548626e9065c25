// SPDX-License-Identifier: MIT
// The operator's hand on games: opened in a player's name, a seat handed on, one cancelled, a
// player forgotten in the middle of one; each ends in a record that holds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "referee/commands.h"
#include "referee/setup/desk.h"
#include "referee/setup/options.h"
#include "storage/games.h"
#include "storage/outbox.h"
#include "storage/players.h"
#include "tests/unit/operator_run.h"

#include <string.h>

static int set_up(void **state)
{
    (void)state;
    operator_begin();
    struct desk desk;
    assert_true(desk_open(&desk, operator_dir, OPERATOR_NOW, NULL));
    assert_true(store_begin(desk.store, NULL));
    operator_add_player(desk.store, "anna", "anna@example.org");
    operator_add_player(desk.store, "bob", "bob@example.org");
    operator_add_player(desk.store, "carl", "carl@example.org");
    assert_true(store_commit(desk.store, NULL));
    desk_close(&desk);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    operator_end();
    return 0;
}

// The unsent mails of a player about a game.
static guint count_unsent(const char *nick, gint64 game)
{
    struct desk desk;
    struct player player;
    gboolean found = FALSE;
    g_autoptr(GPtrArray) rows = NULL;
    assert_true(desk_open(&desk, operator_dir, OPERATOR_NOW, NULL));
    assert_true(players_find_nick(desk.store, nick, &player, &found, NULL) && found);
    assert_true(outbox_unsent(desk.store, player.id, game, &rows, NULL));
    desk_close(&desk);
    return rows->len;
}

// The record of the game is handed out and holds.
static void expect_sound_record(const char *number)
{
    g_autofree char *line = g_strconcat("record ", number, NULL);
    g_autofree char *text = NULL;
    g_autofree char *file = g_strconcat(operator_dir, "/", number, ".record", NULL);
    assert_int_equal(operator_run(record_command, line, &text), EXIT_DONE);
    assert_true(g_file_set_contents(file, text, -1, NULL));
    g_autofree char *verify = g_strconcat("verify ", file, NULL);
    operator_expect(verify_command, verify, EXIT_DONE, ": ok");
}

static void test_new(void **state)
{
    (void)state;
    operator_expect(game_command, "game new anna robots=1 seats=2 name=Tea", EXIT_DONE,
                    "game 1 is open, in the name of anna");
    operator_expect(game_command, "game show 1", EXIT_DONE, "running");
    assert_true(count_unsent("anna", 1) > 0);
    operator_expect(game_command, "game new anna bob", EXIT_DONE, "game 2 is open");
    operator_expect(game_command, "game show 2", EXIT_DONE, "invited bob@example.org: open");
}

static void test_new_refused(void **state)
{
    (void)state;
    operator_expect(game_command, "game new", EXIT_WRONG_USAGE, "in whose name");
    operator_expect(game_command, "game new dora robots=1", EXIT_NO, "there is no player dora");
    operator_expect(game_command, "game new anna seats=9", EXIT_WRONG_USAGE, "not understood");
    operator_expect(game_command, "game new anna colour=red", EXIT_WRONG_USAGE, "not understood");
    operator_expect(game_command, "game new anna nobody", EXIT_NO, "Nobody here is called");
    // Nothing is told as done, since nothing is.
    g_autofree char *said = NULL;
    assert_int_equal(operator_run(game_command, "game new anna bob anna", &said), EXIT_NO);
    assert_non_null(strstr(said, "anna is in game"));
    assert_null(strstr(said, "is open"));
    assert_null(strstr(said, "done before"));
    json_t *games = operator_json(game_command, "game list --all --json");
    assert_int_equal(json_array_size(games), 2); // what failed left nothing
    json_decref(games);
}

static void test_seat(void **state)
{
    (void)state;
    operator_expect(game_command, "game seat 1 anna dora@example.org", EXIT_NO,
                    "no player writes from dora@example.org");
    operator_expect(game_command, "game seat 1 dora bob@example.org", EXIT_NO,
                    "nobody called dora sits in game 1");
    operator_expect(game_command, "game seat 2 anna bob@example.org", EXIT_NO, "hasn't begun");
    operator_expect(game_command, "game seat 1 anna anna@example.org", EXIT_NO, "already");
    operator_expect(game_command, "game seat 1 Anna bob@example.org", EXIT_DONE,
                    "seat 0 is bob's now");
    assert_int_equal(count_unsent("anna", 1), 0); // no further hand for who left
    assert_true(count_unsent("anna", 0) > 0);     // but a word
    assert_true(count_unsent("bob", 1) > 0);
    operator_expect(record_command, "record 1 --public", EXIT_DONE, "seat-change anna");
    operator_expect(game_command, "game seat 1 x", EXIT_WRONG_USAGE, "game seat wants");
}

static void test_announce(void **state)
{
    (void)state;
    guint before = count_unsent("bob", 0);
    operator_expect(announce_command, "announce Tea is at five", EXIT_DONE, "1 players are told");
    assert_int_equal(count_unsent("bob", 0), before + 1);
    operator_expect(announce_command, "announce", EXIT_WRONG_USAGE, "announce: what?");
    operator_expect(announce_command, "announce a\tb", EXIT_WRONG_USAGE, "one line");
}

static void test_cancel(void **state)
{
    (void)state;
    operator_expect(game_command, "game cancel 1", EXIT_WRONG_USAGE, "and why");
    operator_expect(game_command, "game cancel 1 a\tb", EXIT_WRONG_USAGE, "one line");
    operator_expect(game_command, "game cancel 99 why not", EXIT_NO, "there is no game 99");
    operator_expect(game_command, "game cancel 1 We are all too busy", EXIT_DONE, "cancelled");
    operator_expect(announce_command, "announce hello", EXIT_NO, "nobody plays");
    operator_expect(record_command, "record 1", EXIT_DONE, "cancelled We are all too busy\n");
    expect_sound_record("1");
    operator_expect(game_command, "game cancel 1 again", EXIT_NO, "is cancelled already");
    operator_expect(game_command, "game seat 1 bob carl@example.org", EXIT_NO,
                    "is cancelled already");
    operator_expect(game_command, "game cancel 2 Nobody came", EXIT_DONE, "cancelled");
    operator_expect(game_command, "game show 2", EXIT_DONE, "invited bob@example.org: lapsed");
}

static void test_forget(void **state)
{
    (void)state;
    operator_expect(game_command, "game new carl robots=2", EXIT_DONE, "game 3 is open");
    operator_expect(game_command, "game new carl anna", EXIT_DONE, "game 4 is open");
    operator_expect(player_command, "player forget carl", EXIT_DONE, "carl: forgotten");
    operator_expect(game_command, "game show 3", EXIT_DONE, "over"); // robots play it to its end
    expect_sound_record("3");
    operator_expect(game_command, "game show 4", EXIT_DONE, "cancelled"); // it was his
}

static void set_to_move(gint64 id, int seat)
{
    struct desk desk;
    struct game_row row;
    gboolean found = FALSE;
    assert_true(desk_open(&desk, operator_dir, OPERATOR_NOW, NULL));
    assert_true(store_begin(desk.store, NULL));
    assert_true(games_find(desk.store, id, &row, &found, NULL) && found);
    row.to_move = seat;
    assert_true(games_update(desk.store, &row, NULL));
    assert_true(store_commit(desk.store, NULL));
    desk_close(&desk);
}

static void test_doctor_mends(void **state)
{
    (void)state;
    operator_expect(game_command, "game new anna robots=1", EXIT_DONE, "game 5 is open");
    g_autofree char *sound = NULL;
    operator_run(doctor_command, "doctor", &sound);
    assert_non_null(strstr(sound, "ok  games: 1 open or running"));
    set_to_move(5, 1); // among the discards it is nobody in particular
    operator_expect(doctor_command, "doctor", EXIT_NO, "bad games: 5: who is to move");
    g_autofree char *mended = NULL;
    operator_run(doctor_command, "doctor --mend", &mended);
    assert_non_null(strstr(mended, "5: who is to move was set anew"));
    g_autofree char *after = NULL;
    operator_run(doctor_command, "doctor", &after);
    assert_null(strstr(after, "bad games"));
}

int main(void)
{
    // In this order: later ones find what earlier ones left.
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new),          cmocka_unit_test(test_new_refused),
        cmocka_unit_test(test_seat),         cmocka_unit_test(test_announce),
        cmocka_unit_test(test_cancel),       cmocka_unit_test(test_forget),
        cmocka_unit_test(test_doctor_mends),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

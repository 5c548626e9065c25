// SPDX-License-Identifier: MIT
// The operator's commands on a referee with players, games and mails: what they print, what they
// change, and what they refuse.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "referee/commands.h"
#include "referee/setup/desk.h"
#include "referee/setup/options.h"
#include "referee/time/clock.h"
#include "storage/games.h"
#include "storage/inbox.h"
#include "storage/outbox.h"
#include "storage/players.h"
#include "tests/unit/operator_run.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

enum { NOW = 1800000000 }; // 2027-01-15T08:00:00Z

#define NOW OPERATOR_NOW

static void add_seat(struct store *store, gint64 game, int number, gint64 player, const char *nick)
{
    struct seat_row seat = {.game = game, .seat = number, .player = player, .joined_at = NOW};
    seat.bank = 604800;
    if (game == 1 && number == 0) {
        seat.began_at = NOW - 1000;
        seat.pace = 172800;
        g_strlcpy(seat.zone, "UTC", sizeof seat.zone);
    }
    g_strlcpy(seat.nick, nick, sizeof seat.nick);
    assert_true(games_put_seat(store, &seat, NULL));
}

static void add_game(struct store *store, const char *state, const char *name, gint64 due,
                     gint64 anna)
{
    struct game_row game = {.seats = 2, .pace = 172800, .creator = anna, .created_at = NOW};
    g_strlcpy(game.state, state, sizeof game.state);
    g_strlcpy(game.name, name, sizeof game.name);
    g_strlcpy(game.security, "ticket", sizeof game.security);
    g_strlcpy(game.press, "all", sizeof game.press);
    game.to_move = strcmp(state, "running") == 0 ? 0 : -1;
    game.turn_at = due ? due - 1000 : 0;
    game.due_at = due;
    game.ended_at = strcmp(state, "over") == 0 ? NOW : 0;
    assert_true(games_add(store, &game, NULL));
}

static void add_mails(struct store *store, gint64 anna)
{
    struct outbound_row out = {.player = anna, .game = 1, .created_at = NOW, .next_at = NOW + 99};
    out.address = (char *)"";
    out.kind = (char *)"state";
    out.ticket = out.message_id = out.detail = (char *)"";
    g_strlcpy(out.state, "noted", sizeof out.state);
    assert_true(outbox_add(store, &out, NULL));
    struct inbound_row in = {.received_at = NOW};
    in.source_id = (char *)"1";
    in.message_id = (char *)"";
    in.sender = (char *)"eve@example.org";
    in.reason = (char *)"too many parts";
    g_strlcpy(in.source, "maildir", sizeof in.source);
    g_strlcpy(in.state, "waiting", sizeof in.state);
    g_autoptr(GBytes) body = g_bytes_new_static("Subject: x\r\n\r\n\x1b[2Jhello\r\n", 26);
    assert_true(inbox_add(store, &in, body, NULL));
    g_strlcpy(in.state, "done", sizeof in.state);
    g_strlcpy(in.outcome, "hold", sizeof in.outcome);
    g_strlcpy(in.gate, "size", sizeof in.gate);
    assert_true(inbox_settle(store, &in, TRUE, NULL));
}

static void populate(struct store *store)
{
    assert_true(store_begin(store, NULL));
    gint64 anna = operator_add_player(store, "anna", "anna@example.org");
    gint64 bob = operator_add_player(store, "bob", "bob@example.org");
    operator_add_player(store, "carl", "carl@example.org");
    assert_true(players_set_key(store, bob, "ed25519",
                                "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", NOW, NULL));
    add_game(store, "running", "Tea at five", NOW - 10, anna);
    add_game(store, "open", "", NOW + 86400, anna);
    add_game(store, "over", "", 0, anna);
    add_seat(store, 1, 0, anna, "anna");
    add_seat(store, 1, 1, bob, "bob");
    add_seat(store, 2, 0, anna, "anna");
    struct invitation_row invitation = {.game = 2, .inviter = anna, .created_at = NOW};
    g_strlcpy(invitation.address, "dora@example.org", sizeof invitation.address);
    g_strlcpy(invitation.state, "open", sizeof invitation.state);
    assert_true(games_invite(store, &invitation, NULL));
    assert_true(events_append(store, 1, 1, "23 record v1", NULL, NULL));
    assert_true(events_append(store, 1, 2, "deal anna sealed", "deal anna 3 3 5", NULL));
    assert_true(records_put(store, 3, "23 record v1\nend\n", NULL));
    add_mails(store, anna);
    assert_true(store_commit(store, NULL));
}

static int set_up(void **state)
{
    (void)state;
    operator_begin();
    struct desk desk;
    assert_true(desk_open(&desk, operator_dir, NOW, NULL));
    populate(desk.store);
    desk_close(&desk);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    operator_end();
    return 0;
}

// ---- tests -------------------------------------------------------------------------------------

static void test_game_list(void **state)
{
    (void)state;
    operator_expect(game_command, "game list", EXIT_DONE, "to move: anna");
    operator_expect(game_command, "game list", EXIT_DONE, "Tea at five");
    json_t *games = operator_json(game_command, "game list --json");
    assert_int_equal(json_array_size(games), 2);
    json_decref(games);
    games = operator_json(game_command, "game list --all --json");
    assert_int_equal(json_array_size(games), 3);
    json_decref(games);
    games = operator_json(game_command, "game list --overdue --json");
    assert_int_equal(json_array_size(games), 1);
    const json_t *game = json_array_get(games, 0);
    assert_string_equal(json_string_value(json_object_get(game, "name")), "Tea at five");
    assert_string_equal(json_string_value(json_object_get(game, "to_move")), "anna");
    assert_string_equal(json_string_value(json_object_get(game, "due")), "2027-01-15T07:59:50Z");
    assert_int_equal(json_array_size(json_object_get(game, "seats")), 2);
    json_decref(games);
}

static void test_game_show(void **state)
{
    (void)state;
    operator_expect(game_command, "game show 2", EXIT_DONE, "invited dora@example.org: open");
    g_autofree char *out = NULL;
    assert_int_equal(operator_run(game_command, "game show 1", &out), EXIT_DONE);
    assert_non_null(strstr(out, "seat 0  anna"));
    assert_null(strstr(out, "3 3 5")); // no card, not even for the operator
    json_t *game = operator_json(game_command, "game show 1 --json");
    assert_int_equal(json_integer_value(json_object_get(game, "lines")), 2);
    json_decref(game);
    operator_expect(game_command, "game show 99", EXIT_NO, "there is no game 99");
    operator_expect(game_command, "game show x", EXIT_WRONG_USAGE, "wants the number of a game");
    operator_expect(game_command, "game", EXIT_WRONG_USAGE, "game: what?");
    operator_expect(game_command, "game lits", EXIT_WRONG_USAGE, "did you mean list?");
}

static void test_game_extend(void **state)
{
    (void)state;
    operator_expect(game_command, "game extend 1 24h", EXIT_DONE,
                    "24h more; next look 2027-01-16T19:43:20Z");
    operator_expect(game_command, "game extend 2 24h", EXIT_DONE, "next look 2027-01-17T08:00:00Z");
    operator_expect(game_command, "game list --overdue", EXIT_DONE, "no game is overdue");
    struct desk desk;
    struct game_row game;
    gboolean found = FALSE;
    assert_true(desk_open(&desk, operator_dir, NOW, NULL));
    assert_true(games_find(desk.store, 1, &game, &found, NULL));
    assert_true(found);
    assert_int_equal(game.due_at - game.turn_at, 36 * 3600); // half time of the longer turn
    desk_close(&desk);
    operator_expect(game_command, "game extend 3 24h", EXIT_NO, "is over and has no deadline");
    operator_expect(game_command, "game extend 1 61d", EXIT_WRONG_USAGE, "a time from 1h to 60d");
    operator_expect(game_command, "game extend 1", EXIT_WRONG_USAGE, "wants the number of a game");
}

static void test_players(void **state)
{
    (void)state;
    operator_expect(player_command, "player list", EXIT_DONE, "bob@example.org  key");
    operator_expect(player_command, "player show ANNA", EXIT_DONE, "game 1");
    operator_expect(player_command, "player show nobody", EXIT_NO, "there is no player nobody");
    operator_expect(player_command, "player mute anna", EXIT_DONE, "anna: muted");
    operator_expect(player_command, "player show anna", EXIT_DONE, "muted yes");
    operator_expect(player_command, "player unmute anna", EXIT_DONE, "no longer muted");
    operator_expect(player_command, "player block anna", EXIT_DONE, "anna@example.org: blocked");
    json_t *anna = operator_json(player_command, "player show anna --json");
    assert_true(json_is_true(json_object_get(anna, "blocked")));
    assert_true(json_is_false(json_object_get(anna, "muted")));
    json_decref(anna);
    operator_expect(player_command, "player unblock anna@EXAMPLE.org", EXIT_DONE,
                    "no longer blocked");
    operator_expect(player_command, "player block stranger@example.org", EXIT_DONE, "blocked");
    operator_expect(player_command, "player block a@b@c", EXIT_NO, "is no address");
    operator_expect(player_command, "player drop-key bob", EXIT_DONE, "bob: no keys now");
    operator_expect(player_command, "player show bob", EXIT_DONE, "key no");
    operator_expect(player_command, "player block", EXIT_WRONG_USAGE, "wants one player");
    json_t *all = operator_json(player_command, "player list --json");
    assert_int_equal(json_array_size(all), 3);
    json_decref(all);
}

static void test_forget(void **state)
{
    (void)state;
    operator_expect(player_command, "player forget carl", EXIT_DONE, "carl: forgotten");
    operator_expect(player_command, "player show carl", EXIT_DONE, "(forgotten)");
    operator_expect(player_command, "player forget carl", EXIT_NO, "was forgotten already");
    operator_expect(player_command, "player block carl", EXIT_NO, "has no address");
}

static void test_record(void **state)
{
    (void)state;
    operator_expect(record_command, "record 3", EXIT_DONE, "23 record v1\nend\n");
    operator_expect(record_command, "record 1", EXIT_NO, "record 1 --public");
    g_autofree char *out = NULL;
    assert_int_equal(operator_run(record_command, "record --public 1", &out), EXIT_DONE);
    assert_string_equal(out, "23 record v1\ndeal anna sealed\n");
    operator_expect(record_command, "record 2 --public", EXIT_NO, "hasn't begun");
    operator_expect(record_command, "record", EXIT_WRONG_USAGE, "wants the number");
    g_autofree char *file = g_build_filename(operator_dir, "all.records", NULL);
    g_autofree char *line = g_strconcat("export ", file, NULL);
    operator_expect(export_command, line, EXIT_DONE, ": 1 record\n");
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    assert_string_equal(text, "23 record v1\nend\n");
    operator_expect(export_command, line, EXIT_NO, "is there already");
    operator_expect(export_command, "export -", EXIT_DONE, "end\n");
}

static void test_mail(void **state)
{
    (void)state;
    operator_expect(mail_command, "mail list", EXIT_DONE, "to anna");
    operator_expect(mail_command, "mail list", EXIT_DONE, "too many parts");
    json_t *mails = operator_json(mail_command, "mail list --json");
    // One is of the beginning; two told the table that it has more time, one that a key is dropped.
    assert_int_equal(json_array_size(json_object_get(mails, "out")), 4);
    assert_int_equal(json_array_size(json_object_get(mails, "in")), 1);
    json_decref(mails);
    operator_expect(mail_command, "mail show in-1", EXIT_DONE, "\\x1b[2Jhello\n");
    operator_expect(mail_command, "mail show in-1 --raw", EXIT_DONE, "\x1b[2Jhello\r\n");
    operator_expect(mail_command, "mail show out-1", EXIT_DONE, "it is noted");
    operator_expect(mail_command, "mail show out-9", EXIT_NO, "there is no mail out-9");
    operator_expect(mail_command, "mail show 1", EXIT_WRONG_USAGE, "wants an id");
    operator_expect(mail_command, "mail retry out-1", EXIT_DONE, "goes with the next run");
    operator_expect(mail_command, "mail drop out-1", EXIT_DONE, "dropped");
    operator_expect(mail_command, "mail drop out-1", EXIT_NO, "is dropped already");
    operator_expect(mail_command, "mail retry out-1", EXIT_NO, "ask for the newest with resend");
    operator_expect(mail_command, "mail retry in-1", EXIT_DONE, "looked at again");
    operator_expect(mail_command, "mail drop in-1", EXIT_NO, "isn't held: waiting");
    struct desk desk;
    g_autoptr(GArray) waiting = NULL;
    assert_true(desk_open(&desk, operator_dir, NOW, NULL));
    assert_true(inbox_waiting(desk.store, G_MAXINT64, 10, &waiting, NULL));
    assert_int_equal(waiting->len, 1);
    desk_close(&desk);
}

static void test_stats(void **state)
{
    (void)state;
    operator_expect(stats_command, "stats", EXIT_DONE, "open 1  running 1  over 1");
    json_t *stats = operator_json(stats_command, "stats --json");
    assert_int_equal(json_integer_value(json_object_get(stats, "players")), 2);
    json_decref(stats);
}

static void set_clock(gint64 last, gint64 held)
{
    struct desk desk;
    assert_true(desk_open(&desk, operator_dir, NOW, NULL));
    assert_true(store_begin(desk.store, NULL));
    assert_true(store_set_int(desk.store, CLOCK_LAST_TICK, last, NULL));
    assert_true(store_set_int(desk.store, CLOCK_HELD, held, NULL));
    assert_true(store_commit(desk.store, NULL));
    desk_close(&desk);
}

static void test_clock(void **state)
{
    (void)state;
    operator_expect(clock_command, "clock", EXIT_DONE, "there was no run yet");
    set_clock(NOW - 60, 0);
    operator_expect(clock_command, "clock", EXIT_DONE, "the clock is fine");
    operator_expect(clock_command, "clock accept", EXIT_NO, "nothing to accept");
    set_clock(NOW + 60, NOW);
    operator_expect(clock_command, "clock", EXIT_NO, "stands before the last run");
    operator_expect(clock_command, "clock accept", EXIT_DONE, "accepted");
    struct desk desk;
    gint64 held = -1;
    gint64 accepted = -1;
    assert_true(desk_open(&desk, operator_dir, NOW, NULL));
    assert_true(store_get_int(desk.store, CLOCK_HELD, -1, &held, NULL));
    assert_true(store_get_int(desk.store, CLOCK_ACCEPTED, -1, &accepted, NULL));
    desk_close(&desk);
    assert_int_equal(held, 0);
    assert_int_equal(accepted, NOW);
    operator_expect(clock_command, "clock acept", EXIT_WRONG_USAGE, "what is acept?");
}

static void test_clock_judged(void **state)
{
    (void)state;
    static const struct {
        gint64 last, interval, now;
        enum clock_stand stand;
    } rows[] = {
        {0, 60, NOW, CLOCK_FIRST},
        {NOW, 60, NOW, CLOCK_STEADY},
        {NOW, 60, NOW - 1, CLOCK_BACK},
        {NOW, 60, NOW + 7200, CLOCK_STEADY},
        {NOW, 60, NOW + 7201, CLOCK_OUTAGE},
        {NOW, 3600, NOW + 3 * 3600, CLOCK_STEADY},
        {NOW, 3600, NOW + 3 * 3600 + 1, CLOCK_OUTAGE},
        {NOW, 0, NOW + 864000, CLOCK_OUTAGE},
        {NOW, 86400, NOW + 86400, CLOCK_STEADY},
        {NOW, 60, NOW + 864001, CLOCK_JUMP},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        assert_int_equal(clock_judge(rows[i].last, rows[i].interval, rows[i].now), rows[i].stand);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    // In this order: later ones find what earlier ones left.
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_list),   cmocka_unit_test(test_game_show),
        cmocka_unit_test(test_game_extend), cmocka_unit_test(test_players),
        cmocka_unit_test(test_forget),      cmocka_unit_test(test_record),
        cmocka_unit_test(test_mail),        cmocka_unit_test(test_stats),
        cmocka_unit_test(test_clock),       cmocka_unit_test(test_clock_judged),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: MIT
// Fills a referee's database with games that nobody played, for tests of what is made of many:
//
//     games DIR COUNT [RUNNING [PLAYERS]]
//
// COUNT games are over, RUNNING aren't yet. DIR was made by `referee23 init`. Moves are the
// cheapest ones, but for a mistake now and then; names and words are as hostile as players may
// choose them. With PLAYERS it is a club of so many people with plain names, who say nothing, and
// whose running games are due in years. The same numbers give the same games.
#include "referee/archive/result.h"
#include "referee/record/append.h"
#include "referee/record/sealed.h"
#include "referee/setup/desk.h"
#include "storage/games.h"
#include "storage/players.h"
#include "storage/press.h"
#include "storage/results.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOSTILE = 23, BATCH = 2000, START = 1764547200, HOUR = 3600, ALL = 1 << 20 };

static const char *const nicks[HOSTILE] = {"anna",
                                           "bruno",
                                           "Clara",
                                           "david",
                                           "emma",
                                           "Felix",
                                           "greta",
                                           "henri",
                                           "ida",
                                           "jonas",
                                           "klara",
                                           "léo",
                                           "marie",
                                           "nils",
                                           "odile",
                                           "paul",
                                           "null",
                                           "index",
                                           "..",
                                           "7x2",
                                           "pass",
                                           "X.Y_Z",
                                           "player-23-with-a-n"};

static const char *const names[] = {NULL,
                                    NULL,
                                    "Friday round",
                                    "</script><script>alert(1)</script>",
                                    "\"><img src=x onerror=alert(2)>",
                                    "Tom & Jerry's <b>game</b> {{title}}",
                                    "Ünïcödé — 🂡 \xe2\x80\xae backwards",
                                    NULL};

static const char *const lucks[] = {"",
                                    "",
                                    "three times three",
                                    "</pre><script>alert(3)</script>",
                                    "&lt;b&gt; &amp; 'quotes' \"too\"",
                                    "Glück & 幸運"};

static const char *const words[] = {"Good luck, everybody!", "<script>alert(4)</script>", "Oh no.",
                                    "Das war knapp …"};

static guint64 chance = 0x9e3779b97f4a7c15u;

static unsigned below(unsigned k)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)((chance >> 33) % k);
}

static unsigned players = HOSTILE;
static gboolean plain; // a club of plain people

// The nick of a player as the referee would take it.
static const char *nick_of(unsigned i)
{
    static char nick[PLAYER_NICK_MAX + 1];
    if (plain) {
        g_snprintf(nick, sizeof nick, "player-%u", i);
        return nick;
    }
    g_strlcpy(nick, nicks[i], sizeof nick);
    for (char *c = nick; *c; c++) {
        if (!g_ascii_isalnum(*c) && !strchr("-_.", *c))
            *c = 'e';
    }
    return nick;
}

// ---- playing -----------------------------------------------------------------------------------

struct made {
    struct game game;
    GPtrArray *lines;
    gint64 now;
    guint robot; // seats that robots play, a bit each
};

static gint64 later(struct made *made)
{
    made->now += below(4) ? below(9 * HOUR) : below(60 * HOUR);
    return made->now;
}

static enum line_mark mark_of(const struct made *made, unsigned seat)
{
    return made->robot >> seat & 1 ? LINE_ROBOT : below(60) ? LINE_PLAYER : LINE_CLOCK;
}

static void discard(struct made *made, unsigned seat)
{
    const struct hand *hand = &made->game.table.seats[seat].hand;
    struct hand cards = {.cards = 0};
    for (unsigned v = RULES_VALUE_MAX; v > 1 && cards.cards < RULES_DISCARD_MAX; v--) {
        while (cards.count[v] < hand->count[v] && cards.cards < RULES_DISCARD_MAX) {
            cards.count[v]++;
            cards.cards++;
        }
    }
    const enum line_mark mark = mark_of(made, seat);
    g_assert(append_discard(&made->game, seat, later(made), &cards, mark, made->lines));
}

static void move(struct made *made)
{
    struct legal legal[RULES_LEGAL_MAX];
    const struct table *table = &made->game.table;
    const unsigned n = rules_legal(table, legal);
    const unsigned seat = table->to_move;
    const int held = table->seats[seat].hand.cards;
    unsigned best = below(n);
    int least = G_MAXINT;
    for (unsigned i = 0; i < n && below(12); i++) {
        const struct move move = legal[i].move;
        int worth = legal[i].cost * 4 + (int)below(4) + move.bonus * 5;
        worth -= move.kind == MOVE_PLAY ? move.count * 3 : 0;
        worth += move.kind == MOVE_LEAVE && held > 3 ? 9 : 0;
        if (worth < least) {
            least = worth;
            best = i;
        }
    }
    g_assert(append_move(&made->game, seat, later(made), legal[best].move, mark_of(made, seat),
                         made->lines));
}

// A robot for a while, or somebody else for good; who is called so at the table already is not
// taken.
static void change_seat(struct made *made)
{
    const unsigned seat = below(made->game.n_seats);
    const gboolean robot = below(2) == 0;
    const char *nick = robot ? "robot-7" : nick_of(below(players));
    if (append_seat_change(&made->game, seat, later(made), nick, made->lines))
        made->robot = (made->robot & ~(1u << seat)) | (guint)robot << seat;
}

static void step(struct made *made)
{
    struct game *game = &made->game;
    if (game->table.phase == RULES_PHASE_DISCARD) {
        unsigned seat = below(game->n_seats);
        while (game->table.seats[seat].discarded)
            seat = (seat + 1) % game->n_seats;
        discard(made, seat);
    } else if (below(150) == 0) {
        change_seat(made);
    } else if (below(400) == 0) {
        g_assert(append_cancelled(game, later(made), "all agreed <b>&</b> went home", made->lines));
    } else {
        move(made);
    }
}

// ---- storing -----------------------------------------------------------------------------------

static void must(gboolean fine, GError *error)
{
    if (fine)
        return;
    fprintf(stderr, "games: %s\n", error->message);
    exit(1);
}

static void add_players(struct desk *desk, gint64 *ids)
{
    GError *error = NULL;
    for (unsigned i = 0; i < players; i++) {
        struct player player = {.quiet_from = 23, .quiet_to = 8, .mail = "all"};
        g_strlcpy(player.nick, nick_of(i), sizeof player.nick);
        g_strlcpy(player.language, "en", sizeof player.language);
        g_strlcpy(player.timezone, "UTC", sizeof player.timezone);
        g_snprintf(player.address, sizeof player.address, "p%u@example.org", i);
        player.private = i == 9;
        player.is_operator = i == 4;
        must(players_add(desk->store, &player, START, &error), error);
        must(players_update(desk->store, &player, &error), error);
        ids[i] = player.id;
    }
}

static void say(struct desk *desk, struct made *made, gint64 id, gint64 player)
{
    GError *error = NULL;
    const struct press_row row = {.player = player,
                                  .line = (guint)made->game.public_lines,
                                  .said_at = made->now,
                                  .text = (char *)words[below(G_N_ELEMENTS(words))]};
    must(press_add(desk->store, id, &row, &error), error);
}

static void store_lines(struct desk *desk, const struct made *made, gint64 id)
{
    GError *error = NULL;
    unsigned round = 0;
    for (guint i = 0; i < made->lines->len; i++) {
        const char *line = g_ptr_array_index(made->lines, i);
        round += g_str_has_prefix(line, "round ");
        g_autofree char *secret = sealed_secret(line, strlen(line));
        g_autofree char *open =
            secret ? sealed_public(made->game.seed, round, line, strlen(line)) : NULL;
        must(events_append(desk->store, id, i + 1, open ? open : line, secret, &error), error);
    }
}

static void store_record(struct desk *desk, const struct made *made, gint64 id)
{
    GError *error = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < made->lines->len; i++)
        g_string_append_printf(text, "%s\n", (char *)g_ptr_array_index(made->lines, i));
    must(records_put(desk->store, id, text->str, &error), error);
    const struct result result = result_read(text->str, text->len);
    for (unsigned i = 0; result.counts && i < result.n_seats; i++) {
        const struct result_seat *seat = &result.seats[i];
        const struct result_row row = {
            .count = seat->count, .turns = seat->turns, .missed = seat->missed};
        must(results_put(desk->store, id, (int)i, &row, &error), error);
    }
}

// Who sits down: no player twice; robots last.
static void seat_all(struct desk *desk, struct made *made, gint64 id, const gint64 *ids, unsigned n,
                     unsigned robots)
{
    GError *error = NULL;
    const unsigned first = below(players);
    for (unsigned s = 0; s < n; s++) {
        const gboolean robot = s + robots >= n;
        const unsigned who = (first + s * 5) % players;
        struct seat_row seat = {.game = id, .seat = (int)s, .joined_at = made->now};
        if (robot)
            g_snprintf(seat.nick, sizeof seat.nick, "robot-%u", s + robots - n + 1);
        else
            g_strlcpy(seat.nick, nick_of(who), sizeof seat.nick);
        g_strlcpy(seat.luck,
                  robot   ? ""
                  : plain ? ""
                          : lucks[below(G_N_ELEMENTS(lucks))],
                  sizeof seat.luck);
        seat.player = robot ? 0 : ids[who];
        seat.robot = robot;
        made->robot |= (guint)robot << s;
        g_assert(append_seat(&made->game, seat.nick, seat.luck, made->lines));
        must(games_put_seat(desk->store, &seat, &error), error);
    }
    must(results_begin(desk->store, id, &error), error);
}

static void add_game(struct desk *desk, const gint64 *ids, unsigned number, gboolean runs)
{
    GError *error = NULL;
    const unsigned n = 2 + below(3);
    const char *name = plain ? NULL : names[below(G_N_ELEMENTS(names))];
    struct made made = {.now = START + (gint64)number * 2 * HOUR};
    struct game_row row = {.seats = (int)n, .pace = 48 * HOUR, .creator = ids[0], .to_move = -1};
    const unsigned robots = below(3) ? 0 : below(n);
    for (gsize i = 0; i < sizeof row.seed; i++)
        row.seed[i] = (guint8)below(256);
    row.robots = (int)robots;
    g_strlcpy(row.name, name ? name : "", sizeof row.name);
    g_strlcpy(row.state, "open", sizeof row.state);
    g_strlcpy(row.security, "ticket", sizeof row.security);
    g_strlcpy(row.press, "all", sizeof row.press);
    row.created_at = made.now;
    must(games_add(desk->store, &row, &error), error);
    made.lines = g_ptr_array_new_with_free_func(g_free);
    const struct rules_options options = number % 3 ? rules_brief : rules_booklet;
    game_init(&made.game, GAME_RUNNING);
    game_open(&made.game, row.seed, desk->keys->sign_secret);
    g_assert(append_head(&made.game, row.id, made.now, name, options, made.lines));
    seat_all(desk, &made, row.id, ids, n, robots);
    g_assert(append_start(&made.game, later(&made), made.lines));
    const unsigned steps = runs ? 4 + below(20) : ALL;
    for (unsigned i = 0; i < steps && made.game.stage != GAME_DONE; i++) {
        step(&made);
        if (!plain && below(40) == 0)
            say(desk, &made, row.id, ids[below(players)]);
    }
    const gboolean over = made.game.stage == GAME_DONE;
    g_strlcpy(row.state,
              !over                 ? "running"
              : made.game.cancelled ? "cancelled"
                                    : "over",
              sizeof row.state);
    row.started_at = row.created_at;
    row.ended_at = over ? made.now : 0;
    row.due_at = plain && !over ? 2 * (gint64)START + number : 0;
    must(games_update(desk->store, &row, &error), error);
    if (over)
        store_record(desk, &made, row.id);
    else
        store_lines(desk, &made, row.id);
    g_ptr_array_unref(made.lines);
    game_clear(&made.game);
}

int main(int argc, char **argv)
{
    if (argc < 3 || sodium_init() < 0) {
        fprintf(stderr, "games DIR COUNT [RUNNING [PLAYERS]]\n");
        return 2;
    }
    struct desk desk = {0};
    GError *error = NULL;
    const unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    const unsigned running = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    plain = argc > 4;
    players = plain ? (unsigned)strtoul(argv[4], NULL, 10) : HOSTILE;
    g_autofree gint64 *ids = g_new(gint64, players);
    must(desk_open(&desk, argv[1], START, &error) && store_begin(desk.store, &error), error);
    add_players(&desk, ids);
    for (unsigned i = 0; i < count + running; i++) {
        add_game(&desk, ids, i, i >= count);
        if (i % BATCH == BATCH - 1)
            must(store_commit(desk.store, &error) && store_begin(desk.store, &error), error);
    }
    must(store_commit(desk.store, &error), error);
    desk_close(&desk);
    return 0;
}

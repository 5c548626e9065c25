// SPDX-License-Identifier: MIT
// How fast the database is where a run waits for it: events made durable one by one and a hundred
// at a time, a game loaded, a player found, mails noted. Writing tells most about the disk below
// TMPDIR (or /tmp).
//
//   bench_store [--json]
#include "tests/bench/bench.h"
#include "tests/bench/must.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <sys/resource.h>

#include "storage/database.h"
#include "storage/games.h"
#include "storage/known_lines.h"
#include "storage/outbox.h"
#include "storage/players.h"
#include "storage/seal.h"
#include "storage/store.h"

enum { LINES = 120, BATCH = 100, PLAYERS = 10000, NOW = 1800000000 };

struct bench {
    struct store *store;
    gint64 player, game, loaded;
    guint seq;
};

static gint64 add_game(struct store *store, gint64 creator)
{
    struct game_row game = {.state = "running",
                            .seats = 3,
                            .pace = 172800,
                            .security = "ticket",
                            .press = "all",
                            .creator = creator,
                            .created_at = NOW,
                            .due_at = NOW};
    MUST(games_add(store, &game, &error));
    return game.id;
}

static gint64 add_player(struct store *store, guint i)
{
    struct player player = {.quiet_to = 8, .timezone = "UTC", .mail = "all"};
    g_snprintf(player.nick, sizeof player.nick, "p%u", i);
    g_snprintf(player.address, sizeof player.address, "p%u@example.org", i);
    MUST(players_add(store, &player, NOW, &error));
    return player.id;
}

static void append(struct store *store, gint64 game, guint seq)
{
    const char *line = seq % 10 == 0 ? "discard clara 2026-11-30T08:12:44Z sealed 0f1e2d3c"
                                     : "move clara 2026-11-30T08:12:44Z 7 7";
    MUST(events_append(store, game, seq, line, seq % 10 == 0 ? "3 17 23" : NULL, &error));
}

static void set_up(struct bench *bench)
{
    MUST(store_begin(bench->store, &error));
    for (guint i = 0; i < PLAYERS; i++)
        bench->player = add_player(bench->store, i);
    bench->loaded = add_game(bench->store, bench->player);
    for (guint seq = 1; seq <= LINES; seq++)
        append(bench->store, bench->loaded, seq);
    bench->game = add_game(bench->store, bench->player);
    MUST(store_commit(bench->store, &error));
}

static guint append_batch(struct bench *bench, guint count)
{
    MUST(store_begin(bench->store, &error));
    for (guint i = 0; i < count; i++)
        append(bench->store, bench->game, ++bench->seq);
    MUST(store_commit(bench->store, &error));
    return count;
}

static guint load_game(struct bench *bench)
{
    g_autoptr(GPtrArray) events = NULL;
    MUST(events_load(bench->store, bench->loaded, &events, &error));
    g_assert(events->len == LINES);
    return 1;
}

static guint find_player(struct bench *bench)
{
    struct player player;
    gboolean found = FALSE;
    MUST(players_find_address(bench->store, "P7777@example.org", &player, &found, &error));
    g_assert(found);
    return 1;
}

// A mail as a move makes it: noted, rendered, sent, in the three transactions of its life.
static guint pass_mail(struct bench *bench)
{
    static char body[30000];
    memset(body, 'x', sizeof body - 1);
    struct outbound_row row = {.player = bench->player,
                               .game = bench->loaded,
                               .kind = (char *)"turn",
                               .notes = (char *)"{}",
                               .body = body,
                               .created_at = NOW,
                               .next_at = NOW};
    MUST(store_begin(bench->store, &error));
    MUST(outbox_add(bench->store, &row, &error));
    MUST(store_commit(bench->store, &error));
    MUST(store_begin(bench->store, &error));
    MUST(outbox_ready(bench->store, &row, &error));
    MUST(store_commit(bench->store, &error));
    MUST(store_begin(bench->store, &error));
    MUST(outbox_settle(bench->store, row.id, "sent", "250 ok", NOW, &error));
    MUST(store_commit(bench->store, &error));
    return 1;
}

static guint add_lines(struct bench *bench)
{
    static guint mail;
    char texts[40][32];
    const char *lines[41] = {NULL};
    mail++;
    for (guint i = 0; i < 40; i++) {
        g_snprintf(texts[i], sizeof texts[i], "line %u of the mail %u", i, mail);
        lines[i] = texts[i];
    }
    MUST(store_begin(bench->store, &error));
    MUST(known_lines_add(bench->store, bench->player, lines, &error));
    MUST(store_commit(bench->store, &error));
    return 1;
}

static guint open_and_close(const char *path, const struct seal_key *key)
{
    struct store *store = NULL;
    MUST((store = database_open(path, key, &error)) != NULL);
    database_close(store);
    return 1;
}

static void measure(struct bench *bench)
{
    BENCH_RATE("store: events, each made durable", "events/s", append_batch(bench, 1));
    BENCH_RATE("store: events, made durable by the hundred", "events/s",
               append_batch(bench, BATCH));
    BENCH_RATE("store: games of 120 lines loaded", "games/s", load_game(bench));
    BENCH_RATE("store: players found by address, of 10,000", "players/s", find_player(bench));
    BENCH_RATE("store: mails noted, rendered, sent", "mails/s", pass_mail(bench));
    BENCH_RATE("store: mails' lines remembered", "mails/s", add_lines(bench));
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    struct rusage usage;
    bench_begin(argc, argv);
    g_autofree char *directory = g_dir_make_tmp("bench-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(directory, "referee.db", NULL);
    g_autofree char *key_path = g_build_filename(directory, "database.key", NULL);
    struct seal_key *key = NULL;
    MUST(seal_key_create(key_path, &error));
    MUST((key = seal_key_load(key_path, &error)) != NULL);
    MUST(database_create(path, &error));
    MUST((bench.store = database_open(path, key, &error)) != NULL);
    set_up(&bench);
    measure(&bench);
    database_close(bench.store);
    BENCH_RATE("store: opened and closed", "times/s", open_and_close(path, key));
    getrusage(RUSAGE_SELF, &usage);
    bench_print("store: memory at most", (double)usage.ru_maxrss, "KiB");
    seal_key_free(key);
    g_unlink(path);
    g_unlink(key_path);
    g_rmdir(directory);
    return 0;
}

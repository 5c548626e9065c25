// SPDX-License-Identifier: MIT
// What finished games cost: how many bytes of database each takes, its record, its seats and all
// indices included, and how fast the standings count them. Not counted is what its mails leave in
// the ledger and the outbox: bench_data shows that.
//
//   bench_archive [--json]
#include "tests/bench/bench.h"
#include "tests/bench/must.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <sodium.h>

#include "referee/archive/result_index.h"
#include "referee/archive/standings_read.h"
#include "storage/database.h"
#include "storage/games.h"
#include "storage/players.h"
#include "storage/results.h"
#include "storage/seal.h"
#include "storage/store.h"

enum { SEATS = 3, GAMES = 2000, PLAYERS = 100, VECTORS = 34, NOW = 1800000000 };

// The good vectors of three seats.
static GPtrArray *read_records(void)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 1; i <= VECTORS; i++) {
        g_autofree char *path = g_strdup_printf("tests/vectors/%03u.record", i);
        char *text = NULL;
        MUST(g_file_get_contents(path, &text, NULL, &error));
        if (result_read(text, strlen(text)).n_seats == SEATS)
            g_ptr_array_add(texts, text);
        else
            g_free(text);
    }
    must(texts->len > 0, NULL);
    return texts;
}

static void add_seats(struct store *store, gint64 game, const struct result *result)
{
    for (unsigned i = 0; i < SEATS; i++) {
        struct seat_row seat = {.game = game,
                                .seat = (int)i,
                                .player = 1 + (game * (i + 1) * 7 + i) % PLAYERS,
                                .joined_at = NOW,
                                .zone = "UTC"};
        g_strlcpy(seat.nick, result->seats[i].nick, sizeof seat.nick);
        MUST(games_put_seat(store, &seat, &error));
    }
    MUST(results_begin(store, game, &error));
    MUST(result_index_put(store, game, result, &error));
}

static void add_game(struct store *store, const char *text, guint number)
{
    struct result result = result_read(text, strlen(text));
    struct game_row game = {.state = "running",
                            .seats = SEATS,
                            .pace = 172800,
                            .security = "ticket",
                            .press = "all",
                            .creator = 1,
                            .created_at = NOW,
                            .started_at = NOW};
    MUST(games_add(store, &game, &error));
    add_seats(store, game.id, &result);
    MUST(records_put(store, game.id, text, &error));
    g_strlcpy(game.state, "over", sizeof game.state);
    game.ended_at = NOW + number;
    game.to_move = -1;
    MUST(games_update(store, &game, &error));
}

static void add_players(struct store *store)
{
    for (guint i = 0; i < PLAYERS; i++) {
        struct player player = {.timezone = "UTC", .mail = "all"};
        g_snprintf(player.nick, sizeof player.nick, "p%u", i);
        g_snprintf(player.address, sizeof player.address, "p%u@example.org", i);
        MUST(players_add(store, &player, NOW, &error));
    }
}

static gint64 size_of(struct store *store, const char *dir)
{
    GStatBuf status;
    g_autofree char *path = g_build_filename(dir, "copy", NULL);
    MUST(database_backup(store, path, &error));
    must(g_stat(path, &status) == 0, NULL);
    g_unlink(path);
    return status.st_size;
}

static guint count(struct store *store)
{
    g_autoptr(GArray) lines = NULL;
    MUST(standings_read_store(store, &lines, &error));
    must(lines->len > 0, NULL);
    return GAMES;
}

static void measure(struct store *store, const char *dir)
{
    g_autoptr(GPtrArray) texts = read_records();
    gsize bytes = 0;
    MUST(store_begin(store, &error));
    add_players(store);
    MUST(store_commit(store, &error));
    const gint64 before = size_of(store, dir);
    MUST(store_begin(store, &error));
    for (guint i = 0; i < GAMES; i++) {
        const char *text = g_ptr_array_index(texts, i % texts->len);
        bytes += strlen(text);
        add_game(store, text, i);
    }
    MUST(store_commit(store, &error));
    bench_print_must("archive: database for a finished game of three",
                     (double)(size_of(store, dir) - before) / GAMES, "bytes", BENCH_AT_MOST, 4096);
    bench_print("archive: its record alone, as text", (double)bytes / GAMES, "bytes");
    BENCH_RATE("archive: standings", "games/s", count(store));
}

int main(int argc, char **argv)
{
    g_autofree char *dir = NULL;
    MUST((dir = g_dir_make_tmp("bench-archive-XXXXXX", &error)) != NULL);
    g_autofree char *key_path = g_build_filename(dir, "key", NULL);
    g_autofree char *path = g_build_filename(dir, "referee.db", NULL);
    bench_begin(argc, argv);
    bench_clock = CLOCK_PROCESS_CPUTIME_ID;
    must(sodium_init() >= 0, NULL);
    MUST(seal_key_create(key_path, &error));
    struct seal_key *key = seal_key_load(key_path, NULL);
    MUST(database_create(path, &error));
    struct store *store = database_open(path, key, NULL);
    must(store != NULL, NULL);
    measure(store, dir);
    database_close(store);
    seal_key_free(key);
    for (guint i = 0; i < 4; i++) {
        static const char *const names[] = {"referee.db", "referee.db-wal", "referee.db-shm",
                                            "key"};
        g_autofree char *file = g_build_filename(dir, names[i], NULL);
        g_unlink(file);
    }
    g_rmdir(dir);
    return 0;
}

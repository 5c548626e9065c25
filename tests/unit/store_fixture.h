// SPDX-License-Identifier: MIT
// What the tests of storage share: a fresh database in a fresh directory, with a key, a few players
// and a game; and looking at the file behind the program's back.
#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "storage/database.h"
#include "storage/games.h"
#include "storage/players.h"
#include "storage/seal.h"
#include "storage/store.h"

enum { NOW = 1800000000 };

struct fixture {
    char *directory;
    char *path; // of the database
    char *key_path;
    struct seal_key *key;
    struct store *store;
};

// Every call under test reports into this one, and is checked by one of the two macros below.
static GError *error G_GNUC_UNUSED;

#define MUST(call) must((call), #call, __LINE__)

static inline void must(gboolean ok, const char *what, int line)
{
    if (!ok || error)
        fail_msg("line %d: %s: %s", line, what, error ? error->message : "no error set");
}

// The call fails with a code of STORE_ERROR and a message that holds these words.
#define REFUSED(call, code, words) refused((call), (code), (words), #call, __LINE__)

static inline void refused(gboolean ok, int code, const char *words, const char *what, int line)
{
    if (ok || !error)
        fail_msg("line %d: %s should have failed", line, what);
    else if (error->domain != STORE_ERROR || error->code != code || !strstr(error->message, words))
        fail_msg("line %d: %s: not what was expected: %d %s", line, what, error->code,
                 error->message);
    g_clear_error(&error);
}

static inline char *fixture_path(const struct fixture *fixture, const char *name)
{
    return g_build_filename(fixture->directory, name, NULL);
}

static inline int fixture_setup(void **state)
{
    struct fixture *fixture = g_new0(struct fixture, 1);
    fixture->directory = g_dir_make_tmp("storage-XXXXXX", &error);
    fixture->path = fixture_path(fixture, "referee.db");
    fixture->key_path = fixture_path(fixture, "database.key");
    MUST(seal_key_create(fixture->key_path, &error));
    fixture->key = seal_key_load(fixture->key_path, &error);
    MUST(fixture->key != NULL);
    MUST(database_create(fixture->path, &error));
    fixture->store = database_open(fixture->path, fixture->key, &error);
    MUST(fixture->store != NULL);
    *state = fixture;
    return 0;
}

static inline int fixture_teardown(void **state)
{
    struct fixture *fixture = *state;
    const char *name;
    database_close(fixture->store);
    seal_key_free(fixture->key);
    GDir *directory = g_dir_open(fixture->directory, 0, NULL);
    while (directory && (name = g_dir_read_name(directory))) {
        g_autofree char *path = fixture_path(fixture, name);
        g_remove(path);
    }
    g_clear_pointer(&directory, g_dir_close);
    g_rmdir(fixture->directory);
    g_free(fixture->directory);
    g_free(fixture->path);
    g_free(fixture->key_path);
    g_free(fixture);
    g_clear_error(&error);
    return 0;
}

static inline void fixture_reopen(struct fixture *fixture)
{
    database_close(fixture->store);
    fixture->store = database_open(fixture->path, fixture->key, &error);
    MUST(fixture->store != NULL);
}

// Runs SQL on a connection of its own, as somebody with the sqlite3 shell would. SQLite's code.
static inline int fixture_sql(const struct fixture *fixture, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
    return code;
}

// The first column of the first row, asked the same way; -1 when there is none.
static inline gint64 fixture_number(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    gint64 number = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

static inline struct player fixture_player_value(const char *nick, const char *address)
{
    struct player player = {.quiet_from = 23, .quiet_to = 8, .timezone = "UTC", .mail = "all"};
    g_strlcpy(player.nick, nick, sizeof player.nick);
    g_strlcpy(player.address, address, sizeof player.address);
    return player;
}

// A new player's id; inside a transaction.
static inline gint64 fixture_player(struct store *store, const char *nick, const char *address)
{
    struct player player = fixture_player_value(nick, address);
    MUST(players_add(store, &player, NOW, &error));
    return player.id;
}

static inline struct game_row fixture_game_value(gint64 creator)
{
    struct game_row game = {.state = "open",
                            .seats = 3,
                            .pace = 172800,
                            .security = "ticket",
                            .press = "all",
                            .creator = creator,
                            .created_at = NOW,
                            .to_move = -1};
    for (guint i = 0; i < sizeof game.seed; i++)
        game.seed[i] = (guint8)(0xa0 + i);
    return game;
}

static inline gint64 fixture_game(struct store *store, gint64 creator)
{
    struct game_row game = fixture_game_value(creator);
    MUST(games_add(store, &game, &error));
    return game.id;
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, fixture_setup, fixture_teardown)

#endif

// SPDX-License-Identifier: MIT
// Older databases brought forward: by made-up steps that follow the real ones. What the real ones
// do is shown in test_hub_old.c, on databases that older programs left behind.
#include "tests/unit/store_fixture.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/migrate.h"
#include "storage/statement.h"

static const char *self; // this program, to be started again

#define ADD_COLUMN  "ALTER TABLE setting ADD COLUMN note TEXT NOT NULL DEFAULT 'old';"
#define ADD_TABLE   "CREATE TABLE extra (x INTEGER) STRICT; INSERT INTO extra VALUES (5);"
#define LOSE_PLAYER "DELETE FROM player;"

static const char *one_more[64];
static const char *two_more[64];
static const char *fails[64];
static const char *loses[64];

// What a new database is.
static int newest(void)
{
    return migrate_newest(migrate_steps);
}

static void follow(const char **steps, const char *first, const char *second)
{
    int n = newest() - 1;
    assert_true(n < 60);
    memcpy(steps, migrate_steps, (size_t)n * sizeof *steps);
    steps[n] = first;
    steps[n + 1] = second;
}

static void make_steps(void)
{
    follow(one_more, ADD_COLUMN, NULL);
    follow(two_more, ADD_COLUMN, ADD_TABLE);
    follow(fails, ADD_COLUMN, "INSERT INTO nothing VALUES (1)");
    follow(loses, LOSE_PLAYER, NULL);
}

static char *backup_of(const struct fixture *f, int version)
{
    char name[32];
    g_snprintf(name, sizeof name, "referee.db.v%d-backup", version);
    return fixture_path(f, name);
}

static void open_with(struct fixture *f, const char *const *steps)
{
    g_clear_pointer(&f->store, database_close);
    f->store = database_open_as(f->path, f->key, steps, 2000, &error);
}

static void write_something(struct fixture *f)
{
    MUST(store_begin(f->store, &error));
    fixture_game(f->store, fixture_player(f->store, "anna", "anna@example.org"));
    MUST(store_set_int(f->store, "a", 1, &error));
    MUST(store_commit(f->store, &error));
}

static gint64 version_of(const char *path)
{
    return fixture_number(path, "PRAGMA user_version");
}

static void test_newest(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    assert_int_equal(migrate_newest(none), 1);
    assert_true(newest() >= 2);
    assert_int_equal(migrate_newest(one_more), newest() + 1);
    assert_int_equal(migrate_newest(two_more), newest() + 2);
}

static void test_nothing_to_do(void **state)
{
    struct fixture *f = *state;
    g_autofree char *backup = backup_of(f, newest());
    fixture_reopen(f);
    assert_int_not_equal(g_access(backup, F_OK), 0);
}

static void test_one_step(void **state)
{
    struct fixture *f = *state;
    g_autofree char *backup = backup_of(f, newest());
    GStatBuf status;
    gint64 value;
    write_something(f);
    open_with(f, one_more);
    MUST(f->store != NULL);
    assert_int_equal(version_of(f->path), newest() + 1);
    assert_int_equal(
        fixture_number(f->path, "SELECT count(*) FROM setting WHERE note = 'old' AND name = 'a'"),
        1);
    MUST(store_get_int(f->store, "a", 0, &value, &error));
    assert_int_equal(value, 1);
    MUST(statement_ask(f->store->db, f->path, "PRAGMA foreign_keys", &value, &error));
    assert_int_equal(value, 1);

    assert_int_equal(g_stat(backup, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(version_of(backup), newest());
    assert_int_equal(fixture_number(backup, "SELECT count(*) FROM game"), 1);
    struct store *old = database_open(backup, f->key, &error); // this program opens the backup
    MUST(old != NULL);
    database_close(old);

    g_unlink(backup);
    open_with(f, one_more); // once is enough
    MUST(f->store != NULL);
    assert_int_not_equal(g_access(backup, F_OK), 0);
    g_clear_pointer(&f->store, database_close);
    g_autofree char *words =
        g_strdup_printf("(schema %d, this program knows %d)", newest() + 1, newest());
    REFUSED(database_open(f->path, f->key, &error) != NULL, STORE_ERROR_STOP, words);
}

static void test_two_steps(void **state)
{
    struct fixture *f = *state;
    g_autofree char *first = backup_of(f, newest());
    g_autofree char *second = backup_of(f, newest() + 1);
    open_with(f, two_more);
    MUST(f->store != NULL);
    assert_int_equal(version_of(f->path), newest() + 2);
    assert_int_equal(fixture_number(f->path, "SELECT x FROM extra"), 5);
    assert_int_equal(g_access(first, F_OK), 0);
    assert_int_not_equal(g_access(second, F_OK), 0);
}

static void test_later_step_only(void **state)
{
    struct fixture *f = *state;
    g_autofree char *second = backup_of(f, newest() + 1);
    open_with(f, one_more);
    MUST(f->store != NULL);
    open_with(f, two_more);
    MUST(f->store != NULL);
    assert_int_equal(version_of(f->path), newest() + 2);
    assert_int_equal(version_of(second), newest() + 1);
}

static void test_failing_steps(void **state)
{
    struct fixture *f = *state;
    g_autofree char *from = g_strdup_printf("from version %d to %d", newest() + 1, newest() + 2);
    const struct {
        const char *const *steps;
        const char *words;
    } cases[] = {{fails, from}, {loses, "references would have no row"}};
    write_something(f);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        open_with(f, cases[i].steps);
        REFUSED(f->store != NULL, STORE_ERROR_STOP, cases[i].words);
        assert_int_equal(version_of(f->path), newest());
        assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM player"), 1);
    }
    fixture_reopen(f); // the program that knows this version goes on
}

// ---- other processes --------------------------------------------------------------------------

static int be_child(char **arguments)
{
    struct seal_key *key = seal_key_load(arguments[3], NULL);
    struct store *store = database_open_as(arguments[2], key, one_more, 5000, &error);
    int status = store ? 0 : 1;
    database_close(store);
    seal_key_free(key);
    return status;
}

static GPid start_child(const struct fixture *f, const char *fault)
{
    g_auto(GStrv) environment = g_environ_setenv(g_get_environ(), "REFEREE23_FAULT", fault, TRUE);
    const char *arguments[] = {self, "--open", f->path, f->key_path, NULL};
    GPid pid = 0;
    assert_true(g_spawn_async(NULL, (char **)arguments, environment, G_SPAWN_DO_NOT_REAP_CHILD,
                              NULL, NULL, &pid, NULL));
    return pid;
}

static int end_child(GPid pid)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_two_at_once(void **state)
{
    struct fixture *f = *state;
    g_autofree char *backup = backup_of(f, newest());
    GPid children[4];
    write_something(f);
    g_clear_pointer(&f->store, database_close);
    for (guint i = 0; i < G_N_ELEMENTS(children); i++)
        children[i] = start_child(f, "0");
    for (guint i = 0; i < G_N_ELEMENTS(children); i++)
        assert_int_equal(end_child(children[i]), 0);
    assert_int_equal(version_of(f->path), newest() + 1);
    assert_int_equal(version_of(backup), newest());
    assert_int_equal(fixture_number(backup, "SELECT count(*) FROM game"), 1);
}

// Stopped at every durable act on the way, and started again.
static void test_stops(void **state)
{
    struct fixture *f = *state;
    const int later[] = {0, 0, 0, 1}; // the backup's two acts, then the commit's
    write_something(f);
    g_clear_pointer(&f->store, database_close);
    for (guint i = 0; i < G_N_ELEMENTS(later); i++) {
        char fault[4];
        g_snprintf(fault, sizeof fault, "%u", i + 1);
        assert_int_equal(end_child(start_child(f, fault)), 100);
        assert_int_equal(version_of(f->path), newest() + later[i]);
    }
    assert_int_equal(end_child(start_child(f, "1")), 0); // nothing is left to be stopped at
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM game"), 1);
}

int main(int argc, char **argv)
{
    make_steps();
    if (argc == 4 && strcmp(argv[1], "--open") == 0)
        return be_child(argv);
    self = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_newest),    WITH_STORE(test_nothing_to_do),
        WITH_STORE(test_one_step),        WITH_STORE(test_two_steps),
        WITH_STORE(test_later_step_only), WITH_STORE(test_failing_steps),
        WITH_STORE(test_two_at_once),     WITH_STORE(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The life of a database: made, opened or refused, written in transactions, stopped, copied,
// checked.
#include "tests/unit/store_fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storage/migrate.h"
#include "storage/statement.h"

static const char *self; // this program, to be started again

static guint count_files(const char *directory)
{
    guint count = 0;
    GDir *dir = g_dir_open(directory, 0, NULL);
    assert_non_null(dir);
    while (g_dir_read_name(dir))
        count++;
    g_dir_close(dir);
    return count;
}

static void set_number(struct store *store, const char *name, gint64 value)
{
    MUST(store_begin(store, &error));
    MUST(store_set_int(store, name, value, &error));
    MUST(store_commit(store, &error));
}

static gint64 get_number(struct store *store, const char *name)
{
    gint64 value = 0;
    MUST(store_get_int(store, name, -1, &value, &error));
    return value;
}

// ---- making and opening -----------------------------------------------------------------------

static void test_create(void **state)
{
    struct fixture *f = *state;
    GStatBuf status;
    REFUSED(database_create(f->path, &error), STORE_ERROR_STOP, "there already");
    g_clear_pointer(&f->store, database_close);
    assert_int_equal(g_stat(f->path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(count_files(f->directory), 2); // the key and the database, nothing beside them
    assert_int_equal(fixture_number(f->path, "PRAGMA user_version"), migrate_newest(migrate_steps));
    assert_int_equal(fixture_number(f->path, "PRAGMA application_id"), 0x32334d4c);
    g_autofree char *away = fixture_path(f, "missing/referee.db");
    REFUSED(database_create(away, &error), STORE_ERROR_LATER, "directory");
}

static void test_settings_of_a_connection(void **state)
{
    const struct fixture *f = *state;
    static const struct {
        const char *sql;
        gint64 value;
    } cases[] = {
        {"PRAGMA foreign_keys", 1},    {"PRAGMA synchronous", 2},
        {"PRAGMA secure_delete", 1},   {"PRAGMA trusted_schema", 0},
        {"PRAGMA cell_size_check", 1}, {"PRAGMA temp_store", 2},
        {"PRAGMA cache_size", -2048},  {"SELECT journal_mode = 'wal' FROM pragma_journal_mode", 1},
        {"PRAGMA busy_timeout", 5000},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        gint64 value = -1;
        MUST(statement_ask(f->store->db, f->path, cases[i].sql, &value, &error));
        if (value != cases[i].value)
            fail_msg("%s is %d", cases[i].sql, (int)value);
    }
}

static struct store *open_at(const struct fixture *f, const char *path)
{
    return database_open_as(path, f->key, migrate_steps, 50, &error);
}

static void test_open_refuses(void **state)
{
    struct fixture *f = *state;
    g_autofree char *path = fixture_path(f, "other.db");
    REFUSED(open_at(f, path) != NULL, STORE_ERROR_STOP, "no database at");
    REFUSED(open_at(f, f->directory) != NULL, STORE_ERROR_STOP, "not even a file");
    assert_true(g_file_set_contents(path, "", 0, NULL));
    REFUSED(open_at(f, path) != NULL, STORE_ERROR_STOP, "not a database of referee23");
    g_autofree char *junk = g_strnfill(9000, 'x');
    assert_true(g_file_set_contents(path, junk, -1, NULL));
    REFUSED(open_at(f, path) != NULL, STORE_ERROR_STOP, "is not a database");
    g_unlink(path);

    struct fixture other = {.path = path};
    assert_int_equal(fixture_sql(&other, "CREATE TABLE t (x)"), SQLITE_OK);
    REFUSED(open_at(f, path) != NULL, STORE_ERROR_STOP, "not a database of referee23");
    assert_int_equal(
        fixture_number(path, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
}

static void test_newer(void **state)
{
    struct fixture *f = *state;
    g_clear_pointer(&f->store, database_close);
    assert_int_equal(fixture_sql(f, "PRAGMA user_version = 99"), SQLITE_OK);
    g_autofree char *words = g_strdup_printf("written by a newer referee23 (schema 99, this "
                                             "program knows %d): install the newer program",
                                             migrate_newest(migrate_steps));
    REFUSED(database_open(f->path, f->key, &error) != NULL, STORE_ERROR_STOP, words);
    assert_int_equal(fixture_number(f->path, "PRAGMA user_version"), 99);
}

static void test_other_key(void **state)
{
    struct fixture *f = *state;
    g_autofree char *path = fixture_path(f, "other.key");
    MUST(seal_key_create(path, &error));
    struct seal_key *other = seal_key_load(path, &error);
    MUST(other != NULL);
    REFUSED(database_open(f->path, other, &error) != NULL, STORE_ERROR_STOP, "another key");
    seal_key_free(other);
    fixture_reopen(f); // with its own it still opens
}

static void test_damaged(void **state)
{
    struct fixture *f = *state;
    g_autofree char *bytes = NULL;
    g_autofree char *fault = NULL;
    gsize len;
    MUST(database_check(f->store, &fault, &error));
    assert_null(fault);
    g_clear_pointer(&f->store, database_close);
    assert_true(g_file_get_contents(f->path, &bytes, &len, NULL));
    memset(bytes + 4096, 0x5a, len - 4096); // all but the first page
    assert_true(g_file_set_contents(f->path, bytes, (gssize)len, NULL));
    REFUSED(database_open(f->path, f->key, &error) != NULL, STORE_ERROR_STOP, "restore a backup");
}

static void test_check_finds_damage(void **state)
{
    struct fixture *f = *state;
    g_autofree char *bytes = NULL;
    g_autofree char *fault = NULL;
    gsize len;
    gint64 page = fixture_number(f->path, "SELECT rootpage FROM sqlite_schema WHERE name = 'game'");
    g_clear_pointer(&f->store, database_close);
    assert_true(g_file_get_contents(f->path, &bytes, &len, NULL));
    memset(bytes + (page - 1) * 4096, 0x5a, 4096);
    assert_true(g_file_set_contents(f->path, bytes, (gssize)len, NULL));
    fixture_reopen(f); // settings are whole
    MUST(database_check(f->store, &fault, &error));
    assert_non_null(fault);
    assert_non_null(strstr(fault, "restore a backup"));
    gboolean found;
    struct game_row game;
    REFUSED(games_find(f->store, 1, &game, &found, &error), STORE_ERROR_STOP, "damaged");
}

static void test_check_finds_a_lost_reference(void **state)
{
    struct fixture *f = *state;
    g_autofree char *fault = NULL;
    assert_int_equal(fixture_sql(f, "INSERT INTO record VALUES (5, 0, 1, x'78')"), SQLITE_OK);
    MUST(database_check(f->store, &fault, &error));
    assert_string_equal(fault,
                        "A row of record names a row of game that isn't there: restore a backup.");
}

// ---- rights -----------------------------------------------------------------------------------

// What becomes of opening the database, tried by a user who owns nothing (or by whoever runs this,
// when that isn't root); 0 is success, 98 that the place itself is closed to that user.
static int open_as_nobody(const struct fixture *f, const char *words)
{
    pid_t child = fork();
    if (child == 0) {
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(99);
        if (strcmp(words, "") == 0 && access(f->directory, X_OK) != 0)
            _exit(98);
        struct store *store = open_at(f, f->path);
        gboolean is_later = !store && error->code == STORE_ERROR_LATER;
        int result = store ? 0 : is_later && strstr(error->message, words) ? 1 : 2;
        database_close(store);
        g_clear_error(&error);
        _exit(result);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

// Only somebody who isn't root meets them.
static void test_rights(void **state)
{
    struct fixture *f = *state;
    g_clear_pointer(&f->store, database_close);
    assert_int_equal(g_chmod(f->path, 0666), 0);
    assert_int_equal(g_chmod(f->directory, 0777), 0);
    int result = open_as_nobody(f, "");
    if (result == 98) {
        print_message("# the directory for temporary files is closed to others\n");
        skip();
    }
    assert_int_equal(result, 0);
    assert_int_equal(g_chmod(f->directory, 0555), 0); // no room for -wal and -shm
    assert_int_equal(open_as_nobody(f, "its directory must be"), 1);
    assert_int_equal(g_chmod(f->directory, 0777), 0);
    assert_int_equal(g_chmod(f->path, 0444), 0);
    assert_int_equal(open_as_nobody(f, "must be writable"), 1);
    assert_int_equal(g_chmod(f->path, 0000), 0);
    assert_int_equal(open_as_nobody(f, "it can't be opened"), 1);
    assert_int_equal(g_chmod(f->directory, 0000), 0);
    assert_int_equal(open_as_nobody(f, "can't look at"), 1);
    assert_int_equal(g_chmod(f->directory, 0700), 0);
}

// ---- transactions -----------------------------------------------------------------------------

static void test_commit_and_rollback(void **state)
{
    struct fixture *f = *state;
    set_number(f->store, "a", 1);
    MUST(store_begin(f->store, &error));
    MUST(store_set_int(f->store, "a", 2, &error));
    store_rollback(f->store);
    store_rollback(f->store); // nothing to do
    assert_int_equal(get_number(f->store, "a"), 1);
    MUST(store_begin(f->store, &error));
    MUST(store_set_int(f->store, "a", 3, &error));
    fixture_reopen(f); // closing rolls back
    assert_int_equal(get_number(f->store, "a"), 1);
    database_close(NULL);
}

static void test_savepoint(void **state)
{
    struct fixture *f = *state;
    MUST(store_begin(f->store, &error));
    for (int i = 1; i <= 3; i++) { // a batch, whose second mail is undone
        MUST(store_savepoint(f->store, &error));
        MUST(store_set_int(f->store, i == 2 ? "two" : "other", i, &error));
        if (i == 2)
            store_undo(f->store);
        else
            MUST(store_release(f->store, &error));
    }
    MUST(store_commit(f->store, &error));
    assert_int_equal(get_number(f->store, "two"), -1);
    assert_int_equal(get_number(f->store, "other"), 3);
}

static void test_failed_write_in_a_savepoint(void **state)
{
    struct fixture *f = *state;
    gint64 player;
    MUST(store_begin(f->store, &error));
    player = fixture_player(f->store, "anna", "anna@example.org");
    MUST(store_savepoint(f->store, &error));
    REFUSED(events_append(f->store, 99, 1, "line", NULL, &error), STORE_ERROR_STOP, "FOREIGN KEY");
    store_undo(f->store);
    assert_int_equal(fixture_game(f->store, player), 1);
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM game"), 1);
}

static void test_writing_outside_a_transaction(void **state)
{
    struct fixture *f = *state;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0};
        setrlimit(RLIMIT_CORE, &none);
        close(STDOUT_FILENO); // what it says of its end isn't this test's
        close(STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        (void)!store_set(f->store, "a", "1", NULL);
        _exit(0);
    }
    int status = 0;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

// ---- others at work ---------------------------------------------------------------------------

struct locker {
    pid_t pid;
    int hold; // closed to let go
};

static void lock_and_wait(const char *path, const char *sql, int ready, int hold)
{
    sqlite3 *db = NULL;
    char byte = 0;
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        _exit(1);
    if (write(ready, "x", 1) != 1 || read(hold, &byte, 1) < 0)
        _exit(1);
    _exit(0);
}

// Another process that holds a lock until it is let go.
static struct locker start_locker(const char *path, const char *sql)
{
    int ready[2];
    int hold[2];
    char byte;
    assert_true(pipe(ready) == 0 && pipe(hold) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(hold[1]);
        lock_and_wait(path, sql, ready[1], hold[0]);
    }
    close(ready[1]);
    close(hold[0]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return (struct locker){.pid = pid, .hold = hold[1]};
}

static void end_locker(struct locker locker)
{
    int status = 1;
    close(locker.hold);
    assert_int_equal(waitpid(locker.pid, &status, 0), locker.pid);
    assert_int_equal(status, 0);
}

static void test_locked_by_another(void **state)
{
    struct fixture *f = *state;
    g_clear_pointer(&f->store, database_close);
    struct locker locker = start_locker(f->path, "BEGIN IMMEDIATE");
    f->store = database_open_as(f->path, f->key, migrate_steps, 100, &error);
    MUST(f->store != NULL); // reading goes on
    assert_int_equal(get_number(f->store, "a"), -1);
    gint64 start = g_get_monotonic_time();
    REFUSED(store_begin(f->store, &error), STORE_ERROR_LATER, "another program is using it");
    gint64 waited = g_get_monotonic_time() - start;
    assert_true(waited >= 90000 && waited < 3000000);
    end_locker(locker);
    set_number(f->store, "a", 4);
    assert_int_equal(get_number(f->store, "a"), 4);
}

static void test_open_while_wholly_locked(void **state)
{
    struct fixture *f = *state;
    g_clear_pointer(&f->store, database_close);
    struct locker locker = start_locker(
        f->path, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM setting");
    REFUSED(open_at(f, f->path) != NULL, STORE_ERROR_LATER, "another program is using it");
    end_locker(locker);
    fixture_reopen(f);
}

// ---- a full disk ------------------------------------------------------------------------------

// Writes until there is no room; the failed write's error is checked.
static void write_until_full(struct store *store)
{
    g_autofree char *text = g_strnfill(100000, 'y');
    gboolean ok = TRUE;
    for (int i = 0; i < 100 && ok; i++) {
        g_autofree char *name = g_strdup_printf("n%d", i);
        ok = store_set(store, name, text, &error);
    }
    REFUSED(ok, STORE_ERROR_LATER, "make room");
}

static void test_full(void **state)
{
    struct fixture *f = *state;
    set_number(f->store, "a", 1);
    MUST(statement_script(f->store->db, f->path, "PRAGMA max_page_count = 80", &error));
    MUST(store_begin(f->store, &error));
    MUST(store_set_int(f->store, "a", 2, &error));
    MUST(store_savepoint(f->store, &error));
    write_until_full(f->store);
    store_undo(f->store);
    // Whether or not SQLite undid everything: nothing is written outside a transaction from here
    // on.
    if (sqlite3_get_autocommit(f->store->db)) {
        REFUSED(store_set_int(f->store, "a", 3, &error), STORE_ERROR_LATER, "was undone");
        REFUSED(store_commit(f->store, &error), STORE_ERROR_LATER, "was undone");
        assert_int_equal(get_number(f->store, "a"), 1);
    } else {
        MUST(store_commit(f->store, &error));
        assert_int_equal(get_number(f->store, "a"), 2);
    }
    MUST(statement_script(f->store->db, f->path, "PRAGMA max_page_count = 100000", &error));
    set_number(f->store, "a", 5);
    assert_int_equal(get_number(f->store, "a"), 5);
}

static void test_lost_transaction(void **state)
{
    struct fixture *f = *state;
    set_number(f->store, "a", 1);
    MUST(store_begin(f->store, &error));
    MUST(store_set_int(f->store, "a", 2, &error));
    MUST(store_savepoint(f->store, &error));
    // What SQLite does by itself when memory or the disk fails half way.
    MUST(statement_script(f->store->db, f->path, "ROLLBACK", &error));
    REFUSED(store_set_int(f->store, "a", 3, &error), STORE_ERROR_LATER, "was undone");
    store_undo(f->store);
    REFUSED(store_savepoint(f->store, &error), STORE_ERROR_LATER, "was undone");
    REFUSED(store_set_int(f->store, "a", 3, &error), STORE_ERROR_LATER, "was undone");
    REFUSED(store_commit(f->store, &error), STORE_ERROR_LATER, "was undone");
    assert_int_equal(get_number(f->store, "a"), 1);
    set_number(f->store, "a", 4);
    assert_int_equal(get_number(f->store, "a"), 4);
}

static void fill_small_disk(const struct fixture *f, const char *disk)
{
    g_autofree char *path = g_build_filename(disk, "referee.db", NULL);
    MUST(database_create(path, &error));
    struct store *store = database_open(path, f->key, &error);
    MUST(store != NULL);
    MUST(store_begin(store, &error));
    write_until_full(store);
    database_close(store);
    store = database_open(path, f->key, &error);
    MUST(store != NULL);
    g_autofree char *copy = g_build_filename(disk, "backup.db", NULL);
    g_autofree char *filler = g_build_filename(disk, "filler", NULL);
    g_autofree char *bytes = g_strnfill(4096, 'z');
    FILE *file = fopen(filler, "w");
    assert_non_null(file);
    while (fwrite(bytes, 1, 4096, file) == 4096 && fflush(file) == 0)
        ;
    (void)fclose(file); // it is full, so this may fail
    REFUSED(database_backup(store, copy, &error), STORE_ERROR_LATER, "");
    assert_int_not_equal(g_access(copy, F_OK), 0);
    g_unlink(filler);
    set_number(store, "a", 6);
    assert_int_equal(get_number(store, "a"), 6);
    MUST(database_backup(store, copy, &error));
    database_close(store);
}

static void test_small_disk(void **state)
{
    struct fixture *f = *state;
    g_autofree char *disk = fixture_path(f, "disk");
    assert_int_equal(g_mkdir(disk, 0700), 0);
    if (mount("none", disk, "tmpfs", 0, "size=2m") != 0) {
        g_rmdir(disk);
        print_message("# no right to mount a small disk\n");
        skip();
    }
    fill_small_disk(f, disk);
    assert_int_equal(umount2(disk, MNT_DETACH), 0);
    g_rmdir(disk);
}

// ---- settings ---------------------------------------------------------------------------------

static void test_settings(void **state)
{
    struct fixture *f = *state;
    g_autofree char *value = g_strdup("untouched");
    char *text = value;
    MUST(store_get(f->store, "clock", &text, &error));
    assert_null(text);
    MUST(store_begin(f->store, &error));
    MUST(store_set(f->store, "clock", "stands, 'quoted' \xc3\xa9", &error));
    MUST(store_set(f->store, "clock", "goes, 'quoted' \xc3\xa9", &error));
    MUST(store_set(f->store, "empty", "", &error));
    MUST(store_set_int(f->store, "low", G_MININT64, &error));
    MUST(store_set_int(f->store, "high", G_MAXINT64, &error));
    MUST(store_commit(f->store, &error));
    MUST(store_get(f->store, "clock", &text, &error));
    assert_string_equal(text, "goes, 'quoted' \xc3\xa9");
    g_free(text);
    MUST(store_get(f->store, "empty", &text, &error));
    assert_string_equal(text, "");
    g_free(text);
    assert_true(get_number(f->store, "low") == G_MININT64);
    assert_true(get_number(f->store, "high") == G_MAXINT64);
    assert_int_equal(get_number(f->store, "absent"), -1);
    gint64 number;
    REFUSED(store_get_int(f->store, "clock", 0, &number, &error), STORE_ERROR_STOP,
            "should be a number");
}

// ---- copies -----------------------------------------------------------------------------------

static void test_backup(void **state)
{
    struct fixture *f = *state;
    g_autofree char *copy = fixture_path(f, "copy.db");
    GStatBuf status;
    set_number(f->store, "a", 1);
    MUST(store_begin(f->store, &error));
    MUST(store_set_int(f->store, "a", 2, &error));
    MUST(database_backup(f->store, copy, &error)); // of what is committed
    MUST(store_commit(f->store, &error));
    assert_int_equal(g_stat(copy, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    REFUSED(database_backup(f->store, copy, &error), STORE_ERROR_STOP, "there already");

    struct store *store = database_open(copy, f->key, &error);
    MUST(store != NULL);
    assert_int_equal(get_number(store, "a"), 1);
    g_autofree char *fault = NULL;
    MUST(database_check(store, &fault, &error));
    assert_null(fault);
    database_close(store);
    g_autofree char *away = fixture_path(f, "missing/copy.db");
    REFUSED(database_backup(f->store, away, &error), STORE_ERROR_LATER, "directory");
}

// ---- stops ------------------------------------------------------------------------------------

// Starts this program again, which sets one number in a transaction of its own; its status.
static int run_child(const struct fixture *f, const char *fault, const char *log)
{
    g_auto(GStrv) environment = g_get_environ();
    environment = g_environ_setenv(environment, "REFEREE23_FAULT", fault, TRUE);
    environment = g_environ_setenv(environment, "REFEREE23_FAULT_LOG", log, TRUE);
    const char *arguments[] = {self, "--set", f->path, f->key_path, NULL};
    int status = -1;
    assert_true(g_spawn_sync(NULL, (char **)arguments, environment, G_SPAWN_DEFAULT, NULL, NULL,
                             NULL, NULL, &status, NULL));
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int be_child(char **arguments)
{
    struct seal_key *key = seal_key_load(arguments[3], NULL);
    struct store *store = key ? database_open(arguments[2], key, NULL) : NULL;
    gint64 value;
    gboolean ok = store && store_get_int(store, "steps", 0, &value, NULL) &&
                  store_begin(store, NULL) && store_set_int(store, "steps", value + 1, NULL) &&
                  store_commit(store, NULL);
    database_close(store);
    seal_key_free(key);
    return ok ? 0 : 1;
}

static void test_stops_around_a_commit(void **state)
{
    struct fixture *f = *state;
    g_autofree char *log = fixture_path(f, "steps.log");
    g_autofree char *text = NULL;
    assert_int_equal(run_child(f, "0", log), 0);
    assert_true(g_file_get_contents(log, &text, NULL, NULL));
    assert_string_equal(text, "store:commit-before\nstore:commit-after\n");
    assert_int_equal(get_number(f->store, "steps"), 1);
    assert_int_equal(run_child(f, "1", log), 100); // before: nothing happened
    assert_int_equal(get_number(f->store, "steps"), 1);
    assert_int_equal(run_child(f, "2", log), 100); // after: it did
    assert_int_equal(get_number(f->store, "steps"), 2);
    g_autofree char *fault = NULL;
    MUST(database_check(f->store, &fault, &error));
    assert_null(fault);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--set") == 0)
        return be_child(argv);
    self = argv[0];
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_create),
        WITH_STORE(test_settings_of_a_connection),
        WITH_STORE(test_open_refuses),
        WITH_STORE(test_newer),
        WITH_STORE(test_other_key),
        WITH_STORE(test_damaged),
        WITH_STORE(test_check_finds_damage),
        WITH_STORE(test_check_finds_a_lost_reference),
        WITH_STORE(test_rights),
        WITH_STORE(test_commit_and_rollback),
        WITH_STORE(test_savepoint),
        WITH_STORE(test_failed_write_in_a_savepoint),
        WITH_STORE(test_writing_outside_a_transaction),
        WITH_STORE(test_locked_by_another),
        WITH_STORE(test_open_while_wholly_locked),
        WITH_STORE(test_full),
        WITH_STORE(test_lost_transaction),
        WITH_STORE(test_small_disk),
        WITH_STORE(test_settings),
        WITH_STORE(test_backup),
        WITH_STORE(test_stops_around_a_commit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// A disk that is full, can't be written, read, synced or opened: the run says so in a sentence,
// ends with 75, and nothing is lost or done twice; the next run, on a disk that works, ends where
// one that nothing happened to ends.
//
// REFEREE23_FAULTS=all lets every single act fail in turn (make crash); by default some.
#include "tests/unit/failing.h"
#include "tests/unit/twelve.h"

#include "referee/report.h"
#include "referee/setup/desk.h"
#include "referee/setup/options.h"
#include "storage/database.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>

enum { SOME = 14 };

static struct twelve_end undisturbed;

// ---- runs in this process ----------------------------------------------------------------------

static gboolean run(const struct club *club, GError **error)
{
    struct desk desk = {0};
    struct tick_result result;
    int lock = tick_lock(club->dir, error);
    gboolean done = lock >= 0 && desk_open(&desk, club->dir, club->now, error) &&
                    tick_run(&desk, &result, error);
    desk_close(&desk);
    if (lock >= 0)
        close(lock);
    return done;
}

// The exit status that the error means, and the line that is said about it.
static int report(GError *error, char **out_said)
{
    g_autofree char *path = g_strdup("/tmp/said-XXXXXX");
    int file = g_mkstemp(path);
    int saved = dup(STDERR_FILENO);
    assert_true(file >= 0 && saved >= 0);
    fflush(stderr);
    dup2(file, STDERR_FILENO);
    int status = report_error(error);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(file);
    assert_true(g_file_get_contents(path, out_said, NULL, NULL));
    g_unlink(path);
    return status;
}

static int set_up(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    failing_install();
    twelve_begin(FALSE);
    twelve_copy(&club);
    if (!run(&club, &error))
        fail_msg("%s", error->message);
    twelve_look(&club, &undisturbed);
    twelve_drop(&club);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    twelve_end_clear(&undisturbed);
    twelve_finish();
    return 0;
}

// ---- one act fails -----------------------------------------------------------------------------

struct fault {
    enum failing_act act;
    int code;
    gboolean for_good;
    const char *name, *words;
};

static const struct fault faults[] = {
    {FAILING_WRITE, SQLITE_IOERR_WRITE, FALSE, "a write", "disk"},
    {FAILING_WRITE, SQLITE_FULL, FALSE, "a write to a full disk", "the disk is full; make room"},
    {FAILING_WRITE, SQLITE_FULL, TRUE, "all writes", "the disk is full; make room"},
    {FAILING_SYNC, SQLITE_IOERR_FSYNC, FALSE, "a sync", "disk"},
    {FAILING_SYNC, SQLITE_IOERR_FSYNC, TRUE, "all syncs", "disk"},
    {FAILING_READ, SQLITE_IOERR_READ, FALSE, "a read", "disk"},
    {FAILING_OPEN, SQLITE_CANTOPEN, FALSE, "an open", "can't be opened"},
};

// How many acts of this kind a run has.
static guint count_acts(enum failing_act act)
{
    struct club club;
    g_autoptr(GError) error = NULL;
    twelve_copy(&club);
    failing_heal();
    assert_true(run(&club, &error));
    guint n = failing_count(act);
    twelve_drop(&club);
    return n;
}

// TRUE when the run noticed. How many acts a run has depends on chance, a little: *out_happened.
static gboolean fail_at(const struct fault *fault, guint n, gboolean *out_happened)
{
    struct club club;
    struct twelve_end end;
    GError *error = NULL;
    g_autofree char *what = g_strdup_printf("%s fails, number %u", fault->name, n);
    twelve_copy(&club);
    failing_at(fault->act, n, fault->code, fault->for_good);
    gboolean done = run(&club, &error);
    *out_happened = failing_happened();
    failing_heal();
    if (!done) {
        g_autofree char *said = NULL;
        int status = report(error, &said);
        if (status != EXIT_LATER || !strstr(said, fault->words) || strchr(said, '\n')[1])
            fail_msg("%s: status %d: %s", what, status, said);
    }
    error = NULL;
    if (!run(&club, &error))
        fail_msg("%s, and the next run: %s", what, error->message);
    twelve_look(&club, &end);
    twelve_check(&undisturbed, &end, FALSE, what);
    twelve_end_clear(&end);
    twelve_drop(&club);
    return !done;
}

static void test_faults(void **state)
{
    (void)state;
    gboolean all = g_strcmp0(g_getenv("REFEREE23_FAULTS"), "all") == 0;
    for (gsize i = 0; i < G_N_ELEMENTS(faults); i++) {
        guint acts = count_acts(faults[i].act);
        guint step = all ? 1 : MAX(1, acts / (SOME / 2));
        guint failed = 0, noticed = 0;
        for (guint n = 1; n <= acts; n += step) {
            gboolean happened;
            noticed += fail_at(&faults[i], n, &happened);
            failed += happened;
        }
        print_message("# %s: %u of %u acts, noticed %u times\n", faults[i].name, failed, acts,
                      noticed);
        assert_true(noticed > 0 && failed + 2 + acts / 100 >= (acts + step - 1) / step);
    }
}

// ---- a full disk -------------------------------------------------------------------------------

static void fill(const char *path, gsize leave)
{
    char block[4096] = {0};
    gsize size = 0;
    ssize_t n;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    while ((n = write(fd, block, sizeof block)) > 0)
        size += (gsize)n;
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(ftruncate(fd, (off_t)(size > leave ? size - leave : 0)), 0);
    close(fd);
}

// The whole directory on a small disk of its own, of which so much is free.
static gboolean run_on_full(gsize leave)
{
    struct club club;
    struct twelve_end end;
    g_autofree char *disk = g_dir_make_tmp("disk-XXXXXX", NULL);
    g_autofree char *filler = g_build_filename(disk, "filler", NULL);
    g_autofree char *what = g_strdup_printf("%u bytes are free", (guint)leave);
    assert_non_null(disk);
    if (mount("tmpfs", disk, "tmpfs", MS_NOSUID | MS_NODEV, "size=8m,mode=0700") != 0) {
        g_rmdir(disk);
        return FALSE;
    }
    twelve_copy_to(&club, disk);
    fill(filler, leave);
    int status = twelve_run(&club, "tick", 0, NULL, 0);
    if (status != EXIT_LATER || !strstr(twelve_said, "referee23: "))
        fail_msg("%s: status %d: %s", what, status, twelve_said);
    print_message("# %s: %s", what, twelve_said);
    g_unlink(filler);
    for (guint i = 0; i <= 1; i++) // a mail that couldn't be put down waits a minute
        if ((status = twelve_run(&club, "tick", 120 * i, NULL, 0)) != 0)
            fail_msg("%s, and then room: status %d: %s", what, status, twelve_said);
    twelve_look(&club, &end);
    twelve_check(&undisturbed, &end, FALSE, what);
    twelve_end_clear(&end);
    twelve_drop(&club);
    assert_int_equal(umount2(disk, MNT_DETACH), 0);
    g_rmdir(disk);
    return TRUE;
}

static void test_full_disk(void **state)
{
    (void)state;
    static const gsize leave[] = {0, 4096, 32768, 131072, 262144};
    for (gsize i = 0; i < G_N_ELEMENTS(leave); i++) {
        if (!run_on_full(leave[i])) {
            print_message("# only root can make a small disk\n");
            skip();
        }
    }
}

// ---- a new database ----------------------------------------------------------------------------

// Either it is there, whole, or it isn't there, and can be made as soon as the disk works.
static gboolean make_with(const char *folder, enum failing_act act, guint n)
{
    g_autofree char *path = g_build_filename(folder, "referee.db", NULL);
    g_autoptr(GError) error = NULL;
    sqlite3 *db = NULL;
    failing_at(act, n, SQLITE_FULL, TRUE);
    gboolean done = database_create(path, &error);
    const gboolean failed = failing_happened();
    failing_heal();
    if (!done && g_rmdir(folder) != 0)
        fail_msg("something is left in %s: %s", folder, error->message);
    g_clear_error(&error);
    (void)g_mkdir(folder, 0700);
    if (!done && !database_create(path, &error))
        fail_msg("%s", error->message);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "SELECT count(*) FROM known_lines", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(g_unlink(path), 0);
    return failed;
}

static void test_create(void **state)
{
    (void)state;
    static const enum failing_act acts[] = {FAILING_WRITE, FAILING_SYNC, FAILING_OPEN};
    g_autofree char *folder = g_dir_make_tmp("create-XXXXXX", NULL);
    guint failed = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(acts); i++) {
        for (guint n = 1; make_with(folder, acts[i], n); n++)
            failed++;
    }
    assert_true(failed > 20);
    assert_int_equal(g_rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests_name("hub: storage", tests, set_up, tear_down);
}

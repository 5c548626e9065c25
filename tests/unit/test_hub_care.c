// SPDX-License-Identifier: MIT
// Care for a referee at work: copies of its database while it runs, put in its place; and people
// who want to be forgotten, whose games go on to records that hold.
#include "tests/unit/twelve.h"

#include "player/mailfile.h"
#include "referee/time/clock.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- copies ------------------------------------------------------------------------------------

// Runs one after another in a process of their own, until it is ended.
static pid_t run_on_and_on(const struct club *club)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    for (gint64 later = 0;; later += 60)
        if (twelve_run(club, "tick", later, NULL, 0) != 0)
            _exit(1);
}

static void replace(const struct club *club, const char *copy)
{
    static const char *const beside[] = {"referee.db-wal", "referee.db-shm"};
    g_autofree char *bytes = NULL;
    gsize len;
    assert_true(g_file_get_contents(copy, &bytes, &len, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(beside); i++)
        g_unlink(club_path(club, beside[i]));
    assert_true(g_file_set_contents_full(club_path(club, "referee.db"), bytes, (gssize)len,
                                         G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
}

// All is well with it, and a run goes through.
static void check_sound(struct club *club, const char *copy)
{
    const char *last =
        club_sql(club, "SELECT value FROM setting WHERE name = '%s'", CLOCK_LAST_TICK);
    club->now = g_ascii_strtoll(last, NULL, 10) + 60;
    int status = club_program(club, "doctor", NULL, 0, NULL);
    if (status != 0 || strstr(club_out->str, "bad"))
        fail_msg("%s: doctor says %d: %s%s", copy, status, club_out->str, club_err->str);
    status = club_program(club, "tick", NULL, 0, NULL);
    if (status != 0)
        fail_msg("%s: a run ends with %d: %s", copy, status, club_err->str);
}

static void test_copies_while_it_runs(void **state)
{
    (void)state;
    enum { COPIES = 8, CHECKED = 3 };
    struct club club, other;
    char copies[COPIES][64];
    twelve_begin(FALSE);
    twelve_copy(&club);
    twelve_copy(&other);
    pid_t pid = run_on_and_on(&club);
    for (guint i = 0; i < COPIES; i++) {
        g_snprintf(copies[i], sizeof copies[i], "%s.copy-%u", club.dir, i);
        g_autofree char *words = g_strdup_printf("backup %s", copies[i]);
        int status = club_program(&club, words, NULL, 0, NULL);
        if (status != 0)
            fail_msg("backup ends with %d: %s", status, club_err->str);
        g_usleep(20000);
    }
    int ended;
    assert_int_equal(waitpid(pid, &ended, WNOHANG), 0); // it still runs
    kill(pid, SIGTERM);
    assert_int_equal(waitpid(pid, &ended, 0), pid);
    for (guint i = 0; i < COPIES; i++) {
        if (i % (COPIES / CHECKED) == 0) {
            replace(&other, copies[i]);
            check_sound(&other, copies[i]);
        }
        assert_int_equal(g_unlink(copies[i]), 0);
    }
    twelve_drop(&other);
    twelve_drop(&club);
    twelve_finish();
}

// ---- being forgotten ---------------------------------------------------------------------------

static gboolean stands_in(const struct club *club, const char *name, const char *words)
{
    g_autofree char *bytes = NULL;
    gsize len;
    return g_file_get_contents(club_path(club, name), &bytes, &len, NULL) &&
           memmem(bytes, len, words, strlen(words)) != NULL;
}

// A robot plays Bruno's seat to the end, and Anna leaves both rounds.
static void play_to_the_end(struct club *club)
{
    for (guint i = 0; i < 200 && !g_str_equal(club_last(club, ANNA)->kind, "game-over"); i++) {
        const char *who = club_turn(club);
        if (!who)
            club_discard(club);
        else
            club_move(club, who, "leave");
    }
    assert_string_equal(club_last(club, ANNA)->kind, "game-over");
}

// Words of Bruno's to the table, and mails to him that couldn't leave yet.
static void leave_mails_behind(struct club *club)
{
    g_autofree char *out = g_strdup(club_path(club, "mail/out"));
    g_autofree char *away = g_strdup(club_path(club, "mail/away"));
    g_autoptr(GError) error = NULL;
    assert_int_equal(g_rename(out, away), 0);
    club_letter(club, BRUNO, "say Farewell to all of you", .reply = club_last(club, BRUNO));
    club_says(club, BRUNO, "games");
    (void)club_try(club, &error);
    assert_int_equal(g_rename(away, out), 0);
    assert_string_not_equal(club_sql(club, "SELECT count(*) FROM outbound WHERE player = 2"
                                           " AND body IS NOT NULL"),
                            "0");
}

// Nothing of his is left that could be sent, read, or recognised.
static void check_nothing_left(const struct club *club)
{
    static const char *const none[] = {
        "SELECT count(*) FROM inbound WHERE player = 2 AND (body IS NOT NULL OR sender <> ''"
        " OR message_id <> '')",
        "SELECT count(*) FROM outbound WHERE player = 2 AND (body IS NOT NULL OR notes IS NOT NULL"
        " OR address <> '')",
        "SELECT count(*) FROM address WHERE player = 2",
        "SELECT count(*) FROM key WHERE player = 2",
        "SELECT count(*) FROM known_lines WHERE player = 2",
        "SELECT count(*) FROM press WHERE player = 2",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++)
        if (!g_str_equal(club_sql(club, "%s", none[i]), "0"))
            fail_msg("%s: %s", none[i], club_sql(club, "%s", none[i]));
}

static void test_forgotten(void **state)
{
    (void)state;
    struct club club;
    guint8 secret[64];
    club_begin(&club);
    club_game(&club, 2, NULL);
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(7, secret));
    club_move(&club, BRUNO, key);
    club_move(&club, BRUNO, "yes");
    club_move(&club, ANNA, "new robots=1");
    club_discard(&club);
    leave_mails_behind(&club);
    assert_true(stands_in(&club, "referee.db", BRUNO));
    assert_true(stands_in(&club, "referee.db", club_key(7, secret)));
    int status = club_program(&club, "player forget bruno", NULL, 0, NULL);
    assert_int_equal(status, 0);
    check_nothing_left(&club);
    club_tick(&club);
    static const char *const files[] = {"referee.db", "referee.db-wal"};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        assert_false(stands_in(&club, files[i], "bruno@example"));
        assert_false(stands_in(&club, files[i], club_key(7, secret)));
    }
    assert_string_equal(club_sql(&club, "SELECT nick FROM player WHERE forgotten_at > 0"), "bruno");
    // What he writes now is a stranger's.
    club_says(&club, BRUNO, "status");
    club_tick(&club);
    assert_string_equal(club_last(&club, BRUNO)->kind, "stranger");
    play_to_the_end(&club);
    const struct club_mail *end = club_last(&club, ANNA);
    assert_non_null(end->record);
    assert_non_null(strstr(end->record, "bruno"));
    assert_null(strstr(end->record, "bruno@"));
    g_autofree char *path = g_strdup(club_path(&club, "end.record"));
    g_autofree char *verify = g_strdup_printf("verify %s", path);
    assert_true(g_file_set_contents(path, end->record, -1, NULL));
    assert_int_equal(club_program(&club, verify, NULL, 0, NULL), 0);
    status = club_program(&club, "doctor", NULL, 0, NULL);
    if (status != 0)
        fail_msg("doctor: %s", club_out->str);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies_while_it_runs),
        cmocka_unit_test(test_forgotten),
    };
    return cmocka_run_group_tests_name("hub: care", tests, NULL, NULL);
}

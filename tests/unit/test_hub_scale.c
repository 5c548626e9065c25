// SPDX-License-Identifier: MIT
// Very many games at once: an outage that concerns them all, and deadlines that are due together.
#include "tests/unit/club.h"

#include "referee/match/timer.h"
#include "storage/games.h"

#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 2 * TIMER_BATCH + 100, SOME = TIMER_BATCH + 50, OUTAGE = 5 * CLUB_HOUR };

static struct club club;

static int set_up(void **state)
{
    (void)state;
    club_begin_like(&club, "limits.mails-an-hour=100000\n");
    club.unchecked = TRUE;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    club_end(&club);
    return 0;
}

static void must(gboolean done, GError *error)
{
    if (!done)
        fail_msg("%s", error->message);
}

#define MUST(call)                                                                                 \
    do {                                                                                           \
        GError *error = NULL;                                                                      \
        must((call), error);                                                                       \
    } while (0)

// ---- many games --------------------------------------------------------------------------------

// Another game that stands as game 1 does.
static void copy_game(struct desk *desk, const struct game_row *first, const GArray *seats,
                      const GPtrArray *events)
{
    struct game_row row = *first;
    MUST(games_add(desk->store, &row, &error));
    for (guint i = 0; i < seats->len; i++) {
        struct seat_row seat = g_array_index(seats, struct seat_row, i);
        seat.game = row.id;
        MUST(games_put_seat(desk->store, &seat, &error));
    }
    for (guint i = 0; i < events->len; i++) {
        const struct event *event = events->pdata[i];
        MUST(events_append(desk->store, row.id, i + 1, event->line, event->secret, &error));
    }
}

// Anna and Bruno have so many games, in all of which the same one is to move.
static void make_games(const char *options, guint many)
{
    struct desk desk = {0};
    struct game_row row;
    gboolean found;
    GArray *seats = NULL;
    GPtrArray *events = NULL;
    club_game(&club, 2, options);
    club_discard(&club);
    MUST(desk_open(&desk, club.dir, club.now, &error));
    MUST(store_begin(desk.store, &error));
    MUST(games_find(desk.store, 1, &row, &found, &error));
    MUST(games_seats(desk.store, 1, &seats, &error));
    MUST(events_load(desk.store, 1, &events, &error));
    for (guint i = 1; i < many; i++)
        copy_game(&desk, &row, seats, events);
    MUST(store_commit(desk.store, &error));
    desk_close(&desk);
    g_array_unref(seats);
    g_ptr_array_unref(events);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM game WHERE state = 'running'"),
                     many);
}

// ---- an outage ---------------------------------------------------------------------------------

static void check_put_off(const struct club *of, gint64 pace, gint64 due, const char *what)
{
    g_autofree char *late = g_strdup_printf(
        "SELECT count(*) FROM seat WHERE began_at IS NOT NULL AND pace <> %d", (int)pace + OUTAGE);
    g_autofree char *soon = g_strdup_printf(
        "SELECT count(*) FROM game WHERE due_at <> %" G_GINT64_FORMAT, due + OUTAGE / 2);
    gint64 wrong = club_sql_number(of, late);
    if (wrong)
        fail_msg("%s: %d turns didn't get the time of the outage, and that once", what, (int)wrong);
    assert_int_equal(club_sql_number(of, soon), 0);
    assert_int_equal(club_sql_number(of, "SELECT count(*) FROM log WHERE line LIKE '% clock'"), 0);
}

static guint count_acts(struct club *of)
{
    g_autofree char *log = g_strconcat(of->dir, ".log", NULL);
    g_autofree char *variable = g_strconcat("REFEREE23_FAULT_LOG=", log, NULL);
    g_autofree char *text = NULL;
    guint acts = 0;
    assert_int_equal(club_program(of, "tick", NULL, 0, variable), 0);
    assert_true(g_file_get_contents(log, &text, NULL, NULL));
    for (const char *p = text; *p; p++)
        acts += *p == '\n';
    unlink(log);
    return acts;
}

// Killed at each act, and run again an hour later: every deadline has moved by the outage, once,
// and nobody was timed out.
static void test_an_outage_killed_anywhere(void **state)
{
    (void)state;
    struct club whole;
    make_games("pace=48h", MANY);
    gint64 pace = club_sql_number(&club, "SELECT max(pace) FROM seat");
    gint64 due = club_sql_number(&club, "SELECT due_at FROM game WHERE id = 1");
    club.now += OUTAGE;
    club_copy(&club, &whole);
    guint acts = count_acts(&whole);
    check_put_off(&whole, pace, due, "a run that nobody killed");
    club_end(&whole);
    assert_true(acts >= 8);
    for (guint i = 1; i <= acts; i++) {
        struct club other;
        g_autofree char *what = g_strdup_printf("killed at act %u of %u", i, acts);
        g_autofree char *variable = g_strdup_printf("REFEREE23_FAULT=%u", i);
        club_copy(&club, &other);
        assert_int_equal(club_program(&other, "tick", NULL, 0, variable), 100);
        // Before anything was noted, the outage is as long as until the next run.
        gboolean noted =
            club_sql_number(&other, "SELECT value FROM setting WHERE name = 'last_tick_at'") ==
            other.now;
        other.now += noted ? CLUB_HOUR : 0;
        assert_int_equal(club_program(&other, "tick", NULL, 0, NULL), 0);
        check_put_off(&other, pace, due, what);
        club_end(&other);
    }
}

// ---- due together ------------------------------------------------------------------------------

// Somebody who writes as soon as they see that mails go out.
static pid_t write_meanwhile(void)
{
    g_autofree char *out = g_build_filename(club.dir, "mail/out/new", NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid)
        return pid;
    for (guint i = 0; i < 60000; i++) {
        GDir *dir = g_dir_open(out, 0, NULL);
        gboolean any = dir && g_dir_read_name(dir);
        if (dir)
            g_dir_close(dir);
        if (any)
            break;
        g_usleep(1000);
    }
    club_answers(&club, ANNA, "help");
    _exit(0);
}

static void test_mail_does_not_wait_for_deadlines(void **state)
{
    (void)state;
    make_games("pace=48h", SOME);
    const char *who = club_turn(&club);
    for (int i = 0; i < 23; i++)
        club_hours(&club, 1);
    guint before = club_count(&club, who);
    club.now += CLUB_HOUR; // half of the time is over, in all of them
    pid_t writer = write_meanwhile();
    guint from = club.mails->len;
    club_tick(&club);
    waitpid(writer, NULL, 0);
    assert_int_equal(club.result.timed, SOME);
    assert_int_equal(club_count(&club, who) - before, SOME + (strcmp(who, ANNA) == 0));
    guint answered = 0;
    for (guint i = from; i < club.mails->len && !answered; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        answered = g_str_equal(mail->kind, "answer") ? i - from + 1 : 0;
    }
    // In the same run, and not behind all that was due.
    assert_int_equal(answered, TIMER_BATCH + 1);
    assert_int_equal(club.result.mails, 1);
}

// One whose log is damaged keeps none of the others waiting, in whichever batch it is.
static void test_damage_among_many(void **state)
{
    (void)state;
    make_games("pace=48h", SOME);
    for (int i = 0; i < 23; i++)
        club_hours(&club, 1);
    club_sql_do(&club, "DROP TRIGGER event_kept;"
                       "UPDATE event SET line = 'nonsense' WHERE seq = 2 AND game % 100 = 7");
    club.now += CLUB_HOUR;
    g_autoptr(GError) error = NULL;
    assert_false(club_try(&club, &error));
    assert_non_null(error);
    gint64 damaged = club_sql_number(&club, "SELECT count(*) FROM game WHERE id % 100 = 7");
    assert_true(damaged > 2);
    assert_int_equal(club.result.timed, SOME - damaged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_an_outage_killed_anywhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_mail_does_not_wait_for_deadlines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damage_among_many, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("scale", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Killed anywhere (spec: design, "tests"): a run with a dozen mails is stopped at its durable acts,
// all processes at once, and started again. The end is that of a run that nobody stopped, no mail
// is lost, each has one Message-ID, and one more run changes nothing.
//
// REFEREE23_CRASH=all stops at each act; by default at the first and the last of each kind and some
// between. REFEREE23_KILLS=N kills at N random moments besides. `make crash` does both.
#include "tests/unit/twelve.h"

#include <glib/gstdio.h>

enum { STEPS_MIN = 40, SOME = 12, KILLS = 6 };

static struct twelve_end undisturbed;
static GPtrArray *acts; // char *: their names, in order
static gint64 took;     // microseconds

static void read_log(const char *path)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    acts = g_ptr_array_new_with_free_func(g_free);
    for (char **line = lines; *line; line++)
        g_ptr_array_add(acts, g_strdup(*line));
}

static void run_through(struct club *club, const char *const *environment, const char *what)
{
    int status = twelve_run(club, "tick", 0, environment, 0);
    if (status != 0 || twelve_said[0])
        fail_msg("%s: status %d: %s", what, status, twelve_said);
}

// Nothing is done to it but to run it again.
static void check_third(struct club *club, const char *what)
{
    struct twelve_end before, after;
    twelve_look(club, &before);
    run_through(club, NULL, what);
    twelve_look(club, &after);
    assert_int_equal(before.mails, after.mails);
    twelve_check(&before, &after, TRUE, what);
    twelve_end_clear(&before);
    twelve_end_clear(&after);
}

static void run_undisturbed(void)
{
    struct club club;
    twelve_copy(&club);
    g_autofree char *log = g_strconcat(club.dir, ".log", NULL);
    const char *const environment[] = {"REFEREE23_FAULT_LOG", log, NULL};
    gint64 from = g_get_monotonic_time();
    run_through(&club, environment, "a run that nobody stops");
    took = g_get_monotonic_time() - from;
    read_log(log);
    g_unlink(log);
    twelve_look(&club, &undisturbed);
    check_third(&club, "after a run that nobody stopped");
    twelve_drop(&club);
}

static int set_up(void **state)
{
    (void)state;
    twelve_begin(TRUE);
    run_undisturbed();
    return 0;
}

static int set_up_wishes(void **state)
{
    (void)state;
    twelve_begin_wishes();
    run_undisturbed();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    twelve_end_clear(&undisturbed);
    g_ptr_array_unref(acts);
    twelve_finish();
    return 0;
}

// ---- what there is to be stopped ---------------------------------------------------------------

static guint count(const struct twelve_end *end, const char *words)
{
    guint n = 0;
    for (const char *at = end->rows; (at = strstr(at, words)); at += strlen(words))
        n++;
    return n;
}

static gboolean has_act(const char *name)
{
    for (guint i = 0; i < acts->len; i++)
        if (g_str_equal(acts->pdata[i], name))
            return TRUE;
    return FALSE;
}

static void test_the_dozen(void **state)
{
    (void)state;
    static const char *const kinds[] = {
        "store:commit-before",       "store:commit-after",       "spool:done-before",
        "spool:done-after",          "dispatch:posted",          "post:maildir-before-write",
        "post:maildir-after-rename", "post:maildir-after-fsync",
    };
    print_message("# %u acts, %u mails, %u ms\n", acts->len, undisturbed.mails,
                  (guint)(took / 1000));
    assert_true(acts->len > STEPS_MIN);
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        assert_true(has_act(kinds[i]));
    assert_true(count(&undisturbed, "'maildir'|") >= 12);
    assert_true(undisturbed.mails >= 8);
    assert_non_null(strstr(undisturbed.lines, " by clock\n"));
    assert_int_equal(count(&undisturbed, "'hold'|'size'"), 1);
    assert_int_equal(count(&undisturbed, "'drop'|'duplicate'"), 1);
    assert_int_equal(count(&undisturbed, "came back for good"), 1);
    assert_non_null(strstr(undisturbed.rows, "-- blocked\n'eva@example.org'|"));
    assert_null(strstr(undisturbed.told, "\n0 unsent")); // something waits for the evening
}

static void test_the_wishes(void **state)
{
    (void)state;
    print_message("# %u acts, %u mails\n", acts->len, undisturbed.mails);
    assert_true(acts->len > STEPS_MIN);
    assert_true(count(&undisturbed, "'maildir'|") >= 12);
    assert_true(undisturbed.mails >= 12);
    assert_int_equal(count(&undisturbed, "|'cancelled'|"), 3); // the game, a mail to each
    assert_non_null(strstr(undisturbed.lines, "\nseat-change bruno "));
    assert_int_equal(count(&undisturbed, "forgotten before it was read"), 1);
    assert_null(strstr(undisturbed.rows, CLARA));
    assert_non_null(strstr(undisturbed.rows, "'anna@new.example.org'|"));
    assert_null(strstr(undisturbed.rows, "-- watcher\n2|"));
    assert_int_equal(count(&undisturbed, "'running'|"), 4); // the rematch, too
}

// ---- stopped at an act -------------------------------------------------------------------------

static void stop_at(guint n)
{
    struct club club;
    struct twelve_end end;
    twelve_copy(&club);
    g_autofree char *log = g_strconcat(club.dir, ".log", NULL);
    g_autofree char *number = g_strdup_printf("%u", n);
    g_autofree char *what = g_strdup_printf("stopped at act %u, %s", n, (char *)acts->pdata[n - 1]);
    const char *const environment[] = {"REFEREE23_FAULT_LOG", log, "REFEREE23_FAULT_AT", number,
                                       NULL};
    int status = twelve_run(&club, "tick", 0, environment, 0);
    g_unlink(log);
    if (status != TWELVE_KILLED)
        fail_msg("%s: it wasn't stopped: %d", what, status);
    run_through(&club, NULL, what);
    twelve_look(&club, &end);
    twelve_check(&undisturbed, &end, TRUE, what);
    twelve_end_clear(&end);
    check_third(&club, what);
    twelve_drop(&club);
}

// The first and last of a name, and some between.
static gboolean is_chosen(guint i)
{
    const char *name = acts->pdata[i];
    gboolean first = TRUE, last = TRUE;
    for (guint k = 0; k < acts->len; k++) {
        first = first && !(k < i && g_str_equal(acts->pdata[k], name));
        last = last && !(k > i && g_str_equal(acts->pdata[k], name));
    }
    return first || last || i % (acts->len / SOME) == 0;
}

static void test_stopped_at_acts(void **state)
{
    (void)state;
    gboolean all = g_strcmp0(g_getenv("REFEREE23_CRASH"), "all") == 0;
    guint stopped = 0;
    for (guint i = 0; i < acts->len; i++) {
        if (!all && !is_chosen(i))
            continue;
        stop_at(i + 1);
        stopped++;
    }
    print_message("# stopped at %u of %u acts\n", stopped, acts->len);
    assert_true(stopped >= SOME);
}

// ---- killed at any moment ----------------------------------------------------------------------

static void test_killed_at_any_moment(void **state)
{
    (void)state;
    const char *said = g_getenv("REFEREE23_KILLS");
    guint kills = said ? (guint)g_ascii_strtoull(said, NULL, 10) : KILLS;
    GRand *dice = g_rand_new_with_seed(23);
    guint killed = 0;
    gint64 longest = took;
    for (guint i = 0; killed < kills; i++) {
        struct club club;
        struct twelve_end end;
        guint64 moment = (guint64)(g_rand_double(dice) * (double)longest) + 1;
        g_autofree char *what = g_strdup_printf("killed after %u us", (guint)moment);
        twelve_copy(&club);
        if (twelve_run(&club, "tick", 0, NULL, moment) == TWELVE_KILLED)
            killed++;
        else
            longest = (gint64)moment; // it was over by then: others on this machine are quieter now
        run_through(&club, NULL, what);
        twelve_look(&club, &end);
        twelve_check(&undisturbed, &end, TRUE, what);
        twelve_end_clear(&end);
        if (i % 10 == 0)
            check_third(&club, what);
        twelve_drop(&club);
        assert_true(i < 4 * kills + 8);
    }
    print_message("# killed %u times\n", killed);
    g_rand_free(dice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_dozen),
        cmocka_unit_test(test_stopped_at_acts),
        cmocka_unit_test(test_killed_at_any_moment),
    };
    const struct CMUnitTest wishes[] = {
        cmocka_unit_test(test_the_wishes),
        cmocka_unit_test(test_stopped_at_acts),
        cmocka_unit_test(test_killed_at_any_moment),
    };
    int failed = cmocka_run_group_tests_name("hub: crash", tests, set_up, tear_down);
    return failed +
           cmocka_run_group_tests_name("hub: crash, wishes", wishes, set_up_wishes, tear_down);
}

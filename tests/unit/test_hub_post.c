// SPDX-License-Identifier: MIT
// What the hub does about mails that don't get through: pauses, giving up, refusals, a server that
// isn't there, and a newer state that takes the place of an unsent one. Nothing is lost, and every
// copy of a mail is the same mail.
#include "tests/unit/club.h"

#include "referee/programs/poster.h"
#include "referee/send/dispatch_post.h"
#include "tests/unit/sink.h"

#include <glib/gstdio.h>

static struct club club;
static struct sink sink;

static int set_up(void **state)
{
    (void)state;
    club_begin(&club);
    club.unchecked = TRUE;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sink_clear(&sink);
    club_end(&club);
    return 0;
}

// ---- the server --------------------------------------------------------------------------------

static void configure(const char *kind)
{
    const char *path = club_path(&club, "referee.conf");
    g_autoptr(GKeyFile) file = g_key_file_new();
    assert_true(g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL));
    g_autofree char *url = g_strdup_printf("smtp://127.0.0.1:%s", sink.port ? sink.port : "1");
    gboolean smtp = strcmp(kind, "smtp") == 0;
    g_key_file_set_value(file, "send", "kind", kind);
    g_key_file_set_value(file, "send", "url", smtp ? url : "mail/out");
    g_key_file_set_value(file, "send", "tls", "no");
    g_key_file_set_value(file, "send", "user", "referee");
    g_key_file_set_value(file, "send", "password-file", "password");
    g_key_file_set_value(file, "send", "timeout", "1");
    g_autofree char *text = g_key_file_to_data(file, NULL, NULL);
    assert_true(g_file_set_contents(path, text, -1, NULL));
    path = club_path(&club, "password");
    assert_true(
        g_file_set_contents_full(path, "open sesame\n", -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

// From now on mails go to a server that behaves like this; those that it kept before stay.
static void serve(const char *rules)
{
    g_autofree char *dir = g_strdup(club_path(&club, "sink"));
    sink_clear(&sink);
    g_mkdir(dir, 0700);
    sink_start(&sink, dir, rules);
    configure("smtp");
}

static int number(const char *sql)
{
    return (int)g_ascii_strtoll(club_sql(&club, "%s", sql), NULL, 10);
}

// One run; the message of its error, "" when all went well. The caller frees it.
static char *run(void)
{
    g_autoptr(GError) error = NULL;
    return club_try(&club, &error) ? g_strdup("") : g_strdup(error->message);
}

static void run_well(void)
{
    g_autofree char *message = run();
    assert_string_equal(message, "");
}

// A game of three in its first round, told by Maildir; then nothing waits.
static void begin_game(void)
{
    club_game(&club, 3, "pace=7d");
    club_discard(&club);
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE state IN ('noted', 'ready')"), 0);
}

// How many mails the server keeps for an address, and how many of them hold words.
static guint kept(const char *to, const char *words)
{
    guint n = 0;
    g_autofree char *wanted = g_strdup_printf("\nX-To: %s\n", to);
    for (guint i = 1; i <= sink_mails(&sink); i++) {
        g_autofree char *mail = sink_mail(&sink, i);
        n += strstr(mail, wanted) && strstr(mail, words);
    }
    return n;
}

// ---- time --------------------------------------------------------------------------------------

static void test_pauses(void **state)
{
    (void)state;
    static const gint64 first[] = {60, 300, 900, 3600};
    int tries = 0;
    gint64 at_four_hours = 0;
    for (gint64 pause; (pause = dispatch_pause(tries)) >= 0; tries++) {
        if (tries < 4)
            assert_int_equal(pause, first[tries]);
        else
            assert_int_equal(pause, 4 * CLUB_HOUR);
        at_four_hours += tries < 4 ? 0 : pause;
    }
    assert_int_equal(at_four_hours, 5 * CLUB_DAY);
    assert_int_equal(tries, 34);
}

// Every try comes when it is due and not before; after the last the mail is given up.
static void test_tried_when_due(void **state)
{
    (void)state;
    begin_game();
    serve("rcpt=450 4.2.0 come back");
    club_answers(&club, ANNA, "status");
    run_well();
    for (int tries = 1; dispatch_pause(tries - 1) >= 0; tries++) {
        assert_int_equal(number("SELECT tries FROM outbound ORDER BY id DESC LIMIT 1"), tries);
        assert_string_equal(club_sql(&club, "SELECT state || detail FROM outbound"
                                            " ORDER BY id DESC LIMIT 1"),
                            "ready450 4.2.0 come back");
        gint64 pause = dispatch_pause(tries - 1);
        club.now += pause - 1;
        run_well();
        assert_int_equal(number("SELECT tries FROM outbound ORDER BY id DESC LIMIT 1"), tries);
        club.now += 1;
        run_well();
    }
    assert_string_equal(club_sql(&club, "SELECT state FROM outbound ORDER BY id DESC LIMIT 1"),
                        "failed");
    // That it couldn't be sent in five days says nothing about the player.
    assert_int_equal(number("SELECT count(*) FROM address WHERE refused_at IS NOT NULL"), 0);
    assert_int_equal(number("SELECT count(*) FROM bounce"), 0);
}

// ---- a server that is down ---------------------------------------------------------------------

static void test_down(void **state)
{
    static const char *const rules[] = {
        NULL,
        "connect=drop",
        "ehlo=550 5.7.1 no",
        "auth=535 5.7.8 no",
        "mail=553 5.7.1 not yours",
        "connect=hang",
        "rcpt=hang",
        "dot=keep-hang",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        set_up(state);
        begin_game();
        serve(rules[i] ? rules[i] : "");
        if (!rules[i])
            sink_stop(&sink);
        for (int k = 0; k < 40; k++) { // so many that one by one would take its time
            g_autofree char *sql =
                g_strdup_printf("INSERT INTO outbound (player, kind, state, created_at, next_at)"
                                " VALUES (%d, 'answer', 'noted', %" G_GINT64_FORMAT ", 1)",
                                1 + k % 3, club.now);
            club_sql_do(&club, sql);
        }
        club_answers(&club, ANNA, "say Can you hear me?");
        club.now += CLUB_DAY * 6; // more than an outage: nobody is timed out, but the mail is read
        g_autofree char *message = run();
        assert_true(g_str_has_prefix(message, "sending mail: "));
        assert_int_equal(club.result.mails, 1);
        assert_int_equal(number("SELECT count(*) FROM inbound WHERE outcome = 'act' AND state ="
                                " 'done' AND id = (SELECT max(id) FROM inbound)"),
                         1);
        // One mail had its try, the others wait as they did.
        assert_int_equal(number("SELECT sum(tries) FROM outbound"), 1);
        assert_int_equal(number("SELECT count(*) FROM outbound WHERE state = 'ready'"), 6);
        g_autofree char *log = sink_log(&sink);
        assert_int_equal(sink_count(log, "connect\n"), rules[i] ? 1 : 0);
        // The next run finds it well again.
        serve("");
        run_well();
        club.now += 60;
        run_well();
        assert_int_equal(number("SELECT count(*) FROM outbound WHERE state = 'ready'"), 0);
        static const char *const people[] = {ANNA, BRUNO, CLARA};
        for (gsize k = 0; k < G_N_ELEMENTS(people); k++)
            assert_true(kept(people[k], "X-23-Game") >= 1);
        tear_down(state);
    }
}

static void test_exit_status(void **state)
{
    (void)state;
    begin_game();
    serve("");
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
    assert_string_equal(club_out->str, "");
    assert_string_equal(club_err->str, "");
    sink_stop(&sink);
    club_answers(&club, ANNA, "say Can you hear me?");
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 75);
    assert_true(g_str_has_prefix(club_err->str, "referee23: sending mail: smtp://127.0.0.1:"));
    assert_int_equal(sink_count(club_err->str, "\n"), 1);
    assert_int_equal(g_chmod(club_path(&club, "password"), 0644), 0);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 78);
    assert_non_null(strstr(club_err->str, "others may read this password"));
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE tries > 1"), 0);
}

// The password is nowhere but in its file.
static void test_the_password(void **state)
{
    (void)state;
    begin_game();
    serve("auth=535 5.7.8 no");
    club_answers(&club, ANNA, "say Can you hear me?");
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 75);
    assert_null(strstr(club_err->str, "sesame"));
    static const char *const files[] = {"referee.db", "referee.db-wal", "referee.conf"};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *bytes = NULL;
        gsize len = 0;
        if (g_file_get_contents(club_path(&club, files[i]), &bytes, &len, NULL))
            assert_null(memmem(bytes, len, "sesame", 6));
    }
}

// ---- refusals ----------------------------------------------------------------------------------

static void test_refused(void **state)
{
    (void)state;
    begin_game();
    serve("rcpt@bruno=550 5.1.1 <bruno@example.org>: no such user");
    for (int day = 0; day < 2; day++) {
        club_answers(&club, ANNA, "say Can you hear me?");
        run_well();
        assert_int_equal(number("SELECT count(*) FROM outbound WHERE state = 'failed'"), day + 1);
        assert_int_equal(number("SELECT count(*) FROM address WHERE suspended_at IS NOT NULL"), 0);
        club.now += CLUB_DAY;
    }
    assert_int_equal(club_program(&club, "mail list", NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, "failed   press      to bruno  "));
    assert_non_null(strstr(club_out->str, "bruno was refused a mail at 2026-12-01T08:00:00Z: 550 "
                                          "5.1.1 <bruno@example.org>: no such user\n"));
    assert_int_equal(club_program(&club, "player show bruno", NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, "mail was refused at 2026-12-01T08:00:00Z: 550 5.1.1"));
    // The third of two days: like three reports.
    club_answers(&club, ANNA, "say Can you hear me?");
    run_well();
    assert_int_equal(number("SELECT count(*) FROM address WHERE suspended_at IS NOT NULL"), 1);
    run_well();
    assert_true(kept(ANNA, "bruno can't be reached by mail") == 1);
    assert_int_equal(club_program(&club, "mail list --json", NULL, 0, NULL), 0);
    json_auto_t *list = json_loads(club_out->str, 0, NULL);
    const json_t *player = json_array_get(json_object_get(list, "unreached"), 0);
    assert_string_equal(json_string_value(json_object_get(player, "nick")), "bruno");
    // He writes: the mark is gone, and all is told.
    serve("");
    club_letter(&club, BRUNO, "status");
    run_well();
    assert_int_equal(number("SELECT count(*) FROM address WHERE refused_at IS NOT NULL"), 0);
    assert_int_equal(kept(BRUNO, "X-23-Game: 1"), 1);
}

// What was never accepted told nothing: the next mail tells it.
static void test_lines_of_a_failed_mail(void **state)
{
    (void)state;
    begin_game();
    serve("rcpt@bruno/0/1=550 5.1.1 no");
    const char *turn = club_turn(&club);
    int lines = number("SELECT told FROM seat WHERE player = 2");
    club_answers(&club, turn, "pass");
    run_well();
    assert_int_equal(number("SELECT told FROM seat WHERE player = 2"), lines);
    club_answers(&club, ANNA, "say Can you hear me?");
    run_well();
    assert_int_equal(kept(BRUNO, "passed"), 1);
    assert_int_equal(number("SELECT told FROM seat WHERE player = 2"),
                     number("SELECT count(*) FROM log"));
}

// ---- unsent mails, and newer ones --------------------------------------------------------------

// A mail that waits is replaced by the newest state, which tells all; press and answers are in it.
static void test_a_newer_state(void **state)
{
    (void)state;
    begin_game();
    serve("rcpt=450 4.2.0 come back");
    int told = number("SELECT min(told) FROM seat WHERE player = 2");
    int replaced = number("SELECT count(*) FROM outbound WHERE player = 2 AND game = 1"
                          " AND state = 'replaced'");
    club_letter(&club, ANNA, "say First words", .reply = club_last(&club, ANNA));
    run_well();
    club_letter(&club, CLARA, "tell bruno Second words", .reply = club_last(&club, CLARA));
    run_well();
    const char *turn = club_turn(&club);
    club_answers(&club, turn, "pass");
    run_well();
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE player = 2 AND game = 1"
                            " AND state = 'ready'"),
                     1);
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE player = 2 AND game = 1"
                            " AND state = 'replaced'"),
                     replaced + 2);
    assert_int_equal(number("SELECT told_from FROM outbound WHERE player = 2 AND state = 'ready'"),
                     told);
    serve("");
    club.now += 3600;
    run_well();
    assert_int_equal(kept(BRUNO, ""), 1);
    assert_int_equal(kept(BRUNO, "First words"), 1);
    assert_int_equal(kept(BRUNO, "Second words"), 1);
    assert_int_equal(kept(BRUNO, "passed"), 1);
    assert_int_equal(kept(ANNA, "Second words"), 0);
}

// Lost after the final dot: the same mail again.
static void test_lost_answer(void **state)
{
    (void)state;
    begin_game();
    serve("dot@bruno/0/2=keep-drop");
    club_answers(&club, ANNA, "say Can you hear me?");
    run_well();
    for (int i = 0; i < 2; i++) {
        club.now += 3600;
        run_well();
    }
    g_autofree char *first = NULL;
    guint copies = 0;
    for (guint i = 1; i <= sink_mails(&sink); i++) {
        g_autofree char *mail = sink_mail(&sink, i);
        if (!strstr(mail, "\nX-To: " BRUNO "\n"))
            continue;
        copies++;
        if (!first)
            first = g_strdup(mail);
        assert_string_equal(mail, first);
    }
    assert_int_equal(copies, 3);
    assert_int_equal(number("SELECT count(*) FROM outbound WHERE state = 'ready'"), 0);
}

// The clock of a turn begins when its mail is accepted, not before.
static void test_the_clock_waits(void **state)
{
    (void)state;
    begin_game();
    while (strcmp(club_turn(&club), BRUNO) != 0)
        club_move(&club, club_turn(&club), "pass");
    serve("rcpt@clara=450 4.2.0 come back");
    club_answers(&club, BRUNO, "pass");
    run_well();
    assert_int_equal(number("SELECT coalesce(turn_at, 0) FROM game"), 0);
    serve("");
    club.now += 300;
    run_well();
    assert_int_equal(number("SELECT turn_at FROM game"), club.now);
}

// ---- crashes -----------------------------------------------------------------------------------

// Whether all copies that the server kept of each mail are the same mail.
static void assert_copies_are_one(void)
{
    g_autoptr(GHashTable) mails = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 1; i <= sink_mails(&sink); i++) {
        char *mail = sink_mail(&sink, i);
        const char *id = strstr(mail, "\nMessage-ID: ");
        assert_non_null(id);
        char *key = g_strndup(id + 1, strcspn(id + 1, "\n"));
        const char *first = g_hash_table_lookup(mails, key);
        if (first)
            assert_string_equal(mail, first);
        g_hash_table_replace(mails, key, mail);
    }
}

// The hub and post die at their N-th durable act, and are started again.
static void test_crash_anywhere(void **state)
{
    int crashed = 0;
    int n = 1;
    for (gboolean more = TRUE; more; n++) {
        set_up(state);
        begin_game();
        serve("");
        club_answers(&club, ANNA, "say Hullabaloo");
        g_autofree char *fault = g_strdup_printf("REFEREE23_FAULT=%d", n);
        int status = club_program(&club, "tick", NULL, 0, fault);
        more = status != 0;
        crashed += status == 100;
        assert_true(status == 0 || status == 100 || status == 75);
        for (int i = 0; i < 3; i++) {
            club.now += 60;
            run_well();
        }
        assert_int_equal(number("SELECT count(*) FROM outbound WHERE state IN ('noted', 'ready')"),
                         0);
        assert_int_equal(number("SELECT count(*) FROM inbound"),
                         number("SELECT count(DISTINCT source_id) FROM inbound"));
        if (!kept(BRUNO, "Hullabaloo") || !kept(CLARA, "Hullabaloo"))
            fail_msg("a mail was lost when step %d was the last (status %d, %s)", n, status,
                     club_err->str);
        assert_copies_are_one();
        guint mails = sink_mails(&sink);
        run_well(); // another run changes nothing
        assert_int_equal(sink_mails(&sink), mails);
        tear_down(state);
    }
    if (crashed <= 10)
        fail_msg("crashed only %d times", crashed);
}

// ---- so many in an hour ------------------------------------------------------------------------

static void test_mails_an_hour(void **state)
{
    (void)state;
    club_end(&club);
    club_begin_like(&club, "limits.mails-an-hour=4");
    club.unchecked = TRUE;
    club_says(&club, ANNA, "new nick=anna robots=2");
    assert_int_equal(club_tick(&club), 1);
    club_answers(&club, ANNA, "yes");
    assert_int_equal(club_tick(&club), 1);
    for (int i = 0; i < 4; i++)
        club_answers(&club, ANNA, "status");
    assert_int_equal(club_tick(&club), 1); // one mail of the latest state
    for (int i = 0; i < 4; i++) {
        g_autofree char *from = g_strdup_printf("stranger%d@example.org", i);
        club_says(&club, from, "help");
    }
    assert_int_equal(club_tick(&club), 1);
    club.now += CLUB_HOUR - 1;
    assert_int_equal(club_tick(&club), 0);
    club.now += 1;
    assert_int_equal(club_tick(&club), 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pauses),
        TEST(test_tried_when_due),
        cmocka_unit_test(test_down),
        TEST(test_exit_status),
        TEST(test_the_password),
        TEST(test_refused),
        TEST(test_lines_of_a_failed_mail),
        TEST(test_a_newer_state),
        TEST(test_lost_answer),
        TEST(test_the_clock_waits),
        cmocka_unit_test(test_crash_anywhere),
        TEST(test_mails_an_hour),
    };
    return cmocka_run_group_tests_name("post", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// When things go wrong: mails that are none, files that can't be read, databases that are locked or
// damaged, mails that kill, runs that die; and that everything else goes on.
#include "tests/unit/club.h"

#include "referee/setup/guard.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <unistd.h>

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'");
}

// Bruno is to move; the cards are those of the seed, for referee23 itself looks at them too.
static void begin_like(struct club *club, const char *conf)
{
    club_begin_like(club, conf);
    club_game(club, 2, "discard=0");
    assert_string_equal(club_turn(club), BRUNO);
}

static void begin(struct club *club)
{
    begin_like(club, NULL);
}

// ---- mails that are none -----------------------------------------------------------------------

static void test_no_mails(void **state)
{
    (void)state;
    static const char nul[] = "From: <bruno@example.org>\nSubject: a\0b\n\n2\n";
    static const char body[] = "From: <bruno@example.org>\nMessage-ID: <n@x.org>\n\n2\0 3\n";
    struct club club;
    begin(&club);
    guint before = club.mails->len;
    g_autofree char *noise = g_malloc(10 * 1024 * 1024);
    for (gsize i = 0; i < 10 * 1024 * 1024; i++)
        noise[i] = (char)(i * 2654435761u >> 13);
    club_drop(&club, "", 0);
    club_drop(&club, "\n", 1);
    club_drop(&club, "\n\n\n", 3);
    club_drop(&club, noise, 10 * 1024 * 1024);
    memset(noise, 'x', 10 * 1024 * 1024);
    club_drop(&club, noise, 10 * 1024 * 1024);
    club_drop(&club, nul, sizeof nul - 1);
    club_drop(&club, "From nobody\n\n", 13);
    club_tick(&club);
    assert_int_equal(club.mails->len, before);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM inbound WHERE outcome IN ('hold',"
                                        " 'drop') AND gate IN ('size', 'sender')"),
                        "7");
    club_drop(&club, body, sizeof body - 1); // from a known address: answered
    club_answers(&club, BRUNO, "3");
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

static void test_too_big(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    g_autoptr(GString) photo = g_string_new("2\n\n");
    while (photo->len < 3 * 1024 * 1024)
        g_string_append(photo,
                        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n");
    club_move(&club, BRUNO, photo->str);
    club_expect(&club, BRUNO, "unclear",
                "It is too big. Please leave pictures and attachments out.");
    assert_string_equal(moves(&club), "1");
    club_end(&club);
}

// Things in the Maildir that are no files: one is told of, the mail beside it is acted on, and the
// clock goes on, since nobody is unheard.
static void test_no_files(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    club_begin_like(&club, "play.bank=0h\nplay.quiet=0-0");
    club_game(&club, 2, "discard=0 pace=1h");
    assert_string_equal(club_turn(&club), BRUNO);
    assert_int_equal(symlink("/etc/passwd", club_path(&club, "mail/in/new/0.link")), 0);
    assert_int_equal(g_mkdir(club_path(&club, "mail/in/new/1.folder"), 0700), 0);
    club_answers(&club, BRUNO, "3");
    assert_false(club_try(&club, &error));
    assert_non_null(strstr(error->message, "0.link"));
    assert_string_equal(moves(&club), "2");
    club_expect(&club, ANNA, "turn", "bruno laid [3]");
    g_unlink(club_path(&club, "mail/in/new/0.link"));
    for (int i = 0; i < 3; i++) {
        club.now += CLUB_HOUR / 2;
        assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 1);
        assert_non_null(strstr(club_err->str, "1.folder: it is no file"));
        assert_non_null(strstr(club_err->str, "take it out of there"));
    }
    assert_int_equal(atol(club_sql(&club, "SELECT count(*) FROM log WHERE line LIKE"
                                          " '%% by clock'")),
                     1);
    assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 1);
    assert_non_null(strstr(club_out->str, "bad receiving: "));
    assert_non_null(strstr(club_out->str, "1.folder: it is no file"));
    g_rmdir(club_path(&club, "mail/in/new/1.folder"));
    club_tick(&club);
    club_end(&club);
}

// Whoever puts mails into the Maildir by hand may call two of them the same: neither is lost.
static void test_a_name_again(void **state)
{
    (void)state;
    static const char *const questions[] = {
        "From: <anna@example.org>\nMessage-ID: <q1@x.org>\n\nrules\n",
        "From: <anna@example.org>\nMessage-ID: <q2@x.org>\n\nhelp\n"};
    struct club club;
    begin(&club);
    g_autofree char *same = g_build_filename(club.dir, "mail", "in", "new", "same.eml", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(questions); i++) {
        assert_true(g_file_set_contents(same, questions[i], -1, NULL));
        guint before = club.mails->len;
        club_tick(&club);
        assert_int_equal(club.mails->len, before + 1);
        assert_false(g_file_test(same, G_FILE_TEST_EXISTS));
    }
    g_autofree char *first = g_build_filename(club.dir, "mail", "in", "cur", "same.eml:2,S", NULL);
    g_autofree char *second =
        g_build_filename(club.dir, "mail", "in", "cur", "same.eml.1:2,S", NULL);
    assert_true(g_file_test(first, G_FILE_TEST_EXISTS));
    assert_true(g_file_test(second, G_FILE_TEST_EXISTS));
    club_end(&club);
}

static void test_no_maildir(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    begin(&club);
    assert_int_equal(g_rename(club_path(&club, "mail/in"), club_path(&club, "mail/away")), 0);
    assert_false(club_try(&club, &error));
    assert_int_equal(error->domain, G_FILE_ERROR);
    assert_int_equal(g_rename(club_path(&club, "mail/away"), club_path(&club, "mail/in")), 0);
    club_move(&club, BRUNO, "3");
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// ---- exit statuses -----------------------------------------------------------------------------

static void test_exit_statuses(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
    assert_int_equal(club_out->len + club_err->len, 0);
    assert_int_equal(club_program(&club, "tick now", NULL, 0, NULL), 2);
    g_autofree char *right =
        g_strdup_printf("PRAGMA user_version = %s", club_sql(&club, "PRAGMA user_version"));
    club_sql_do(&club, "PRAGMA user_version = 99");
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 78);
    assert_int_equal(club_program(&club, "deliver", "x", 1, NULL), 78);
    club_sql_do(&club, right);
    club_program(&club, "tick", NULL, 0, NULL);
    assert_int_equal(g_rename(club_path(&club, "keys/ticket.key"), club_path(&club, "t")), 0);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 78);
    assert_non_null(strstr(club_err->str, "ticket.key"));
    assert_int_equal(g_rename(club_path(&club, "t"), club_path(&club, "keys/ticket.key")), 0);
    assert_int_equal(g_rename(club_path(&club, "referee.conf"), club_path(&club, "c")), 0);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 78);
    assert_int_equal(g_rename(club_path(&club, "c"), club_path(&club, "referee.conf")), 0);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
    club_end(&club);
}

static sqlite3 *lock_database(const struct club *club)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(club_path(club, "referee.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void test_locked_database(void **state)
{
    (void)state;
    static const char mail[] = "From: <bruno@example.org>\nMessage-ID: <l@x.org>\n\nhand\n";
    struct club club;
    begin(&club);
    sqlite3 *db = lock_database(&club);
    assert_int_equal(club_program(&club, "deliver", mail, sizeof mail - 1, NULL), 75);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_int_equal(club_program(&club, "deliver", mail, sizeof mail - 1, NULL), 0);
    club_expect(&club, BRUNO, "answer", "This is how it stands.");
    club_end(&club);
}

static void test_two_runs_at_once(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    int lock = tick_lock(club.dir, NULL);
    assert_true(lock >= 0);
    club_answers(&club, BRUNO, "3");
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
    assert_string_equal(moves(&club), "1");
    close(lock);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

static void test_dry_run(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_answers(&club, BRUNO, "3");
    club.now += CLUB_HOUR;
    g_autofree char *before = club_dump(&club);
    g_autofree char *settings = g_strdup(club_sql(&club, "SELECT group_concat(name||value)"
                                                         " FROM setting"));
    assert_int_equal(club_program(&club, "tick --dry-run", NULL, 0, NULL), 0);
    assert_string_equal(club_out->str,
                        "mails to take in: 1\ngames whose time is up: 0\nmails to send: 0\n");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    assert_string_equal(settings, club_sql(&club, "SELECT group_concat(name||value) FROM setting"));
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// ---- deliver -----------------------------------------------------------------------------------

// A mail of Bruno's about his newest one, as a delivery agent hands it over.
static char *delivery(const struct club *club, const char *body, const char *id)
{
    return g_strdup_printf("From: <%s>\nTo: %s\nMessage-ID: <%s@example.org>\n\n%s\n", BRUNO,
                           club_last(club, BRUNO)->parts->reply_to, id, body);
}

static void test_deliver(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    g_autofree char *move = delivery(&club, "3", "d1");
    int lock = tick_lock(club.dir, NULL);
    assert_int_equal(club_program(&club, "deliver", move, (gssize)strlen(move), NULL), 0);
    assert_string_equal(moves(&club), "1"); // safe, and for the run that is under way
    assert_string_equal(club_sql(&club, "SELECT state FROM inbound ORDER BY id DESC"), "waiting");
    close(lock);
    assert_int_equal(club_program(&club, "deliver", move, (gssize)strlen(move), NULL), 0);
    assert_string_equal(moves(&club), "2");
    assert_string_equal(club_sql(&club, "SELECT group_concat(outcome) FROM (SELECT outcome FROM"
                                        " inbound ORDER BY id DESC LIMIT 2)"),
                        "drop,act");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM inbound WHERE body IS NOT NULL"),
                        "0");
    g_autoptr(GString) big = g_string_new(NULL);
    g_autofree char *head = delivery(&club, "say hello", "d2");
    g_string_append(big, head);
    while (big->len < 5 * 1024 * 1024)
        g_string_append(big, "and so on and so on and so on and so on and so on and so on\n");
    assert_int_equal(club_program(&club, "deliver", big->str, (gssize)big->len, NULL), 0);
    club_expect(&club, BRUNO, "unclear",
                "It is too big. Please leave pictures and attachments out.");
    club_end(&club);
}

// ---- what kills --------------------------------------------------------------------------------

static void test_a_mail_kills_the_reader(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_letter(&club, BRUNO, "5", .reply = club_last(&club, BRUNO),
                .headers = "X-Test-Crash: yes\n");
    club_answers(&club, BRUNO, "3");
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    assert_string_equal(club_sql(&club, "SELECT outcome||gate||(body IS NULL) FROM inbound"
                                        " WHERE outcome = 'hold'"),
                        "holdsize0");
    club_end(&club);
}

// Runs end while they take in one mail: it is tried twice, then held, and the next one is read. In
// a batch it isn't known at first which one it was.
static void die_of_a_mail(gboolean in_batch)
{
    struct club club;
    begin_like(&club, in_batch ? NULL : "limits.batch=1\n");
    club_letter(&club, BRUNO, "say deadly", .reply = club_last(&club, BRUNO));
    club_letter(&club, BRUNO, "3", .reply = club_last(&club, BRUNO));
    for (int i = in_batch ? -1 : 0; i < GUARD_TRIES; i++)
        assert_int_equal(club_program(&club, "tick", NULL, 0, "REFEREE23_FAULT=1"), 100);
    assert_string_equal(moves(&club), "1");
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    assert_string_equal(club_sql(&club, "SELECT reason FROM inbound WHERE outcome = 'hold'"),
                        "runs of the referee ended with this mail");
    assert_false(g_file_test(club_path(&club, "under-way"), G_FILE_TEST_EXISTS));
    // The operator may try it again.
    g_autofree char *retry = g_strdup_printf(
        "mail retry in-%s", club_sql(&club, "SELECT id FROM inbound WHERE outcome = 'hold'"));
    assert_int_equal(club_program(&club, retry, NULL, 0, NULL), 0);
    club_tick(&club);
    club_expect(&club, ANNA, "press", "bruno says: “deadly”");
    club_end(&club);
}

static void test_a_mail_kills_runs(void **state)
{
    (void)state;
    die_of_a_mail(FALSE);
    die_of_a_mail(TRUE);
}

// As in a run that begins now.
static gboolean enter(const char *dir, const char *kind, const char *name)
{
    g_autofree char *left = guard_left(dir);
    return guard_enter(dir, left, kind, name);
}

static gboolean enter_row(const char *dir, const char *kind, gint64 id)
{
    g_autofree char *left = guard_left(dir);
    return guard_enter_row(dir, left, kind, id);
}

static void test_guard(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    assert_false(enter(club.dir, "mail", "1.a"));
    assert_false(enter(club.dir, "mail", "1.a"));
    assert_true(enter(club.dir, "mail", "1.a"));
    assert_true(enter(club.dir, "mail", "1.a"));
    assert_false(enter(club.dir, "row", "1.a"));
    assert_false(enter(club.dir, "mail", "1.a"));
    guard_leave(club.dir);
    assert_false(enter(club.dir, "mail", "1.a"));
    assert_false(enter(club.dir, "mail", "1.a"));
    guard_leave(club.dir);
    guard_leave(club.dir);
    assert_false(enter("/nowhere/at/all", "mail", "x"));
    for (int i = 0; i < 3; i++)
        assert_int_equal(enter_row(club.dir, "game", 12), i == 2);
    assert_false(enter_row(club.dir, "game", 1));
    // A name can hold anything.
    for (int i = 0; i < 3; i++)
        assert_int_equal(enter(club.dir, "mail", "a b\n\x1b[31m\xff"), i == 2);
    club_end(&club);
}

// ---- damage ------------------------------------------------------------------------------------

static void damage(const struct club *club, gint64 game)
{
    g_autofree char *statement = g_strdup_printf(
        "DROP TRIGGER event_kept; UPDATE event SET line = line||' x' WHERE game = %d AND seq = 8;",
        (int)game);
    club_sql_do(club, statement);
}

// One game's log is damaged: its mails wait, every other game goes on, clocks and all.
static void test_a_damaged_game(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    club_move(&club, ANNA, "new robots=1 pace=1h");
    const struct club_mail *deal = club_last(&club, ANNA);
    club_sql_do(&club, "UPDATE seat SET bank = 0");
    damage(&club, 1);
    club_letter(&club, BRUNO, "3", .reply = turn);
    club_letter(&club, ANNA, "say hello", .reply = deal);
    assert_false(club_try(&club, &error));
    assert_non_null(strstr(error->message, "the log of game 1 is damaged"));
    club_expect(&club, ANNA, "answer", "Your words went to the table: “hello”");
    for (int i = 0; i < 3; i++) {
        g_clear_error(&error);
        club.now += CLUB_HOUR;
        assert_false(club_try(&club, &error));
    }
    assert_true(atol(club_sql(&club, "SELECT count(*) FROM log WHERE game = 2 AND line LIKE"
                                     " '%%by clock'")) > 0);
    // Put right, its mail is acted on.
    club_sql_do(&club, "UPDATE event SET line = substr(line, 1, length(line) - 2)"
                       " WHERE game = 1 AND seq = 8");
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM log WHERE game = 1"
                                        " AND line LIKE 'move %%'"),
                        "2");
    club_end(&club);
}

// A template that can't be filled: the mails that need it wait, the others leave.
static void test_a_broken_template(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    club_begin(&club);
    club_end(&club);
    club_begin_like(&club, "referee.templates=words");
    g_autofree char *from = g_canonicalize_filename("templates/en", NULL);
    g_autofree char *layout = g_canonicalize_filename("templates/layout", NULL);
    g_autofree char *to = g_strdup(club_path(&club, "words"));
    assert_int_equal(g_mkdir(to, 0700), 0);
    char *argv[] = {(char *)"cp", (char *)"-r", from, layout, to, NULL};
    assert_true(
        g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
    club_game(&club, 2, NULL);
    g_autofree char *page = g_strdup(club_path(&club, "words/en/help.txt"));
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(page, &text, NULL, NULL));
    assert_true(g_file_set_contents(page, "{{#open", -1, NULL));
    club_answers(&club, ANNA, "help");
    club_answers(&club, BRUNO, "status");
    assert_false(club_try(&club, &error));
    assert_non_null(strstr(error->message, "help"));
    club_expect(&club, BRUNO, "answer", "This is how it stands.");
    assert_true(g_file_set_contents(page, text, -1, NULL));
    club_tick(&club);
    club_expect(&club, ANNA, "answer", "How to play by mail");
    club_end(&club);
}

// ---- runs that die -----------------------------------------------------------------------------

// Every mail of the one that went through goes out of the other at least once, under its one id and
// with its words; and nothing else does.
static void check_same_mails(const struct club *right, const struct club *other, guint n)
{
    for (guint i = 0; i < right->mails->len; i++) {
        const struct club_mail *mail = right->mails->pdata[i];
        guint found = 0;
        for (guint k = 0; k < other->mails->len; k++) {
            const struct club_mail *same = other->mails->pdata[k];
            if (!g_str_equal(same->parts->message_id, mail->parts->message_id))
                continue;
            assert_string_equal(same->parts->text, mail->parts->text);
            assert_string_equal(same->to, mail->to);
            found++;
        }
        if (found == 0)
            fail_msg("stopped at step %u: no %s to %s", n, mail->kind, mail->to);
    }
    for (guint k = 0; k < other->mails->len; k++) {
        const struct club_mail *same = other->mails->pdata[k];
        gboolean known = FALSE;
        for (guint i = 0; i < right->mails->len && !known; i++)
            known =
                g_str_equal(((const struct club_mail *)right->mails->pdata[i])->parts->message_id,
                            same->parts->message_id);
        assert_true(known);
    }
}

static void end_copy(struct club *copy)
{
    copy->unchecked = TRUE;
    club_end(copy);
}

// A run with two mails and a turn that is missed, stopped at each durable act, and run again.
static void test_stopped_at_every_step(void **state)
{
    (void)state;
    struct club club, right;
    guint n = 1;
    int status = 100;
    begin(&club);
    club_move(&club, BRUNO, "3");
    club_answers(&club, ANNA, "4\nsay now you");
    club_answers(&club, BRUNO, "say well");
    club_copy(&club, &right);
    assert_int_equal(club_program(&right, "tick", NULL, 0, NULL), 0);
    g_autofree char *wanted = club_dump(&right);
    assert_int_equal(right.mails->len, 2);
    for (; status != 0; n++) {
        struct club copy;
        g_autofree char *fault = g_strdup_printf("REFEREE23_FAULT=%u", n);
        club_copy(&club, &copy);
        status = club_program(&copy, "tick", NULL, 0, fault);
        // A helper that was stopped has had a try: it is due again after a minute.
        int again = club_program(&copy, "tick", NULL, 0, NULL);
        if (status != 100) {
            copy.now += 60;
            again = club_program(&copy, "tick", NULL, 0, NULL);
        }
        assert_int_equal(again, 0);
        g_autofree char *got = club_dump(&copy);
        if (status == 100) // a later run starts clocks later
            assert_string_equal(got, wanted);
        check_same_mails(&right, &copy, n);
        guint sent = copy.mails->len;
        assert_int_equal(club_program(&copy, "tick", NULL, 0, NULL), 0);
        assert_int_equal(copy.mails->len, sent);
        end_copy(&copy);
    }
    assert_true(n > 10);
    end_copy(&right);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_mails),
        cmocka_unit_test(test_too_big),
        cmocka_unit_test(test_no_files),
        cmocka_unit_test(test_a_name_again),
        cmocka_unit_test(test_no_maildir),
        cmocka_unit_test(test_exit_statuses),
        cmocka_unit_test(test_locked_database),
        cmocka_unit_test(test_two_runs_at_once),
        cmocka_unit_test(test_dry_run),
        cmocka_unit_test(test_deliver),
        cmocka_unit_test(test_a_mail_kills_the_reader),
        cmocka_unit_test(test_a_mail_kills_runs),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_a_damaged_game),
        cmocka_unit_test(test_a_broken_template),
        cmocka_unit_test(test_stopped_at_every_step),
    };
    return cmocka_run_group_tests_name("hub: trouble", tests, NULL, NULL);
}

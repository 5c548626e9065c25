// SPDX-License-Identifier: MIT
// When the program that runs GnuPG fails, or would have too much to do: what needs it waits, is
// tried again, and is told in the end; all else goes on. By referee23 itself, beside a program
// openpgp that is none.
#include "tests/unit/club.h"

#include "referee/programs/openpgp.h"
#include "tests/unit/gpg.h"
#include "tests/unit/gpg_mail.h"

#include <glib/gstdio.h>
#include <unistd.h>

static char *home;  // the keys
static char *bench; // where the broken program lies
static char referee[65];

#define BEFORE (CLUB_START - 10 * CLUB_DAY)

// ---- a referee with a broken program -----------------------------------------------------------

static const char *at(const char *folder, const char *name)
{
    static char path[512];
    g_snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void link_to(const char *name)
{
    const char *build = g_getenv("BUILD");
    g_autofree char *here = g_get_current_dir();
    g_autofree char *from = g_canonicalize_filename(build ? build : "build", here);
    g_autofree char *target = g_build_filename(from, name, NULL);
    assert_int_equal(symlink(target, at(bench, name)), 0);
}

static void build_bench(void)
{
    static const char *const links[] = {"templates", "libexec/read", "libexec/post",
                                        "libexec/chart"};
    const char *build = g_getenv("BUILD");
    g_autofree char *program = g_build_filename(build ? build : "build", "referee23", NULL);
    bench = g_dir_make_tmp("bench-XXXXXX", NULL);
    assert_int_equal(g_mkdir(at(bench, "libexec"), 0700), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(links); i++)
        link_to(links[i]);
    // A link won't do: a program finds others by where it really lies.
    const char *const copy[] = {"cp", program, bench, NULL};
    int status = 1;
    assert_true(g_spawn_sync(NULL, (char **)copy, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                             &status, NULL) &&
                status == 0);
}

// What libexec/openpgp does from now on, in the shell's words; NULL: it isn't there.
static void breaks(const char *script)
{
    const char *path = at(bench, "libexec/openpgp");
    g_unlink(path);
    if (!script)
        return;
    g_autofree char *text = g_strconcat("#!/bin/sh\n", script, "\n", NULL);
    assert_true(g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
}

// referee23 says and does this there; its exit status.
static int say_there(struct club *club, const char *words, const char *environment)
{
    g_autofree char *build = g_strdup(g_getenv("BUILD"));
    g_setenv("BUILD", bench, TRUE);
    int status = club_program(club, words, NULL, 0, environment);
    if (build)
        g_setenv("BUILD", build, TRUE);
    else
        g_unsetenv("BUILD");
    return status;
}

static int run_there(struct club *club)
{
    return say_there(club, "tick", NULL);
}

// A run that has something to complain of.
static void run_broken(struct club *club)
{
    assert_int_equal(run_there(club), 75);
    assert_non_null(strstr(club_err->str, "openpgp"));
}

// How often the program was started; a script that notes that begins with NOTED.
#define NOTED "echo >>\"${0%/*}/asked\"\n"
static gsize times_asked(void)
{
    g_autofree char *text = NULL;
    gsize n = 0;
    const char *path = at(bench, "libexec/asked");
    (void)g_file_get_contents(path, &text, &n, NULL);
    g_unlink(path);
    return n;
}

// A program that does this first, and then all that the real one does. The caller owns it.
static char *real_after(const char *first)
{
    const char *build = g_getenv("BUILD");
    g_autofree char *here = g_get_current_dir();
    g_autofree char *real = g_canonicalize_filename(build ? build : "build", here);
    return g_strconcat(first, "exec ", real, "/libexec/openpgp", NULL);
}

static void begin(struct club *club, const char *key)
{
    club_begin_like(club, "journal.to=journal");
    club_game(club, 2, "discard=0");
    g_strlcpy(referee, club_text(club_last(club, BRUNO), "key"), sizeof referee);
    gpg_mail_registers(club, home, key);
    club->unchecked = TRUE; // what was told inside encrypted mails it doesn't know
    club_tick(club);        // the first of them
}

static char *signed_mail(const struct club *club, const char *key, const char *command)
{
    g_autofree char *words =
        g_strdup_printf("referee %s\ngame 1\nturn 2\nseat bruno\n%s\n", referee, command);
    g_autofree char *mail = gpg_mail_signed(home, key, words, GPG_MAIL_PLAIN, club->now, NULL);
    return g_strdup_printf("Message-ID: <%u@there>\n%s", club->written, mail);
}

static void drop(struct club *club, const char *mail)
{
    club_drop(club, mail, strlen(mail));
}

static const char *waiting(const struct club *club)
{
    return club_sql(club, "SELECT count(*) || ' ' || coalesce(max(tries), 0) FROM inbound"
                          " WHERE state = 'waiting'");
}

static guint journal_has(const struct club *club, const char *words)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(club_path(club, "journal"), &text, NULL, NULL));
    g_auto(GStrv) parts = g_strsplit(text, words, -1);
    return g_strv_length(parts) - 1;
}

// ---- mails that come ---------------------------------------------------------------------------

static const char *const ways[] = {"exit 1", NULL, "kill -9 $$",
                                   "printf '\\0\\0\\0\\2no'; cat >/dev/null",
                                   "printf '\\377\\377\\377\\377'; cat >/dev/null"};

// Anna, in the same run, is heard; Bruno is, once the program works again.
static void test_waits(void **state)
{
    (void)state;
    struct club first;
    begin(&first, "bruno");
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        struct club club;
        club_copy(&first, &club);
        g_autofree char *mail = signed_mail(&club, "bruno", "say It is my turn");
        breaks(ways[i]);
        drop(&club, mail);
        club_letter(&club, ANNA, "say Good morning", .reply = club_last(&first, ANNA));
        run_broken(&club);
        club_expect(&club, BRUNO, "press", "anna says: “Good morning");
        assert_string_equal(waiting(&club), "1 1");
        assert_int_equal(journal_has(&club, "event=put-off mail=in-"), 1);
        club_tick(&club); // not due yet
        assert_string_equal(waiting(&club), "1 1");
        club.now += 60;
        club_tick(&club);
        assert_string_equal(waiting(&club), "0 0");
        club_expect(&club, ANNA, "press", "bruno says: “It is my turn");
        club_end(&club);
    }
    club_end(&first);
}

// Tried so often, and then told.
static void test_told(void **state)
{
    (void)state;
    struct club club;
    guint runs = 0;
    begin(&club, "bruno");
    breaks("exit 1");
    g_autofree char *mail = signed_mail(&club, "bruno", "say It is my turn");
    drop(&club, mail);
    guint before = club_count(&club, BRUNO);
    for (; club_count(&club, BRUNO) == before && runs < 100; runs++) {
        if (openpgp_pause((int)runs) >= 0)
            run_broken(&club);
        else // it says so to Bruno
            assert_int_equal(club_program(&club, "tick", NULL, 0, "TMPDIR=/nowhere"), 0);
        club.now += 4000;
    }
    assert_int_equal(runs, 5);
    club_expect(&club, BRUNO, "refused", "no working GnuPG at the moment");
    assert_string_equal(waiting(&club), "0 0");
    club_tick(&club); // nothing is left of it
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    // Sent again it is as good as ever.
    g_autofree char *again = signed_mail(&club, "bruno", "say It is my turn");
    drop(&club, again);
    club_tick(&club);
    club_expect(&club, ANNA, "press", "bruno says: “It is my turn");
    club_end(&club);
}

// A key is not looked at.
static void test_key(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "journal.to=journal");
    club_game(&club, 2, "discard=0");
    breaks("exit 1");
    g_autofree char *public = gpg_public(home, "bruno", club.now);
    g_autofree char *words = g_strconcat("key openpgp\n\n", public, NULL);
    club_answers(&club, BRUNO, words);
    for (int tries = 0; openpgp_pause(tries) >= 0; tries++) {
        run_broken(&club);
        club.now += 4000;
    }
    assert_int_equal(club_program(&club, "tick", NULL, 0, "TMPDIR=/nowhere"), 0);
    club_expect(&club, BRUNO, "refused", "This referee has no working GnuPG");
    club_end(&club);
}

// However many need it: the program isn't asked more than a few times in a run. A mail it wasn't
// asked about loses no try: one player's key, whatever it is, uses up nobody else's.
static void test_few(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    breaks(NOTED "exit 1");
    for (int i = 0; i < 8; i++) {
        g_autofree char *words = g_strdup_printf("say Hello %d", i);
        g_autofree char *mail = signed_mail(&club, "bruno", words);
        drop(&club, mail);
    }
    run_broken(&club);
    assert_string_equal(waiting(&club), "3 1");
    assert_int_equal(times_asked(), OPENPGP_FAILURES_A_RUN);
    club_tick(&club); // it works again
    assert_int_equal(club.result.mails, 8 - OPENPGP_FAILURES_A_RUN);
    club_end(&club);
}

// ---- too many ----------------------------------------------------------------------------------

// Whoever names Bruno's seat starts a process of GnuPG, but not as often as they like.
static void test_an_hour(void **state)
{
    (void)state;
    struct club club;
    g_autofree char *script = real_after(NOTED);
    club_begin_like(&club, "limits.openpgp-an-hour=4");
    club_game(&club, 2, "discard=0");
    g_strlcpy(referee, club_text(club_last(&club, BRUNO), "key"), sizeof referee);
    gpg_mail_registers(&club, home, "bruno"); // 3 mails from there so far
    breaks(script);
    guint before = club_count(&club, BRUNO);
    const char *last = club_last(&club, BRUNO)->parts->message_id;
    for (guint i = 0; i < 4; i++) {
        g_autofree char *words = g_strdup_printf("say Hello %u", i);
        g_autofree char *mail = signed_mail(&club, i ? "whole" : "bruno", words);
        drop(&club, mail);
    }
    assert_int_equal(run_there(&club), 0);
    assert_int_equal(times_asked(), 1);
    club_expect(&club, ANNA, "press", "bruno says: “Hello 0");
    club_expect(&club, BRUNO, "refused", "So many mails came from your address within an hour");
    assert_int_equal(club_count(&club, BRUNO), before + 2); // of the game, and of none
    // A ticket of his shows that it is no stranger's.
    g_autofree char *own = signed_mail(&club, "bruno", "say Hello to you");
    g_autofree char *answer = g_strdup_printf("In-Reply-To: %s\n%s", last, own);
    drop(&club, answer);
    assert_int_equal(run_there(&club), 0);
    assert_int_equal(times_asked(), 1);
    club_expect(&club, ANNA, "press", "bruno says: “Hello to you");
    club.now += CLUB_HOUR;
    g_autofree char *late = signed_mail(&club, "bruno", "say Hello again");
    drop(&club, late);
    assert_int_equal(run_there(&club), 0);
    assert_int_equal(times_asked(), 1);
    club_expect(&club, ANNA, "press", "bruno says: “Hello again");
    club_end(&club);
}

// What is too much for one run is left to the next, and stays where it is.
static void test_a_run(void **state)
{
    (void)state;
    struct club club;
    struct desk desk;
    struct tick_result result;
    g_autoptr(GError) error = NULL;
    begin(&club, "bruno");
    for (guint i = 0; i < 3; i++) {
        g_autofree char *words = g_strdup_printf("say Hello %u", i);
        g_autofree char *mail = signed_mail(&club, "bruno", words);
        drop(&club, mail);
    }
    assert_true(desk_open(&desk, club.dir, club.now, NULL));
    desk.config->openpgp_a_run = 2;
    assert_false(tick_run(&desk, &result, &error));
    assert_true(g_error_matches(error, OPENPGP_ERROR, OPENPGP_ERROR_LATER));
    const guint mails = result.mails;
    assert_true(mails == 2 || mails == 1); // one, where the machine is slow
    desk_close(&desk);
    assert_string_equal(waiting(&club), "0 0");
    club_tick(&club);
    assert_int_equal(club.result.mails, 3 - mails);
    club_expect(&club, ANNA, "press", "bruno says: “Hello 2");
    club_end(&club);
}

// A key on which GnuPG takes long keeps no run for hours.
static void test_a_slow_run(void **state)
{
    (void)state;
    struct club club;
    g_autofree char *script = real_after(NOTED "sleep 1\n");
    club_begin_like(&club, "limits.openpgp-a-run=10");
    club_game(&club, 2, "discard=0");
    g_strlcpy(referee, club_text(club_last(&club, BRUNO), "key"), sizeof referee);
    gpg_mail_registers(&club, home, "bruno");
    breaks(script);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *words = g_strdup_printf("say Hello %u", i);
        g_autofree char *mail = signed_mail(&club, "bruno", words);
        drop(&club, mail);
    }
    run_broken(&club);
    assert_int_equal(times_asked(), 1);
    club_expect(&club, ANNA, "press", "bruno says: “Hello 0");
    club_end(&club);
}

// ---- what the operator is told ------------------------------------------------------------------

static void doctor_says(struct club *club, const char *environment, int status, const char *words)
{
    int is = say_there(club, "doctor", environment);
    if (is != status || !strstr(club_out->str, words))
        fail_msg("doctor ends with %d and says:\n%s", is, club_out->str);
}

static void test_doctor(void **state)
{
    static const char no_gpg[] = "PATH=/nowhere";
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    breaks("exit 0");
    doctor_says(&club, no_gpg, 0, "ok  openpgp: there is no gpg, so nobody can use OpenPGP here");
    gpg_mail_registers(&club, home, "bruno");
    doctor_says(&club, NULL, 0, "ok  openpgp: ");
    doctor_says(&club, no_gpg, 1,
                "bad openpgp: there is no gpg, and so many players have a key of OpenPGP: 1");
    assert_non_null(strstr(club_out->str, "apt-get install gnupg"));
    breaks("exit 1");
    doctor_says(&club, NULL, 1, "bad openpgp: ");
    breaks(NULL);
    doctor_says(&club, NULL, 1, "belongs in libexec: install that again");
    club_end(&club);
}

// ---- mails that go -----------------------------------------------------------------------------

// What Bruno gets is encrypted later; Anna waits for nothing.
static void test_letter_waits(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "whole");
    breaks("exit 1");
    guint before = club_count(&club, BRUNO);
    club_answers(&club, ANNA, "say Good morning");
    run_broken(&club);
    club_expect(&club, ANNA, "answer", "Your words went to the table");
    assert_int_equal(club_count(&club, BRUNO), before);
    assert_true(journal_has(&club, "event=put-off mail=out-") == 1);
    assert_int_equal(club_tick(&club), 0); // not due yet
    club.now += 60;
    assert_int_equal(club_tick(&club), 1);
    assert_non_null(strstr(club_last(&club, BRUNO)->raw, "-----BEGIN PGP MESSAGE-----"));
    assert_string_equal(club_sql(&club, "SELECT max(tries) FROM outbound"), "0");
    club_end(&club);
}

// However many are to be encrypted: those that weren't tried in a run lose no try either.
static void test_letters_few(void **state)
{
    (void)state;
    struct club club;
    const guint games = OPENPGP_FAILURES_A_RUN + 1;
    club_begin_like(&club, "journal.to=journal");
    for (guint i = 0; i < games; i++)
        club_game(&club, 2, "discard=0");
    gpg_mail_registers(&club, home, "whole");
    club.unchecked = TRUE;
    club_tick(&club);
    breaks(NOTED "exit 1");
    club.now += 20 * CLUB_DAY;
    club_tick(&club);
    assert_int_equal(club_program(&club, "clock accept", NULL, 0, NULL), 0);
    run_broken(&club); // it tells each table
    assert_int_equal(times_asked(), OPENPGP_FAILURES_A_RUN);
    static const char noted[] =
        "SELECT count(DISTINCT iif(tries > 0, game, NULL)) || ' of ' || count(DISTINCT game)"
        " FROM outbound WHERE state = 'noted'";
    assert_string_equal(club_sql(&club, noted), "3 of 4");
    guint before = club_count(&club, BRUNO);
    club_tick(&club); // it works again
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    assert_string_equal(club_sql(&club, noted), "3 of 3");
    club_end(&club);
}

// Or it says only what all may know, and why.
static void test_letter_told(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "whole");
    breaks("exit 1");
    guint before = club_count(&club, BRUNO);
    guint runs = 0;
    club_answers(&club, ANNA, "say Good evening to all of you");
    club_answers(&club, ANNA, "tell bruno I have the 17");
    for (; club_count(&club, BRUNO) == before && runs < 100; runs++) {
        if (openpgp_pause((int)runs) >= 0)
            run_broken(&club);
        else
            assert_int_equal(club_program(&club, "tick", NULL, 0, "TMPDIR=/nowhere"), 0);
        club.now += 4000;
    }
    assert_int_equal(runs, 5);
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_holds(mail, "I can't encrypt my mails to you at the moment");
    club_holds(mail, "At the table");
    club_holds(mail, "anna says: “Good evening to all of you”");
    club_lacks(mail, "Your hand");
    club_lacks(mail, "the 17");
    club_holds(mail, "What anna told you alone isn't in it either, and isn't kept");
    assert_null(mail->parts->table);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    club_end(&club);
}

// ------------------------------------------------------------------------------------------------

static int prepare(void **state)
{
    (void)state;
    home = gpg_begin();
    if (!home)
        return -1;
    build_bench();
    gpg_make(home, "bruno", "ed25519", "sign", "0", BEFORE);
    gpg_make(home, "whole", "ed25519", "default", "0", BEFORE);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    static const char *const files[] = {
        "libexec/openpgp", "libexec/read", "libexec/post", "libexec/chart",
        "libexec",         "templates",    "referee23",    ""};
    gpg_end(home);
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++)
        g_remove(at(bench, files[i]));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waits),        cmocka_unit_test(test_told),
        cmocka_unit_test(test_key),          cmocka_unit_test(test_few),
        cmocka_unit_test(test_an_hour),      cmocka_unit_test(test_a_run),
        cmocka_unit_test(test_a_slow_run),   cmocka_unit_test(test_doctor),
        cmocka_unit_test(test_letter_waits), cmocka_unit_test(test_letters_few),
        cmocka_unit_test(test_letter_told),
    };
    return cmocka_run_group_tests_name("hub: without OpenPGP", tests, prepare, clean);
}

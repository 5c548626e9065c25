// SPDX-License-Identifier: MIT
// What an operator meets: files of another user, keys and databases from elsewhere, a way out that
// is shut. Runs and doctor say what is wrong, and what to do.
#include "tests/unit/club.h"

#include "referee/receive/spool.h"

#include <glib/gstdio.h>
#include <unistd.h>

static void begin(struct club *club)
{
    club_begin(club);
    club_game(club, 2, "discard=0");
}

// A mail that this user may not read may be anybody's: it is told of with what to do, by doctor
// too.
static void test_no_right_to_read(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GError) error = NULL;
    if (geteuid() != 0) {
        print_message("# only root can give a file away\n");
        skip();
    }
    begin(&club);
    const char *path = club_path(&club, "mail/in/new/1.hers");
    club_answers(&club, BRUNO, "3");
    assert_true(g_file_set_contents_full(path, "From: <x@y.org>\n\n2\n", -1,
                                         G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    assert_int_equal(chown(path, 65534, (gid_t)-1), 0);
    assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 1);
    assert_non_null(strstr(club_out->str, "1.hers: user 0 may not read it (mode 0600); chown it"));
    g_autofree char *open_way = g_build_filename(g_get_tmp_dir(), "spool-XXXXXX", NULL);
    g_autofree char *folder = g_strconcat(g_mkdtemp(open_way), "/new", NULL);
    g_autofree char *other = g_strconcat(folder, "/ours", NULL);
    assert_true(g_chmod(open_way, 0755) == 0 && g_mkdir(folder, 0755) == 0);
    assert_true(g_file_set_contents_full(other, "x", 1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    assert_int_equal(seteuid(65534), 0);
    GBytes *raw = spool_read(open_way, "ours", 10, &error);
    assert_int_equal(seteuid(0), 0);
    assert_null(raw);
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_ACCES));
    assert_non_null(strstr(error->message, "chown it to the user who runs referee23"));
    g_unlink(other);
    g_rmdir(folder);
    g_rmdir(open_way);
    club_end(&club);
}

// A run by another user in this one's directory leaves a lock that this one can't take.
static void test_anothers_lock(void **state)
{
    (void)state;
    struct club club;
    if (geteuid() != 0) {
        print_message("# only root can give a file away\n");
        skip();
    }
    begin(&club);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
    assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 0);
    assert_int_equal(chown(club_path(&club, "tick.lock"), 65534, (gid_t)-1), 0);
    assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 1);
    assert_non_null(strstr(club_out->str, "tick.lock: it belongs to user 65534"));
    club_end(&club);
}

// Databases that another version of the program made say so, and so does a key that is missing.
static void test_of_another_version(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    assert_int_equal(g_rename(club_path(&club, "keys/database.key"), club_path(&club, "d")), 0);
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 78);
    assert_non_null(strstr(club_err->str, "put it back from your backup of keys/"));
    assert_null(strstr(club_err->str, "init"));
    assert_int_equal(g_rename(club_path(&club, "d"), club_path(&club, "keys/database.key")), 0);
    club_sql_do(&club, "ALTER TABLE outbound RENAME COLUMN next_at TO due");
    assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 78);
    assert_non_null(strstr(club_err->str, "was made by another version of referee23"));
    club_end(&club);
}

// A key from elsewhere is seen, and taken only when the operator says so.
static void test_another_key(void **state)
{
    (void)state;
    static const char *const names[] = {"keys/referee.key", "keys/ticket.key"};
    struct club club;
    begin(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 0);
        g_autofree char *digits = g_strnfill(64, (char)('1' + i));
        assert_true(g_file_set_contents_full(club_path(&club, names[i]), digits, -1,
                                             G_FILE_SET_CONTENTS_NONE, 0600, NULL));
        assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), 0);
        assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 1);
        g_autofree char *said = g_strdup_printf("bad keys: %s is another one", names[i]);
        assert_non_null(strstr(club_out->str, said));
        assert_int_equal(club_program(&club, "doctor --mend", NULL, 0, NULL), 0);
    }
    assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 0);
    club_end(&club);
}

// Where no mail can leave, the run says so; a mail that is refused for now waits in silence.
static void test_no_way_out(void **state)
{
    (void)state;
    static const struct {
        const char *conf;
        int status;
        const char *said;
    } ways[] = {
        {"send.kind=sendmail\nsend.command=/bin/false", 0, ""},
        {"send.kind=sendmail\nsend.command=/bin/sh -c 'exit 75'", 75,
         "referee23: sending mail: the program ended with 75\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        struct club club;
        club_begin_like(&club, ways[i].conf);
        club_says(&club, DAVID, "help");
        assert_int_equal(club_program(&club, "tick", NULL, 0, NULL), ways[i].status);
        assert_string_equal(club_err->str, ways[i].said);
        assert_string_equal(club_sql(&club, "SELECT state || tries FROM outbound"), "ready1");
        club_end(&club);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_right_to_read),   cmocka_unit_test(test_anothers_lock),
        cmocka_unit_test(test_of_another_version), cmocka_unit_test(test_another_key),
        cmocka_unit_test(test_no_way_out),
    };
    return cmocka_run_group_tests_name("hub: operator", tests, NULL, NULL);
}

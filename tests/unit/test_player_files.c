// SPDX-License-Identifier: MIT
// What player23 keeps and finds on the disk: settings, known referees, the newest mail; and how it
// calls sendmail.
#include "player/known.h"
#include "player/mailbox.h"
#include "player/send.h"
#include "player/settings.h"
#include "tests/unit/player_mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

enum { SEED = 7 };

static char *dir;
static GPtrArray *made; // paths, to be removed

static char *below(const char *name)
{
    char *path = g_build_filename(dir, name, NULL);
    g_ptr_array_add(made, path);
    return path;
}

static int set_up(void **state)
{
    (void)state;
    dir = g_dir_make_tmp("player23-XXXXXX", NULL);
    made = g_ptr_array_new_with_free_func(g_free);
    return sodium_init() < 0 || !dir;
}

static int tear_down(void **state)
{
    (void)state;
    for (guint i = made->len; i > 0; i--)
        g_remove(g_ptr_array_index(made, i - 1));
    int left = g_rmdir(dir);
    g_ptr_array_unref(made);
    g_free(dir);
    return left;
}

static char *file(const char *name, const char *text)
{
    char *path = below(name);
    assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

// ---- settings ----------------------------------------------------------------------------------

static void test_settings(void **state)
{
    (void)state;
    struct settings settings;
    g_autofree char *nowhere = g_build_filename(dir, "nowhere", NULL);
    assert_true(settings_load(&settings, nowhere, NULL));
    assert_null(settings.from);
    assert_null(settings.nick);
    assert_string_equal(settings.sendmail[0], "/usr/sbin/sendmail");
    g_autofree char *key = g_build_filename(nowhere, "key", NULL);
    assert_string_equal(settings.key, key);
    settings_clear(&settings);

    file("player.conf", "# mine\n[player]\nfrom = Clara@Example.ORG\nnick=clara\nkey=mine.key\n"
                        "maildir = ~/Mail\nsendmail=/usr/bin/msmtp -a 'my account'\n");
    assert_true(settings_load(&settings, dir, NULL));
    assert_string_equal(settings.from, "Clara@example.org");
    assert_string_equal(settings.nick, "clara");
    g_autofree char *mine = g_build_filename(dir, "mine.key", NULL);
    assert_string_equal(settings.key, mine);
    g_autofree char *mail = g_build_filename(g_get_home_dir(), "Mail", NULL);
    assert_string_equal(settings.maildir, mail);
    assert_int_equal(g_strv_length(settings.sendmail), 3);
    assert_string_equal(settings.sendmail[2], "my account");
    settings_clear(&settings);
}

static void test_wrong_settings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *told;
    } cases[] = {
        {"[player]\nform = a@b.example\n", "did you mean from?"},
        {"[player]\nfrom = nobody\n", "from: "},
        {"[player]\nnick = two words\n", "nick: "},
        {"[player]\nkey =\n", "key: "},
        {"[player]\nsendmail = msmtp\n", "sendmail: "},
        {"[player]\nsendmail = /bin/x 'a\n", "sendmail: "},
        {"[players]\nfrom = a@b.example\n", "[player]"},
        {"from = a@b.example\n", "player.conf"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct settings settings;
        g_autoptr(GError) error = NULL;
        file("player.conf", cases[i].text);
        assert_false(settings_load(&settings, dir, &error));
        assert_true(g_error_matches(error, SETTINGS_ERROR, SETTINGS_ERROR_WRONG));
        assert_non_null(strstr(error->message, cases[i].told));
    }
}

// ---- known referees ----------------------------------------------------------------------------

static void test_known(void **state)
{
    (void)state;
    const char *path = below("referees");
    char key[KNOWN_KEY];
    gboolean found;
    g_autofree char *a = g_strnfill(64, 'a');
    g_autofree char *b = g_strnfill(64, 'b');
    assert_true(known_find(path, "r@x.example", key, &found, NULL));
    assert_false(found);
    assert_true(known_add(path, "r@x.example", a, NULL));
    assert_true(known_add(path, "s@x.example", b, NULL));
    assert_true(known_find(path, "R@X.example", key, &found, NULL));
    assert_true(found);
    assert_string_equal(key, a);
    assert_true(known_find(path, "s@x.example", key, &found, NULL));
    assert_string_equal(key, b);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 077, 0);
    // by hand, without a line end
    g_autofree char *text = g_strdup_printf("# mine\n\n  t@x.example   %s", a);
    file("referees", text);
    assert_true(known_add(path, "u@x.example", b, NULL));
    assert_true(known_find(path, "t@x.example", key, &found, NULL));
    assert_true(found);
    assert_string_equal(key, a);
    assert_true(known_find(path, "u@x.example", key, &found, NULL));
    assert_true(found);
    static const char *const wrong[] = {"r@x.example\n", "r@x.example abc\n", "\n# x\nr aaaa\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        file("referees", wrong[i]);
        assert_false(known_find(path, "r@x.example", key, &found, &error));
        assert_true(g_error_matches(error, KNOWN_ERROR, KNOWN_ERROR_WRONG));
    }
    g_autoptr(GError) error = NULL;
    g_autofree char *impossible = g_build_filename(dir, "nowhere", "referees", NULL);
    assert_false(known_add(impossible, "r@x.example", a, &error));
    assert_int_equal(error->domain, G_FILE_ERROR);
}

// ---- mailboxes ---------------------------------------------------------------------------------

static void put(const char *name, const char *text, gint64 written)
{
    const char *path = file(name, text);
    struct timespec times[2] = {{.tv_sec = written}, {.tv_sec = written}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static char *mail_of_turn(int turn, gboolean with_table)
{
    json_auto_t *table = player_mail_table(SEED);
    json_object_set_new(table, "turn", json_integer(turn));
    return player_mail_make(
        &(struct player_mail){.table = with_table ? table : NULL, .seed = SEED});
}

static void test_newest(void **state)
{
    (void)state;
    g_mkdir(below("Maildir"), 0700);
    g_mkdir(below("Maildir/cur"), 0700);
    g_mkdir(below("Maildir/new"), 0700);
    g_autofree char *maildir = g_build_filename(dir, "Maildir", NULL);
    g_autoptr(GError) error = NULL;
    assert_null(mailbox_open(maildir, MAILBOX_TABLE, 0, &error));
    assert_true(g_error_matches(error, MAILBOX_ERROR, MAILBOX_ERROR_NONE));
    g_autofree char *old = mail_of_turn(30, TRUE);
    g_autofree char *newer = mail_of_turn(31, TRUE);
    g_autofree char *press = mail_of_turn(0, FALSE);
    put("Maildir/cur/1:2,S", old, 1000);
    put("Maildir/new/2", newer, 2000);
    put("Maildir/new/3", press, 3000);
    put("Maildir/new/4", "Subject: not the referee's\n\nhello\n", 4000);
    put("Maildir/new/.hidden", newer, 5000);
    g_autoptr(mailfile) found = mailbox_open(maildir, MAILBOX_TABLE, 0, NULL);
    assert_non_null(found);
    assert_int_equal(json_integer_value(json_object_get(found->table, "turn")), 31);
    g_autoptr(mailfile) any = mailbox_open(maildir, MAILBOX_ANY, 0, NULL);
    assert_non_null(any);
    assert_null(any->table);
    // the same second: the later name
    g_autofree char *latest = mail_of_turn(32, TRUE);
    put("Maildir/cur/9:2,", latest, 2000);
    g_autoptr(mailfile) last = mailbox_open(maildir, MAILBOX_TABLE, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(last->table, "turn")), 32);
    g_autofree char *one = g_build_filename(maildir, "cur", "1:2,S", NULL);
    g_autoptr(mailfile) named = mailbox_open(one, MAILBOX_TABLE, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(named->table, "turn")), 30);
}

static void test_unreadable(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *nowhere = g_build_filename(dir, "nowhere", NULL);
    assert_null(mailbox_open(nowhere, MAILBOX_ANY, 0, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT));
    g_clear_error(&error);
    assert_null(mailbox_open("/dev/zero", MAILBOX_ANY, 0, &error));
    assert_true(g_error_matches(error, MAILFILE_ERROR, MAILFILE_ERROR_SHAPE));
    g_clear_error(&error);
    assert_null(mailbox_open("/dev/null", MAILBOX_ANY, 0, &error));
    assert_true(g_error_matches(error, MAILFILE_ERROR, MAILFILE_ERROR_SHAPE));
}

// ---- sendmail ----------------------------------------------------------------------------------

static char *script(const char *name, const char *text)
{
    char *path = file(name, text);
    assert_int_equal(chmod(path, 0700), 0);
    return path;
}

static void test_send(void **state)
{
    (void)state;
    const char *out = below("sent");
    g_autofree char *body =
        g_strdup_printf("#!/bin/sh\n{ printf '<%%s>' \"$@\"; echo; cat; } >%s\n", out);
    char *program = script("sendmail", body);
    const char *argv[] = {program, "-a", "$(touch x); b", NULL};
    assert_true(send_mail(argv, "clara@example.org", "r+1@x.example", "To: r\n\n.\nhello\n", NULL));
    g_autofree char *sent = NULL;
    assert_true(g_file_get_contents(out, &sent, NULL, NULL));
    assert_string_equal(sent, "<-a><$(touch x); b><-i><-f><clara@example.org><--><r+1@x.example>\n"
                              "To: r\n\n.\nhello\n");
}

static void test_send_fails(void **state)
{
    (void)state;
    g_autofree char *big = g_strnfill(1 << 20, 'x');
    static const struct {
        const char *text;
        enum send_error code;
    } cases[] = {
        {"#!/bin/sh\ncat >/dev/null\nexit 75\n", SEND_ERROR_LATER},
        {"#!/bin/sh\ncat >/dev/null\nexit 67\n", SEND_ERROR_NEVER},
        {"#!/bin/sh\nexec <&-\nkill -9 $$\n", SEND_ERROR_LATER},
        {"#!/bin/sh\nexit 0\n", SEND_ERROR_LATER}, // it never read the mail
        {NULL, SEND_ERROR_NEVER},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        const char *argv[] = {
            cases[i].text ? script("failing", cases[i].text) : "/nowhere/sendmail", NULL};
        assert_false(send_mail(argv, "a@b.example", "c@d.example", big, &error));
        assert_true(g_error_matches(error, SEND_ERROR, (gint)cases[i].code));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings),   cmocka_unit_test(test_wrong_settings),
        cmocka_unit_test(test_known),      cmocka_unit_test(test_newest),
        cmocka_unit_test(test_unreadable), cmocka_unit_test(test_send),
        cmocka_unit_test(test_send_fails),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

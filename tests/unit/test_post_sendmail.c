// SPDX-License-Identifier: MIT
// `post` handing over to a program: its arguments, its input, what each exit status means, and that
// one which hangs, dies, doesn't read or leaves a child behind does no harm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

#include "tests/unit/postbox.h"

static struct postbox box;

static int set_up(void **state)
{
    (void)state;
    postbox_make(&box);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    postbox_close(&box);
    return 0;
}

static char *path_of(const char *name)
{
    return g_build_filename(box.dir, name, NULL);
}

// Starts post with a program made of a shell script; $D is the test's folder.
static void start_with(const char *script, int seconds)
{
    g_autofree char *program = path_of("sendmail");
    g_autofree char *whole = g_strdup_printf("#!/bin/sh\nD='%s'\n%s\n", box.dir, script);
    assert_true(g_file_set_contents(program, whole, -1, NULL));
    assert_int_equal(chmod(program, 0700), 0);
    postbox_start(&box,
                  json_pack("{s:s, s:[s,s], s:i, s:s}", "transport", "sendmail", "command", program,
                            "an argument", "seconds", seconds, "host", "host.example"));
}

static void stop(void)
{
    assert_int_equal(child_stop(box.post, 20), 0);
    box.post = NULL;
}

static char *read_file(const char *name)
{
    g_autofree char *path = path_of(name);
    char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void test_arguments_and_input(void **state)
{
    (void)state;
    start_with("for a; do printf '%s|' \"$a\"; done >$D/args; cat >$D/mail; pwd >/dev/null", 20);
    json_t *mail = postbox_mail(1);
    json_object_set_new(mail, "to", json_string("o'brien$(reboot)`x`&|@example.org"));
    g_autofree char *refused = postbox_send(&box, mail);
    assert_string_equal(refused, "never \"to\" is no address"); // parentheses are no dot-atom
    mail = postbox_mail(1);
    json_object_set_new(mail, "to", json_string("o'brien$HOME`x`&|*@example.org"));
    g_autofree char *status = postbox_send(&box, mail);
    assert_string_equal(status, "sent");
    g_autofree char *args = read_file("args");
    assert_string_equal(args, "an argument|-i|-f|referee+b.12.k7xq@host.example|--|"
                              "o'brien$HOME`x`&|*@example.org|");
    g_autofree char *text = read_file("mail");
    assert_true(g_str_has_prefix(text, "Date: Tue, 14 Nov 2023 22:13:20 +0000\nFrom: "));
    assert_true(g_str_has_suffix(text, "\n\nIt is your turn.\n"));
    assert_null(strchr(text, '\r'));
}

static void test_statuses(void **state)
{
    (void)state;
    static const struct {
        int code;
        const char *answer;
    } table[] = {
        {0, "sent"},
        {65, "never the program ended with 65: said so"},
        {67, "refused the program ended with 67: said so"},
        {1, "later the program ended with 1: said so"},
        {64, "later the program ended with 64: said so"},
        {68, "later the program ended with 68: said so"},
        {69, "later the program ended with 69: said so"},
        {70, "later the program ended with 70: said so"},
        {74, "down the program ended with 74: said so"},
        {75, "down the program ended with 75: said so"},
        {77, "down the program ended with 77: said so"},
        {78, "down the program ended with 78: said so"},
        {127, "down the program ended with 127: said so"},
    };
    start_with("cat >/dev/null; printf 'said\\n\\033so\\n' >&2; exit $(cat $D/code)", 20);
    g_autofree char *file = path_of("code");
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autofree char *code = g_strdup_printf("%d", table[i].code);
        assert_true(g_file_set_contents(file, code, -1, NULL));
        g_autofree char *status = postbox_send(&box, postbox_mail(1));
        assert_string_equal(status, table[i].answer);
    }
}

static void test_signal(void **state)
{
    (void)state;
    start_with("kill -9 $$", 20);
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "later the program was ended by signal 9");
}

static void test_pipe_signal_is_normal(void **state)
{
    (void)state;
    start_with("kill -PIPE $$; exit 0", 20);
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "later the program was ended by signal 13");
}

static void test_takes_too_long(void **state)
{
    (void)state;
    start_with("echo working; sleep 100; echo never >$D/late", 1);
    const gint64 from = g_get_monotonic_time();
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "later the program took too long: working");
    assert_true(g_get_monotonic_time() - from < 20 * G_USEC_PER_SEC);
    stop();
}

static void test_leaves_a_child_behind(void **state)
{
    (void)state;
    start_with("cat >/dev/null; sleep 5 & exit 0", 30);
    const gint64 from = g_get_monotonic_time();
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "sent");
    assert_true(g_get_monotonic_time() - from < 4 * G_USEC_PER_SEC);
}

static void test_closes_its_output(void **state)
{
    (void)state;
    start_with("exec >&- 2>&-; cat >$D/mail; sleep 0.1; exit 0", 30);
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "sent");
}

static json_t *big_mail(void)
{
    json_t *mail = postbox_mail(1);
    g_autofree char *text = g_strnfill(1000000, 'x');
    json_object_set_new(mail, "text", json_string(text));
    return mail;
}

static void test_big_mail(void **state)
{
    (void)state;
    // It talks more than a pipe holds before it reads.
    start_with("head -c 300000 /dev/zero | tr '\\0' y; wc -l >$D/lines", 60);
    g_autofree char *status = postbox_send(&box, big_mail());
    assert_string_equal(status, "sent");
    g_autofree char *lines = read_file("lines");
    assert_true(g_ascii_strtoll(lines, NULL, 10) > 1000000 / 76);
}

static void test_does_not_read(void **state)
{
    (void)state;
    start_with("exit 0", 20);
    g_autofree char *status = postbox_send(&box, big_mail());
    assert_string_equal(status, "later the program ended with 0 before it had read the whole mail");
}

static void test_vanishes(void **state)
{
    (void)state;
    start_with("cat >/dev/null", 20);
    g_autofree char *program = path_of("sendmail");
    assert_int_equal(remove(program), 0);
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_true(g_str_has_prefix(status, "down "));
    assert_true(g_str_has_suffix(status, "sendmail: No such file or directory"));
}

static void test_steps(void **state)
{
    (void)state;
    g_autofree char *log = path_of("steps");
    g_setenv("REFEREE23_FAULT_LOG", log, TRUE);
    start_with("cat >/dev/null", 20);
    g_unsetenv("REFEREE23_FAULT_LOG");
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "sent");
    g_autofree char *text = read_file("steps");
    assert_string_equal(text, "post:sendmail-before\npost:sendmail-after\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_arguments_and_input, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_statuses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_signal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pipe_signal_is_normal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_takes_too_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_leaves_a_child_behind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_closes_its_output, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_big_mail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_does_not_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_vanishes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_steps, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("post_sendmail", tests, NULL, NULL);
}

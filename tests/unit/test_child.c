// SPDX-License-Identifier: MIT
// Programs running beside us: `cat` answers every frame with itself; others die, hang, or talk
// nonsense.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "base/child.h"

static child *shell(const char *script)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    g_autoptr(GError) error = NULL;
    child *self = child_start(argv, &error);
    assert_non_null(self);
    return self;
}

static void check_echo(child *self, const char *text, gsize len)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) answer = child_ask(self, text, len, len, 20, &error);
    assert_non_null(answer);
    gsize size;
    const void *bytes = g_bytes_get_data(answer, &size);
    assert_int_equal(size, len);
    if (len > 0)
        assert_memory_equal(bytes, text, len);
}

static void test_echo(void **state)
{
    (void)state;
    child *self = shell("exec cat");
    check_echo(self, "hello", 5);
    check_echo(self, "", 0);
    check_echo(self, "a\0b", 3);
    for (int i = 0; i < 200; i++)
        check_echo(self, "once more", 9);
    assert_true(child_alive(self));
    int status = child_stop(self, 20);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// `cat` answers an object with itself; whatever else it answers is none, and its end.
static void test_object(void **state)
{
    static const char *const others[] = {"", "[]", "{", "{} {}", "{\"a\":1,\"a\":2}", "\"a\""};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autoptr(GError) error = NULL;
        child *self = shell("exec cat");
        json_auto_t *object = child_ask_object(self, "{\"a\":1}", 100, 20, &error);
        assert_int_equal(json_integer_value(json_object_get(object, "a")), 1);
        assert_null(child_ask_object(self, others[i], 100, 20, &error));
        assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_FRAME));
        assert_string_equal(error->message, "/bin/sh answers no JSON object");
        assert_false(child_alive(self));
        child_stop(self, 0);
    }
}

// More than a pipe holds: the child must take all of it before it answers, as ours do.
static void test_long_frames(void **state)
{
    (void)state;
    enum { LEN = 3000000 };
    g_autofree char *text = g_strnfill(LEN, 'x');
    g_autofree char *script = g_strdup_printf("head -c %d | tail -c %d >/dev/null; "
                                              "printf '\\000\\000\\000\\002ok'; exec sleep 60",
                                              LEN + 4, LEN);
    child *self = shell(script);
    g_autoptr(GBytes) answer = child_ask(self, text, LEN, 10, 60, NULL);
    assert_non_null(answer);
    assert_memory_equal(g_bytes_get_data(answer, NULL), "ok", 2);
    int status = child_stop(self, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

struct failing {
    const char *script;
    enum child_error code;
    const char *message;
};

static const struct failing failing_table[] = {
    {"exit 3", CHILD_ERROR_GONE, "/bin/sh ended with status 3"},
    {"head -c 9 >/dev/null; kill -SEGV $$", CHILD_ERROR_GONE, "/bin/sh was ended by signal 11"},
    {"head -c 9 >/dev/null; printf '\\000\\000'; exit 4", CHILD_ERROR_GONE,
     "/bin/sh ended with status 4"},
    {"head -c 9 >/dev/null; printf '\\000\\000\\000\\005abc'", CHILD_ERROR_GONE,
     "/bin/sh ended with status 0"},
    {"exec >&-; exec sleep 60", CHILD_ERROR_GONE, "/bin/sh closed its pipe"},
    {"printf '\\000\\000\\000\\150'; exec sleep 60", CHILD_ERROR_FRAME,
     "/bin/sh gave an answer that is too long"},
    {"printf '\\377\\377\\377\\377'; exec sleep 60", CHILD_ERROR_FRAME,
     "/bin/sh gave an answer that is too long"},
    {"exec sleep 60", CHILD_ERROR_TIMEOUT, "/bin/sh took too long"},
    {"printf '\\000\\000\\000\\005abc'; exec sleep 60", CHILD_ERROR_TIMEOUT,
     "/bin/sh took too long"},
};

static void test_failing(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(failing_table); i++) {
        const struct failing *t = &failing_table[i];
        child *self = shell(t->script);
        g_autoptr(GError) error = NULL;
        gint64 from = g_get_monotonic_time();
        assert_null(child_ask(self, "hello", 5, 100, 1, &error));
        assert_true(g_get_monotonic_time() - from < 10 * G_USEC_PER_SEC);
        assert_true(g_error_matches(error, CHILD_ERROR, (int)t->code));
        assert_string_equal(error->message, t->message);
        assert_false(child_alive(self));
        g_clear_error(&error);
        assert_null(child_ask(self, "hello", 5, 100, 1, &error));
        assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_GONE));
        assert_int_not_equal(child_stop(self, 1), -1);
    }
    // No zombie, no child of any kind is left.
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

// A child that doesn't read can't hold us when there is more to write than a pipe holds.
static void test_deaf(void **state)
{
    (void)state;
    child *self = shell("exec sleep 60");
    g_autofree char *text = g_strnfill(1000000, 'x');
    g_autoptr(GError) error = NULL;
    assert_null(child_ask(self, text, 1000000, 100, 1, &error));
    assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_TIMEOUT));
    child_stop(self, 1);
}

static void test_stop(void **state)
{
    (void)state;
    assert_int_equal(child_stop(NULL, 1), -1);
    int status = child_stop(shell("cat >/dev/null; exit 7"), 20);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    status = child_stop(shell("cat >/dev/null; head -c 200000 /dev/zero; exit 8"), 20);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 8);
    status = child_stop(shell("exec >&-; cat >/dev/null; sleep 0.2; exit 9"), 20);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 9);
    gint64 from = g_get_monotonic_time();
    status = child_stop(shell("exec sleep 60"), 1);
    assert_true(WIFSIGNALED(status));
    assert_true(g_get_monotonic_time() - from < 20 * G_USEC_PER_SEC);
}

static void test_start(void **state)
{
    (void)state;
    const char *const argv[] = {"/nowhere/program", NULL};
    g_autoptr(GError) error = NULL;
    assert_null(child_start(argv, &error));
    assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_START));
    assert_string_equal(error->message,
                        "/nowhere/program can't be started: No such file or directory");
    // Nothing but its three descriptors reaches a child.
    child *self = shell("ls /proc/self/fd | wc -l | { read n; [ $n -le 4 ] || exit 9; }; exec cat");
    check_echo(self, "x", 1);
    assert_int_equal(child_stop(self, 20), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_echo),        cmocka_unit_test(test_object),
        cmocka_unit_test(test_long_frames), cmocka_unit_test(test_failing),
        cmocka_unit_test(test_deaf),        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_start),
    };
    return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}

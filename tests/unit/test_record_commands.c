// SPDX-License-Identifier: MIT
// `verify` and `replay` as they are called: what they print, where, and the exit status.
#include "referee/commands.h"
#include "referee/setup/options.h"
#include "tests/unit/records.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

static char *folder;

// What a call gave.
struct call {
    int status;
    char *out;
    char *err;
};

static int redirect(FILE *stream, const char *path)
{
    fflush(stream);
    const int kept = dup(fileno(stream));
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(dup2(fileno(file), fileno(stream)) >= 0);
    fclose(file);
    return kept;
}

static char *restore(FILE *stream, int kept, const char *path)
{
    char *text = NULL;
    fflush(stream);
    assert_true(dup2(kept, fileno(stream)) >= 0);
    close(kept);
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

// The arguments as a shell would split them.
static struct call call(const char *format, ...) G_GNUC_PRINTF(1, 2);
static struct call call(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    g_autofree char *command = g_strdup_vprintf(format, values);
    va_end(values);
    g_auto(GStrv) argv = NULL;
    int argc = 0;
    assert_true(g_shell_parse_argv(command, &argc, &argv, NULL));
    // the options are taken out of the copy, not out of what has to be freed
    g_autofree char **copy = g_memdup2(argv, sizeof *argv * ((gsize)argc + 1));
    g_autofree char *out = g_build_filename(folder, "out", NULL);
    g_autofree char *err = g_build_filename(folder, "err", NULL);
    struct call result;
    const int kept_out = redirect(stdout, out);
    const int kept_err = redirect(stderr, err);
    result.status =
        strcmp(argv[0], "verify") == 0 ? verify_command(argc, copy) : replay_command(argc, copy);
    result.out = restore(stdout, kept_out, out);
    result.err = restore(stderr, kept_err, err);
    return result;
}

static void done(struct call *result)
{
    g_free(result->out);
    g_free(result->err);
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("`%s` is not in `%s`", part, text);
}

static const char key[] = "5c8c440c6a41ab29615e863d8d54161e26518cbc7e3083f6d10eef62bf2659ee";

static void test_verify(void **state)
{
    (void)state;
    struct call c = call("verify tests/vectors/001.record");
    assert_int_equal(c.status, EXIT_DONE);
    assert_string_equal(c.out, "tests/vectors/001.record: ok\n");
    assert_says(c.err, "own key");
    done(&c);
    c = call("verify --key %s tests/vectors/001.record", key);
    assert_int_equal(c.status, EXIT_DONE);
    assert_string_equal(c.err, "");
    done(&c);
    g_autofree char *upper = g_ascii_strup(key, -1);
    c = call("verify tests/vectors/001.record tests/vectors/002.record --key %s", upper);
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.out, "001.record: ok\ntests/vectors/002.record: line 136: ");
    done(&c);
    c = call("verify tests/vectors/bad/041.record tests/vectors/001.record");
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.out, "041.record: line 41: ");
    assert_says(c.out, "001.record: ok\n");
    done(&c);
}

static void test_verify_wrongly_used(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "verify",          "verify --key 12 tests/vectors/001.record",
        "verify --frob x", "verify --public tests/vectors/001.record a b",
        "replay",          "replay a b",
        "replay --frob x",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        struct call c = call("%s", lines[i]);
        assert_int_equal(c.status, EXIT_WRONG_USAGE);
        assert_string_equal(c.out, "");
        assert_true(c.err[0] != '\0');
        assert_ptr_equal(strchr(c.err, '\n'), c.err + strlen(c.err) - 1); // one line
        done(&c);
    }
    struct call c = call("verify --help");
    assert_int_equal(c.status, EXIT_DONE);
    assert_says(c.out, "--public");
    done(&c);
    c = call("replay --help");
    assert_int_equal(c.status, EXIT_DONE);
    done(&c);
}

static void test_unreadable(void **state)
{
    (void)state;
    struct call c = call("verify %s/none tests/vectors/001.record", folder);
    assert_int_equal(c.status, EXIT_LATER);
    assert_says(c.out, "001.record: ok\n");
    assert_says(c.err, "none: ");
    done(&c);
    c = call("verify %s", folder); // a directory
    assert_int_equal(c.status, EXIT_LATER);
    done(&c);
    c = call("verify %s/none tests/vectors/bad/001.record", folder);
    assert_int_equal(c.status, EXIT_NO);
    done(&c);
    c = call("replay --json %s/none", folder);
    assert_int_equal(c.status, EXIT_LATER);
    assert_says(c.err, "none: ");
    done(&c);
    c = call("verify --public %s/none tests/vectors/001.record", folder);
    assert_int_equal(c.status, EXIT_LATER);
    done(&c);
}

// Nothing of a file or its name reaches the terminal that could move the cursor.
static void test_terminal(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(folder, "a\033[2Jb\n", NULL);
    assert_true(g_file_set_contents(path, "23 record v1\ngame \033[2J x\n", -1, NULL));
    struct call c = call("verify '%s'", path);
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.out, ": line 2: ");
    assert_null(strchr(c.out, '\033'));
    assert_null(strchr(c.err, '\033'));
    done(&c);
    assert_true(g_file_set_contents(path, "23 record v1\ngame \xc2\x9b\xe2\x80\xae x\n", -1, NULL));
    c = call("replay '%s'", path);
    assert_int_equal(c.status, EXIT_NO);
    for (const char *at = c.err; *at; at++)
        assert_true(g_ascii_isprint(*at) || *at == '\n');
    done(&c);
    g_unlink(path);
}

static void test_public(void **state)
{
    (void)state;
    g_autoptr(GString) text = records_read("", 1, ".record");
    g_autoptr(GString) public = record_public(text->str, text->len);
    g_autofree char *old = g_build_filename(folder, "old", NULL);
    assert_true(g_file_set_contents(old, public->str, (gssize) public->len, NULL));
    struct call c = call("verify --public %s tests/vectors/001.record --key %s", old, key);
    assert_int_equal(c.status, EXIT_DONE);
    assert_string_equal(c.out, "tests/vectors/001.record: ok\n");
    done(&c);
    c = call("verify --public %s tests/vectors/002.record", old);
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.out, "002.record: line 2: ");
    done(&c);
    c = call("verify --public %s %s", old, old);
    assert_int_equal(c.status, EXIT_DONE);
    assert_says(c.out, "not finished");
    done(&c);
    c = call("verify --public %s tests/vectors/bad/001.record", old); // the lower of two faults
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.out, "bad/001.record: line 43: ");
    done(&c);
    c = call("verify %s", old); // public, and so no finished record
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.out, ": line 9: ");
    done(&c);
    g_unlink(old);
}

static void test_json(void **state)
{
    (void)state;
    struct call c = call("verify --json tests/vectors/001.record tests/vectors/bad/041.record "
                         "%s/none",
                         folder);
    assert_int_equal(c.status, EXIT_NO);
    g_auto(GStrv) lines = g_strsplit(c.out, "\n", -1);
    assert_int_equal(g_strv_length(lines), 4);
    json_t *first = json_loads(lines[0], 0, NULL);
    json_t *second = json_loads(lines[1], 0, NULL);
    json_t *third = json_loads(lines[2], 0, NULL);
    assert_true(json_is_true(json_object_get(first, "ok")));
    assert_int_equal(json_integer_value(json_object_get(first, "game")), 120);
    assert_string_equal(json_string_value(json_object_get(first, "key")), key);
    assert_true(json_is_true(json_object_get(first, "own_key")));
    assert_true(json_is_false(json_object_get(second, "ok")));
    assert_int_equal(json_integer_value(json_object_get(second, "line")), 41);
    assert_true(json_is_string(json_object_get(second, "reason")));
    assert_true(json_is_string(json_object_get(third, "error")));
    json_decref(first);
    json_decref(second);
    json_decref(third);
    done(&c);
}

static void test_replay(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) right = records_read("", i, ".states");
        struct call c = call("replay --json tests/vectors/%03u.record", i);
        assert_int_equal(c.status, EXIT_DONE);
        assert_string_equal(c.err, "");
        if (strcmp(c.out, right->str) != 0)
            fail_msg("the states of %03u.record differ", i);
        done(&c);
    }
    struct call c = call("replay --json tests/vectors/bad/024.record"); // stops before line 167
    g_autoptr(GString) right = records_read("", 27, ".states");
    assert_int_equal(c.status, EXIT_NO);
    assert_says(c.err, "line 167: ");
    const char *stop = strstr(right->str, "{\"line\":167,");
    assert_non_null(stop);
    assert_int_equal(strlen(c.out), stop - right->str);
    assert_memory_equal(c.out, right->str, strlen(c.out));
    done(&c);
}

static void test_replay_for_people(void **state)
{
    (void)state;
    struct call c = call("replay tests/vectors/001.record");
    assert_int_equal(c.status, EXIT_DONE);
    assert_null(strchr(c.out, '\033')); // colours are for terminals
    assert_says(c.out, "dma5XY3 discards 2 11 16");
    assert_says(c.out, "MqKKLBy.o2A: 12 bonus");
    assert_says(c.out, "> MqKKLBy.o2A  penalty");
    assert_says(c.out, "out of the round");
    assert_says(c.out, "forced");
    assert_says(c.out, "(by a robot)");
    assert_says(c.out, "winner MqKKLBy.o2A");
    done(&c);
    c = call("replay tests/vectors/031.record");
    assert_says(c.out, "cancelled ");
    done(&c);
}

static int set_up(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("record-XXXXXX", NULL);
    return folder ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        g_autofree char *path = g_build_filename(folder, i ? "err" : "out", NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
    g_free(folder);
    return 0;
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify),     cmocka_unit_test(test_verify_wrongly_used),
        cmocka_unit_test(test_unreadable), cmocka_unit_test(test_terminal),
        cmocka_unit_test(test_public),     cmocka_unit_test(test_json),
        cmocka_unit_test(test_replay),     cmocka_unit_test(test_replay_for_people),
    };
    return cmocka_run_group_tests_name("verify and replay", tests, set_up, tear_down);
}

// SPDX-License-Identifier: MIT
// The hub and the reading program together: mails in order, mails that kill or keep their reader, a
// program that isn't there, and the walls around it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib/gstdio.h>

#include "referee/programs/reader.h"
#include "referee/programs/reader_shape.h"

static char *built(const char *path)
{
    const char *build = g_getenv("BUILD");
    return g_build_filename(build ? build : "build", path, NULL);
}

static reader *start(const char *path, guint seconds)
{
    g_autofree char *program = built(path);
    return reader_start(program, (struct reader_limits){100000, seconds});
}

static GBytes *mail(const char *header, const char *body)
{
    g_autofree char *text = g_strconcat("From: a@example.org\r\n", header, "\r\n\r\n", body, NULL);
    return g_bytes_new(text, strlen(text));
}

// The body that the reader finds, or NULL and the code of its error.
static char *read_one(reader *eyes, const char *header, const char *body, int *out_code)
{
    g_autoptr(GBytes) raw = mail(header, body);
    g_autoptr(GError) error = NULL;
    json_t *facts = NULL;
    *out_code = -1;
    if (!reader_read(eyes, raw, &facts, &error)) {
        assert_true(error && error->domain == READER_ERROR);
        *out_code = error->code;
        return NULL;
    }
    char *text =
        g_strdup(json_string_value(json_object_get(json_object_get(facts, "text"), "body")));
    json_decref(facts);
    return text;
}

static void test_many(void **state)
{
    (void)state;
    g_autoptr(reader) eyes = start("libexec/read", 30);
    for (int i = 0; i < 200; i++) {
        int code = 0;
        g_autofree char *body = g_strdup_printf("play %d\n", i);
        g_autofree char *text = read_one(eyes, "X: y", body, &code);
        assert_string_equal(text, body);
    }
}

static void test_empty_and_big(void **state)
{
    (void)state;
    g_autoptr(reader) eyes = start("libexec/read", 30);
    g_autoptr(GBytes) empty = g_bytes_new(NULL, 0);
    g_autofree char *filling = g_strnfill(20 * 1024 * 1024, 'a');
    g_autoptr(GBytes) big = mail("X: y", filling);
    g_autoptr(GError) error = NULL;
    json_t *facts = NULL;
    assert_true(reader_read(eyes, empty, &facts, &error));
    assert_true(json_is_true(json_object_get(json_object_get(facts, "sender"), "absent")));
    json_decref(facts);
    assert_true(reader_read(eyes, big, &facts, &error));
    assert_true(json_is_true(json_object_get(facts, "too_big")));
    json_decref(facts);
}

// A mail that kills its reader is told; the next one is read.
static void test_killed(void **state)
{
    (void)state;
    g_autoptr(reader) eyes = start("tests/marked/read", 30);
    int code = 0;
    for (int i = 0; i < 3; i++) {
        g_autofree char *before = read_one(eyes, "X: y", "pass", &code);
        assert_string_equal(before, "pass");
        assert_null(read_one(eyes, "X-Test-Crash: yes", "leave", &code));
        assert_int_equal(code, READER_KILLED);
    }
    g_autofree char *after = read_one(eyes, "X: y", "pass", &code);
    assert_string_equal(after, "pass");
}

static void test_hangs(void **state)
{
    (void)state;
    g_autoptr(reader) eyes = start("tests/marked/read", 1);
    int code = 0;
    assert_null(read_one(eyes, "X-Test-Hang: yes", "leave", &code));
    assert_int_equal(code, READER_KILLED);
    g_autofree char *after = read_one(eyes, "X: y", "pass", &code);
    assert_string_equal(after, "pass");
}

// The real program has no such door.
static void test_no_door(void **state)
{
    (void)state;
    g_autoptr(reader) eyes = start("libexec/read", 10);
    int code = 0;
    g_autofree char *text = read_one(eyes, "X-Test-Crash: yes\r\nX-Test-Hang: yes", "pass", &code);
    assert_string_equal(text, "pass");
}

static void test_missing(void **state)
{
    (void)state;
    int code = 0;
    g_autoptr(reader) nowhere = reader_start("/nowhere/read", (struct reader_limits){1000, 5});
    assert_null(read_one(nowhere, "X: y", "pass", &code));
    assert_int_equal(code, READER_MISSING);
    // a program that ends by itself, without reading a mail
    g_autoptr(reader) other = reader_start("/bin/false", (struct reader_limits){1000, 5});
    assert_null(read_one(other, "X: y", "pass", &code));
    assert_int_equal(code, READER_MISSING);
    reader_stop(NULL);
}

// A reader that was taken over says what it likes: it isn't believed, and replaced.
static void test_liar(void **state)
{
    (void)state;
    g_autofree char *program = built("tests/liar");
    assert_true(g_file_set_contents(program, "#!/bin/sh\nexec cat\n", -1, NULL));
    assert_int_equal(g_chmod(program, 0700), 0);
    g_autoptr(reader) echo = reader_start(program, (struct reader_limits){1000, 5});
    int code = 0;
    for (int i = 0; i < 2; i++) {
        assert_null(read_one(echo, "X: y", "pass", &code));
        assert_int_equal(code, READER_KILLED);
    }
}

static void test_sandbox(void **state)
{
    (void)state;
    g_autofree char *program = built("libexec/read");
    const char *argv[] = {program, "--self-test", NULL};
    g_autofree char *said = NULL;
    g_autoptr(GError) error = NULL;
    int status = -1;
    assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &said, NULL,
                             &status, &error));
    assert_int_equal(status, 0);
    assert_null(strstr(said, "ALLOWED"));
    static const char *const walls[] = {"Landlock", "seccomp", "together"};
    for (gsize i = 0; i < G_N_ELEMENTS(walls); i++) {
        static const char *const tried[] = {"open a file to read", "open a file to write",
                                            "run a program", "make a socket"};
        if (i == 0 && strstr(said, "Landlock: this kernel has none")) {
            print_message("# this kernel has no Landlock\n");
            continue;
        }
        for (gsize k = 0; k < G_N_ELEMENTS(tried) - (i == 0 ? 1 : 0); k++) {
            g_autofree char *line = g_strdup_printf("%s: %s: refused\n", walls[i], tried[k]);
            if (!strstr(said, line))
                fail_msg("not there: %s", line);
        }
    }
}

// ---- the shape of answers ----------------------------------------------------------------------

static json_t *true_facts(void)
{
    g_autoptr(reader) eyes = start("libexec/read", 10);
    g_autoptr(GBytes) raw = mail("To: b@example.org\r\nSubject: x", "pass");
    json_t *facts = NULL;
    assert_true(reader_read(eyes, raw, &facts, NULL));
    return facts;
}

static void test_shape(void **state)
{
    (void)state;
    json_t *facts = true_facts();
    assert_true(reader_shape_holds(facts));
    guint count = 0;
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(facts, key, value)
    { // no key may be missing or of another type
        json_t *other = json_copy(facts);
        json_object_del(other, key);
        assert_false(reader_shape_holds(other));
        json_object_set_new(other, key, json_integer(7));
        assert_false(reader_shape_holds(other));
        json_decref(other);
        count++;
    }
    assert_true(count > 15);
    json_decref(facts);
}

static void test_shape_lines(void **state)
{
    (void)state;
    json_t *facts = true_facts();
    g_autofree char *long_line = g_strnfill(2000, 'a');
    const char *const BAD[] = {"a\nb", "a\x1b[0m", "\xc2\x9b", long_line};
    for (gsize i = 0; i < G_N_ELEMENTS(BAD); i++) {
        json_object_set_new(facts, "subject", json_string(BAD[i]));
        assert_false(reader_shape_holds(facts));
        json_object_set_new(facts, "subject", json_string("fine"));
        json_object_set_new(facts, "to", json_pack("[s]", BAD[i]));
        assert_false(reader_shape_holds(facts));
        json_object_set_new(facts, "to", json_array());
        assert_true(reader_shape_holds(facts));
    }
    json_decref(facts);
    assert_false(reader_shape_holds(NULL));
    json_t *array = json_array();
    assert_false(reader_shape_holds(array));
    json_decref(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many),    cmocka_unit_test(test_empty_and_big),
        cmocka_unit_test(test_killed),  cmocka_unit_test(test_hangs),
        cmocka_unit_test(test_no_door), cmocka_unit_test(test_missing),
        cmocka_unit_test(test_liar),    cmocka_unit_test(test_sandbox),
        cmocka_unit_test(test_shape),   cmocka_unit_test(test_shape_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

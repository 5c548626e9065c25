// SPDX-License-Identifier: MIT
// Files of many records, taken apart: whatever is in them, nothing of it is lost or counted twice,
// and no line has another number than in the file.
#include "referee/record/records.h"

#include "tests/unit/records.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static char *path;

// What the reader makes of some bytes: "LINE:LENGTH" for each part, and `large` where it is too
// large.
static char *parts_of(const char *bytes, gsize len)
{
    g_autoptr(GError) error = NULL;
    GString *out = g_string_new(NULL);
    GString *all = g_string_new(NULL);
    struct records_part part;
    assert_true(g_file_set_contents(path, bytes, (gssize)len, NULL));
    struct records *records = records_open(path, &error);
    assert_non_null(records);
    bool last = false;
    while (records_next(records, &part, &error)) {
        assert_false(last);
        last = part.last;
        g_string_append_len(all, part.text, (gssize)part.len);
        g_string_append_printf(out, "%s%" G_GSIZE_FORMAT ":", out->len ? " " : "", part.line);
        if (part.too_large)
            g_string_append(out, "large");
        else
            g_string_append_printf(out, "%" G_GSIZE_FORMAT, part.len);
    }
    assert_null(error);
    assert_true(last);
    assert_false(records_next(records, &part, &error)); // the end stays the end
    records_close(records);
    if (!strstr(out->str, "large")) {
        assert_int_equal(all->len, len);
        assert_memory_equal(all->str, bytes, len);
    }
    g_string_free(all, TRUE);
    return g_string_free(out, FALSE);
}

#define T "23 record v1\n"

static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        const char *parts;
        gsize len; // 0: up to the NUL
    } rows[] = {
        {"", "1:0", 0},
        {"\n", "1:1", 0},
        {T, "1:13", 0},
        {T "a\n", "1:15", 0},
        {T "a\n" T "b\n" T, "1:15 3:15 5:13", 0},
        {T T T, "1:13 2:13 3:13", 0},
        {"noise\n\n" T "a\n", "1:7 3:15", 0},
        {"\xef\xbb\xbf" T T, "1:16 2:13", 0},     // a byte order mark is no title
        {"23 record v1\r\na\r\n", "1:17", 0},     // nor is this one
        {T "a\n23 record v1\r\n", "1:29", 0},     //
        {T "a\n23 record v1", "1:27", 0},         // a line isn't one before it has ended
        {T "a\n23 record v12\n", "1:29", 0},      //
        {T "a\n 23 record v1\n", "1:29", 0},      //
        {T "a 23 record v1\n" T, "1:28 3:13", 0}, //
        {T "a", "1:14", 0},                       //
        {T "a\0b\n" T "\0", "1:17 3:14", 31},     //
        {"\0\0\0\n" T, "1:4 2:13", 17},           //
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *parts =
            parts_of(rows[i].bytes, rows[i].len ? rows[i].len : strlen(rows[i].bytes));
        if (!g_str_equal(parts, rows[i].parts))
            fail_msg("row %" G_GSIZE_FORMAT ": %s, not %s", i, parts, rows[i].parts);
    }
}

// A title that lies across the places where the file is read, at each of its bytes.
static void test_every_offset(void **state)
{
    (void)state;
    for (gsize before = 65536 - 20; before < 65536 + 5; before++) {
        g_autoptr(GString) bytes = g_string_new(T);
        while (bytes->len < before - 1)
            g_string_append_c(bytes, 'x');
        g_string_append(bytes, "\n" T "a\n");
        g_autofree char *parts = parts_of(bytes->str, bytes->len);
        g_autofree char *wanted = g_strdup_printf("1:%" G_GSIZE_FORMAT " 3:15", before);
        assert_string_equal(parts, wanted);
    }
}

// What is too large is left out, in one line or in many, and the next one is found again.
static void test_too_large(void **state)
{
    (void)state;
    const gsize size = RECORDS_PART_MAX + 100000;
    for (guint lines = 0; lines < 2; lines++) {
        g_autoptr(GString) bytes = g_string_sized_new(size + 100);
        g_string_append(bytes, T "a\n" T);
        for (gsize i = 0; i < size; i++)
            g_string_append_c(bytes, lines && i % 100 == 99 ? '\n' : 'x');
        gsize newlines = 4;
        for (gsize i = 0; lines && i < size; i++)
            newlines += i % 100 == 99;
        g_string_append(bytes, "\n" T "b\n");
        g_autofree char *parts = parts_of(bytes->str, bytes->len);
        g_autofree char *wanted =
            g_strdup_printf("1:15 3:large %" G_GSIZE_FORMAT ":15", newlines + 1);
        assert_string_equal(parts, wanted);
    }
}

// Titles and scraps thrown together at random: checked against a plain search.
static void test_random(void **state)
{
    (void)state;
    static const char *const scraps[] = {T, "\n", "x", "23 record v1", "a line\n", "\r\n", T};
    GRand *random = g_rand_new_with_seed(23);
    guint several = 0;
    for (guint round = 0; round < 400; round++) {
        g_autoptr(GString) bytes = g_string_new(NULL);
        for (gint n = g_rand_int_range(random, 0, 30); n > 0; n--)
            g_string_append(bytes, scraps[g_rand_int_range(random, 0, G_N_ELEMENTS(scraps))]);
        g_autoptr(GString) wanted = g_string_new("1:");
        gsize start = 0;
        gsize line = 1;
        for (gsize i = 1; i < bytes->len; i++) {
            line += bytes->str[i - 1] == '\n';
            if (bytes->str[i - 1] != '\n' || !g_str_has_prefix(bytes->str + i, T))
                continue;
            g_string_append_printf(wanted, "%" G_GSIZE_FORMAT " %" G_GSIZE_FORMAT ":", i - start,
                                   line);
            start = i;
            several++;
        }
        g_string_append_printf(wanted, "%" G_GSIZE_FORMAT, bytes->len - start);
        g_autofree char *parts = parts_of(bytes->str, bytes->len);
        assert_string_equal(parts, wanted->str);
    }
    g_rand_free(random);
    assert_true(several > 200);
}

static void test_unreadable(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct records_part part;
    assert_null(records_open("/nowhere/at/all", &error));
    assert_int_equal(error->domain, G_FILE_ERROR);
    g_clear_error(&error);
    struct records *records = records_open("/", &error);
    assert_non_null(records);
    assert_false(records_next(records, &part, &error));
    assert_non_null(error);
    records_close(records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),     cmocka_unit_test(test_every_offset),
        cmocka_unit_test(test_too_large),  cmocka_unit_test(test_random),
        cmocka_unit_test(test_unreadable),
    };
    int fd = g_file_open_tmp("records-XXXXXX", &path, NULL);
    g_assert(fd >= 0);
    close(fd);
    int failed = cmocka_run_group_tests_name("files of records", tests, NULL, NULL);
    g_unlink(path);
    g_free(path);
    return failed;
}

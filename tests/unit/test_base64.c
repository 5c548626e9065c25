// SPDX-License-Identifier: MIT
// Base64 by its two rules: what comes out, what is refused, and what is written.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/base64.h"

static const struct {
    const char *text;
    const char *exact, *mail; // what comes out; NULL: refused
} rows[] = {
    {"", "", ""},
    {"cA==", "p", "p"},
    {"cGw=", "pl", "pl"},
    {"cGxh", "pla", "pla"},
    {"cGxheSA3IDc=", "play 7 7", "play 7 7"},
    {"cGxheSA3IDcN", "play 7 7\r", "play 7 7\r"},
    {"+/+/", "\xfb\xff\xbf", "\xfb\xff\xbf"},
    // line ends and blanks
    {"cGxh\r\neSA3\r\nIDc=\r\n\r\n", NULL, "play 7 7"},
    {" c G x h\te S A 3 I D c =\n", NULL, "play 7 7"},
    {"cGxheSA3IDc\n=", NULL, "play 7 7"},
    {" \r\n", NULL, ""},
    {"cGxh\f", NULL, NULL},
    {"cGxh\v", NULL, NULL},
    {"cGxh\xc2\xa0", NULL, NULL},
    // bits that nothing stands for
    {"cB==", NULL, "p"},
    {"cGx=", NULL, "pl"},
    {"cGxheSA3ID9=", NULL, "play 7 ?"},
    // padding: none, too little, too much, in the middle, alone
    {"cGxheSA3IDc", NULL, NULL},
    {"cA=", NULL, NULL},
    {"cA", NULL, NULL},
    {"c", NULL, NULL},
    {"cGxheSA3IDc==", NULL, NULL},
    {"cGxh====", NULL, NULL},
    {"cGxheSA3IDc=\nYQ==", NULL, NULL},
    {"cGxheSA3IDc=YQ==", NULL, NULL},
    {"cA==cA==", NULL, NULL},
    {"c===", NULL, NULL},
    {"====", NULL, NULL},
    {"cG=x", NULL, NULL},
    {"=cGx", NULL, NULL},
    // what isn't of it
    {"cGxheSA3IDc=\n-- \nlist", NULL, NULL},
    {"cGxh*eSA3", NULL, NULL},
    {"cGx*", NULL, NULL},
    {"cG-_", NULL, NULL}, // another alphabet
    {"cGxheSA3\x80", NULL, NULL},
};

static gboolean is(const char *expected, const void *bytes, gsize len)
{
    return expected && strlen(expected) == len && memcmp(bytes, expected, len) == 0;
}

static void test_bytes(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gsize len = 0;
        g_autoptr(GBytes) bytes = base64_read_bytes(rows[i].text);
        const void *from = bytes ? g_bytes_get_data(bytes, &len) : NULL;
        if (bytes ? !is(rows[i].exact, from ? from : "", len) : rows[i].exact != NULL)
            fail_msg("row %zu: %s", i, rows[i].text);
    }
}

static void test_read(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const gsize n = rows[i].exact ? strlen(rows[i].exact) : 0;
        for (gsize asked = 0; asked < 16; asked++) {
            guint8 out[16];
            memset(out, '.', sizeof out);
            gboolean good = base64_read(rows[i].text, out, asked);
            if (good != (rows[i].exact && n == asked) ||
                !is(good ? rows[i].exact : "", out, good ? n : 0) || out[good ? n : 0] != '.')
                fail_msg("row %zu, %zu bytes: %s", i, asked, rows[i].text);
        }
    }
}

// What is decoded stands behind what was there; what is refused leaves that as it was.
static void test_mail(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) out = g_string_new("so ");
        g_autofree char *expected = g_strconcat("so ", rows[i].mail, NULL);
        gboolean good = base64_read_mail(rows[i].text, strlen(rows[i].text), out);
        if (good != (rows[i].mail != NULL) || !is(expected, out->str, out->len))
            fail_msg("row %zu: %s", i, rows[i].text);
    }
    g_autoptr(GString) out = g_string_new(NULL);
    assert_false(base64_read_mail("cGx\0aA==", 8, out));
    assert_false(base64_read_mail("cGxh\0\0\0\0", 8, out));
    assert_true(base64_read_mail("cGxheSA3", 4, out)); // no further than it was told
    assert_string_equal(out->str, "pla");
}

static void test_write(void **state)
{
    (void)state;
    guint8 bytes[200];
    for (gsize i = 0; i < sizeof bytes; i++)
        bytes[i] = (guint8)(i * 7);
    for (gsize len = 0; len <= sizeof bytes; len++) {
        g_autoptr(GString) text = g_string_new(NULL);
        g_autoptr(GString) again = g_string_new(NULL);
        base64_write_mail(text, bytes, len);
        const gsize letters = (len + 2) / 3 * 4;
        assert_int_equal(text->len, letters + (letters + 75) / 76);
        for (char *line = text->str; *line; line = strchr(line, '\n') + 1)
            assert_in_range(strcspn(line, "\n"), 1, 76);
        assert_true(base64_read_mail(text->str, text->len, again));
        assert_int_equal(again->len, len);
        assert_memory_equal(again->str, bytes, len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_mail),
        cmocka_unit_test(test_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The hub's small readers and writers of words: what a terminal may see, the nearest known word,
// amounts, addresses.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/address.h"
#include "base/nearest.h"
#include "base/plain.h"
#include "referee/setup/amount.h"
#include "referee/setup/arguments.h"

#include <string.h>

static void test_plain(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line, *lines;
    } rows[] = {
        {"", "", ""},
        {"Zoë · 7", "Zoë · 7", "Zoë · 7"},
        {"a\nb\tc", "a\\x0ab\\x09c", "a\nb\tc"},
        {"a\r\nb\rc", "a\\x0d\\x0ab\\x0dc", "a\nb\\x0dc"},
        {"\x1b[2J\x7f\x07", "\\x1b[2J\\x7f\\x07", "\\x1b[2J\\x7f\\x07"},
        {"\xc2\x9b"
         "31m",
         "\\u{009b}31m", "\\u{009b}31m"},
        {"\xe2\x80\xae"
         "abc",
         "\\u{202e}abc", "\\u{202e}abc"},
        {"\xe2\x80\xa8", "\\u{2028}", "\\u{2028}"},
        {"caf\xe9!", "caf\\xe9!", "caf\\xe9!"},
        {"\xe2\x82", "\\xe2\\x82", "\\xe2\\x82"},
        {"a\\b", "a\\\\b", "a\\b"},
        {"a\\x1bb", "a\\\\x1bb", "a\\x1bb"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *line = plain_line(rows[i].text, -1);
        g_autofree char *lines = plain_text(rows[i].text, -1);
        assert_string_equal(line, rows[i].line);
        assert_string_equal(lines, rows[i].lines);
    }
    g_autofree char *nul = plain_line("a\0b", 3);
    assert_string_equal(nul, "a\\x00b");
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
        gsize max;
    } rows[] = {
        {"", "", 100},
        {"as it is", "as it is", 100},
        {"550-5.1.1 no\r\n550 such  user\r\n", "550-5.1.1 no 550 such user", 100},
        {"\t \n", "", 100},
        {" \x1b[31mred", "[31mred", 100},
        {"\xe2\x80\xae"
         "abc\xe2\x80\xa8"
         "d",
         "abc d", 100},
        {"caf\xc3\xa9 caf\xe9", "caf\xc3\xa9 caf\xef\xbf\xbd", 100},
        {"0123456789", "012345", 11},
        {"01234 6789", "01234", 11},
        {"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", "\xc3\xa4\xc3\xa4", 8},
        {"abc", "", 5},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *words = plain_words(rows[i].text, rows[i].max);
        assert_string_equal(words, rows[i].words);
        assert_true(strlen(words) <= rows[i].max);
    }
}

static void test_nearest(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        guint distance;
    } rows[] = {
        {"", "", 0},         {"abc", "abc", 0},       {"abc", "ABC", 0},       {"abc", "acb", 1},
        {"abc", "ab", 1},    {"abc", "xabc", 1},      {"abc", "axc", 1},       {"", "abc", 3},
        {"tcik", "tick", 1}, {"doctor", "rotcod", 3}, {"kitten", "sitting", 3}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_int_equal(nearest_distance(rows[i].a, rows[i].b), rows[i].distance);
        assert_int_equal(nearest_distance(rows[i].b, rows[i].a), rows[i].distance);
    }
    static const char *const words[] = {"tick", "doctor", "stats"};
    assert_string_equal(nearest_find("docter", words, 3), "doctor");
    assert_string_equal(nearest_find("", words, 3), "tick");
    assert_null(nearest_find("x", words, 0));
    g_autofree char *long_word = g_strnfill(100000, 'x');
    assert_int_equal(nearest_distance(long_word, "x"), 39);
}

static void test_amounts(void **state)
{
    (void)state;
    gint64 n = -1;
    assert_true(amount_parse_time("48h", 0, G_MAXINT64, &n));
    assert_int_equal(n, 172800);
    assert_true(amount_parse_time("2D", 0, G_MAXINT64, &n));
    assert_int_equal(n, 172800);
    assert_true(amount_parse_bytes("2MiB", 0, G_MAXINT64, &n));
    assert_int_equal(n, 2097152);
    assert_true(amount_parse_bytes("999999999999M", 0, G_MAXINT64, &n));
    static const char *const bad[] = {
        "", "h", "48", "48m", "4 8h", " 48h", "48h ", "+48h", "-1h", "1000000000000h", "0x10h"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        assert_false(amount_parse_time(bad[i], 0, G_MAXINT64, &n));
    assert_true(amount_parse_number("007", 7, 7, &n));
    assert_false(amount_parse_number("8", 0, 7, &n));
    static const struct {
        gint64 seconds;
        const char *text;
    } rows[] = {{0, "0d"}, {86400, "1d"}, {3600, "1h"}, {90000, "25h"}, {61, "61s"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = amount_format_time(rows[i].seconds);
        assert_string_equal(text, rows[i].text);
    }
    gint64 id;
    assert_true(arguments_id("14", &id));
    assert_false(arguments_id("0", &id));
    assert_false(arguments_id("-1", &id));
    assert_false(arguments_id("9999999999999999999", &id));
}

static void test_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *text, *canonical;
    } rows[] = {
        {"Anna@Example.ORG", "Anna@example.org"},
        {"a.b+c_d%e-f=g~h'i@x", "a.b+c_d%e-f=g~h'i@x"},
        {"anna@M\xc3\xbcnchen.de", "anna@xn--mnchen-3ya.de"},
        {"jos\x65\xcc\x81@x.org", "jos\xc3\xa9@x.org"},
        {"\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0@x.org", "\xd0\xb0\xd0\xbd\xd0\xbd\xd0\xb0@x.org"},
        {"anna@example.org.", "anna@example.org"},
        {"a@localhost", "a@localhost"},
        {"", NULL},
        {"@", NULL},
        {"anna", NULL},
        {"anna@", NULL},
        {"a b@x", NULL},
        {"a\n@x", NULL},
        {"a@x\n", NULL},
        {"a@x\ny", NULL},
        {"a,b@x", NULL},
        {"<a@x>", NULL},
        {"a@x>", NULL},
        {"a@x,b", NULL},
        {"a\xe2\x80\xae@x", NULL},
        {"a\xff@x", NULL},
        {"a@x\xff", NULL},
        {"-a@x", NULL},
        {"a@-x", NULL},
        {"a.@x", NULL},
        {"a..b@x", NULL},
        {"a@.", NULL},
        {"a@[::1]", NULL},
        {"a@x y", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *wrong = NULL;
        g_autofree char *address = address_canonical(rows[i].text, &wrong);
        if (g_strcmp0(address, rows[i].canonical) != 0)
            fail_msg("%s gave %s (%s)", rows[i].text, address ? address : "nothing",
                     wrong ? wrong : "no reason");
        assert_int_equal(wrong == NULL, address != NULL);
    }
    const char *wrong;
    g_autofree char *local = g_strnfill(65, 'a');
    g_autofree char *long_local = g_strconcat(local, "@x", NULL);
    assert_null(address_canonical(long_local, &wrong));
    g_autofree char *label = g_strnfill(64, 'a');
    assert_null(address_host(label, &wrong));
    g_autofree char *huge = g_strnfill(100000, 'a');
    assert_null(address_host(huge, &wrong));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),     cmocka_unit_test(test_words),
        cmocka_unit_test(test_nearest),   cmocka_unit_test(test_amounts),
        cmocka_unit_test(test_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Header blocks: what is a field, what is too much (gate 1), and header text made fit to be shown.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mail/read_head.h"
#include "mail/read_show.h"

static struct read_head head;

static void scan(const char *text)
{
    read_head_scan(text, strlen(text), &head);
}

static void test_fields(void **state)
{
    (void)state;
    scan("From: a@b\r\nSUBJECT : one\r\n two\r\n\tthree\r\nX-Empty:\r\n\r\nbody\r\n");
    assert_null(head.size);
    assert_false(head.odd);
    assert_int_equal(head.count, 3);
    g_autofree char *subject = read_head_value(read_head_find(&head, "subject"));
    assert_string_equal(subject, "one two\tthree");
    g_autofree char *none = read_head_value(read_head_find(&head, "X-Empty"));
    assert_string_equal(none, "");
    assert_null(read_head_find(&head, "X-Emp"));
    assert_true(read_head_begins(&head.fields[2], "x-emp"));
    assert_int_equal(head.body, 52);
}

static void test_repeated(void **state)
{
    (void)state;
    scan("A: 1\nB: 2\nA: 3\n\n");
    gsize index = 0;
    const struct read_field *one = read_head_next(&head, "a", &index);
    const struct read_field *two = read_head_next(&head, "a", &index);
    assert_true(one && two && one != two);
    assert_null(read_head_next(&head, "a", &index));
}

static void test_tokens(void **state)
{
    (void)state;
    scan("Auto-Submitted: (it (really) \\) is) No (x); a=B\n\n");
    g_autofree char *token = read_head_token(&head.fields[0]);
    assert_string_equal(token, "no ; a=b");
}

static const struct {
    const char *text;
    gboolean odd;
    gboolean size;
    gsize count;
} SHAPES[] = {
    {"", FALSE, FALSE, 0},
    {"\r\n", FALSE, FALSE, 0},
    {"A: b", FALSE, FALSE, 1},
    {"A: b\n", FALSE, FALSE, 1},
    {" A: b\n\n", TRUE, FALSE, 0},
    {"A: b\nplay 7 7\nC: d\n\n", TRUE, FALSE, 2},
    {"A: b\nplay 7 7\n 8\nC: d\n\n", TRUE, FALSE, 2},
    {": b\n\n", TRUE, FALSE, 0},
    {"A b: c\n\n", TRUE, FALSE, 0},
    {"\xc3\x84: c\n\n", TRUE, FALSE, 0},
    {"A: b\rB: c\r\n\r\n", FALSE, TRUE, 0},
    {"A: b\rB: c\r\r", FALSE, TRUE, 0},
    {"A: b\r\r\n\r\n", FALSE, TRUE, 0},
    {"A: b\r", FALSE, TRUE, 0},
};

static void test_shapes(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(SHAPES); i++) {
        scan(SHAPES[i].text);
        if (head.odd != SHAPES[i].odd || (head.size != NULL) != SHAPES[i].size ||
            head.count != SHAPES[i].count)
            fail_msg("row %zu: %s", i, SHAPES[i].text);
    }
    read_head_scan("A: b\0c\n\n", 8, &head);
    assert_string_equal(head.size, "there is a NUL in the header");
}

// A block of this many fields, each with a value of this many bytes.
static gboolean fits(guint fields, gsize bytes)
{
    g_autoptr(GString) block = g_string_new(NULL);
    g_autofree char *value = g_strnfill(bytes, 'x');
    for (guint i = 0; i < fields; i++)
        g_string_append_printf(block, "A: %s\r\n", value);
    g_string_append(block, "\r\nbody");
    read_head_scan(block->str, block->len, &head);
    return head.size == NULL;
}

static void test_caps(void **state)
{
    (void)state;
    assert_true(fits(200, 10));
    assert_false(fits(201, 10));
    assert_true(fits(1, READ_HEAD_FIELD - 3));
    assert_false(fits(1, READ_HEAD_FIELD - 2));
    assert_true(fits(8, READ_HEAD_BLOCK / 8 - 5));
    assert_false(fits(9, READ_HEAD_BLOCK / 8 - 5));
    assert_false(fits(1, 10 * 1024 * 1024));
}

static void test_long_folded(void **state)
{
    (void)state;
    g_autoptr(GString) block = g_string_new("References:\n");
    for (int i = 0; i < 200; i++)
        g_string_append(block, " <0123456789012345678901234567890123456789@example.org>\n");
    g_string_append(block, "\n");
    read_head_scan(block->str, block->len, &head);
    assert_string_equal(head.size, "a header field is longer than 8 KiB");
}

static const struct {
    const char *in;
    const char *out;
} SHOWN[] = {
    {"Re: plain", "Re: plain"},
    {"=?UTF-8?B?SGVsbG8=?= =?UTF-8?B?IHdvcmxk?=", "Hello world"},
    {"=?UTF-8?B?SGVsbG8=?=\t=?utf-8?q?_world?= !", "Hello world !"},
    {"=?utf-8?q?na=C3?= =?utf-8?q?=AFve?=", "na\xc3\xafve"},
    {"=?iso-8859-1?Q?Gr=FC=DFe?= an =?utf-8*de?Q?alle_=E2=82=AC?=", "Gr\xc3\xbc\xc3\x9f"
                                                                    "e an alle \xe2\x82\xac"},
    {"Gr\xfc\xdf"
     "e",
     "Gr\xc3\xbc\xc3\x9f"
     "e"},
    {"=?utf-8?q?x=0D=0ABcc=3A_evil?=", "x Bcc: evil"},
    {"a\x1b]0;gone\x07 b", "a ]0;gone b"},
    {"\xe2\x80\xae"
     "abc\xe2\x80\xa8"
     "d",
     "abc d"},
    {"=?x-nothing?q?abc?= d", "\xef\xbf\xbd d"},
    {"=?utf-8?B?*?=", "=?utf-8?B?*?="},
    {"=?utf-8?q?", "=?utf-8?q?"},
    {"=?", "=?"},
    {"=??q?a?=", "=??q?a?="},
    {"e\xcc\x81", "\xc3\xa9"},
    {"=?utf-8?q?a=00b?=", "\xef\xbf\xbd"},
};

static void test_shown(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(SHOWN); i++) {
        g_autofree char *out = read_show_header(SHOWN[i].in, 200);
        assert_string_equal(out, SHOWN[i].out);
    }
    g_autofree char *cut = read_show_header("\xc3\xa4\xc3\xa4\xc3\xa4", 5);
    assert_string_equal(cut, "\xc3\xa4\xc3\xa4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields), cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_tokens), cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_caps),   cmocka_unit_test(test_long_folded),
        cmocka_unit_test(test_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

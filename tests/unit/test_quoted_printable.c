// SPDX-License-Identifier: MIT
// Quoted-printable: what is allowed comes out exactly, what isn't is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/quoted_printable.h"

static const struct {
    const char *in;
    const char *out; // NULL: refused
} rows[] = {
    {"", ""},
    {"play 7 =\r\n7 bonus", "play 7 7 bonus"},
    {"play 7 =\n7", "play 7 7"},
    {"play 7 = \t\r\n7", "play 7 7"},
    {"a=3Eb=3db", "a>b=b"},
    {"a  \r\nb\t\n c ", "a\r\nb\n c"},
    {"a \t b  \tc", "a \t b  \tc"},
    {"a=20\r\nb", "a \r\nb"},
    {"a =", "a "},
    {"d=C3=A9f", "d\xc3\xa9"
                 "f"},
    {"raw \xe9", "raw \xe9"},
    {"a\r b", "a\r b"},
    {"a=", "a"},
    {"a=3", NULL},
    {"a=3Gb", NULL},
    {"a=\rb", NULL},
    {"a=b", NULL},
    {"http://x/?a=zz", NULL},
};

static void test_rows(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        gboolean good = quoted_printable_read(rows[i].in, strlen(rows[i].in), out);
        if (good != (rows[i].out != NULL) || (good && strcmp(out->str, rows[i].out) != 0))
            fail_msg("row %zu: %s", i, rows[i].in);
    }
}

// A mail of blanks alone takes no longer than another one of its length: each is looked at once.
static void test_many_blanks(void **state)
{
    (void)state;
    enum { BLANKS = 4 * 1024 * 1024 };
    g_autofree char *text = g_strnfill(BLANKS + 1, ' ');
    g_autoptr(GString) out = g_string_new(NULL);
    text[BLANKS] = 'x';
    assert_true(quoted_printable_read(text, BLANKS + 1, out));
    assert_int_equal(out->len, BLANKS + 1);
    g_string_truncate(out, 0);
    assert_true(quoted_printable_read(text, BLANKS, out));
    assert_int_equal(out->len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_many_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

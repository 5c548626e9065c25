// SPDX-License-Identifier: MIT
// Transfer encodings: what comes out, and what is refused.
#include "player/decode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const struct {
    const char *encoding, *in, *out; // out NULL: refused
} cases[] = {
    {NULL, "a\r\nb\n", "a\nb\n"},
    {"", "", ""},
    {"7bit", "plain", "plain"},
    {"7BIT", "plain", "plain"},
    {"7bit", "gr\xc3\xbc", NULL},
    {"8bit", "gr\xc3\xbc\r\n", "gr\xc3\xbc\n"},
    {"8bit", "a\rb", NULL},
    {"binary", "a", NULL},
    {"x-unknown", "a", NULL},
    {"base64", "aGVsbG8=", "hello"},
    {"base64", "aGVs\r\nbG8=\r\n", "hello"},
    {"base64", " a G V s b G 8 = \n\n", "hello"},
    {"base64", "", ""},
    {"base64", "aGVsbG8", NULL},
    {"base64", "aGVsbG8==", NULL},
    {"base64", "aGVsbG9=", "hello"}, // bits that nothing stands for
    {"base64", "aGVs*bG8=", NULL},
    {"base64", "aGVsbG8=aGVs", NULL},
    {"base64", "aGVsAGxv", NULL}, // a NUL comes out
    {"quoted-printable", "a=3Db =C3=BC", "a=b \xc3\xbc"},
    {"quoted-printable", "a=3db", "a=b"},
    {"quoted-printable", "long=\r\nline", "longline"},
    {"quoted-printable", "long= \t\nline", "longline"},
    {"quoted-printable", "blanks  \t\r\nat the end  ", "blanks\nat the end"},
    {"quoted-printable", "in the  middle", "in the  middle"},
    {"quoted-printable", "end=", "end"},
    {"quoted-printable", "a=4", NULL},
    {"quoted-printable", "a=XY", NULL},
    {"quoted-printable", "a=00b", NULL},
    {"quoted-printable", "gr\xc3\xbc", NULL},
    {"quoted-printable", "a\rb", NULL},
};

static void test_decode(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        GString *out = decode_part(cases[i].encoding, cases[i].in, strlen(cases[i].in), 1000);
        if (!cases[i].out != !out)
            fail_msg("case %zu: %s", i, cases[i].in);
        if (!out)
            continue;
        assert_string_equal(out->str, cases[i].out);
        assert_int_equal(out->len, strlen(cases[i].out));
        g_string_free(out, TRUE);
    }
}

static void test_too_much(void **state)
{
    (void)state;
    assert_null(decode_part("7bit", "four", 4, 3));
    assert_null(decode_part("base64", "aGVsbG8=", 8, 4));
    assert_null(decode_part("7bit", "a\0b", 3, 10));
    GString *out = decode_part("7bit", "four", 4, 4);
    assert_non_null(out);
    g_string_free(out, TRUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decode),
        cmocka_unit_test(test_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

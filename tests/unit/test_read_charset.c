// SPDX-License-Identifier: MIT
// Charsets: what is allowed comes out exactly, what isn't is refused (H61–H70).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mail/read_charset.h"

static const struct {
    const char *label;
    const char *in;
    gsize len;
    const char *out; // NULL: refused
    gboolean guessed;
} CHARSETS[] = {
    {"utf-8", "\xef\xbb\xbfpass", 7, "pass", FALSE},
    {"utf-8", "d\xc3\xa9", 3, "d\xc3\xa9", FALSE},
    {"utf-8",
     "1\xff"
     "7",
     3, NULL, FALSE},
    {"utf-8",
     "play\xc0\xa0"
     "7",
     7, NULL, FALSE},
    {"utf-8", "\xed\xa0\x80", 3, NULL, FALSE},
    {"utf-8", "\xe2\x82", 2, NULL, FALSE},
    {"utf-8",
     "3\0"
     "17",
     4, NULL, FALSE},
    {"us-ascii",
     "play 7\xa0"
     "7",
     8, NULL, FALSE},
    {"us-ascii", "play 7", 6, "play 7", FALSE},
    {"",
     "Gr\xfc\xdf"
     "e",
     5,
     "Gr\xc3\xbc\xc3\x9f"
     "e",
     TRUE},
    {"", "Gr\xc3\xbc", 4, "Gr\xc3\xbc", FALSE},
    {"", "\x81", 1, NULL, TRUE},
    {"iso-8859-1", "7 \x96 8", 5, "7 \xe2\x80\x93 8", FALSE},
    {"latin1", "\xe9", 1, "\xc3\xa9", FALSE},
    {"windows-1252", "\x81", 1, NULL, FALSE},
    {"iso-8859-15", "\xa4", 1, "\xe2\x82\xac", FALSE},
    {"koi8-r", "\xd0", 1, "\xd0\xbf", FALSE},
    {"gb2312", "\xa3\xb7", 2, "\xef\xbc\x97", FALSE},
    {"gb18030", "\x81", 1, NULL, FALSE},
    {"shift_jis", "\x5c\x7e", 2, "\\~", FALSE},
    {"euc-kr", "\xb0\xa1", 2, "\xea\xb0\x80", FALSE},
    {"big5", "\xa4\xa4", 2, "\xe4\xb8\xad", FALSE},
    {"iso-2022-jp", "\x1b$B$3\x1b(B 7", 10, "\xe3\x81\x93 7", FALSE},
    {"iso-2022-jp", "\x1b$B$3\n7 7\x1b(B", 12, NULL, FALSE},
    {"iso-2022-jp", "\x1b$B$3", 5, NULL, FALSE},
    {"utf-16",
     "\xff\xfe"
     "7\0",
     4, "7", FALSE},
    {"utf-16",
     "\xfe\xff\0"
     "7",
     4, "7", FALSE},
    {"utf-16",
     "\0"
     "7",
     2, NULL, FALSE},
    {"utf-16",
     "\xff\xfe"
     "7",
     3, NULL, FALSE},
    {"utf-16", "\xff\xfe\0\xd8", 4, NULL, FALSE},
    {"utf-16le",
     "\xff\xfe"
     "7\0",
     4, "7", FALSE},
    {"utf-16le",
     "\xfe\xff\0"
     "7",
     4, NULL, FALSE},
    {"utf-16be", "7\0", 2, NULL, FALSE},
    {"utf-7", "+AHA-", 5, NULL, FALSE},
    {"utf-8//ignore", "7", 1, NULL, FALSE},
    {"utf-32", "7", 1, NULL, FALSE},
    {"hz-gb-2312", "7", 1, NULL, FALSE},
    {"x-unknown", "7", 1, NULL, FALSE},
    {"cp1252 ", "7", 1, NULL, FALSE},
};

static void test_charsets(void **state)
{
    (void)state;
    read_charset_init();
    for (gsize i = 0; i < G_N_ELEMENTS(CHARSETS); i++) {
        gsize len = 0;
        gboolean guessed = FALSE;
        const char *reason = NULL;
        g_autofree char *out = read_charset_decode(CHARSETS[i].label, CHARSETS[i].in,
                                                   CHARSETS[i].len, &len, &guessed, &reason);
        if ((out == NULL) != (CHARSETS[i].out == NULL) || (out == NULL) != (reason != NULL) ||
            guessed != CHARSETS[i].guessed)
            fail_msg("row %zu: %s: %s", i, CHARSETS[i].label, out ? out : reason);
        if (out)
            assert_string_equal(out, CHARSETS[i].out);
        if (out)
            assert_int_equal(len, strlen(out));
    }
}

// A converter that stopped within a character starts afresh with the next text.
static void test_no_state_stays(void **state)
{
    (void)state;
    gsize len = 0;
    gboolean guessed = FALSE;
    const char *reason = NULL;
    assert_null(read_charset_decode("gb18030", "\x81", 1, &len, &guessed, &reason));
    g_autofree char *out = read_charset_decode("gb18030", "7", 1, &len, &guessed, &reason);
    assert_string_equal(out, "7");
}

// The tables that are built in say what the C library says, of every byte.
static void test_tables(void **state)
{
    (void)state;
    static const char *const charsets[] = {
        "iso-8859-2",   "iso-8859-3",   "iso-8859-4",   "iso-8859-5",   "iso-8859-6",
        "iso-8859-7",   "iso-8859-8",   "iso-8859-10",  "iso-8859-13",  "iso-8859-14",
        "iso-8859-15",  "iso-8859-16",  "windows-1250", "windows-1251", "windows-1252",
        "windows-1253", "windows-1254", "windows-1256", "windows-1257", "cp874",
        "cp850",        "cp866",        "macintosh",    "koi8-r",       "koi8-u"};
    guint letters = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(charsets); i++)
        for (int byte = 1; byte < 256; byte++) {
            const char text[] = {(char)byte, '\0'};
            gsize len = 0;
            gboolean guessed = FALSE;
            const char *reason = NULL;
            g_autofree char *ours =
                read_charset_decode(charsets[i], text, 1, &len, &guessed, &reason);
            g_autofree char *theirs = g_convert(text, 1, "UTF-8", charsets[i], NULL, NULL, NULL);
            if (g_strcmp0(ours, theirs) != 0)
                fail_msg("%s: byte %d is %s, not %s", charsets[i], byte, ours, theirs);
            letters += ours != NULL;
        }
    assert_true(letters > 25 * 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_no_state_stays),
        cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

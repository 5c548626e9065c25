// SPDX-License-Identifier: MIT
// Values with long strings beside them: what is packed comes out again, whatever its strings say;
// what isn't one of ours is no parcel.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/parcel.h"

enum { LONG = 5000 };

static void check_again(json_t *value, gsize most)
{
    gsize len;
    g_autofree char *parcel = parcel_pack(value, &len);
    assert_int_equal(len, strlen(parcel));
    assert_true(len <= most);
    json_auto_t *again = parcel_unpack(parcel, len);
    assert_true(json_equal(value, again));
    json_decref(value);
}

// A string that takes twice its bytes in JSON.
static char *lines(void)
{
    g_autofree char *bare = g_strnfill(LONG, 'x');
    return g_strdelimit(g_steal_pointer(&bare), "x", '\n');
}

static void test_again(void **state)
{
    (void)state;
    g_autofree char *text = lines();
    check_again(json_pack("{s:i, s:[], s:{}, s:n, s:b}", "a", 7, "b", "c", "d", "e", 1), 40);
    check_again(json_pack("{s:s, s:[s, {s:s}, s], s:s}", "first", text, "list", "short", "deep",
                          text, text, "last", ""),
                3 * LONG + 100);
    // They look like what stands for one that lies beside.
    check_again(json_pack("[s, s, s, s]", "\1",
                          "\1"
                          "12",
                          text, "a\1"),
                LONG + 100);
    check_again(json_pack("{s:s}",
                          "\1"
                          "5",
                          "x"),
                20);
}

static void test_letters(void **state)
{
    (void)state;
    g_autofree char *text = g_strdup_printf("ä%0*d€", LONG, 1);
    check_again(json_pack("[s, s]", text, "ß"), LONG + 30);
}

// What no text can say stays in the JSON, where it is refused.
static void test_nul(void **state)
{
    (void)state;
    g_autofree char *text = lines();
    text[LONG / 2] = '\0';
    json_auto_t *value = json_array();
    json_array_append_new(value, json_stringn(text, LONG));
    gsize len;
    g_autofree char *parcel = parcel_pack(value, &len);
    assert_int_equal(strlen(parcel), len);
    assert_null(parcel_unpack(parcel, len));
}

static void test_none(void **state)
{
    (void)state;
    static const char *const none[] = {
        "",
        "7",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1} ",
        "{\"a\":1}{}",
        "{\"a\":1}\n\n",
        "[\"\\u00013\"]ab",       // cut short
        "[\"\\u00013\"]abcd",     // more than belongs into it
        "[\"\\u00011\"]\xc3\xa4", // half a letter
        "[\"\\u00012\"]\xc3\x28", // no letter
        "[\"\\u0001\"]",          // no length
        "[\"\\u0001-1\"]a",
        "[\"\\u00011a\"]a",
        "[\"\\u000118446744073709551617\"]a",
        "[\"\\u00011\",\"\\u00012\"]ab",
        "{\"\\u00011\":\"\\u00012\"}a",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++)
        if (parcel_unpack(none[i], strlen(none[i])))
            fail_msg("%s is taken for a parcel", none[i]);
    assert_null(parcel_unpack("[\"\\u00012\"]a", 13)); // a NUL beside
    static const char two[] = "[\"\\u00010\",\"\\u00012\"]ab";
    json_auto_t *good = parcel_unpack(two, strlen(two));
    assert_non_null(good);
    assert_string_equal(json_string_value(json_array_get(good, 0)), "");
    assert_string_equal(json_string_value(json_array_get(good, 1)), "ab");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_none),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

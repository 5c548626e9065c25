// SPDX-License-Identifier: MIT
// Times as text: what is read, what is refused, and that both directions agree.
#include "base/utc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>

static const struct {
    const char *text;
    gint64 seconds;
} right[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"1969-12-31T23:59:59Z", -1},
    {"2026-11-30T08:12:44Z", 1796026364},
    {"2000-02-29T12:00:00Z", 951825600},
    {"2024-02-29T23:59:59Z", 1709251199},
    {"2100-02-28T00:00:00Z", 4107456000},
    {"0001-01-01T00:00:00Z", G_GINT64_CONSTANT(-62135596800)},
    {"9999-12-31T23:59:59Z", G_GINT64_CONSTANT(253402300799)},
};

static const char *const wrong[] = {
    "",
    "2026-11-30",
    "2026-11-30T08:12:44",
    "2026-11-30T08:12:44z",
    "2026-11-30t08:12:44Z",
    "2026-11-30 08:12:44Z",
    "2026-11-30T08:12:44Z ",
    " 2026-11-30T08:12:44Z",
    "2026-11-31T08:12:44Z",
    "2026-02-29T08:12:44Z",
    "2100-02-29T08:12:44Z",
    "2026-13-01T08:12:44Z",
    "2026-00-01T08:12:44Z",
    "2026-01-00T08:12:44Z",
    "0000-01-01T08:12:44Z",
    "2026-11-30T24:00:00Z",
    "2026-11-30T08:60:44Z",
    "2016-12-31T23:59:60Z",
    "2026-11-30T08:12:4:Z",
    "2026-11-30T08:12:-4Z",
    "20261130T081244ZZZZZ",
    "2026-1a-30T08:12:44Z",
    "2026-11-30T08:12:44+00:00",
};

static void test_table(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(right); i++) {
        gint64 seconds = 7;
        char text[UTC_TEXT];
        assert_true(utc_parse(right[i].text, strlen(right[i].text), &seconds));
        assert_int_equal(seconds, right[i].seconds);
        utc_format(seconds, text);
        assert_string_equal(text, right[i].text);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        gint64 seconds = 7;
        if (utc_parse(wrong[i], strlen(wrong[i]), &seconds))
            fail_msg("`%s` was read as a time", wrong[i]);
        assert_int_equal(seconds, 7);
    }
}

// Every day of 800 years, one after another, as GLib has it too.
static void test_every_day(void **state)
{
    (void)state;
    gint64 seconds;
    assert_true(utc_parse("1800-01-01T17:05:09Z", UTC_TEXT - 1, &seconds));
    for (unsigned day = 0; day < 292194; day++, seconds += 86400) {
        char text[UTC_TEXT];
        gint64 back;
        utc_format(seconds, text);
        assert_true(utc_parse(text, UTC_TEXT - 1, &back));
        assert_int_equal(back, seconds);
        if (day % 97 == 0) {
            g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(seconds);
            g_autofree char *same = g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
            assert_string_equal(text, same);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_every_day),
    };
    return cmocka_run_group_tests_name("utc", tests, NULL, NULL);
}

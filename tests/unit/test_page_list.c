// SPDX-License-Identifier: MIT
// The months of an archive: each game in one, and none too long for a page.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "referee/archive/page_list.h"

// A list of games that ended in so many days before December 2026, so many a day.
struct days {
    guint day, games;
};

static void fill(GArray *games, GArray *ended, const struct days *days, guint n)
{
    const gint64 december = 1796083200;
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < days[i].games; k++) {
            struct shelf_game game = {.referee = "",
                                      .ended = december - (gint64)days[i].day * 86400 + 3600};
            g_array_append_val(games, game);
            g_array_append_val(ended, ended->len);
        }
    }
}

static void test_parts(void **state)
{
    (void)state;
    static const struct days days[] = {{1, 300}, {2, 400}, {31, 500}, {62, 2}, {63, 1}};
    static const struct {
        guint from, until;
        const char *path;
    } expected[] = {{0, 500, "months/2026-11.html"},
                    {500, 700, "months/2026-11-2.html"},
                    {700, 1200, "months/2026-10.html"},
                    {1200, 1203, "months/2026-09.html"}};
    g_autoptr(GArray) games = g_array_new(FALSE, TRUE, sizeof(struct shelf_game));
    g_autoptr(GArray) ended = g_array_new(FALSE, TRUE, sizeof(guint));
    fill(games, ended, days, G_N_ELEMENTS(days));
    const struct page page = {.zone = zone_utc()};
    const struct shelf shelf = {.games = games};
    const struct page_list list = {.page = &page, .shelf = &shelf, .referee = "", .ended = ended};
    struct page_month month = {0};
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        assert_true(page_list_next_month(&list, &month));
        assert_int_equal(month.from, expected[i].from);
        assert_int_equal(month.until, expected[i].until);
        g_autofree char *path = page_list_month_path(&list, &month);
        assert_string_equal(path, expected[i].path);
    }
    assert_false(page_list_next_month(&list, &month));
}

static void test_none(void **state)
{
    (void)state;
    g_autoptr(GArray) ended = g_array_new(FALSE, TRUE, sizeof(guint));
    const struct page_list list = {.referee = "", .ended = ended};
    struct page_month month = {0};
    assert_false(page_list_next_month(&list, &month));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_none)};
    return cmocka_run_group_tests_name("archive: lists", tests, NULL, NULL);
}

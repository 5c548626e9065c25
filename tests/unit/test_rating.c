// SPDX-License-Identifier: MIT
// Ratings against numbers computed elsewhere, the rules that they must keep, and the standings.
//
// The figures of `known` were printed by OpenSkill for JavaScript, version 5.0.1 (its `rate` with
// nothing but `rank` given), which is not by the authors of this program.
#include "referee/archive/standings.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEATS = RATING_SEATS_MAX };

static const struct known {
    unsigned n;
    gint64 counts[SEATS];
    struct rating before[SEATS], after[SEATS];
} known[] = {
    {2,
     {1, 2},
     {{25, 25.0 / 3}, {25, 25.0 / 3}},
     {{27.635389493140497, 8.06590141354368}, {22.364610506859503, 8.06590141354368}}},
    {2, {1, 1}, {{25, 25.0 / 3}, {25, 25.0 / 3}}, {{25, 8.06590141354368}, {25, 8.06590141354368}}},
    {3,
     {1, 2, 3},
     {{25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}},
     {{27.869048680749426, 8.205243377397993},
      {25.717262170187357, 8.058224222802378},
      {21.413689149063217, 8.058224222802378}}},
    {3,
     {1, 2, 2},
     {{25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}},
     {{27.869048680749426, 8.205243377397993},
      {23.565475659625285, 8.058224222802378},
      {23.565475659625285, 8.058224222802378}}},
    {3,
     {1, 1, 1},
     {{25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}},
     {{25, 8.205243377397993}, {25, 8.205243377397993}, {25, 8.205243377397993}}},
    {4,
     {1, 2, 3, 4},
     {{25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}, {25, 25.0 / 3}},
     {{27.795252672501135, 8.263571791259416},
      {26.55291815138952, 8.17961798837266},
      {24.689416369722096, 8.084127880168786},
      {20.962412806387245, 8.084127880168786}}},
    {3,
     {2, 1, 2},
     {{30, 4}, {22, 7.5}, {27.5, 2}},
     {{29.306883562825334, 3.9572111906187235},
      {25.897968609467505, 7.314494330390148},
      {27.395868801690202, 1.9991153005781257}}},
    {4,
     {3, 1, 1, 4},
     {{30, 4}, {22, 7.5}, {27.5, 2}, {18, 1.25}},
     {{29.86970162180686, 3.969877803372962},
      {23.430706158510834, 7.362197887421323},
      {27.565679862177277, 2.000790068892327},
      {17.947136357409292, 1.2525567348563527}}},
};

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) < 1e-9))
        fail_msg("%.17g is not %.17g", a, b);
}

static void test_known_figures(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        const struct known *k = &known[i];
        struct rating ratings[SEATS];
        memcpy(ratings, k->before, sizeof ratings);
        rating_game(ratings, k->counts, k->n);
        for (unsigned s = 0; s < k->n; s++) {
            assert_near(ratings[s].mean, k->after[s].mean);
            assert_near(ratings[s].deviation, k->after[s].deviation);
        }
    }
}

// The counts say who was before whom, and no more; where somebody sat is of no matter.
static void test_places_alone_count(void **state)
{
    (void)state;
    const gint64 close[] = {3, 4, 5};
    const gint64 far[] = {0, 40, G_MAXINT64};
    const gint64 turned[] = {5, 3, 4};
    struct rating a[] = {{30, 4}, {22, 7.5}, {27.5, 2}};
    struct rating b[] = {{30, 4}, {22, 7.5}, {27.5, 2}};
    struct rating c[] = {{27.5, 2}, {30, 4}, {22, 7.5}};
    rating_game(a, close, 3);
    rating_game(b, far, 3);
    rating_game(c, turned, 3);
    for (unsigned s = 0; s < 3; s++) {
        assert_near(a[s].mean, b[s].mean);
        assert_near(a[s].deviation, c[(s + 1) % 3].deviation);
        assert_near(a[s].mean, c[(s + 1) % 3].mean);
    }
}

// However far apart or unsure they are, what comes out are numbers, and a deviation above zero.
static void test_extremes(void **state)
{
    (void)state;
    const gint64 counts[] = {9, 1, 1, 0};
    struct rating ratings[] = {{90000, 0.0001}, {-90000, 5000}, {0, 1e-9}, {25, 1e6}};
    for (guint i = 0; i < 10000; i++)
        rating_game(ratings, counts, 4);
    for (unsigned s = 0; s < 4; s++) {
        assert_true(isfinite(ratings[s].mean));
        assert_true(isfinite(ratings[s].deviation) && ratings[s].deviation > 0);
    }
}

// Two of known strength: who wins three games of four is found to be stronger, and believed in more
// with every game.
static void test_finds_the_stronger(void **state)
{
    (void)state;
    struct rating pair[] = {rating_start(), rating_start()};
    const gint64 wins[] = {0, 1};
    const gint64 loses[] = {1, 0};
    for (guint i = 0; i < 200; i++)
        rating_game(pair, i % 4 == 3 ? loses : wins, 2);
    assert_true(pair[0].mean > pair[1].mean + 2);
    assert_true(pair[0].deviation < 2.5 && rating_floor(pair[0]) > rating_floor(pair[1]));
}

// ---- standings ---------------------------------------------------------------------------------

static void add(struct standings *standings, gint64 a, gint64 a_count, gint64 b, gint64 b_count)
{
    const struct standings_seat seats[] = {{a, a_count, 10, 1}, {b, b_count, 9, 0}};
    standings_add(standings, seats, 2);
}

static void name(struct standings *standings, gint64 who, const char *nick)
{
    struct standing *line = standings_find(standings, who);
    assert_non_null(line);
    g_strlcpy(line->nick, nick, sizeof line->nick);
}

static void test_standings(void **state)
{
    (void)state;
    struct standings *standings = standings_new();
    add(standings, 7, 3, 9, 5);
    add(standings, 7, 4, 9, 4);
    add(standings, 9, 2, 5, 8);
    name(standings, 7, "anna");
    name(standings, 9, "bruno");
    name(standings, 5, "clara");
    assert_null(standings_find(standings, STANDING_ROBOT));
    g_autoptr(GArray) lines = standings_order(standings);
    assert_int_equal(lines->len, 3);
    const struct standing *line = &g_array_index(lines, struct standing, 0);
    for (guint i = 1; i < lines->len; i++)
        assert_true(rating_floor(line[i - 1].rating) >= rating_floor(line[i].rating));
    for (guint i = 0; i < lines->len; i++)
        if (line[i].who == 9) {
            assert_string_equal(line[i].nick, "bruno");
            assert_int_equal(line[i].games, 3);
            assert_int_equal(line[i].won, 2); // one of them shared
            assert_int_equal(line[i].tokens, 11);
            assert_int_equal(line[i].turns, 28);
            assert_int_equal(line[i].missed, 1);
        }
}

// Robots are one player. Who sits twice learns from both seats: nothing of a game against itself
// but that it is surer.
static void test_robots(void **state)
{
    (void)state;
    struct standings *standings = standings_new();
    add(standings, STANDING_ROBOT, 1, STANDING_ROBOT, 6);
    g_autoptr(GArray) lines = standings_order(standings);
    assert_int_equal(lines->len, 1);
    const struct standing *robot = &g_array_index(lines, struct standing, 0);
    assert_string_equal(robot->nick, "robot");
    assert_int_equal(robot->games, 2);
    assert_int_equal(robot->won, 1);
    assert_near(robot->rating.mean, 25);
    assert_near(robot->rating.deviation,
                known[0].after[0].deviation * known[0].after[0].deviation / (25.0 / 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_figures), cmocka_unit_test(test_places_alone_count),
        cmocka_unit_test(test_extremes),      cmocka_unit_test(test_finds_the_stronger),
        cmocka_unit_test(test_standings),     cmocka_unit_test(test_robots),
    };
    return cmocka_run_group_tests_name("ratings", tests, NULL, NULL);
}

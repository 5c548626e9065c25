// SPDX-License-Identifier: MIT
// A game that is loaded again in a run is as if it were read from its first line, whatever was
// added or taken back in between.
#include "tests/unit/club.h"

#include "referee/match/match_load.h"
#include "referee/match/match_memory.h"
#include "referee/match/match_save.h"
#include "referee/match/play.h"

static struct match *load(struct desk *desk)
{
    struct match *match = NULL;
    g_autoptr(GError) error = NULL;
    assert_true(match_load(desk, 1, &match, &error));
    return match;
}

// What was remembered is what stands in the store; how many lines that are.
static guint check(struct desk *desk)
{
    struct desk forgetful = *desk;
    forgetful.memory = NULL;
    struct match *a = load(desk), *b = load(&forgetful);
    assert_int_equal(a->lines->len, b->lines->len);
    for (guint i = 0; i < a->lines->len; i++)
        assert_string_equal(a->lines->pdata[i], b->lines->pdata[i]);
    assert_int_equal(a->moves->len, b->moves->len);
    assert_memory_equal(a->moves->data, b->moves->data, b->moves->len * sizeof(struct match_move));
    assert_string_equal(a->game.name, b->game.name);
    assert_memory_equal(a->game.head, b->game.head, sizeof b->game.head);
    assert_memory_equal(a->game.chain, b->game.chain, sizeof b->game.chain);
    assert_memory_equal(&a->game.table, &b->game.table, sizeof b->game.table);
    assert_int_equal(a->game.turn, b->game.turn);
    assert_int_equal(a->turn, b->turn);
    assert_int_equal(a->stored, b->stored);
    guint lines = b->lines->len;
    match_free(a);
    match_free(b);
    return lines;
}

// Whoever is to move passes or plays, as the n-th of what is legal says.
static void move(struct desk *desk, unsigned n)
{
    g_autoptr(GError) error = NULL;
    struct legal legal[RULES_LEGAL_MAX];
    struct match *match = load(desk);
    unsigned count = rules_legal(&match->game.table, legal);
    assert_true(count > 1);
    unsigned seat = match->game.table.to_move;
    assert_int_equal(play_move(desk, match, seat, legal[n % count].move, LINE_PLAYER).reason,
                     RULES_LEGAL);
    assert_true(match_save(desk, match, &error));
    match_free(match);
}

static void test_remembered(void **state)
{
    (void)state;
    struct club club;
    struct desk desk = {0};
    g_autoptr(GError) error = NULL;
    club_begin(&club);
    club_game(&club, 2, "name=Tea");
    club_discard(&club);
    assert_true(desk_open(&desk, club.dir, club.now, &error));
    desk.memory = match_memory_new();
    guint begun = check(&desk);
    assert_true(store_begin(desk.store, &error));
    move(&desk, 0);
    guint moved = check(&desk);
    assert_int_equal(moved, begun + 1);
    assert_true(store_savepoint(desk.store, &error));
    move(&desk, 0);
    assert_int_equal(check(&desk), moved + 1);
    store_undo(desk.store);
    assert_int_equal(check(&desk), moved);
    move(&desk, 1); // as many lines as before, and others
    assert_int_equal(check(&desk), moved + 1);
    desk_rollback(&desk);
    assert_int_equal(check(&desk), begun);
    assert_true(store_begin(desk.store, &error));
    move(&desk, 1);
    assert_true(desk_commit(&desk, &error));
    assert_int_equal(check(&desk), begun + 1);
    match_memory_free(desk.memory);
    desk_close(&desk);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_remembered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The rules, row by row: each table of spec/rules.md has one here.
#include "referee/rules/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

enum { DIFF_WINDOW, SKIP_WINDOW, DIFF_SHIFT, SKIP_SHIFT };

static struct rules_options options_of(unsigned which)
{
    return (struct rules_options){.gap = which & 1, .bonus = which >> 1, .discard = 3, .stall = 3};
}

static struct move play(uint8_t value, uint8_t count, uint8_t bonus)
{
    return (struct move){MOVE_PLAY, value, count, bonus};
}

static const struct move pass = {.kind = MOVE_PASS};
static const struct move force = {.kind = MOVE_PASS_FORCE};
static const struct move leave = {.kind = MOVE_LEAVE};

static void hold(struct table *table, unsigned seat, unsigned value, unsigned count)
{
    struct hand *hand = &table->seats[seat].hand;
    hand->cards = (uint8_t)(hand->cards - hand->count[value] + count);
    hand->count[value] = (uint8_t)count;
}

// Seats in the middle of round 1, seat 0 to move, each with three of every value from 4 to 8 or so.
static struct table middle(unsigned which, unsigned n_seats, uint8_t top)
{
    struct table table;
    rules_begin(&table, options_of(which), n_seats);
    table.round = 1;
    table.phase = RULES_PHASE_PLAY;
    table.to_move = 0;
    table.top = top;
    for (unsigned s = 0; s < n_seats; s++) {
        table.seats[s].in = true;
        table.seats[s].discarded = true;
        hold(&table, s, 4, 2);
        hold(&table, s, 9, 1);
    }
    return table;
}

// ---- plays: the examples of the specification, and the edges of each range ---------------------

static const struct {
    unsigned which;
    uint8_t top;
    struct move move;
    int reason;
    int cost;
    bool bonus_helps;
} plays[] = {
    {DIFF_WINDOW, 5, {MOVE_PLAY, 5, 2, 0}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 5, {MOVE_PLAY, 6, 3, 0}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 5, {MOVE_PLAY, 7, 1, 0}, RULES_LEGAL, 2, false},
    {SKIP_WINDOW, 5, {MOVE_PLAY, 7, 1, 0}, RULES_LEGAL, 1, false},
    {DIFF_WINDOW, 5, {MOVE_PLAY, 8, 2, 0}, RULES_LEGAL, 3, false},
    {SKIP_WINDOW, 5, {MOVE_PLAY, 8, 2, 0}, RULES_LEGAL, 2, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 9, 1, 0}, RULES_BELOW_TOP, 0, true},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 6, 1, 0}, RULES_BELOW_TOP, 0, false},
    {DIFF_SHIFT, 12, {MOVE_PLAY, 7, 1, 0}, RULES_BELOW_TOP, 0, true},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 9, 1, 1}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 7, 1, 1}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 6, 1, 1}, RULES_OUT_OF_REACH, 0, false},
    {SKIP_SHIFT, 12, {MOVE_PLAY, 7, 3, 1}, RULES_LEGAL, 0, false},
    {SKIP_SHIFT, 12, {MOVE_PLAY, 6, 1, 1}, RULES_OUT_OF_REACH, 0, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 12, 1, 1}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 17, 1, 1}, RULES_LEGAL, 0, false},
    {SKIP_WINDOW, 12, {MOVE_PLAY, 17, 3, 1}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 18, 1, 1}, RULES_OUT_OF_REACH, 0, false},
    {SKIP_WINDOW, 12, {MOVE_PLAY, 18, 1, 1}, RULES_OUT_OF_REACH, 0, false},
    {DIFF_SHIFT, 12, {MOVE_PLAY, 18, 1, 1}, RULES_LEGAL, 0, false},
    {SKIP_SHIFT, 12, {MOVE_PLAY, 18, 1, 1}, RULES_LEGAL, 0, false},
    {DIFF_SHIFT, 12, {MOVE_PLAY, 19, 1, 1}, RULES_LEGAL, 2, false},
    {SKIP_SHIFT, 12, {MOVE_PLAY, 19, 1, 1}, RULES_LEGAL, 1, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 20, 1, 1}, RULES_OUT_OF_REACH, 0, false},
    {SKIP_SHIFT, 12, {MOVE_PLAY, 20, 1, 1}, RULES_LEGAL, 2, false},
    {DIFF_SHIFT, 12, {MOVE_PLAY, 20, 1, 1}, RULES_LEGAL, 3, false},
    {DIFF_WINDOW, 12, {MOVE_PLAY, 23, 1, 0}, RULES_LEGAL, 11, false},
    {SKIP_WINDOW, 12, {MOVE_PLAY, 23, 1, 0}, RULES_LEGAL, 10, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 16, 1, 1}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 23, 1, 1}, RULES_LEGAL, 0, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 23, 1, 0}, RULES_LEGAL, 2, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 15, 1, 1}, RULES_OUT_OF_REACH, 0, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 24, 1, 0}, RULES_NO_SUCH_CARD, 0, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 0, 1, 1}, RULES_NO_SUCH_CARD, 0, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 22, 4, 0}, RULES_NO_SUCH_CARD, 0, false},
    {DIFF_WINDOW, 21, {MOVE_PLAY, 22, 0, 0}, RULES_NO_SUCH_CARD, 0, false},
    {DIFF_WINDOW, 21, {9, 0, 0, 0}, RULES_NO_SUCH_CARD, 0, false},
    {DIFF_WINDOW, 2, {MOVE_PLAY, 1, 1, 1}, RULES_NOT_IN_HAND, 0, false},
};

static void test_plays(void **state)
{
    (void)state;
    for (size_t i = 0; i < LEN(plays); i++) {
        struct table table = middle(plays[i].which, 3, plays[i].top);
        for (unsigned v = 3; v <= RULES_VALUE_MAX; v++)
            hold(&table, 0, v, 3);
        struct table before = table;
        struct verdict v = rules_judge(&table, 0, plays[i].move);
        if (v.reason != plays[i].reason || v.cost != plays[i].cost ||
            v.bonus_helps != plays[i].bonus_helps)
            fail_msg("play %zu: reason %u, cost %d", i, v.reason, v.cost);
        rules_apply(&table, 0, plays[i].move);
        if (v.reason != RULES_LEGAL) {
            assert_memory_equal(&table, &before, sizeof table); // an illegal move changes nothing
            continue;
        }
        assert_int_equal(table.top, plays[i].move.value);
        assert_int_equal(table.seats[0].penalty, plays[i].cost);
        assert_int_equal(table.seats[0].bonus, 3 - plays[i].move.bonus);
        assert_int_equal(table.seats[0].hand.count[plays[i].move.value], 3 - plays[i].move.count);
        assert_int_equal(table.to_move, 1);
    }
}

static void test_what_is_held(void **state)
{
    (void)state;
    struct table table = middle(DIFF_WINDOW, 2, 4);
    struct verdict v = rules_judge(&table, 0, play(9, 2, 0));
    assert_int_equal(v.reason, RULES_NOT_IN_HAND); // "you have one 9, not two"
    assert_int_equal(v.value, 9);
    assert_int_equal(v.count, 2);
    assert_int_equal(v.held, 1);
    table.seats[0].bonus = 0;
    assert_int_equal(rules_judge(&table, 0, play(9, 1, 1)).reason, RULES_NO_BONUS);
    table.top = 10;
    v = rules_judge(&table, 0, play(9, 1, 0));
    assert_int_equal(v.reason, RULES_BELOW_TOP);
    assert_int_equal(v.top, 10);
    assert_false(v.bonus_helps); // there is no token that could help
    assert_int_equal(rules_judge(&table, 1, play(9, 1, 1)).reason, RULES_NOT_YOUR_TURN);
    assert_int_equal(rules_judge(&table, 9, pass).reason, RULES_NOT_YOUR_TURN);
}

// ---- pass, pass and force, leave ---------------------------------------------------------------

static void test_pass_and_leave(void **state)
{
    (void)state;
    struct table table = middle(DIFF_WINDOW, 3, 23);
    table.seats[0].bonus = 0; // a seat holding only 4, 4, 9, no token
    struct legal legal[RULES_LEGAL_MAX];
    assert_int_equal(rules_legal(&table, legal), 3);
    static const struct legal want[] = {
        {{.kind = MOVE_PASS}, 1}, {{.kind = MOVE_PASS_FORCE}, 2}, {{.kind = MOVE_LEAVE}, 3}};
    for (size_t i = 0; i < LEN(want); i++) {
        assert_int_equal(legal[i].move.kind, want[i].move.kind);
        assert_int_equal(legal[i].cost, want[i].cost);
    }
    rules_apply(&table, 0, pass);
    assert_int_equal(table.seats[0].penalty, 1);
    assert_int_equal(table.top, 23);
    assert_int_equal(table.to_move, 1);
    assert_false(rules_forced(&table));
    rules_apply(&table, 1, leave);
    assert_int_equal(table.seats[1].penalty, 3);
    assert_int_equal(table.seats[1].hand.cards, 0);
    assert_false(table.seats[1].in);
    assert_int_equal(table.to_move, 2);
    rules_apply(&table, 2, pass);
    assert_int_equal(table.to_move, 0); // seat 1 is skipped from now on
    rules_apply(&table, 0, pass);
    assert_int_equal(table.to_move, 2);
}

static void test_force(void **state)
{
    (void)state;
    struct table table = middle(DIFF_WINDOW, 2, 6);
    rules_apply(&table, 0, force);
    assert_int_equal(table.seats[0].penalty, 2);
    assert_true(rules_forced(&table));
    assert_int_equal(rules_judge(&table, 1, pass).reason, RULES_FORCED);
    assert_int_equal(rules_judge(&table, 1, force).reason, RULES_FORCED);
    assert_int_equal(rules_judge(&table, 1, leave).reason, RULES_LEGAL);
    rules_apply(&table, 1, play(9, 1, 1));
    assert_false(rules_forced(&table)); // it ends with its turn
    rules_apply(&table, 0, force);
    rules_apply(&table, 1, leave);
    assert_int_equal(table.to_move, 0);
    assert_false(rules_forced(&table));
    assert_int_equal(rules_judge(&table, 0, force).reason, RULES_ALONE);
    assert_int_equal(rules_judge(&table, 0, pass).reason, RULES_LEGAL);
}

// ---- stall -------------------------------------------------------------------------------------

static void test_stall(void **state)
{
    (void)state;
    struct table table = middle(DIFF_WINDOW, 4, 6);
    for (unsigned i = 0; i < 12; i++) {
        assert_false(rules_forced(&table));
        rules_apply(&table, i % 4, pass);
    }
    assert_true(rules_forced(&table));
    assert_int_equal(rules_judge(&table, 0, pass).reason, RULES_STALLED);
    rules_apply(&table, 0, leave); // doesn't reset the count
    assert_true(rules_forced(&table));
    assert_int_equal(rules_judge(&table, 1, force).reason, RULES_STALLED);
    rules_apply(&table, 1, play(9, 1, 0));
    assert_false(rules_forced(&table));

    table = middle(DIFF_WINDOW, 4, 6); // nine passes of four seats, and one leaves: 9 = 3 times 3
    for (unsigned i = 0; i < 9; i++)
        rules_apply(&table, i % 4, pass);
    assert_false(rules_forced(&table));
    rules_apply(&table, 1, leave);
    assert_true(rules_forced(&table));

    table = middle(DIFF_WINDOW, 2, 6);
    table.options.stall = 0; // never
    for (unsigned i = 0; i < 70000; i++) {
        assert_false(rules_forced(&table));
        rules_apply(&table, i % 2, pass);
    }
    assert_int_equal(table.seats[0].penalty, 35000);

    table = middle(DIFF_WINDOW, 2, 6); // alone: after three passes
    rules_apply(&table, 0, leave);
    for (unsigned i = 0; i < 3; i++)
        rules_apply(&table, 1, pass);
    assert_int_equal(rules_judge(&table, 1, pass).reason, RULES_STALLED);
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(&table, legal);
    for (unsigned i = 0; i < n; i++)
        assert_true(legal[i].move.kind == MOVE_PLAY || legal[i].move.kind == MOVE_LEAVE);
}

// ---- finish and settlement ---------------------------------------------------------------------

static const struct {
    int32_t held;
    uint8_t top;
    int32_t after;
} finishes[] = {
    {2, 9, 0}, // cost 0, two tokens: nothing is left
    {1, 5, 2}, // 1 + 4 - 3
    {0, 9, 0}, {3, 8, 0}, {4, 9, 1}, {9, 7, 8},
};

static void test_finish(void **state)
{
    (void)state;
    for (size_t i = 0; i < LEN(finishes); i++) {
        struct table table = middle(DIFF_WINDOW, 2, finishes[i].top);
        hold(&table, 0, 4, 0); // only the 9 is left
        table.seats[0].penalty = finishes[i].held;
        rules_apply(&table, 0, play(9, 1, 0));
        assert_false(table.seats[0].in);
        assert_int_equal(table.seats[0].penalty, finishes[i].after);
        assert_int_equal(table.to_move, 1);
    }
    struct table table = middle(DIFF_WINDOW, 2, 4); // one who leaves gets nothing back
    rules_apply(&table, 0, leave);
    assert_int_equal(table.seats[0].penalty, 3);
    rules_apply(&table, 1, play(4, 2, 0));
    assert_int_equal(table.to_move, 1); // it alone is left, and moves again
    rules_apply(&table, 1, play(9, 1, 1));
    assert_int_equal(table.phase, RULES_PHASE_OVER);
    assert_int_equal(table.to_move, RULES_NOBODY);
    assert_int_equal(table.top, 9);
    struct legal legal[RULES_LEGAL_MAX];
    assert_int_equal(rules_legal(&table, legal), 0);
    assert_int_equal(rules_judge(&table, 1, pass).reason, RULES_NOT_NOW);
    assert_false(rules_forced(&table));
}

static void test_settlement(void **state)
{
    (void)state;
    static const int32_t rows[][3] = {{5, 3, 0}, {6, 3, 0}, {7, 3, 1}, {7, 0, 7}, {0, 1, 0}};
    for (size_t i = 0; i < LEN(rows); i++) {
        struct table table = middle(DIFF_WINDOW, 2, 4);
        table.seats[1].penalty = rows[i][0];
        table.seats[1].bonus = (uint8_t)rows[i][1];
        assert_int_equal(rules_result(&table, 1), rows[i][2]);
    }
}

// ---- components, options, deal, discard, opening -----------------------------------------------

static void test_components(void **state)
{
    (void)state;
    unsigned cards = 0;
    for (unsigned v = 0; v < 40; v++)
        cards += rules_deck_count(v);
    assert_int_equal(cards, RULES_DECK);
    assert_int_equal(rules_deck_count(1), 1);
    assert_int_equal(rules_deck_count(2), 2);
    assert_int_equal(rules_deck_count(3), 3);
    assert_int_equal(rules_deck_count(23), 3);
    assert_int_equal(rules_deal_count(rules_brief), 15);
    assert_int_equal(rules_deal_count((struct rules_options){.discard = 0}), 12);
    assert_int_equal(rules_brief.gap, RULES_GAP_DIFFERENCE);
    assert_int_equal(rules_brief.bonus, RULES_BONUS_WINDOW);
    assert_int_equal(rules_brief.discard, 3);
    assert_int_equal(rules_brief.stall, 3);
    assert_int_equal(rules_booklet.gap, RULES_GAP_SKIPPED);
    assert_int_equal(rules_booklet.bonus, RULES_BONUS_SHIFT);
    assert_int_equal(rules_booklet.discard, 3);
    assert_int_equal(rules_booklet.stall, 3);
}

static struct hand ascending(unsigned from, unsigned cards)
{
    struct hand hand = {.cards = (uint8_t)cards};
    for (unsigned i = 0, v = from; i < cards; v++)
        for (unsigned k = 0; k < rules_deck_count(v) && i < cards; k++, i++)
            hand.count[v]++;
    return hand;
}

static void test_discard(void **state)
{
    (void)state;
    struct table table;
    const struct hand hands[2] = {ascending(7, 15), ascending(1, 15)}; // 7 ... 11; 1 2 2 3 ... 6
    rules_begin(&table, rules_brief, 2);
    assert_int_equal(rules_judge_discard(&table, 0, (uint8_t[]){7, 7, 8}, 3).reason, RULES_NOT_NOW);
    rules_deal(&table, 1, hands);
    assert_int_equal(table.phase, RULES_PHASE_DISCARD);
    assert_int_equal(table.to_move, RULES_NOBODY);
    assert_int_equal(rules_judge(&table, 1, play(1, 1, 0)).reason, RULES_NOT_NOW);
    static const struct {
        unsigned seat;
        uint8_t cards[4];
        unsigned n;
        int reason;
    } rows[] = {
        {1, {1, 2, 3, 0}, 3, RULES_KEEPS_THE_ONE}, {1, {2, 2, 7, 0}, 3, RULES_NOT_IN_HAND},
        {1, {2, 2, 2, 0}, 3, RULES_NOT_IN_HAND},   {1, {2, 2, 0, 0}, 2, RULES_DISCARD_COUNT},
        {1, {2, 2, 3, 3}, 4, RULES_DISCARD_COUNT}, {1, {2, 2, 24, 0}, 3, RULES_NO_SUCH_CARD},
        {1, {0, 2, 2, 0}, 3, RULES_NO_SUCH_CARD},  {2, {2, 2, 3, 0}, 3, RULES_NOT_NOW},
        {0, {7, 7, 7, 0}, 3, RULES_LEGAL},         {0, {8, 8, 8, 0}, 3, RULES_DISCARDED},
        {1, {6, 2, 3, 0}, 3, RULES_LEGAL},         {1, {2, 3, 3, 0}, 3, RULES_NOT_NOW},
    };
    for (size_t i = 0; i < LEN(rows); i++) {
        struct verdict v = rules_discard(&table, rows[i].seat, rows[i].cards, rows[i].n);
        if (v.reason != rows[i].reason)
            fail_msg("discard %zu: reason %u", i, v.reason);
    }
    assert_int_equal(table.seats[0].hand.cards, 12);
    assert_int_equal(table.seats[0].aside.count[7], 3);
    assert_int_equal(table.phase, RULES_PHASE_OPENING);
    assert_int_equal(table.to_move, 1);
    assert_int_equal(table.top, 0);
}

static void test_opening(void **state)
{
    (void)state;
    struct table table;
    const struct hand hands[3] = {ascending(7, 12), ascending(12, 12), ascending(1, 12)};
    rules_begin(&table, (struct rules_options){.discard = 0, .stall = 3}, 3);
    rules_deal(&table, 1, hands); // nobody discards: the round opens at once
    assert_int_equal(table.phase, RULES_PHASE_OPENING);
    assert_int_equal(table.to_move, 2);
    assert_false(rules_forced(&table));
    struct legal legal[RULES_LEGAL_MAX];
    assert_int_equal(rules_legal(&table, legal), 1);
    assert_int_equal(legal[0].move.value, 1);
    assert_int_equal(legal[0].cost, 0);
    static const struct move wrong[] = {{MOVE_PLAY, 1, 1, 1},
                                        {MOVE_PLAY, 2, 1, 0},
                                        {MOVE_PLAY, 1, 2, 0},
                                        {.kind = MOVE_PASS},
                                        {.kind = MOVE_LEAVE}};
    for (size_t i = 0; i < LEN(wrong); i++)
        assert_int_equal(rules_judge(&table, 2, wrong[i]).reason, RULES_MUST_OPEN);
    assert_int_equal(rules_judge(&table, 0, play(1, 1, 0)).reason, RULES_NOT_YOUR_TURN);
    assert_int_equal(rules_apply(&table, 2, play(1, 1, 0)).reason, RULES_LEGAL);
    assert_int_equal(table.top, 1);
    assert_int_equal(table.to_move, 0);
    assert_int_equal(table.phase, RULES_PHASE_PLAY);
}

static void test_two_rounds(void **state)
{
    (void)state;
    struct table table;
    const struct hand hands[2] = {ascending(1, 12), ascending(7, 12)};
    rules_begin(&table, (struct rules_options){.discard = 0}, 2);
    rules_deal(&table, 1, hands);
    rules_apply(&table, 0, play(1, 1, 0));
    rules_apply(&table, 1, play(7, 3, 0)); // 6
    rules_apply(&table, 0, play(2, 1, 1) /* a token reaches from 7 down to 2 */);
    rules_apply(&table, 1, leave); // 9
    rules_apply(&table, 0, leave); // 10
    assert_int_equal(table.phase, RULES_PHASE_OVER);
    rules_deal(&table, 2, hands);
    assert_int_equal(table.round, 2);
    assert_int_equal(table.top, 0);
    assert_int_equal(table.seats[0].penalty, 10); // both add up over the rounds
    assert_int_equal(table.seats[1].penalty, 15);
    assert_int_equal(table.seats[0].bonus, 2);
    assert_int_equal(rules_result(&table, 0), 6);
    assert_int_equal(rules_result(&table, 1), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plays),          cmocka_unit_test(test_what_is_held),
        cmocka_unit_test(test_pass_and_leave), cmocka_unit_test(test_force),
        cmocka_unit_test(test_stall),          cmocka_unit_test(test_finish),
        cmocka_unit_test(test_settlement),     cmocka_unit_test(test_components),
        cmocka_unit_test(test_discard),        cmocka_unit_test(test_opening),
        cmocka_unit_test(test_two_rounds),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// What the referee does for somebody who was late (spec: mail.md, "Time").
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "referee/rules/notation.h"
#include "referee/time/deadline.h"

static struct hand hand_of(const char *cards)
{
    struct hand hand = {0};
    assert_true(notation_parse_cards(cards, strlen(cards), &hand));
    return hand;
}

static const struct {
    uint8_t top;
    const char *hand;
    gboolean pressed;
    uint32_t passes;
    const char *move;
} moves[] = {
    {5, "5 6 9", FALSE, 0, "pass"},
    {23, "2 3 4", FALSE, 0, "pass"}, // whatever it costs and however little there is
    {5, "9 9 9", FALSE, 5, "pass"},
    // forced by the seat before: what costs least
    {5, "6 9 9", TRUE, 0, "6"},
    {5, "8 9 9", TRUE, 0, "8"},
    // of what costs the same the lowest value
    {5, "5 6 6", TRUE, 0, "5"},
    {5, "5 5 6", TRUE, 0, "5x2"},
    // and of that the most cards
    {5, "5 5 5 6", TRUE, 0, "5x3"},
    {5, "8 8 10 10", TRUE, 0, "8x2"},
    // nothing below the pile, and never a token, which each of these seats has
    {12, "9 10 20", TRUE, 0, "20"},
    {12, "9 10 11", TRUE, 0, "leave"},
    // forced by the stall rule: three passes for each of the two seats
    {5, "6 9 9", FALSE, 6, "6"},
    {12, "9 10 11", FALSE, 6, "leave"},
};

static void test_moves(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
        struct table table;
        char text[NOTATION_MOVE_MAX];
        rules_begin(&table, rules_brief, 2);
        table.round = 1;
        table.phase = RULES_PHASE_PLAY;
        table.to_move = 0;
        table.top = moves[i].top;
        table.pressed = moves[i].pressed;
        table.passes = moves[i].passes;
        for (unsigned seat = 0; seat < 2; seat++)
            table.seats[seat].in = table.seats[seat].discarded = true;
        table.seats[0].hand = hand_of(moves[i].hand);
        table.seats[1].hand = hand_of("4 7");
        struct move move = deadline_missed_move(&table);
        assert_int_equal(rules_judge(&table, 0, move).reason, RULES_LEGAL);
        notation_format_move(move, text);
        if (strcmp(text, moves[i].move) != 0)
            fail_msg("top %u, hand %s: %s, not %s", moves[i].top, moves[i].hand, text,
                     moves[i].move);
    }
}

static const struct {
    const char *hand, *aside;
} discards[] = {
    {"2 3 5 7 11 13 17 19 20 21 22 23", "21 22 23"},
    {"2 3 4 5 6 7 8 9 10 11 11 11", "11 11 11"},
    {"2 3 4 5 6 7 8 9 10 10 20 20", "10 20 20"},
    {"1 2 2 3", "2 2 3"}, // the 1 is kept
};

static void test_discards(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(discards); i++) {
        struct hand hand = hand_of(discards[i].hand);
        uint8_t cards[RULES_DISCARD_MAX];
        deadline_missed_discard(&hand, cards);
        g_autofree char *text = g_strdup_printf("%u %u %u", cards[0], cards[1], cards[2]);
        assert_string_equal(text, discards[i].aside);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moves),
                                       cmocka_unit_test(test_discards)};
    return cmocka_run_group_tests_name("missed", tests, NULL, NULL);
}

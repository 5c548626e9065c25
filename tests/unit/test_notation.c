// SPDX-License-Identifier: MIT
// The notation: every move and hand has one spelling, and everything else is refused.
#include "referee/rules/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static void assert_same(struct move a, struct move b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void test_table(void **state)
{
    (void)state;
    static const struct {
        struct move move;
        const char *text;
    } rows[] = {
        {{MOVE_PLAY, 7, 1, 0}, "7"},
        {{MOVE_PLAY, 7, 2, 0}, "7x2"},
        {{MOVE_PLAY, 7, 1, 1}, "7 bonus"},
        {{MOVE_PLAY, 7, 2, 1}, "7x2 bonus"},
        {{MOVE_PLAY, 23, 3, 1}, "23x3 bonus"},
        {{.kind = MOVE_PASS}, "pass"},
        {{.kind = MOVE_PASS_FORCE}, "pass force"},
        {{.kind = MOVE_LEAVE}, "leave"},
    };
    for (size_t i = 0; i < LEN(rows); i++) {
        char text[NOTATION_MOVE_MAX];
        assert_int_equal(notation_format_move(rows[i].move, text), strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
    }
}

static void test_every_move_reads_back(void **state)
{
    (void)state;
    unsigned counted = 0;
    for (unsigned kind = MOVE_PLAY; kind <= MOVE_LEAVE; kind++) {
        for (unsigned v = 1; v <= (kind == MOVE_PLAY ? RULES_VALUE_MAX : 1); v++) {
            for (unsigned kb = 0; kb < (kind == MOVE_PLAY ? 6 : 1); kb++, counted++) {
                struct move move = {.kind = (uint8_t)kind};
                if (kind == MOVE_PLAY)
                    move = (struct move){MOVE_PLAY, (uint8_t)v, (uint8_t)(1 + kb / 2), kb & 1};
                char text[NOTATION_MOVE_MAX];
                struct move back;
                size_t len = notation_format_move(move, text);
                assert_true(len < sizeof text);
                assert_true(notation_parse_move(text, len, &back));
                assert_same(back, move);
                for (size_t cut = 0; cut < len; cut++) // what a shorter text means is another move
                    if (notation_parse_move(text, cut, &back))
                        assert_memory_not_equal(&back, &move, sizeof move);
            }
        }
    }
    assert_int_equal(counted, 23 * 6 + 3);
}

static void test_other_spellings(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",           "7x1",         "07",     "7x4",   "7x0",      "x2",
        "2x",         "24",          "0",      "100",   "7  bonus", "7bonus",
        "7x2bonus",   "7 bonus ",    " 7",     "7 ",    "7x2 ",     "7 x2",
        "7 x 2",      "7x02",        "7x22",   "Pass",  "pass ",    "pass  force",
        "passforce",  "force",       "leave ", "LEAVE", "7 Bonus",  "7 bonus bonus",
        "pass bonus", "leave bonus", "-7",     "+7",    "7.0",      "2x7",
    };
    for (size_t i = 0; i < LEN(wrong); i++) {
        struct move move;
        if (notation_parse_move(wrong[i], strlen(wrong[i]), &move))
            fail_msg("`%s` was read as a move", wrong[i]);
    }
    struct move move;
    assert_false(notation_parse_move("7\0", 2, &move));
    assert_false(notation_parse_move("pass\0", 5, &move));
}

static void test_cards(void **state)
{
    (void)state;
    static const char *const right[] = {"1", "3 17 23", "3 3 5 7",
                                        "20 20 20 21 21 21 22 22 22 23 23 23 23 23 23", "1 1 1 1"};
    for (size_t i = 0; i < LEN(right); i++) {
        struct hand hand;
        char text[NOTATION_CARDS_MAX];
        assert_true(notation_parse_cards(right[i], strlen(right[i]), &hand));
        assert_int_equal(notation_format_cards(&hand, text), strlen(right[i]));
        assert_string_equal(text, right[i]);
    }
    static const char *const wrong[] = {
        "",     " ",    "3 ",  " 3",    "3  4",   "4 3",
        "03 4", "3 24", "0 3", "3,4",   "3\t4",   "3 x",
        "3x2",  "3 4 ", "-3",  "3 4\n", "3 4 by", "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
    };
    for (size_t i = 0; i < LEN(wrong); i++) {
        struct hand hand;
        if (notation_parse_cards(wrong[i], strlen(wrong[i]), &hand))
            fail_msg("`%s` was read as cards", wrong[i]);
    }
}

// Whatever is read is what would be written: any bytes from a small alphabet that nearly fits.
static void test_only_one_spelling(void **state)
{
    (void)state;
    static const char alphabet[] = "0123456789x bonuspafrcelv";
    uint64_t x = 88172645463325252u;
    unsigned read = 0;
    for (unsigned i = 0; i < 2000000; i++) {
        char in[8];
        char out[NOTATION_CARDS_MAX];
        size_t len = 0;
        for (; len < sizeof in; len++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            unsigned pick = (unsigned)(x >> 40) % (unsigned)(len < 2 ? sizeof alphabet : 12);
            if (pick >= sizeof alphabet - 1)
                break;
            in[len] = alphabet[pick];
        }
        struct move move;
        struct hand hand;
        if (notation_parse_move(in, len, &move)) {
            read++;
            assert_int_equal(notation_format_move(move, out), len);
            assert_memory_equal(in, out, len);
        }
        if (notation_parse_cards(in, len, &hand)) {
            assert_int_equal(notation_format_cards(&hand, out), len);
            assert_memory_equal(in, out, len);
        }
    }
    assert_true(read > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_every_move_reads_back),
        cmocka_unit_test(test_other_spellings),
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_only_one_spelling),
    };
    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The drawn table, compared byte for byte with tests/player/NAME.txt. GOLDEN=write rewrites the
// files; read the diff. Whatever a table holds, no line is wider than a terminal.
#include "player/draw.h"
#include "player/view.h"
#include "referee/record/sentence.h"
#include "tests/unit/player_mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <string.h>
#include <cmocka.h>

enum { SEED = 7, WIDTH = 80 };

static int set_up(void **state)
{
    (void)state;
    return sodium_init() < 0;
}

static void check_width(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    assert_true(g_strv_length(lines) > 2);
    for (char **line = lines; *line; line++)
        if (g_utf8_strlen(*line, -1) > WIDTH)
            fail_msg("too wide: %s", *line);
}

static void check_golden(const char *name, const json_t *table, struct draw_style style)
{
    assert_true(view_check(table, NULL));
    g_autofree char *path = g_strdup_printf("tests/player/%s.txt", name);
    g_autofree char *text = draw_table(table, style);
    if (!style.colour)
        check_width(text);
    if (g_strcmp0(g_getenv("GOLDEN"), "write") == 0)
        assert_true(g_file_set_contents(path, text, -1, NULL));
    g_autofree char *want = NULL;
    assert_true(g_file_get_contents(path, &want, NULL, NULL));
    assert_string_equal(text, want);
}

static json_t *over(void)
{
    json_t *table = player_mail_table(SEED);
    json_object_set_new(table, "phase", json_string("over"));
    json_object_set_new(table, "to_move", json_null());
    json_object_set_new(table, "legal", json_array());
    json_object_set_new(table, "deadline", json_null());
    json_object_set_new(table, "round", json_integer(2));
    json_object_set_new(table, "scores",
                        json_pack("[{s:s,s:i,s:i,s:i},{s:s,s:i,s:i,s:i}]", "nick", "anna",
                                  "penalty", 4, "bonus", 2, "result", 0, "nick", "clara", "penalty",
                                  3, "bonus", 1, "result", 1));
    json_object_set_new(table, "winner", json_pack("[s]", "anna"));
    json_object_set_new(table, "log",
                        json_pack("[s,s,s,s,s,s,s]", "move anna 2026-11-30T08:12:44Z 12x3 bonus",
                                  "move clara 2026-11-30T08:12:44Z leave by clock",
                                  "score anna 4 2", "seat-change bruno 2026-11-30T08:12:44Z dora",
                                  "discard anna 2026-11-30T08:12:44Z sealed 00 by robot",
                                  "round 2 2026-11-30T08:12:44Z", "seed 00"));
    return table;
}

static void test_golden(void **state)
{
    (void)state;
    json_auto_t *turn = player_mail_table(SEED);
    json_auto_t *deal = player_mail_deal(SEED);
    json_auto_t *ended = over();
    check_golden("turn", turn, (struct draw_style){.utf8 = TRUE});
    check_golden("turn-ascii", turn, (struct draw_style){0});
    check_golden("turn-colour", turn, (struct draw_style){.utf8 = TRUE, .colour = TRUE});
    check_golden("deal", deal, (struct draw_style){.utf8 = TRUE});
    check_golden("over", ended, (struct draw_style){.utf8 = TRUE});
}

static void test_moves(void **state)
{
    (void)state;
    json_auto_t *turn = player_mail_table(SEED);
    json_auto_t *deal = player_mail_deal(SEED);
    json_auto_t *ended = over();
    g_autofree char *of_turn = draw_moves(turn, (struct draw_style){0});
    assert_non_null(strstr(of_turn, "  9 bonus        bonus token"));
    assert_non_null(strstr(of_turn, "12 12"));
    g_autofree char *of_deal = draw_moves(deal, (struct draw_style){0});
    assert_non_null(strstr(of_deal, "discard A B C"));
    g_autofree char *of_end = draw_moves(ended, (struct draw_style){0});
    assert_string_equal(of_end, "");
}

// The widest that view_check lets through, with marks that would turn the line around.
static void test_widest(void **state)
{
    (void)state;
    json_auto_t *table = player_mail_deal(SEED);
    g_autofree char *w = g_strnfill(900, 'w');
    json_object_set_new(table, "name",
                        json_string("\xe2\x80\xae"
                                    "evil \xe2\x80\x8f name that goes on and on"));
    json_t *seats = json_object_get(table, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);
        if (i != 2)
            json_object_set_new(seat, "nick", json_string("abcdefghijklmnopqrst"));
        json_object_set_new(seat, "robot", json_true());
        json_object_set_new(seat, "penalty", json_integer(999999));
    }
    json_object_set_new(table, "to_move", json_string("abcdefghijklmnopqrst"));
    json_object_set_new(table, "log", json_pack("[s,s]", w, "cancelled \xe2\x80\xaetext"));
    json_object_set_new(table, "winner", json_pack("[s,s]", w, w));
    assert_true(view_check(table, NULL));
    g_autofree char *text = draw_table(table, (struct draw_style){.utf8 = TRUE, .local = TRUE});
    check_width(text);
    assert_null(strstr(text, "\xe2\x80\xae"));
}

static void test_events(void **state)
{
    (void)state;
    static const struct {
        const char *line, *want;
    } cases[] = {
        {"move anna 2026-11-30T08:12:44Z 7x2", "anna plays 7 7"},
        {"move anna 2026-11-30T08:12:44Z 7 bonus by robot",
         "anna plays 7 with a bonus token (a robot)"},
        {"move anna 2026-11-30T08:12:44Z pass by clock", "anna passes (the time was up)"},
        {"move anna 2026-11-30T08:12:44Z pass force", "anna passes and forces the next"},
        {"move anna 2026-11-30T08:12:44Z leave", "anna leaves the round"},
        {"move anna", NULL},
        {"move anna 2026-11-30T08:12:44Z 7x9", NULL},
        {"discard anna 2026-11-30T08:12:44Z sealed 00", "anna puts three cards aside"},
        {"round 2 2026-11-30T08:12:44Z", "round 2 begins"},
        {"score anna 4 2", "anna has 4 penalty and 2 bonus tokens"},
        {"seat-change anna 2026-11-30T08:12:44Z robot-2", "robot-2 takes the seat of anna"},
        {"cancelled all agreed", "the game was cancelled: all agreed"},
        {"deal anna sealed", NULL},
        {"commit 00", NULL},
        {"weather fine", "weather fine"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *told = sentence_of_line(cases[i].line);
        if (cases[i].want)
            assert_string_equal(told, cases[i].want);
        else
            assert_null(told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_widest),
        cmocka_unit_test(test_events),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}

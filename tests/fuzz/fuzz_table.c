// SPDX-License-Identifier: MIT
// Any bytes as table.json, as a player's program takes it in: what view_check accepts can be drawn,
// judged by the rules and answered by the robot, whose answer is one of the legal moves.
#include "player/draw.h"
#include "player/view.h"
#include "referee/match/robot.h"
#include "referee/rules/notation.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_drawn(const json_t *table)
{
    static const struct draw_style styles[] = {{TRUE, TRUE, FALSE}, {FALSE, FALSE, TRUE}};
    for (gsize i = 0; i < G_N_ELEMENTS(styles); i++) {
        g_autofree char *drawn = draw_table(table, styles[i]);
        g_autofree char *moves = draw_moves(table, styles[i]);
        g_assert(g_utf8_validate(drawn, -1, NULL) && g_utf8_validate(moves, -1, NULL));
        for (const char *p = drawn; *p; p++)
            g_assert((guchar)*p >= 0x20 || *p == '\n' || (styles[i].colour && *p == 0x1b));
    }
}

static void check_rules(const json_t *table)
{
    struct table rules;
    struct move move = {MOVE_PLAY, 7, 2, 1};
    unsigned seat = view_rules(table, &rules);
    g_assert(seat < rules.n_seats && rules.n_seats <= RULES_SEATS_MAX);
    (void)rules_judge(&rules, seat, move);
    (void)view_cost(table, move);
    guint8 key[32];
    view_key(table, key);
}

static void check_robot(const json_t *table)
{
    char answer[ROBOT_ANSWER_MAX];
    struct move move;
    if (!robot_answer(table, answer)) {
        g_assert(answer[0] == '\0');
        return;
    }
    g_assert(strlen(answer) < ROBOT_ANSWER_MAX);
    g_assert(g_str_has_prefix(answer, "discard ") ||
             notation_parse_move(answer, strlen(answer), &move));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *table = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    GError *error = NULL;
    if (!table)
        return 0;
    gboolean fine = view_check(table, &error);
    g_assert(fine == !error);
    g_clear_error(&error);
    if (fine) {
        check_drawn(table);
        check_rules(table);
    }
    check_robot(table); // it checks by itself
    json_decref(table);
    return 0;
}

// SPDX-License-Identifier: MIT
// See play.h.
#include "referee/play.h"

#include "referee/append.h"
#include "referee/robot.h"
#include "referee/table.h"

#include <string.h>

static gboolean is_robot(const struct match *match, unsigned seat)
{
    return match_seat(match, seat)->robot;
}

static struct hand hand_of(const uint8_t cards[RULES_DISCARD_MAX])
{
    struct hand hand = {.cards = RULES_DISCARD_MAX};
    for (int i = 0; i < RULES_DISCARD_MAX; i++)
        hand.count[cards[i]]++;
    return hand;
}

static struct verdict move_once(struct desk *desk, struct match *match, unsigned seat,
                                struct move move, enum line_mark mark)
{
    struct verdict verdict = rules_judge(&match->game.table, seat, move);
    if (verdict.reason != RULES_LEGAL)
        return verdict;
    struct table after = match->game.table;
    rules_apply(&after, seat, move);
    match_note_move(match, match->lines->len,
                    (struct match_move){verdict.cost, move.kind == MOVE_PLAY &&
                                                          after.seats[seat].hand.cards == 0});
    gboolean fine = append_move(&match->game, seat, desk->now, move, mark, match->lines);
    g_assert(fine);
    match->changed = TRUE;
    return verdict;
}

static struct verdict discard_once(struct desk *desk, struct match *match, unsigned seat,
                                   const uint8_t cards[RULES_DISCARD_MAX], enum line_mark mark)
{
    struct verdict verdict =
        rules_judge_discard(&match->game.table, seat, cards, RULES_DISCARD_MAX);
    if (verdict.reason != RULES_LEGAL)
        return verdict;
    struct hand hand = hand_of(cards);
    gboolean fine = append_discard(&match->game, seat, desk->now, &hand, mark, match->lines);
    g_assert(fine);
    match->changed = TRUE;
    return verdict;
}

// A robot sees what a player at its place would be mailed, and answers a command.
static void robot_acts(struct desk *desk, struct match *match, unsigned seat)
{
    json_auto_t *table = table_json(desk, match, seat, "turn", 0, "");
    struct robot_answer answer = robot_answer(table);
    struct verdict verdict = answer.is_discard
                                 ? discard_once(desk, match, seat, answer.cards, LINE_ROBOT)
                                 : move_once(desk, match, seat, answer.move, LINE_ROBOT);
    g_assert(verdict.reason == RULES_LEGAL); // a robot chooses among the legal moves
}

void play_robots(struct desk *desk, struct match *match)
{
    gboolean acted = TRUE;
    while (acted) {
        acted = FALSE;
        for (unsigned seat = 0; seat < match->seats->len; seat++) {
            if (!is_robot(match, seat) || !match_waits_for(match, seat))
                continue;
            robot_acts(desk, match, seat);
            acted = TRUE;
        }
    }
}

struct verdict play_move(struct desk *desk, struct match *match, unsigned seat, struct move move,
                         enum line_mark mark)
{
    struct verdict verdict = move_once(desk, match, seat, move, mark);
    if (verdict.reason == RULES_LEGAL)
        play_robots(desk, match);
    return verdict;
}

struct verdict play_discard(struct desk *desk, struct match *match, unsigned seat,
                            const uint8_t cards[RULES_DISCARD_MAX], enum line_mark mark)
{
    struct verdict verdict = discard_once(desk, match, seat, cards, mark);
    if (verdict.reason == RULES_LEGAL)
        play_robots(desk, match);
    return verdict;
}

static gboolean is_taken(const struct match *match, const char *nick, unsigned seat)
{
    return game_nick_taken(&match->game, (struct field){nick, strlen(nick)}, seat);
}

gboolean play_robot_sits(struct desk *desk, struct match *match, unsigned seat, gboolean for_good)
{
    struct seat_row *row = match_seat(match, seat);
    if (match->game.stage != GAME_PLAY || (row->robot && (!for_good || row->player == 0)))
        return FALSE;
    if (!row->robot) {
        char nick[LINE_NICK_MAX + 1];
        unsigned n = 1;
        do {
            g_snprintf(nick, sizeof nick, "robot-%u", n++);
        } while (is_taken(match, nick, RULES_NOBODY));
        if (!append_seat_change(&match->game, seat, desk->now, nick, match->lines))
            return FALSE;
    }
    row->robot = TRUE;
    if (for_good)
        row->player = 0;
    match->changed = TRUE;
    play_robots(desk, match);
    return TRUE;
}

gboolean play_comes_back(struct desk *desk, struct match *match, unsigned seat)
{
    struct seat_row *row = match_seat(match, seat);
    if (match->game.stage != GAME_PLAY || !row->robot || row->player == 0)
        return FALSE;
    const char *nick = match->game.seats[seat].old_nick;
    if (is_taken(match, nick, seat) ||
        !append_seat_change(&match->game, seat, desk->now, nick, match->lines))
        return FALSE;
    row->robot = FALSE;
    row->missed = 0;
    match->changed = TRUE;
    return TRUE;
}

// SPDX-License-Identifier: MIT
// See play.h.
#include "referee/match/play.h"

#include "referee/match/match_evidence.h"
#include "referee/match/robot.h"
#include "referee/match/table.h"
#include "referee/record/append.h"
#include "referee/rules/notation.h"

#include <string.h>

static gboolean is_robot(const struct match *match, unsigned seat)
{
    return match_seat(match, seat)->robot;
}

static unsigned cards_of(const struct hand *hand, uint8_t out[RULES_HAND_MAX])
{
    unsigned n = 0;
    for (unsigned value = 1; value <= RULES_VALUE_MAX; value++) {
        for (unsigned i = 0; i < hand->count[value] && n < RULES_HAND_MAX; i++)
            out[n++] = (uint8_t)value;
    }
    return n;
}

// Plans end with their round.
static void drop_plans(struct match *match)
{
    for (unsigned i = 0; i < match->seats->len; i++)
        match_set_plan(match, i, NULL);
}

// word: what a player signed for it, where every seat signs.
static struct verdict move_once(struct desk *desk, struct match *match, unsigned seat,
                                struct move move, enum line_mark mark, const struct testimony *word)
{
    const guint number = match->lines->len + 1;
    struct verdict verdict = rules_judge(&match->game.table, seat, move);
    if (verdict.reason != RULES_LEGAL)
        return verdict;
    struct table after = match->game.table;
    unsigned round = match->game.table.round;
    rules_apply(&after, seat, move);
    match_note_move(match, match->lines->len,
                    (struct match_move){verdict.cost, move.kind == MOVE_PLAY &&
                                                          after.seats[seat].hand.cards == 0});
    gboolean fine = append_move(&match->game, seat, desk->now, move, mark, match->lines);
    g_assert(fine);
    if (mark == LINE_PLAYER)
        match_evidence_prove(match, number, seat, word);
    match->changed = TRUE;
    if (match->game.table.round != round || match->game.stage != GAME_PLAY)
        drop_plans(match);
    return verdict;
}

static struct verdict discard_once(struct desk *desk, struct match *match, unsigned seat,
                                   const struct hand *hand, enum line_mark mark)
{
    const guint number = match->lines->len + 1;
    uint8_t cards[RULES_HAND_MAX];
    unsigned n = cards_of(hand, cards);
    struct verdict verdict = rules_judge_discard(&match->game.table, seat, cards, n);
    if (verdict.reason != RULES_LEGAL)
        return verdict;
    gboolean fine = append_discard(&match->game, seat, desk->now, hand, mark, match->lines);
    g_assert(fine);
    if (mark == LINE_PLAYER)
        match_evidence_prove(match, number, seat, match->word);
    match->changed = TRUE;
    return verdict;
}

// A robot sees what a player at its place would be mailed, and answers in the notation of moves.
static void robot_acts(struct desk *desk, struct match *match, unsigned seat)
{
    struct table_input input = {.match = match,
                                .seat = seat,
                                .kind = table_kind(match, seat, 0),
                                .ticket = "",
                                .referee = desk->config->address,
                                .key = desk->keys->sign_public_hex,
                                .told = (guint)match->game.public_lines};
    json_auto_t *table = table_json(&input);
    char answer[ROBOT_ANSWER_MAX];
    bool answered = robot_answer(table, answer);
    g_assert(answered); // it was asked because the game waits for it
    struct verdict verdict;
    if (g_str_has_prefix(answer, "discard ")) {
        struct hand hand;
        const char *cards = answer + strlen("discard ");
        bool fine = notation_parse_cards(cards, strlen(cards), &hand);
        g_assert(fine);
        verdict = discard_once(desk, match, seat, &hand, LINE_ROBOT);
    } else {
        struct move move;
        bool fine = notation_parse_move(answer, strlen(answer), &move);
        g_assert(fine);
        verdict = move_once(desk, match, seat, move, LINE_ROBOT, NULL);
    }
    g_assert(verdict.reason == RULES_LEGAL); // a robot chooses among the legal moves
}

// The first line of a seat's plan that fits is played, and used up; FALSE when none does. It is the
// player's own move: unmarked, and no turn missed.
static gboolean plan_acts(struct desk *desk, struct match *match, unsigned seat)
{
    GArray *plan = match->plans[seat];
    int line = plan && match->game.table.phase == RULES_PHASE_PLAY
                   ? plan_pick(plan, &match->game.table, seat)
                   : -1;
    if (line < 0)
        return FALSE;
    struct move move = g_array_index(plan, struct plan_line, line).move;
    g_autoptr(GArray) rest = g_array_copy(plan);
    g_array_remove_index(rest, (guint)line);
    struct testimony *word =
        match->plan_words[seat] ? testimony_copy(match->plan_words[seat]) : NULL;
    match_set_plan(match, seat, rest);
    struct verdict verdict = move_once(desk, match, seat, move, LINE_PLAYER, word);
    testimony_free(word);
    g_assert(verdict.reason == RULES_LEGAL); // so it was picked
    match_seat(match, seat)->missed = 0;
    return TRUE;
}

void play_on(struct desk *desk, struct match *match)
{
    gboolean acted = TRUE;
    while (acted) {
        acted = FALSE;
        for (unsigned seat = 0; seat < match->seats->len; seat++) {
            if (!match_waits_for(match, seat))
                continue;
            gboolean robot = is_robot(match, seat);
            if (robot)
                robot_acts(desk, match, seat);
            acted = robot || plan_acts(desk, match, seat) || acted;
        }
    }
}

struct verdict play_move(struct desk *desk, struct match *match, unsigned seat, struct move move,
                         enum line_mark mark)
{
    struct verdict verdict = move_once(desk, match, seat, move, mark, match->word);
    if (verdict.reason != RULES_LEGAL)
        return verdict;
    if (mark == LINE_PLAYER) // by hand: the plan was another
        match_set_plan(match, seat, NULL);
    play_on(desk, match);
    return verdict;
}

struct verdict play_discard(struct desk *desk, struct match *match, unsigned seat,
                            const uint8_t cards[RULES_DISCARD_MAX], enum line_mark mark)
{
    struct hand hand = {.cards = RULES_DISCARD_MAX};
    for (int i = 0; i < RULES_DISCARD_MAX; i++)
        hand.count[cards[i]]++;
    struct verdict verdict = discard_once(desk, match, seat, &hand, mark);
    if (verdict.reason == RULES_LEGAL)
        play_on(desk, match);
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
    match_set_plan(match, seat, NULL);
    if (for_good)
        row->player = 0;
    match->changed = TRUE;
    play_on(desk, match);
    return TRUE;
}

// What a seat was called before its last change.
static void name_before(const struct match *match, unsigned seat, char out[LINE_NICK_MAX + 1])
{
    char now[LINE_NICK_MAX + 1];
    g_strlcpy(now, match->game.seats[seat].old_nick, sizeof now);
    g_strlcpy(out, now, sizeof now);
    for (guint i = 0; i < match->lines->len; i++) {
        const char *text = g_ptr_array_index(match->lines, i);
        struct line line = line_start(text, strlen(text));
        struct field kind, name, time, next;
        if (!line_field(&line, &kind) || !field_is(kind, "seat-change") ||
            !line_field(&line, &name) || !field_is(name, now) || !line_field(&line, &time) ||
            !line_field(&line, &next))
            continue;
        g_strlcpy(out, now, sizeof now);
        g_snprintf(now, sizeof now, "%.*s", (int)next.len, next.text);
    }
}

gboolean play_comes_back(struct desk *desk, struct match *match, unsigned seat, const char *own)
{
    struct seat_row *row = match_seat(match, seat);
    char nick[LINE_NICK_MAX + 1];
    if (match->game.stage != GAME_PLAY || !row->robot || row->player == 0)
        return FALSE;
    name_before(match, seat, nick);
    if (is_taken(match, nick, seat))
        g_strlcpy(nick, own, sizeof nick);
    for (unsigned n = 1; is_taken(match, nick, seat); n++)
        g_snprintf(nick, sizeof nick, "player-%u", n);
    if (!append_seat_change(&match->game, seat, desk->now, nick, match->lines))
        return FALSE;
    row->robot = FALSE;
    row->missed = 0;
    match->changed = TRUE;
    return TRUE;
}

gboolean play_cancel(struct desk *desk, struct match *match, const char *why)
{
    if (!append_cancelled(&match->game, desk->now, why, match->lines))
        return FALSE;
    match->changed = TRUE;
    return TRUE;
}

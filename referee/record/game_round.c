// SPDX-License-Identifier: MIT
// The lines of a round: deal, discards, moves, changed seats, scores.
#include "referee/record/game_lines.h"

#include "referee/record/verdict.h"
#include "referee/rules/notation.h"

#include <string.h>

// What the seed deals in the round that begins; the names are those at the game's beginning.
static void deal_rightly(struct game *game, unsigned round)
{
    struct deal_seat seats[RULES_SEATS_MAX];
    for (unsigned s = 0; s < game->n_seats; s++)
        seats[s] = (struct deal_seat){game->seats[s].old_nick, game->seats[s].luck};
    deal_round(game->seed, game->options, round, seats, game->n_seats, game->right);
}

bool game_read_round(struct game *game, struct line *line)
{
    struct field number;
    gint64 time;
    const unsigned round = game->table.round + 1;
    if (game->n_seats < RULES_SEATS_MIN)
        return game_refuse(game, "a game has at least two seats");
    if (!line_field(line, &number) || !field_is(number, round == 1 ? "1" : "2"))
        return game_refuse(game, "this is round %u", round);
    if (!game_take_time(game, line, &time) || !game_take_end(game, line))
        return false;
    if (game->has_seed && game->care != GAME_REPLAY)
        deal_rightly(game, round);
    game->round_time = game->last_time = time;
    game->last_seat = RULES_NOBODY;
    game->expected = 0;
    game->turn++;
    memset(game->dealt, 0, sizeof game->dealt);
    game->stage = GAME_DEALS;
    return true;
}

// Each value at most as often as the deck has it, and the 1 among them when all have theirs.
static bool is_possible(struct game *game, const struct hand *hand)
{
    unsigned ones = hand->count[1];
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++) {
        unsigned n = hand->count[v];
        for (unsigned s = 0; s < game->expected; s++)
            n += game->dealt[s].count[v];
        if (n > rules_deck_count(v))
            return game_refuse(game, "the deck has only %u of the value %u", rules_deck_count(v),
                               v);
        ones = v == 1 ? n : ones;
    }
    if (ones == 0 && game->expected + 1 == game->n_seats)
        return game_refuse(game, "nobody was dealt the 1");
    return true;
}

bool game_read_deal(struct game *game, struct line *line)
{
    struct field cards;
    struct hand hand;
    const unsigned count = rules_deal_count(game->options);
    if (!game_take_expected(game, line))
        return false;
    if (!line_rest(line, &cards) || !notation_parse_cards(cards.text, cards.len, &hand))
        return game_refuse(game, "not a hand: values from 1 to 23, ascending, one blank between");
    if (hand.cards != count)
        return game_refuse(game, "%u cards are dealt to each seat, not %u", count, hand.cards);
    if (!is_possible(game, &hand))
        return false;
    if (game->has_seed && game->care != GAME_REPLAY &&
        memcmp(&hand, &game->right[game->expected], sizeof hand) != 0) {
        char right[NOTATION_CARDS_MAX];
        notation_format_cards(&game->right[game->expected], right);
        return game_refuse(game, "the seed deals %s", right);
    }
    game->dealt[game->expected++] = hand;
    if (game->expected == game->n_seats) {
        rules_deal(&game->table, game->table.round + 1u, game->dealt);
        game->stage = GAME_PLAY;
    }
    return true;
}

bool game_read_discard(struct game *game, struct line *line)
{
    struct field rest;
    struct hand hand;
    gint64 time;
    unsigned seat;
    uint8_t cards[RULES_HAND_MAX];
    unsigned n = 0;
    char reason[VERDICT_TEXT];
    if (!game_take_nick(game, line, &seat) || !game_take_time(game, line, &time))
        return false;
    if (!line_rest(line, &rest))
        return game_refuse(game, "the cards should follow here");
    field_take_mark(&rest);
    if (!notation_parse_cards(rest.text, rest.len, &hand))
        return game_refuse(game, "not cards: values from 1 to 23, ascending, one blank between");
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
        for (unsigned k = 0; k < hand.count[v]; k++)
            cards[n++] = (uint8_t)v;
    struct verdict verdict = rules_discard(&game->table, seat, cards, n);
    if (verdict.reason != RULES_LEGAL) {
        verdict_text(verdict, reason);
        return game_refuse(game, "the discard is illegal: %s", reason);
    }
    game->last_time = time;
    return true;
}

static bool refuse_move(struct game *game, struct move move, struct verdict verdict)
{
    char text[NOTATION_MOVE_MAX];
    char reason[VERDICT_TEXT];
    if (verdict.reason == RULES_NOT_YOUR_TURN)
        return game_refuse(game, "it is the turn of `%s`", game->seats[game->table.to_move].nick);
    notation_format_move(move, text);
    verdict_text(verdict, reason);
    return game_refuse(game, "`%s` is illegal: %s", text, reason);
}

bool game_read_move(struct game *game, struct line *line)
{
    struct field rest;
    struct move move;
    gint64 time;
    unsigned seat;
    char shown[GAME_SHOWN];
    if (!game_take_nick(game, line, &seat) || !game_take_time(game, line, &time))
        return false;
    if (!line_rest(line, &rest))
        return game_refuse(game, "the move should follow here");
    const enum line_mark mark = field_take_mark(&rest);
    if (!notation_parse_move(rest.text, rest.len, &move))
        return game_refuse(game, "not the notation of a move: `%s`", game_shown(rest, shown));
    const bool opening = game->table.phase == RULES_PHASE_OPENING;
    if (opening && mark != LINE_PLAYER)
        return game_refuse(game, "the opening is never marked");
    const struct verdict verdict = rules_apply(&game->table, seat, move);
    if (verdict.reason != RULES_LEGAL)
        return refuse_move(game, move, verdict);
    game->last_time = time;
    game->last_seat = (uint8_t)seat;
    game->last_move = move;
    game->last_cost = verdict.cost;
    game->last_mark = mark;
    game->turn++;
    if (game->table.phase == RULES_PHASE_OVER) {
        game->stage = GAME_SCORES;
        game->expected = 0;
    }
    return true;
}

bool game_read_seat_change(struct game *game, struct line *line)
{
    struct field nick;
    gint64 time;
    unsigned seat;
    char shown[GAME_SHOWN];
    if (!game_take_nick(game, line, &seat) || !game_take_time(game, line, &time))
        return false;
    if (!line_field(line, &nick) || !field_is_nick(nick))
        return game_refuse(game, "the new nickname should follow: 1 to 20 of A-Z a-z 0-9 - _ .");
    if (game_nick_taken(game, nick, seat))
        return game_refuse(game, "another seat is called `%s`", game_shown(nick, shown));
    if (!game_take_end(game, line))
        return false;
    game->last_time = time;
    memset(game->seats[seat].nick, 0, sizeof game->seats[seat].nick);
    memcpy(game->seats[seat].nick, nick.text, nick.len);
    return true;
}

// The last score of round 2 settles the game.
static void settle(struct game *game)
{
    int32_t lowest = INT32_MAX;
    game->winners = 0;
    for (unsigned s = 0; s < game->n_seats; s++) {
        game->results[s] = rules_result(&game->table, s);
        lowest = MIN(lowest, game->results[s]);
    }
    for (unsigned s = 0; s < game->n_seats; s++)
        if (game->results[s] == lowest)
            game->winners |= 1u << s;
    game->over = true;
}

bool game_read_score(struct game *game, struct line *line)
{
    struct field penalty;
    struct field bonus;
    gint64 penalties;
    gint64 bonuses;
    if (!game_take_expected(game, line))
        return false;
    if (!line_field(line, &penalty) || !field_number(penalty, &penalties) ||
        !line_field(line, &bonus) || !field_number(bonus, &bonuses))
        return game_refuse(game, "a score is two numbers, penalty and bonus tokens");
    if (!game_take_end(game, line))
        return false;
    const struct rules_seat *seat = &game->table.seats[game->expected];
    if (game->care != GAME_REPLAY && (penalties != seat->penalty || bonuses != seat->bonus))
        return game_refuse(game, "the score is %d %u", seat->penalty, seat->bonus);
    game->expected++;
    if (game->expected == game->n_seats) {
        game->expected = 0;
        game->stage = game->table.round == 1 ? GAME_ROUND : GAME_RESULTS;
        if (game->stage == GAME_RESULTS)
            settle(game);
    }
    return true;
}

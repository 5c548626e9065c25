// SPDX-License-Identifier: MIT
// See robot.h. A move is worth what it costs now and what the rest of the hand will then cost: the
// robot lays its cards down in its mind, one value a turn, while the others push the pile upward.
// The few numbers it believes in were found by letting robots play each other many thousand times.
#include "referee/match/robot.h"

#include "referee/rules/notation.h"
#include "referee/rules/rules.h"

#include <stdio.h>
#include <string.h>

// Costs are counted in half penalty tokens here.
enum {
    TOKEN = 2,
    BONUS_WORTH = 5, // a bonus token is worth 2 penalty tokens at the end, and may save more before
    RISE = 1,        // by how much each other seat raises the pile between two turns of ours
    REACH = 5,       // of a bonus token
    GIVEN_BACK = 3,  // penalty tokens, when the hand is empty
    FAR = 1000000
};

// What the robot sees.
struct sight {
    struct rules_options options;
    struct hand hand;
    int top;
    int bonus;
    int penalty;
    int others; // other seats still in the round
    int worst;  // the highest penalty among them
};

// A future in which this seat holds these cards.
struct future {
    struct hand hand;
    int top;
    int bonus;
    int penalty;
};

// ---- reading -----------------------------------------------------------------------------------

// An integer from 0 to max; -1 when it is anything else.
static int small(const json_t *object, const char *key, int max)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= 0 && number <= max ? (int)number : -1;
}

static bool read_hand(const json_t *cards, struct hand *out)
{
    size_t n = json_array_size(cards);
    memset(out, 0, sizeof *out);
    if (!json_is_array(cards) || n > RULES_HAND_MAX)
        return false;
    for (size_t i = 0; i < n; i++) {
        json_int_t value = json_integer_value(json_array_get(cards, i));
        if (value < 1 || value > RULES_VALUE_MAX)
            return false;
        out->count[value]++;
        out->cards++;
    }
    return true;
}

static bool is(const json_t *object, const char *key, const char *word)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text && strcmp(text, word) == 0;
}

static bool read_seats(const json_t *seats, int me, struct sight *sight)
{
    const json_t *mine = json_array_get(seats, (size_t)me);
    sight->bonus = small(mine, "bonus", RULES_BONUS_START);
    sight->penalty = small(mine, "penalty", FAR);
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        if (i == (size_t)me || !json_is_true(json_object_get(seat, "in")))
            continue;
        int penalty = small(seat, "penalty", FAR);
        sight->others++;
        sight->worst = penalty > sight->worst ? penalty : sight->worst;
    }
    return sight->bonus >= 0 && sight->penalty >= 0 && sight->others < RULES_SEATS_MAX;
}

static bool read_sight(const json_t *table, struct sight *sight)
{
    *sight = (struct sight){.worst = -1};
    const json_t *you = json_object_get(table, "you");
    const json_t *rules = json_object_get(table, "rules");
    int me = small(you, "seat", RULES_SEATS_MAX - 1);
    sight->top = small(table, "top", RULES_VALUE_MAX);
    if (is(rules, "gap", "skipped"))
        sight->options.gap = RULES_GAP_SKIPPED;
    if (is(rules, "bonus", "shift"))
        sight->options.bonus = RULES_BONUS_SHIFT;
    return me >= 0 && sight->top >= 0 && read_hand(json_object_get(you, "hand"), &sight->hand) &&
           read_seats(json_object_get(table, "seats"), me, sight);
}

// ---- thinking ----------------------------------------------------------------------------------

static int gap_cost(const struct sight *sight, int gap)
{
    if (gap <= 1)
        return 0;
    return TOKEN * (sight->options.gap == RULES_GAP_SKIPPED ? gap - 1 : gap);
}

// To get across a gap without a token: at once, or by passing until the others have closed it.
static int cross_cost(const struct sight *sight, int gap)
{
    int at_once = gap_cost(sight, gap);
    int rise = RISE * sight->others;
    if (rise == 0 || gap <= 1)
        return at_once;
    int passing = TOKEN * ((gap - 1 + rise - 1) / rise);
    return passing < at_once ? passing : at_once;
}

static int lowest_from(const struct hand *hand, int value)
{
    for (int v = value < 1 ? 1 : value; v <= RULES_VALUE_MAX; v++)
        if (hand->count[v])
            return v;
    return 0;
}

static int rest_cost(const struct sight *sight, const struct future *now);

// All cards of a value laid down at a price, with or without a token, and what comes after.
static int lay(const struct sight *sight, const struct future *now, int value, int price, int token)
{
    struct future then = *now;
    then.hand.cards = (uint8_t)(then.hand.cards - then.hand.count[value]);
    then.hand.count[value] = 0;
    then.top = value + RISE * sight->others;
    then.bonus -= token;
    then.penalty += price;
    return price + token * BONUS_WORTH + rest_cost(sight, &then);
}

// What the cards in hand will yet cost, below 0 when they bring something. Each step lays the next
// value that the pile allows, spends a token on it or on the lowest one that was left behind, or
// gives up; the cheapest way counts. A hand has at most 15 values and 3 tokens, so there are few.
static int rest_cost(const struct sight *sight, const struct future *now)
{
    const int back = TOKEN * GIVEN_BACK;
    if (now->hand.cards == 0)
        return now->penalty < back ? -now->penalty : -back;
    int best = TOKEN * now->hand.cards;
    int next = lowest_from(&now->hand, now->top);
    int gap = next - now->top;
    bool shift = sight->options.bonus == RULES_BONUS_SHIFT;
    if (next) {
        int cost = lay(sight, now, next, cross_cost(sight, gap), 0);
        best = cost < best ? cost : best;
    }
    if (next && now->bonus && gap > 1 && (gap <= REACH || shift)) {
        int cost = lay(sight, now, next, shift ? gap_cost(sight, gap - REACH) : 0, 1);
        best = cost < best ? cost : best;
    }
    int behind = lowest_from(&now->hand, now->top - REACH);
    if (behind && behind < now->top && now->bonus) {
        int cost = lay(sight, now, behind, 0, 1);
        best = cost < best ? cost : best;
    }
    return best;
}

// Passing is for those who are not the worst off of all who are still in the round. So of several
// robots that wait for each other one always moves: every pass brings its seat nearer to the worst,
// which doesn't pass itself, and a round has only so many of them, whatever `stall` says. Alone,
// nothing is left to wait for.
static bool may_pass(const struct sight *sight)
{
    return sight->others > 0 && sight->penalty < sight->worst;
}

// What a legal move and all that follows will cost. Forcing costs a token more than a pass and
// brought nothing in all those games.
static int judge(const struct sight *sight, struct move move, int tokens)
{
    struct future then = {sight->hand, sight->top + RISE * sight->others, sight->bonus,
                          TOKEN * (sight->penalty + tokens)};
    int cost = TOKEN * tokens;
    if (move.kind == MOVE_LEAVE)
        return cost;
    if (move.kind == MOVE_PASS)
        return may_pass(sight) ? cost + rest_cost(sight, &then) : FAR;
    if (move.kind != MOVE_PLAY || move.count > then.hand.count[move.value])
        return FAR;
    then.hand.count[move.value] = (uint8_t)(then.hand.count[move.value] - move.count);
    then.hand.cards = (uint8_t)(then.hand.cards - move.count);
    then.top = move.value + RISE * sight->others;
    then.bonus -= move.bonus;
    return cost + move.bonus * BONUS_WORTH + rest_cost(sight, &then);
}

// ---- answering ---------------------------------------------------------------------------------

// The three highest: what is far up is what a hand pays for. The 1 is never among them.
static bool answer_discard(const struct hand *hand, char *out)
{
    int cards[RULES_DISCARD_MAX];
    int n = 0;
    for (int v = RULES_VALUE_MAX; v >= 2 && n < RULES_DISCARD_MAX; v--)
        for (int i = 0; i < hand->count[v] && n < RULES_DISCARD_MAX; i++)
            cards[n++] = v;
    if (n < RULES_DISCARD_MAX)
        return false;
    snprintf(out, ROBOT_ANSWER_MAX, "discard %d %d %d", cards[2], cards[1], cards[0]);
    return true;
}

static bool read_legal(const json_t *entry, struct move *out_move, int *out_cost)
{
    const char *text = json_string_value(json_array_get(entry, 0));
    const json_t *cost = json_array_get(entry, 1);
    json_int_t tokens = json_integer_value(cost);
    if (!text || !json_is_integer(cost) || tokens < 0 || tokens > FAR / 4)
        return false;
    *out_cost = (int)tokens;
    return notation_parse_move(text, strlen(text), out_move);
}

bool robot_answer(const json_t *table, char *out)
{
    struct sight sight;
    out[0] = '\0';
    if (!read_sight(table, &sight))
        return false;
    if (json_is_true(json_object_get(table, "discard")))
        return answer_discard(&sight.hand, out);
    const json_t *legal = json_object_get(table, "legal");
    int best = FAR;
    for (size_t i = 0; i < json_array_size(legal); i++) {
        struct move move;
        int tokens;
        if (!read_legal(json_array_get(legal, i), &move, &tokens))
            continue;
        int cost = judge(&sight, move, tokens);
        if (cost < best) {
            best = cost;
            notation_format_move(move, out);
        }
    }
    return out[0] != '\0';
}

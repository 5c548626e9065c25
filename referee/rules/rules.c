// SPDX-License-Identifier: MIT
// See rules.h. Dealing, discarding, making moves, and what follows from them. Which moves are legal
// is judged in legal.c.
#include "referee/rules/rules.h"

#include <string.h>

enum { GIVEN_BACK_MAX = 3, SETTLED_PER_BONUS = 2 };

const struct rules_options rules_brief = {
    .gap = RULES_GAP_DIFFERENCE, .bonus = RULES_BONUS_WINDOW, .discard = 3, .stall = 3};
const struct rules_options rules_booklet = {
    .gap = RULES_GAP_SKIPPED, .bonus = RULES_BONUS_SHIFT, .discard = 3, .stall = 3};

uint8_t rules_deck_count(unsigned value)
{
    if (value == 0 || value > RULES_VALUE_MAX)
        return 0;
    return (uint8_t)(value < 3 ? value : 3);
}

uint8_t rules_deal_count(struct rules_options options)
{
    return options.discard ? RULES_HAND_MAX : RULES_HAND_MAX - RULES_DISCARD_MAX;
}

void rules_begin(struct table *table, struct rules_options options, unsigned n_seats)
{
    memset(table, 0, sizeof *table);
    table->options = options;
    table->n_seats = (uint8_t)n_seats;
    table->phase = RULES_PHASE_OVER;
    table->to_move = RULES_NOBODY;
    for (unsigned s = 0; s < n_seats; s++)
        table->seats[s].bonus = RULES_BONUS_START;
}

// Nobody has a choice here: whoever holds the 1 opens.
static void await_opening(struct table *table)
{
    table->phase = RULES_PHASE_OPENING;
    table->to_move = RULES_NOBODY;
    for (unsigned s = 0; s < table->n_seats; s++)
        if (table->seats[s].hand.count[1])
            table->to_move = (uint8_t)s;
}

void rules_deal(struct table *table, unsigned round, const struct hand *hands)
{
    table->round = (uint8_t)round;
    table->top = 0;
    table->pressed = false;
    table->passes = 0;
    for (unsigned s = 0; s < table->n_seats; s++) {
        struct rules_seat *seat = &table->seats[s];
        seat->hand = hands[s];
        memset(&seat->aside, 0, sizeof seat->aside);
        seat->in = true;
        seat->discarded = table->options.discard == 0;
    }
    if (table->options.discard) {
        table->phase = RULES_PHASE_DISCARD;
        table->to_move = RULES_NOBODY;
    } else {
        await_opening(table);
    }
}

struct verdict rules_judge_discard(const struct table *table, unsigned seat, const uint8_t *cards,
                                   unsigned n)
{
    struct verdict verdict = {.reason = RULES_LEGAL, .top = table->top, .count = (uint8_t)n};
    if (seat >= table->n_seats || table->phase != RULES_PHASE_DISCARD) {
        verdict.reason = RULES_NOT_NOW;
        return verdict;
    }
    if (table->seats[seat].discarded) {
        verdict.reason = RULES_DISCARDED;
        return verdict;
    }
    if (n != table->options.discard) {
        verdict.reason = RULES_DISCARD_COUNT;
        return verdict;
    }
    const struct hand *hand = &table->seats[seat].hand;
    for (unsigned i = 0; i < n && verdict.reason == RULES_LEGAL; i++) {
        uint8_t wanted = 0;
        for (unsigned j = 0; j < n; j++)
            wanted = (uint8_t)(wanted + (cards[j] == cards[i]));
        verdict.value = cards[i];
        verdict.count = wanted;
        if (cards[i] == 0 || cards[i] > RULES_VALUE_MAX) {
            verdict.reason = RULES_NO_SUCH_CARD;
            break;
        }
        verdict.held = hand->count[cards[i]];
        if (wanted > verdict.held)
            verdict.reason = RULES_NOT_IN_HAND;
        else if (cards[i] == 1)
            verdict.reason = RULES_KEEPS_THE_ONE;
    }
    return verdict;
}

struct verdict rules_discard(struct table *table, unsigned seat, const uint8_t *cards, unsigned n)
{
    struct verdict verdict = rules_judge_discard(table, seat, cards, n);
    if (verdict.reason != RULES_LEGAL)
        return verdict;
    struct rules_seat *mover = &table->seats[seat];
    for (unsigned i = 0; i < n; i++) {
        mover->hand.count[cards[i]]--;
        mover->aside.count[cards[i]]++;
    }
    mover->hand.cards = (uint8_t)(mover->hand.cards - n);
    mover->aside.cards = (uint8_t)(mover->aside.cards + n);
    mover->discarded = true;
    for (unsigned s = 0; s < table->n_seats; s++)
        if (!table->seats[s].discarded)
            return verdict;
    await_opening(table);
    return verdict;
}

static void finish(struct rules_seat *seat)
{
    seat->in = false;
    seat->penalty -= seat->penalty < GIVEN_BACK_MAX ? seat->penalty : GIVEN_BACK_MAX;
}

// Clockwise to the next seat still in the round; the mover itself when it is the last; else the
// end.
static void pass_the_turn(struct table *table)
{
    unsigned seat = table->to_move;
    for (unsigned i = 0; i < table->n_seats; i++) {
        seat = seat + 1 < table->n_seats ? seat + 1 : 0;
        if (table->seats[seat].in) {
            table->to_move = (uint8_t)seat;
            return;
        }
    }
    table->phase = RULES_PHASE_OVER;
    table->to_move = RULES_NOBODY;
}

void rules_make(struct table *table, struct legal legal)
{
    struct rules_seat *seat = &table->seats[table->to_move];
    const struct move move = legal.move;
    seat->penalty += legal.cost;
    table->phase = RULES_PHASE_PLAY;
    table->pressed = move.kind == MOVE_PASS_FORCE;
    if (move.kind == MOVE_PLAY) {
        seat->bonus = (uint8_t)(seat->bonus - move.bonus);
        seat->hand.count[move.value] = (uint8_t)(seat->hand.count[move.value] - move.count);
        seat->hand.cards = (uint8_t)(seat->hand.cards - move.count);
        table->top = move.value;
        table->passes = 0;
        if (seat->hand.cards == 0)
            finish(seat);
    } else if (move.kind == MOVE_LEAVE) {
        memset(&seat->hand, 0, sizeof seat->hand);
        seat->in = false;
    } else {
        table->passes++;
    }
    pass_the_turn(table);
}

struct verdict rules_apply(struct table *table, unsigned seat, struct move move)
{
    struct verdict verdict = rules_judge(table, seat, move);
    if (verdict.reason == RULES_LEGAL)
        rules_make(table, (struct legal){.move = move, .cost = verdict.cost});
    return verdict;
}

int32_t rules_result(const struct table *table, unsigned seat)
{
    const struct rules_seat *s = &table->seats[seat];
    int32_t settled = s->penalty - SETTLED_PER_BONUS * s->bonus;
    return settled > 0 ? settled : 0;
}

// SPDX-License-Identifier: MIT
// Which moves are legal and what they cost: rules_judge for one move, rules_legal for all of them.
// Changes nothing. The two are written apart, for speed, and tests hold them together.
#include "referee/rules/rules.h"

#include <string.h>

// How far a token reaches, and the first gap that costs something.
enum { REACH = 5, GAP_FREE = 1, COST_PASS = 1, COST_PASS_FORCE = 2 };

static unsigned seats_in(const struct table *table)
{
    unsigned n = 0;
    for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
        n += table->seats[s].in;
    return n;
}

static bool stalled(const struct table *table, unsigned in)
{
    return table->options.stall && table->passes >= table->options.stall * in;
}

bool rules_forced(const struct table *table)
{
    if (table->phase != RULES_PHASE_PLAY)
        return false;
    return table->pressed || stalled(table, seats_in(table));
}

// The gap penalty of a play `gap` above the top; once, however many cards are played.
static int gap_cost(struct rules_options options, int gap)
{
    return gap <= GAP_FREE ? 0 : gap - (options.gap == RULES_GAP_SKIPPED);
}

// With a token: out of reach below top-5 in any case, above top+5 under `window` alone.
static bool token_reaches(struct rules_options options, int gap)
{
    return gap >= -REACH && (gap <= REACH || options.bonus == RULES_BONUS_SHIFT);
}

// Of a play that a token reaches. `shift` judges it as if the top were the one within reach that
// makes it cheapest; under `window` that is free, as it should be.
static int token_cost(struct rules_options options, int gap)
{
    return gap_cost(options, gap - REACH);
}

static void judge_play(const struct table *table, const struct rules_seat *seat, struct move move,
                       struct verdict *verdict)
{
    verdict->value = move.value;
    verdict->count = move.count;
    if (move.value == 0 || move.value > RULES_VALUE_MAX || move.count == 0 || move.count > 3 ||
        move.bonus > 1) {
        verdict->reason = RULES_NO_SUCH_CARD;
        return;
    }
    verdict->held = seat->hand.count[move.value];
    int gap = move.value - table->top;
    if (verdict->held < move.count) {
        verdict->reason = RULES_NOT_IN_HAND;
    } else if (move.bonus) {
        verdict->cost = (int16_t)token_cost(table->options, gap);
        if (!seat->bonus)
            verdict->reason = RULES_NO_BONUS;
        else if (!token_reaches(table->options, gap))
            verdict->reason = RULES_OUT_OF_REACH;
    } else if (gap < 0) {
        verdict->reason = RULES_BELOW_TOP;
        verdict->bonus_helps = seat->bonus && token_reaches(table->options, gap);
    } else {
        verdict->cost = (int16_t)gap_cost(table->options, gap);
    }
}

static void judge_pass(const struct table *table, struct move move, struct verdict *verdict)
{
    unsigned in = seats_in(table);
    verdict->cost = move.kind == MOVE_PASS ? COST_PASS : COST_PASS_FORCE;
    if (table->pressed)
        verdict->reason = RULES_FORCED;
    else if (stalled(table, in))
        verdict->reason = RULES_STALLED;
    else if (move.kind == MOVE_PASS_FORCE && in < 2)
        verdict->reason = RULES_ALONE;
}

static bool is_opening(struct move move)
{
    return move.kind == MOVE_PLAY && move.value == 1 && move.count == 1 && move.bonus == 0;
}

struct verdict rules_judge(const struct table *table, unsigned seat, struct move move)
{
    struct verdict verdict = {.reason = RULES_LEGAL, .top = table->top};
    if (table->phase != RULES_PHASE_PLAY && table->phase != RULES_PHASE_OPENING)
        verdict.reason = RULES_NOT_NOW;
    else if (seat != table->to_move)
        verdict.reason = RULES_NOT_YOUR_TURN;
    else if (table->phase == RULES_PHASE_OPENING)
        verdict.reason = is_opening(move) ? RULES_LEGAL : RULES_MUST_OPEN;
    else if (move.kind == MOVE_PLAY)
        judge_play(table, &table->seats[seat], move, &verdict);
    else if (move.kind == MOVE_LEAVE)
        verdict.cost = table->seats[seat].hand.cards;
    else if (move.kind == MOVE_PASS || move.kind == MOVE_PASS_FORCE)
        judge_pass(table, move, &verdict);
    else
        verdict.reason = RULES_NO_SUCH_CARD;
    if (verdict.reason != RULES_LEGAL)
        verdict.cost = 0;
    return verdict;
}

static void put(struct legal *out, struct move move, int cost)
{
    out->move = move;
    out->cost = (int16_t)cost;
}

// Eight counts of at most 3 each, as eight bits: two of the bits of each byte tell whether it is 0,
// and the multiplication gathers the answers in the highest byte.
static inline uint32_t nonzero(const uint8_t *c)
{
    uint64_t x = (uint64_t)c[0] | (uint64_t)c[1] << 8 | (uint64_t)c[2] << 16 |
                 (uint64_t)c[3] << 24 | (uint64_t)c[4] << 32 | (uint64_t)c[5] << 40 |
                 (uint64_t)c[6] << 48 | (uint64_t)c[7] << 56;
    x = (x | x >> 1) & 0x0101010101010101u;
    return (uint32_t)(x * 0x0102040810204080u >> 56);
}

// Bit v is set when the hand holds value v.
static uint32_t values_held(const struct hand *hand)
{
    return nonzero(hand->count) | nonzero(hand->count + 8) << 8 | nonzero(hand->count + 16) << 16;
}

// A move as one word, to be added to: no sum of them carries from one of its bytes to the next.
static uint32_t word(struct move move)
{
    uint32_t w;
    memcpy(&w, &move, sizeof w);
    return w;
}

static void put_word(struct legal *out, uint32_t w, int cost)
{
    memcpy(&out->move, &w, sizeof w);
    out->cost = (int16_t)cost;
}

// Plays of one, two and three cards are written whatever the seat holds, and those that it can make
// are counted: what is one too many is written over by the next. A hand has at most 15 cards, so at
// most 28 plays come before those of a value, and RULES_LEGAL_MAX has room for 6 more.
static unsigned add_alike(struct legal *out, struct move one, unsigned held, int cost)
{
    const uint32_t more = word((struct move){.count = 1});
    const uint32_t w = word(one);
    put_word(out, w, cost);
    put_word(out + 1, w + more, cost);
    put_word(out + 2, w + 2 * more, cost);
    return held;
}

// Each without a token and with one.
static unsigned add_both(struct legal *out, struct move one, unsigned held, int cost, int with)
{
    const uint32_t more = word((struct move){.count = 1});
    const uint32_t token = word((struct move){.bonus = 1});
    const uint32_t w = word(one);
    put_word(out, w, cost);
    put_word(out + 1, w + token, with);
    put_word(out + 2, w + more, cost);
    put_word(out + 3, w + more + token, with);
    put_word(out + 4, w + 2 * more, cost);
    put_word(out + 5, w + 2 * more + token, with);
    return 2 * held;
}

static uint32_t bits_below(int bit)
{
    return bit < 0 ? 0 : bit > 31 ? UINT32_MAX : (1u << bit) - 1;
}

static unsigned add_plays(const struct table *table, const struct rules_seat *seat,
                          struct legal *out)
{
    const struct rules_options options = table->options;
    const int top = table->top;
    uint32_t below = 0;
    uint32_t both = 0;
    uint32_t held = values_held(&seat->hand);
    uint32_t above = held & ~bits_below(top);
    if (seat->bonus) {
        below = held & bits_below(top) & ~bits_below(top - REACH);
        both = options.bonus == RULES_BONUS_SHIFT ? above : above & bits_below(top + REACH + 1);
        above &= ~both;
    }
    unsigned n = 0;
    for (; below; below &= below - 1) {
        unsigned v = (unsigned)__builtin_ctz(below);
        n += add_alike(out + n, (struct move){MOVE_PLAY, (uint8_t)v, 1, 1}, seat->hand.count[v], 0);
    }
    for (; both; both &= both - 1) {
        unsigned v = (unsigned)__builtin_ctz(both);
        int gap = (int)v - top;
        n += add_both(out + n, (struct move){MOVE_PLAY, (uint8_t)v, 1, 0}, seat->hand.count[v],
                      gap_cost(options, gap), token_cost(options, gap));
    }
    for (; above; above &= above - 1) {
        unsigned v = (unsigned)__builtin_ctz(above);
        n += add_alike(out + n, (struct move){MOVE_PLAY, (uint8_t)v, 1, 0}, seat->hand.count[v],
                       gap_cost(options, (int)v - top));
    }
    return n;
}

unsigned rules_legal(const struct table *table, struct legal *out)
{
    if (table->to_move == RULES_NOBODY)
        return 0;
    if (table->phase == RULES_PHASE_OPENING) {
        put(out, (struct move){MOVE_PLAY, 1, 1, 0}, 0);
        return 1;
    }
    const struct rules_seat *seat = &table->seats[table->to_move];
    unsigned n = add_plays(table, seat, out);
    unsigned in = seats_in(table);
    if (!table->pressed && !stalled(table, in)) {
        put(out + n++, (struct move){.kind = MOVE_PASS}, COST_PASS);
        if (in > 1)
            put(out + n++, (struct move){.kind = MOVE_PASS_FORCE}, COST_PASS_FORCE);
    }
    put(out + n++, (struct move){.kind = MOVE_LEAVE}, seat->hand.cards);
    return n;
}

// SPDX-License-Identifier: MIT
// Random games held against a second, slow reading of spec/rules.md that shares no code with the
// first: every state, every judgement of every thinkable move, every legal list, the counts of move
// trees; and what must hold in any game at all.
#include "referee/rules/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static uint64_t state_of_chance = 0x853c49e6748fea9bu;

static unsigned below(unsigned k)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (unsigned)((state_of_chance >> 33) % k);
}

// ---- the slow reading: sorted lists of cards, nothing clever -----------------------------------

struct slow {
    bool skipped, shift;
    int stall;
    int n;
    int cards[4][16]; // ended by a 0
    int tokens[4], penalty[4];
    bool out[4];
    int top, turn, passes; // turn -1: the round is over
    bool pressed;
};

static int slow_cards(const struct slow *t, int seat)
{
    int n = 0;
    while (t->cards[seat][n])
        n++;
    return n;
}

static int slow_held(const struct slow *t, int seat, int value)
{
    int held = 0;
    for (int i = 0; t->cards[seat][i]; i++)
        held += t->cards[seat][i] == value;
    return held;
}

static int slow_in(const struct slow *t)
{
    int in = 0;
    for (int s = 0; s < t->n; s++)
        in += !t->out[s];
    return in;
}

static bool slow_forced(const struct slow *t)
{
    if (t->turn < 0 || t->top == 0)
        return false;
    return t->pressed || (t->stall && t->passes >= t->stall * slow_in(t));
}

// The gap penalty of v on a pile that shows `top`, or -1 where v may not be played on it.
static int slow_gap(const struct slow *t, int top, int v)
{
    if (v < top)
        return -1;
    if (v == top || v == top + 1)
        return 0;
    return t->skipped ? v - top - 1 : v - top;
}

static int slow_play_cost(const struct slow *t, int v, bool bonus)
{
    if (!bonus)
        return slow_gap(t, t->top, v);
    if (!t->shift)
        return t->top - 5 <= v && v <= t->top + 5 ? 0 : -1;
    int best = -1; // as if the top were the one of top-5 ... top+5 that makes it cheapest
    for (int top = t->top - 5; top <= t->top + 5; top++) {
        int cost = slow_gap(t, top, v);
        if (cost >= 0 && (best < 0 || cost < best))
            best = cost;
    }
    return best;
}

// Penalty that the move adds, or -1 when it is illegal for the seat to move.
static int slow_cost(const struct slow *t, struct move m)
{
    int me = t->turn;
    if (me < 0)
        return -1;
    if (t->top == 0)
        return m.kind == MOVE_PLAY && m.value == 1 && m.count == 1 && !m.bonus ? 0 : -1;
    switch (m.kind) {
    case MOVE_PLAY:
        if (slow_held(t, me, m.value) < m.count || (m.bonus && t->tokens[me] == 0))
            return -1;
        return slow_play_cost(t, m.value, m.bonus);
    case MOVE_PASS:
        return slow_forced(t) ? -1 : 1;
    case MOVE_PASS_FORCE:
        return slow_forced(t) || slow_in(t) == 1 ? -1 : 2;
    default:
        return slow_cards(t, me);
    }
}

static void slow_make(struct slow *t, struct move m)
{
    int me = t->turn;
    t->penalty[me] += slow_cost(t, m);
    t->pressed = m.kind == MOVE_PASS_FORCE;
    if (m.kind == MOVE_PASS || m.kind == MOVE_PASS_FORCE)
        t->passes++;
    if (m.kind == MOVE_LEAVE) {
        t->cards[me][0] = 0;
        t->out[me] = true;
    }
    if (m.kind == MOVE_PLAY) {
        int kept = 0;
        int gone = 0;
        for (int i = 0; t->cards[me][i]; i++) {
            if (t->cards[me][i] == m.value && gone < m.count)
                gone++;
            else
                t->cards[me][kept++] = t->cards[me][i];
        }
        t->cards[me][kept] = 0;
        t->tokens[me] -= m.bonus;
        t->top = m.value;
        t->passes = 0;
        if (kept == 0) {
            t->out[me] = true;
            for (int i = 0; i < 3 && t->penalty[me] > 0; i++)
                t->penalty[me]--;
        }
    }
    if (slow_in(t) == 0) {
        t->turn = -1;
        return;
    }
    do
        t->turn = (t->turn + 1) % t->n;
    while (t->out[t->turn]);
}

// Every thinkable move in the order of spec/replay.md.
static unsigned slow_moves(struct move *out)
{
    unsigned n = 0;
    for (uint8_t v = 1; v <= 23; v++)
        for (uint8_t k = 1; k <= 3; k++)
            for (uint8_t b = 0; b <= 1; b++)
                out[n++] = (struct move){MOVE_PLAY, v, k, b};
    out[n++] = (struct move){.kind = MOVE_PASS};
    out[n++] = (struct move){.kind = MOVE_PASS_FORCE};
    out[n++] = (struct move){.kind = MOVE_LEAVE};
    return n;
}

enum { THINKABLE = 23 * 3 * 2 + 3 };

// ---- the two side by side ----------------------------------------------------------------------

static struct slow slow_of(const struct table *table)
{
    struct slow t = {.skipped = table->options.gap == RULES_GAP_SKIPPED,
                     .shift = table->options.bonus == RULES_BONUS_SHIFT,
                     .stall = table->options.stall,
                     .n = table->n_seats,
                     .turn = table->to_move == RULES_NOBODY ? -1 : table->to_move};
    for (int s = 0; s < t.n; s++) {
        int n = 0;
        for (int v = 1; v <= 23; v++)
            for (int k = 0; k < table->seats[s].hand.count[v]; k++)
                t.cards[s][n++] = v;
        t.tokens[s] = table->seats[s].bonus;
        t.penalty[s] = table->seats[s].penalty;
    }
    return t;
}

static void assert_alike(const struct table *table, const struct slow *t)
{
    assert_int_equal(table->to_move == RULES_NOBODY ? -1 : table->to_move, t->turn);
    assert_int_equal(table->top, t->top);
    assert_int_equal(rules_forced(table), slow_forced(t));
    for (int s = 0; s < t->n; s++) {
        assert_int_equal(table->seats[s].penalty, t->penalty[s]);
        assert_int_equal(table->seats[s].bonus, t->tokens[s]);
        assert_int_equal(table->seats[s].in, !t->out[s]);
        assert_int_equal(table->seats[s].hand.cards, slow_cards(t, s));
        for (int v = 1; v <= 23; v++)
            assert_int_equal(table->seats[s].hand.count[v], slow_held(t, s, v));
    }
}

static void assert_judged_alike(const struct table *table, const struct slow *t)
{
    struct move moves[THINKABLE];
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(table, legal);
    unsigned at = 0;
    unsigned thinkable = slow_moves(moves);
    assert_true(n <= RULES_LEGAL_MAX);
    for (unsigned i = 0; i < thinkable; i++) {
        int cost = slow_cost(t, moves[i]);
        for (unsigned seat = 0; seat < table->n_seats; seat++) {
            struct verdict v = rules_judge(table, seat, moves[i]);
            bool legal_here = cost >= 0 && seat == table->to_move;
            assert_int_equal(v.reason == RULES_LEGAL, legal_here);
            assert_int_equal(v.cost, legal_here ? cost : 0);
        }
        if (cost < 0)
            continue;
        assert_true(at < n);
        assert_memory_equal(&legal[at].move, &moves[i], sizeof moves[i]);
        assert_int_equal(legal[at].cost, cost);
        at++;
    }
    assert_int_equal(at, n);
}

// ---- random games ------------------------------------------------------------------------------

static void deal(struct rules_options options, unsigned n_seats, struct hand *hands,
                 struct hand *unseen)
{
    uint8_t deck[RULES_DECK];
    unsigned n = 0;
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
        for (unsigned k = 0; k < rules_deck_count(v); k++)
            deck[n++] = (uint8_t)v;
    unsigned dealt = n_seats * rules_deal_count(options);
    for (unsigned i = 1; i < RULES_DECK; i++) { // the 1 stays in front, among the dealt
        unsigned j = i + below(RULES_DECK - i);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    unsigned turn = below(n_seats); // who has the 1
    memset(hands, 0, sizeof *hands * n_seats);
    memset(unseen, 0, sizeof *unseen);
    for (unsigned i = 0; i < RULES_DECK; i++) {
        struct hand *to = i < dealt ? &hands[(i + turn) % n_seats] : unseen;
        to->count[deck[i]]++;
        to->cards++;
    }
}

static void random_discards(struct table *table)
{
    for (unsigned left = table->n_seats; table->phase == RULES_PHASE_DISCARD && left < 1000;
         left++) {
        uint8_t cards[3];
        for (unsigned i = 0; i < 3; i++)
            cards[i] = (uint8_t)(1 + below(RULES_VALUE_MAX));
        rules_discard(table, below(table->n_seats), cards, 3);
    }
    for (unsigned s = 0; s < table->n_seats; s++) { // who was never lucky: the three highest
        uint8_t cards[3];
        unsigned n = 0;
        for (unsigned v = RULES_VALUE_MAX; v > 1 && n < 3; v--)
            for (unsigned k = 0; k < table->seats[s].hand.count[v] && n < 3; k++)
                cards[n++] = (uint8_t)v;
        if (!table->seats[s].discarded)
            assert_int_equal(rules_discard(table, s, cards, 3).reason, RULES_LEGAL);
    }
    assert_int_equal(table->phase, RULES_PHASE_OPENING);
}

// All 66 are somewhere: in hands, aside, on the pile, given up, or never dealt.
static void assert_66(const struct table *table, const struct hand *gone, const struct hand *unseen)
{
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++) {
        unsigned n = gone->count[v] + unseen->count[v];
        for (unsigned s = 0; s < table->n_seats; s++)
            n += table->seats[s].hand.count[v] + table->seats[s].aside.count[v];
        assert_int_equal(n, rules_deck_count(v));
    }
}

static unsigned random_round(struct table *table, const struct hand *unseen, unsigned leaving)
{
    struct hand gone = {.cards = 0};
    unsigned made = 0;
    if (table->options.discard)
        random_discards(table);
    struct slow slow = slow_of(table);
    while (table->phase != RULES_PHASE_OVER) {
        struct legal legal[RULES_LEGAL_MAX];
        assert_alike(table, &slow);
        assert_judged_alike(table, &slow);
        unsigned n = rules_legal(table, legal);
        assert_true(n > 0);
        struct legal chosen = legal[below(n)];
        if (chosen.move.kind == MOVE_LEAVE && below(100) >= leaving && n > 1)
            chosen = legal[below(n - 1)];
        struct table applied = *table;
        unsigned mover = table->to_move;
        if (chosen.move.kind == MOVE_LEAVE)
            for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
                gone.count[v] = (uint8_t)(gone.count[v] + table->seats[mover].hand.count[v]);
        else
            gone.count[chosen.move.value] =
                (uint8_t)(gone.count[chosen.move.value] + chosen.move.count);
        gone.count[0] = 0;
        rules_make(table, chosen);
        assert_int_equal(rules_apply(&applied, mover, chosen.move).reason, RULES_LEGAL);
        assert_memory_equal(&applied, table, sizeof applied);
        slow_make(&slow, chosen.move);
        assert_66(table, &gone, unseen);
        for (unsigned s = 0; s < table->n_seats; s++) {
            assert_true(table->seats[s].penalty >= 0);
            assert_true(table->seats[s].bonus <= RULES_BONUS_START);
            assert_int_equal(table->seats[s].in, table->seats[s].hand.cards > 0);
        }
        made++;
        assert_true(made < 5000); // with stall=3 every game ends, however it is played
    }
    assert_alike(table, &slow);
    return made;
}

static void test_random_games(void **state)
{
    (void)state;
    unsigned made = 0;
    for (unsigned game = 0; game < 600; game++) {
        struct rules_options options = {.gap = game & 1,
                                        .bonus = game >> 1 & 1,
                                        .discard = game >> 2 & 1 ? 3 : 0,
                                        .stall = game % 5 ? 3 : 0};
        struct table table;
        unsigned n_seats = 2 + game % 3;
        rules_begin(&table, options, n_seats);
        for (unsigned round = 1; round <= 2; round++) {
            struct hand hands[RULES_SEATS_MAX];
            struct hand unseen;
            deal(options, n_seats, hands, &unseen);
            rules_deal(&table, round, hands);
            made += random_round(&table, &unseen, options.stall ? below(60) : 20);
        }
    }
    assert_true(made > 20000);
}

// The worst players: they pass whenever they can. The stall rule alone brings it to an end.
static void test_passing_for_ever(void **state)
{
    (void)state;
    for (unsigned n_seats = 2; n_seats <= 4; n_seats++) {
        struct table table;
        struct hand hands[RULES_SEATS_MAX];
        struct hand unseen;
        rules_begin(&table, rules_brief, n_seats);
        deal(rules_brief, n_seats, hands, &unseen);
        rules_deal(&table, 1, hands);
        random_discards(&table);
        unsigned made = 0;
        for (; table.phase != RULES_PHASE_OVER; made++) {
            struct legal legal[RULES_LEGAL_MAX];
            unsigned n = rules_legal(&table, legal);
            unsigned chosen = 0;
            for (unsigned i = 0; i < n; i++)
                if (legal[i].move.kind == MOVE_PASS)
                    chosen = i;
            rules_make(&table, legal[chosen]);
            assert_true(made < 1000);
        }
        assert_true(made > 30);
    }
}

// ---- move trees --------------------------------------------------------------------------------

static uint64_t leaves(const struct table *table, unsigned depth)
{
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(table, legal);
    if (depth == 1 || n == 0)
        return n;
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++) {
        struct table next = *table;
        rules_make(&next, legal[i]);
        sum += leaves(&next, depth - 1);
    }
    return sum;
}

static uint64_t slow_leaves(const struct slow *t, unsigned depth)
{
    struct move moves[THINKABLE];
    unsigned thinkable = slow_moves(moves);
    uint64_t sum = 0;
    for (unsigned i = 0; i < thinkable; i++) {
        if (slow_cost(t, moves[i]) < 0)
            continue;
        struct slow next = *t;
        if (depth > 1)
            slow_make(&next, moves[i]);
        sum += depth > 1 ? slow_leaves(&next, depth - 1) : 1;
    }
    return sum;
}

// Fixed deals, so that the counts can be written down: seat s has every n-th card of the deck.
static struct table fixed(unsigned which, unsigned n_seats)
{
    struct rules_options options = {.gap = which & 1, .bonus = which >> 1 & 1, .stall = 3};
    struct hand hands[RULES_SEATS_MAX] = {{.cards = 0}};
    unsigned i = 0;
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
        for (unsigned k = 0; k < rules_deck_count(v); k++, i++)
            if (hands[i % n_seats].cards < 12) {
                hands[i % n_seats].count[v]++;
                hands[i % n_seats].cards++;
            }
    struct table table;
    rules_begin(&table, options, n_seats);
    rules_deal(&table, 1, hands);
    return table;
}

static void test_move_trees(void **state)
{
    (void)state;
    static const struct {
        unsigned which, seats, depth;
        uint64_t leaves;
    } rows[] = {
        {0, 2, 5, 136682}, {1, 2, 5, 136682}, {2, 2, 5, 167690}, {3, 2, 5, 167690},
        {0, 3, 5, 108207}, {3, 3, 5, 165394}, {0, 4, 5, 77634},  {3, 4, 5, 141124},
    };
    for (size_t i = 0; i < LEN(rows); i++) {
        struct table table = fixed(rows[i].which, rows[i].seats);
        struct slow slow = slow_of(&table);
        uint64_t n = leaves(&table, rows[i].depth);
        if (n != rows[i].leaves)
            fail_msg("move tree %zu has %llu leaves", i, (unsigned long long)n);
        assert_int_equal(slow_leaves(&slow, rows[i].depth), n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_passing_for_ever),
        cmocka_unit_test(test_move_trees),
    };
    return cmocka_run_group_tests_name("rules at random", tests, NULL, NULL);
}

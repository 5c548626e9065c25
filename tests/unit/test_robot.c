// SPDX-License-Identifier: MIT
// The robot: single answers, tables it can't make sense of, and thousands of games against itself,
// a player by chance and one who always takes the cheapest move. Every game must end.
#include "referee/match/robot.h"
#include "referee/rules/notation.h"
#include "referee/rules/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
    GAMES = 40,         // for each of 16 sets of options and each number of seats
    SHORT_ENOUGH = 250, // moves of a whole game among robots
    PATIENCE = 60,      // moves of a round after which the cheap player passes no more
    SETS_OF_OPTIONS = 16,
    COUNTS = RULES_SEATS_MAX - RULES_SEATS_MIN + 1
};

static uint64_t state_of_chance = 0x9e3779b97f4a7c15u;

static unsigned below(unsigned k)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (unsigned)((state_of_chance >> 33) % k);
}

// ---- the table as a seat's table.json has it ---------------------------------------------------

static json_t *cards_json(const struct hand *hand)
{
    json_t *cards = json_array();
    for (int v = 1; v <= RULES_VALUE_MAX; v++)
        for (int i = 0; i < hand->count[v]; i++)
            json_array_append_new(cards, json_integer(v));
    return cards;
}

static json_t *legal_json(const struct table *table, unsigned seat)
{
    json_t *moves = json_array();
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = table->to_move == seat ? rules_legal(table, legal) : 0;
    for (unsigned i = 0; i < n; i++) {
        char text[NOTATION_MOVE_MAX];
        notation_format_move(legal[i].move, text);
        json_array_append_new(moves, json_pack("[s, i]", text, (int)legal[i].cost));
    }
    return moves;
}

static json_t *seen_by(const struct table *table, unsigned seat)
{
    json_t *seats = json_array();
    for (unsigned i = 0; i < table->n_seats; i++) {
        const struct rules_seat *s = &table->seats[i];
        json_array_append_new(seats, json_pack("{s:i, s:i, s:i, s:b}", "cards", (int)s->hand.cards,
                                               "penalty", (int)s->penalty, "bonus", (int)s->bonus,
                                               "in", (int)s->in));
    }
    struct rules_options o = table->options;
    return json_pack("{s:{s:s, s:s, s:i, s:i}, s:i, s:i, s:{s:i, s:o}, s:o, s:o, s:b}", "rules",
                     "gap", o.gap ? "skipped" : "difference", "bonus", o.bonus ? "shift" : "window",
                     "discard", (int)o.discard, "stall", (int)o.stall, "round", (int)table->round,
                     "top", (int)table->top, "you", "seat", (int)seat, "hand",
                     cards_json(&table->seats[seat].hand), "seats", seats, "legal",
                     legal_json(table, seat), "discard",
                     (int)(table->phase == RULES_PHASE_DISCARD && !table->seats[seat].discarded));
}

// ---- players -----------------------------------------------------------------------------------

struct player {
    struct legal (*move)(const struct table *table, const struct legal *legal, unsigned n,
                         unsigned moves);
    void (*discard)(const struct table *table, unsigned seat, uint8_t *cards);
};

static struct legal robot_move(const struct table *table, const struct legal *legal, unsigned n,
                               unsigned moves)
{
    (void)moves;
    json_t *seen = seen_by(table, table->to_move);
    char answer[ROBOT_ANSWER_MAX];
    char again[ROBOT_ANSWER_MAX];
    assert_true(robot_answer(seen, answer));
    assert_true(robot_answer(seen, again));
    assert_string_equal(answer, again);
    json_decref(seen);
    struct move move;
    assert_true(notation_parse_move(answer, strlen(answer), &move));
    for (unsigned i = 0; i < n; i++)
        if (memcmp(&legal[i].move, &move, sizeof move) == 0)
            return legal[i];
    fail_msg("%s is not legal", answer);
    return legal[0];
}

static void robot_discard(const struct table *table, unsigned seat, uint8_t *cards)
{
    json_t *seen = seen_by(table, seat);
    char answer[ROBOT_ANSWER_MAX];
    assert_true(robot_answer(seen, answer));
    json_decref(seen);
    assert_int_equal(strncmp(answer, "discard ", 8), 0);
    struct hand hand;
    assert_true(notation_parse_cards(answer + 8, strlen(answer + 8), &hand));
    unsigned n = 0;
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
        for (unsigned i = 0; i < hand.count[v] && n < RULES_DISCARD_MAX; i++)
            cards[n++] = (uint8_t)v;
}

static struct legal chance_move(const struct table *table, const struct legal *legal, unsigned n,
                                unsigned moves)
{
    (void)table;
    (void)moves;
    return legal[below(n)];
}

static void chance_discard(const struct table *table, unsigned seat, uint8_t *cards)
{
    uint8_t held[RULES_HAND_MAX];
    unsigned n = 0;
    for (unsigned v = 2; v <= RULES_VALUE_MAX; v++)
        for (unsigned i = 0; i < table->seats[seat].hand.count[v]; i++)
            held[n++] = (uint8_t)v;
    for (unsigned i = 0; i < RULES_DISCARD_MAX; i++) {
        unsigned pick = below(n);
        cards[i] = held[pick];
        held[pick] = held[--n];
    }
}

// The first of the cheapest; it stops passing when the round gets long, for it would pass for ever.
static struct legal cheap_move(const struct table *table, const struct legal *legal, unsigned n,
                               unsigned moves)
{
    (void)table;
    struct legal best = {.cost = INT16_MAX};
    for (unsigned i = 0; i < n; i++) {
        bool passes = legal[i].move.kind == MOVE_PASS || legal[i].move.kind == MOVE_PASS_FORCE;
        if (legal[i].cost < best.cost && !(passes && moves > PATIENCE))
            best = legal[i];
    }
    return best;
}

static void high_discard(const struct table *table, unsigned seat, uint8_t *cards)
{
    unsigned n = 0;
    for (unsigned v = RULES_VALUE_MAX; v >= 2; v--)
        for (unsigned i = 0; i < table->seats[seat].hand.count[v] && n < RULES_DISCARD_MAX; i++)
            cards[n++] = (uint8_t)v;
}

static const struct player robot = {robot_move, robot_discard};
static const struct player chance = {chance_move, chance_discard};
static const struct player cheap = {cheap_move, high_discard};

// ---- games -------------------------------------------------------------------------------------

static void shuffle(uint8_t *cards, unsigned n)
{
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned j = below(i + 1);
        uint8_t kept = cards[i];
        cards[i] = cards[j];
        cards[j] = kept;
    }
}

static void deal(struct table *table, unsigned round)
{
    uint8_t deck[RULES_DECK];
    struct hand hands[RULES_SEATS_MAX];
    unsigned n = 0;
    for (unsigned v = 2; v <= RULES_VALUE_MAX; v++)
        for (unsigned i = 0; i < rules_deck_count(v); i++)
            deck[n++] = (uint8_t)v;
    shuffle(deck, n);
    unsigned each = rules_deal_count(table->options);
    unsigned all = each * table->n_seats;
    deck[all - 1] = 1;
    shuffle(deck, all);
    memset(hands, 0, sizeof hands);
    for (unsigned i = 0; i < all; i++) {
        hands[i / each].count[deck[i]]++;
        hands[i / each].cards++;
    }
    rules_deal(table, round, hands);
}

static void put_aside(struct table *table, const struct player *const *players)
{
    for (unsigned s = 0; s < table->n_seats; s++) {
        uint8_t cards[RULES_DISCARD_MAX];
        players[s]->discard(table, s, cards);
        struct verdict verdict = rules_discard(table, s, cards, RULES_DISCARD_MAX);
        assert_int_equal(verdict.reason, RULES_LEGAL);
    }
}

// Plays both rounds; returns how many moves that took. The bound is for robots; chance ends too.
static unsigned play(struct table *table, struct rules_options options, unsigned n_seats,
                     const struct player *const *players, unsigned bound)
{
    unsigned all = 0;
    rules_begin(table, options, n_seats);
    for (unsigned round = 1; round <= 2; round++) {
        deal(table, round);
        if (table->phase == RULES_PHASE_DISCARD)
            put_aside(table, players);
        unsigned moves = 0;
        while (table->phase != RULES_PHASE_OVER) {
            struct legal legal[RULES_LEGAL_MAX];
            unsigned n = rules_legal(table, legal);
            bool opens = table->phase == RULES_PHASE_OPENING;
            const struct player *mover = players[table->to_move];
            rules_make(table, opens ? legal[0] : mover->move(table, legal, n, moves));
            moves++;
            assert_true(all + moves < bound);
        }
        all += moves;
    }
    return all;
}

static struct rules_options options_of(unsigned set)
{
    return (struct rules_options){.gap = set & 1,
                                  .bonus = set >> 1 & 1,
                                  .discard = set & 4 ? 0 : RULES_DISCARD_MAX,
                                  .stall = set & 8 ? 0 : 3};
}

struct tally {
    double ours, theirs; // penalty at the end, an average a seat
    double won;          // games, shared wins in parts
    double fair;         // what would be won among equals
    unsigned games, moves, longest;
};

// One of us among others of one kind, in every seat in turn.
static struct tally contest(const struct player *us, const struct player *them, unsigned bound)
{
    struct tally tally = {0};
    unsigned rivals = 0;
    for (unsigned i = 0; i < SETS_OF_OPTIONS * COUNTS * GAMES; i++) {
        unsigned n_seats = RULES_SEATS_MIN + i / SETS_OF_OPTIONS % COUNTS;
        unsigned ours = i / (SETS_OF_OPTIONS * COUNTS) % n_seats;
        const struct player *players[RULES_SEATS_MAX] = {them, them, them, them};
        players[ours] = us;
        struct table table;
        unsigned moves = play(&table, options_of(i % SETS_OF_OPTIONS), n_seats, players, bound);
        int32_t least = rules_result(&table, 0);
        for (unsigned s = 1; s < n_seats; s++)
            least = rules_result(&table, s) < least ? rules_result(&table, s) : least;
        unsigned winners = 0;
        for (unsigned s = 0; s < n_seats; s++) {
            int32_t result = rules_result(&table, s);
            winners += result == least;
            *(s == ours ? &tally.ours : &tally.theirs) += result;
        }
        tally.won += rules_result(&table, ours) == least ? 1.0 / winners : 0;
        tally.fair += 1.0 / n_seats;
        tally.moves += moves;
        tally.longest = moves > tally.longest ? moves : tally.longest;
        tally.games++;
        rivals += n_seats - 1;
    }
    tally.ours /= tally.games;
    tally.theirs /= rivals;
    return tally;
}

static void tell(const char *who, const struct tally *tally)
{
    print_message("# %s: %.1f against %.1f, won %.0f of %u (fair: %.0f), %u moves at most\n", who,
                  tally->ours, tally->theirs, tally->won, tally->games, tally->fair,
                  tally->longest);
}

static void test_robots_alone(void **state)
{
    (void)state;
    struct tally tally = contest(&robot, &robot, SHORT_ENOUGH);
    tell("robots alone", &tally);
    assert_int_equal(tally.games, SETS_OF_OPTIONS * COUNTS * GAMES);
    assert_true(tally.moves > 20 * tally.games);
    assert_true(tally.ours < 13);
}

static void test_against_chance(void **state)
{
    (void)state;
    struct tally tally = contest(&robot, &chance, 100 * SHORT_ENOUGH);
    tell("among players by chance", &tally);
    assert_true(tally.ours * 2 < tally.theirs);
    assert_true(tally.won > 0.9 * tally.games);
    struct tally turned = contest(&chance, &robot, 100 * SHORT_ENOUGH);
    tell("a player by chance among robots", &turned);
    assert_true(turned.ours > 2 * turned.theirs);
}

static void test_against_cheapest(void **state)
{
    (void)state;
    struct tally tally = contest(&robot, &cheap, 4 * SHORT_ENOUGH);
    tell("among the cheapest", &tally);
    assert_true(tally.ours * 2 < tally.theirs);
    assert_true(tally.won > 0.8 * tally.games);
    struct tally turned = contest(&cheap, &robot, 4 * SHORT_ENOUGH);
    tell("a cheapest among robots", &turned);
    assert_true(turned.ours > turned.theirs);
    assert_true(turned.won < turned.fair / 2);
}

// ---- single answers ----------------------------------------------------------------------------

static const struct {
    const char *table, *answer;
} cases[] = {
    // three in a row are free, and all of a value go at once
    {"{'top':5,'you':{'seat':0,'hand':[6,6,7]},'seats':[{'in':true,'penalty':0,'bonus':0},"
     "{'in':true,'penalty':0,'bonus':3}],'legal':[['6',0],['6x2',0],['7',2],['pass',1],"
     "['pass force',2],['leave',3]]}",
     "6x2"},
    // alone there is nothing to wait for: one card left costs one, the gap would cost ten
    {"{'top':5,'you':{'seat':1,'hand':[15]},'seats':[{'in':false,'penalty':9,'bonus':0},"
     "{'in':true,'penalty':3,'bonus':0}],'legal':[['15',10],['pass',1],['leave',1]]}",
     "leave"},
    // a token at the very end brings the three tokens of a finish
    {"{'top':12,'you':{'seat':0,'hand':[9]},'seats':[{'in':true,'penalty':8,'bonus':1},"
     "{'in':true,'penalty':0,'bonus':3}],'legal':[['9 bonus',0],['pass',1],['pass force',2],"
     "['leave',1]]}",
     "9 bonus"},
    {"{'top':0,'discard':true,'you':{'seat':0,'hand':[1,2,3,3,5,7,8,9,9,12,17,20,21,23,23]},"
     "'seats':[{'in':true,'penalty':0,'bonus':3}],'legal':[]}",
     "discard 21 23 23"},
    // nothing asked
    {"{'top':5,'you':{'seat':0,'hand':[6]},'seats':[{'in':true,'penalty':0,'bonus':0}],"
     "'legal':[],'discard':false}",
     ""},
    // not what table.md says
    {"{}", ""},
    {"[]", ""},
    {"{'top':5,'you':{'seat':7,'hand':[6]},'seats':[],'legal':[['6',0]]}", ""},
    {"{'top':5,'you':{'seat':0,'hand':[24]},'seats':[{'in':true,'penalty':0,'bonus':0}],"
     "'legal':[['leave',1]]}",
     ""},
    {"{'top':5,'you':{'seat':0,'hand':['6']},'seats':[{'in':true,'penalty':0,'bonus':0}],"
     "'legal':[['leave',1]]}",
     ""},
    {"{'top':5,'you':{'seat':0,'hand':[6]},'seats':[{'in':true,'penalty':-1,'bonus':0}],"
     "'legal':[['leave',1]]}",
     ""},
    {"{'top':5,'you':{'seat':0,'hand':[6]},'seats':[{'in':true,'penalty':0,'bonus':0}],"
     "'legal':[['6x9',0],['6',-1],[6,0],6,['6'],['rm',0],['leave',1]]}",
     "leave"},
    // a legal move of cards that the hand hasn't is none
    {"{'top':5,'you':{'seat':0,'hand':[6]},'seats':[{'in':true,'penalty':0,'bonus':0}],"
     "'legal':[['6x2',0],['7',0],['leave',1]]}",
     "leave"},
    {"{'top':5,'discard':true,'you':{'seat':0,'hand':[1,2]},'seats':[{'in':true,'penalty':0,"
     "'bonus':0}]}",
     ""},
};

static void test_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        char answer[ROBOT_ANSWER_MAX];
        snprintf(text, sizeof text, "%s", cases[i].table);
        for (char *p = text; *p; p++)
            *p = *p == '\'' ? '"' : *p;
        json_t *table = json_loads(text, 0, NULL);
        assert_non_null(table);
        assert_int_equal(robot_answer(table, answer), cases[i].answer[0] != '\0');
        assert_string_equal(answer, cases[i].answer);
        json_decref(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_robots_alone),
        cmocka_unit_test(test_against_chance),
        cmocka_unit_test(test_against_cheapest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// How fast the rules are on one core: random games made move by move, without and with the list of
// legal moves. Says nothing about mail or the database.
//
//   bench_rules [--json]      figures, one a line
//   bench_rules --count N     makes N random games with legal lists and nothing else, for callgrind
#include "tests/bench/bench.h"

#include "referee/rules/rules.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 2000, ROUNDS = 2 };

static uint64_t state = 0x9e3779b97f4a7c15u;

static uint32_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

static uint32_t below(uint32_t k)
{
    return (uint32_t)(((uint64_t)next_random() * k) >> 32);
}

// Any deal will do, as long as the 1 is in it.
static void deal(struct rules_options options, unsigned n_seats, struct hand *hands)
{
    uint8_t deck[RULES_DECK];
    unsigned n = 0;
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
        for (unsigned k = 0; k < rules_deck_count(v); k++)
            deck[n++] = (uint8_t)v;
    unsigned dealt = n_seats * rules_deal_count(options);
    for (unsigned i = 1; i < dealt; i++) {
        unsigned j = i + below(RULES_DECK - i);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    memset(hands, 0, sizeof *hands * n_seats);
    for (unsigned i = 0; i < dealt; i++) {
        hands[i % n_seats].count[deck[i]]++;
        hands[i % n_seats].cards++;
    }
}

static struct rules_options options_of(unsigned game)
{
    return (struct rules_options){.gap = game & 1, .bonus = game >> 1 & 1, .stall = 3};
}

static unsigned seats_of(unsigned game)
{
    return RULES_SEATS_MIN + game % 3;
}

struct deals {
    struct hand hands[GAMES][ROUNDS][RULES_SEATS_MAX];
};

// One random game with legal lists; the moves are kept when `moves` isn't NULL. Returns how many.
static unsigned random_game(const struct deals *deals, unsigned game, struct legal *moves)
{
    struct table table;
    struct legal legal[RULES_LEGAL_MAX];
    unsigned made = 0;
    rules_begin(&table, options_of(game), seats_of(game));
    for (unsigned round = 0; round < ROUNDS; round++) {
        rules_deal(&table, round + 1, deals->hands[game][round]);
        unsigned n;
        while ((n = rules_legal(&table, legal)) > 0) {
            const struct legal *chosen = &legal[below(n)];
            if (moves)
                moves[made] = *chosen;
            rules_make(&table, *chosen);
            made++;
        }
    }
    return made;
}

struct played {
    struct legal moves[GAMES * 600];
    unsigned count[GAMES];
};

// The same games again from their moves: rules_make alone, or with judging (rules_apply).
static unsigned again(const struct deals *deals, const struct played *played, bool judged)
{
    struct table table;
    unsigned at = 0;
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned end = at + played->count[game];
        rules_begin(&table, options_of(game), seats_of(game));
        for (unsigned round = 0; round < ROUNDS; round++) {
            rules_deal(&table, round + 1, deals->hands[game][round]);
            while (at < end && table.phase != RULES_PHASE_OVER) {
                if (judged)
                    rules_apply(&table, table.to_move, played->moves[at].move);
                else
                    rules_make(&table, played->moves[at]);
                at++;
            }
        }
    }
    return at;
}

static unsigned all_random(const struct deals *deals)
{
    unsigned made = 0;
    for (unsigned game = 0; game < GAMES; game++)
        made += random_game(deals, game, NULL);
    return made;
}

int main(int argc, char **argv)
{
    struct deals *deals = calloc(1, sizeof *deals);
    struct played *played = calloc(1, sizeof *played);
    if (!deals || !played)
        abort();
    for (unsigned game = 0; game < GAMES; game++)
        for (unsigned round = 0; round < ROUNDS; round++)
            deal(options_of(game), seats_of(game), deals->hands[game][round]);

    if (argc == 3 && strcmp(argv[1], "--count") == 0) {
        unsigned long made = 0;
        for (unsigned long i = 0; i < strtoul(argv[2], NULL, 10); i++)
            made += random_game(deals, (unsigned)(i % GAMES), NULL);
        printf("%lu\n", made);
        free(deals);
        free(played);
        return 0;
    }

    unsigned at = 0;
    for (unsigned game = 0; game < GAMES; game++) {
        played->count[game] = random_game(deals, game, played->moves + at);
        at += played->count[game];
    }
    bench_begin(argc, argv);
    bench_clock = CLOCK_PROCESS_CPUTIME_ID;
    BENCH_RATE_MUST("rules: moves made", "moves/s", 40e6, again(deals, played, false));
    BENCH_RATE("rules: moves judged and made", "moves/s", again(deals, played, true));
    BENCH_RATE_MUST("rules: moves chosen from the legal list and made", "moves/s", 15e6,
                    all_random(deals));
    free(deals);
    free(played);
    return 0;
}

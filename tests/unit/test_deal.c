// SPDX-License-Identifier: MIT
// The deal. That it deals what the specification says is held by the vectors (test_record); here:
// that every card is where it must be, and what a deal depends on.
#include "referee/record/deal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const struct deal_seat seats[] = {
    {"anna", "a fair wind"}, {"bruno", ""}, {"robot-1", ""}, {"robot-2", ""}};

static void seed_of(unsigned n, uint8_t seed[DEAL_SEED])
{
    memset(seed, 0, DEAL_SEED);
    seed[0] = (uint8_t)n;
    seed[1] = (uint8_t)(n >> 8);
}

static void test_every_card(void **state)
{
    (void)state;
    unsigned dealt = 0;
    unsigned ones[RULES_SEATS_MAX] = {0};
    for (unsigned game = 0; game < 3000; game++) {
        struct rules_options options = {.discard = game % 2 ? 3 : 0};
        unsigned n = 2 + game % 3;
        uint8_t seed[DEAL_SEED];
        struct hand hands[RULES_SEATS_MAX];
        seed_of(game, seed);
        deal_round(seed, options, 1 + game % 2, seats, n, hands);
        struct hand all = {.cards = 0};
        for (unsigned s = 0; s < n; s++) {
            unsigned cards = 0;
            for (unsigned v = 1; v <= RULES_VALUE_MAX; v++) {
                all.count[v] = (uint8_t)(all.count[v] + hands[s].count[v]);
                cards += hands[s].count[v];
            }
            assert_int_equal(hands[s].count[0], 0);
            assert_int_equal(hands[s].cards, cards);
            assert_int_equal(cards, options.discard ? 15 : 12);
            if (n == 4)
                ones[s] += hands[s].count[1];
            dealt += cards;
        }
        assert_int_equal(all.count[1], 1); // always among the dealt
        for (unsigned v = 1; v <= RULES_VALUE_MAX; v++)
            assert_true(all.count[v] <= rules_deck_count(v));
    }
    assert_true(dealt > 100000);
    for (unsigned s = 0; s < RULES_SEATS_MAX; s++) // 1000 games of four: nobody's more than others'
        assert_in_range(ones[s], 190, 310);
}

static void test_depends(void **state)
{
    (void)state;
    uint8_t seed[DEAL_SEED];
    uint8_t keys[6][DEAL_HASH];
    struct deal_seat other[2] = {seats[0], seats[1]};
    seed_of(1, seed);
    deal_key(seed, 1, seats, 2, keys[0]);
    deal_key(seed, 2, seats, 2, keys[1]); // the round
    deal_key(seed, 1, seats, 3, keys[2]); // the seats
    other[1].luck = "x";
    deal_key(seed, 1, other, 2, keys[3]); // the luck
    other[1] = seats[1];
    other[1].nick = "Bruno";
    deal_key(seed, 1, other, 2, keys[4]); // the names, exactly
    seed_of(2, seed);
    deal_key(seed, 1, seats, 2, keys[5]); // the seed
    for (unsigned i = 0; i < 6; i++)
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(keys[i], keys[j], DEAL_HASH);
}

// The stream read a second time, in one piece.
static void test_below(void **state)
{
    (void)state;
    enum { BYTES = 1 << 16 };
    static uint8_t bytes[BYTES];
    static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    static const uint32_t bounds[] = {1, 2, 3, 7, 66, 1000003, 0x80000001u, 0xffffffffu};
    for (unsigned b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        const uint64_t k = bounds[b];
        uint8_t key[DEAL_HASH];
        struct deal_stream stream;
        unsigned thrown = 0;
        memset(key, (int)b, sizeof key);
        crypto_stream_chacha20_ietf(bytes, sizeof bytes, nonce, key);
        deal_stream_init(&stream, key);
        for (unsigned at = 0; at < BYTES; at += 4) {
            uint64_t x = bytes[at] + 256u * bytes[at + 1] + 65536u * bytes[at + 2] +
                         ((uint64_t)bytes[at + 3] << 24);
            if (x >= 4294967296u / k * k)
                thrown++;
            else
                assert_int_equal(deal_below(&stream, bounds[b]), x % k);
        }
        if (bounds[b] == 0x80000001u)
            assert_in_range(thrown, BYTES / 4 / 3, BYTES / 4 * 2 / 3);
    }
}

static void test_shuffle(void **state)
{
    (void)state;
    uint8_t key[DEAL_HASH] = {5};
    struct deal_stream stream;
    unsigned first[6] = {0};
    deal_stream_init(&stream, key);
    for (unsigned i = 0; i < 6000; i++) {
        uint8_t cards[6] = {0, 1, 2, 3, 4, 5};
        unsigned seen = 0;
        deal_shuffle(&stream, cards, 6);
        for (unsigned c = 0; c < 6; c++)
            seen |= 1u << cards[c];
        assert_int_equal(seen, 63);
        first[cards[0]]++;
    }
    for (unsigned c = 0; c < 6; c++)
        assert_in_range(first[c], 850, 1150);
    uint8_t one = 9;
    deal_shuffle(&stream, &one, 1);
    deal_shuffle(&stream, NULL, 0);
    assert_int_equal(one, 9);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_card),
        cmocka_unit_test(test_depends),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_shuffle),
    };
    return cmocka_run_group_tests_name("deal", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The fair deal (spec/fairness.md, "The deal"): commitment, the players' luck, the shuffle, and the
// seal on a discard.
//
// Pure functions of their arguments. Draws no seed, keeps no secret, knows no record.
#ifndef REFEREE_DEAL_H
#define REFEREE_DEAL_H

#include "referee/rules/rules.h"

#include <stddef.h>

enum {
    DEAL_SEED = 32, // bytes of a game's seed
    DEAL_HASH = 32, // bytes of a commitment, a deck key, a seal
    DEAL_LUCK_MAX = 200
};

// What a seat puts into the deck key: the name that it had when the game began, and its luck.
// NUL-terminated; neither can hold a NUL.
struct deal_seat {
    const char *nick;
    const char *luck;
};

// The random numbers of one deck key.
struct deal_stream {
    uint8_t key[DEAL_HASH];
    uint8_t block[1024];
    uint32_t blocks; // of 64 bytes, taken so far
    uint32_t at;     // in block
};

// BLAKE2b-256("23 commit v1\n" || seed).
void deal_commit(const uint8_t seed[DEAL_SEED], uint8_t out[DEAL_HASH]);

// The deck key of round 1 or 2.
void deal_key(const uint8_t seed[DEAL_SEED], unsigned round, const struct deal_seat *seats,
              unsigned n_seats, uint8_t out[DEAL_HASH]);

void deal_stream_init(struct deal_stream *stream, const uint8_t key[DEAL_HASH]);
// A number from 0 to k-1, without bias; k is at least 1.
uint32_t deal_below(struct deal_stream *stream, uint32_t k);
void deal_shuffle(struct deal_stream *stream, uint8_t *cards, unsigned n);

// The hands of a round, into out_hands[n_seats].
void deal_round(const uint8_t seed[DEAL_SEED], struct rules_options options, unsigned round,
                const struct deal_seat *seats, unsigned n_seats, struct hand *out_hands);

// The seal that stands in the public form of a discard. nick is the seat's name in that line; cards
// its cards as the record writes them ("3 17 23").
void deal_seal(const uint8_t seed[DEAL_SEED], unsigned round, const char *nick, size_t nick_len,
               const char *cards, size_t cards_len, uint8_t out[DEAL_HASH]);

#endif

// SPDX-License-Identifier: MIT
// See deal.h. The steps are numbered as in the specification.
#include "referee/record/deal.h"

#include <sodium.h>
#include <string.h>

enum { CHACHA_BLOCK = 64 };

static void put(crypto_generichash_state *hash, const char *text, size_t len)
{
    crypto_generichash_update(hash, (const unsigned char *)text, len);
}

static void put_text(crypto_generichash_state *hash, const char *text)
{
    put(hash, text, strlen(text));
}

static void put_digit(crypto_generichash_state *hash, unsigned digit)
{
    const char c = (char)('0' + digit);
    put(hash, &c, 1);
}

// 2. Commitment.
void deal_commit(const uint8_t seed[DEAL_SEED], uint8_t out[DEAL_HASH])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, DEAL_HASH);
    put_text(&hash, "23 commit v1\n");
    crypto_generichash_update(&hash, seed, DEAL_SEED);
    crypto_generichash_final(&hash, out, DEAL_HASH);
}

// 4. Deck key.
void deal_key(const uint8_t seed[DEAL_SEED], unsigned round, const struct deal_seat *seats,
              unsigned n_seats, uint8_t out[DEAL_HASH])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, seed, DEAL_SEED, DEAL_HASH);
    put_text(&hash, "23 deal v1\nround ");
    put_digit(&hash, round);
    put_text(&hash, "\n");
    for (unsigned s = 0; s < n_seats; s++) {
        put_text(&hash, "seat ");
        put_text(&hash, seats[s].nick);
        put_text(&hash, " ");
        put_text(&hash, seats[s].luck);
        put_text(&hash, "\n");
    }
    crypto_generichash_final(&hash, out, DEAL_HASH);
    sodium_memzero(&hash, sizeof hash);
}

// 5. Random numbers.
void deal_stream_init(struct deal_stream *stream, const uint8_t key[DEAL_HASH])
{
    memcpy(stream->key, key, DEAL_HASH);
    stream->blocks = 0;
    stream->at = sizeof stream->block;
}

static uint32_t next_integer(struct deal_stream *stream)
{
    static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    if (stream->at == sizeof stream->block) {
        memset(stream->block, 0, sizeof stream->block);
        crypto_stream_chacha20_ietf_xor_ic(stream->block, stream->block, sizeof stream->block,
                                           nonce, stream->blocks, stream->key);
        stream->blocks += sizeof stream->block / CHACHA_BLOCK;
        stream->at = 0;
    }
    const uint8_t *b = stream->block + stream->at;
    stream->at += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

uint32_t deal_below(struct deal_stream *stream, uint32_t k)
{
    const uint64_t all = (uint64_t)1 << 32;
    const uint64_t fair = all / k * k; // from here on some results would come once more than others
    uint32_t x;
    do
        x = next_integer(stream);
    while (x >= fair);
    return x % k;
}

// 6. Shuffle.
void deal_shuffle(struct deal_stream *stream, uint8_t *cards, unsigned n)
{
    for (unsigned i = n; i-- > 1;) {
        unsigned j = deal_below(stream, i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

// 7. Deal.
void deal_round(const uint8_t seed[DEAL_SEED], struct rules_options options, unsigned round,
                const struct deal_seat *seats, unsigned n_seats, struct hand *out_hands)
{
    uint8_t key[DEAL_HASH];
    struct deal_stream stream;
    uint8_t cards[RULES_DECK];
    unsigned n = 0;
    for (unsigned v = 2; v <= RULES_VALUE_MAX; v++)
        for (unsigned k = 0; k < rules_deck_count(v); k++)
            cards[n++] = (uint8_t)v;
    deal_key(seed, round, seats, n_seats, key);
    deal_stream_init(&stream, key);
    deal_shuffle(&stream, cards, n);
    const unsigned each = rules_deal_count(options);
    const unsigned dealt = n_seats * each;
    cards[dealt - 1] = 1;
    deal_shuffle(&stream, cards, dealt);
    memset(out_hands, 0, sizeof *out_hands * n_seats);
    for (unsigned i = 0; i < dealt; i++) {
        out_hands[i / each].count[cards[i]]++;
        out_hands[i / each].cards++;
    }
    sodium_memzero(key, sizeof key);
    sodium_memzero(&stream, sizeof stream);
}

void deal_seal(const uint8_t seed[DEAL_SEED], unsigned round, const char *nick, size_t nick_len,
               const char *cards, size_t cards_len, uint8_t out[DEAL_HASH])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, seed, DEAL_SEED, DEAL_HASH);
    put_text(&hash, "23 discard v1\n");
    put_digit(&hash, round);
    put_text(&hash, " ");
    put(&hash, nick, nick_len);
    put_text(&hash, " ");
    put(&hash, cards, cards_len);
    put_text(&hash, "\n");
    crypto_generichash_final(&hash, out, DEAL_HASH);
    sodium_memzero(&hash, sizeof hash);
}

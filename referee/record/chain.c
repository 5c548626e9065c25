// SPDX-License-Identifier: MIT
// See chain.h.
#include "referee/record/chain.h"

#include <sodium.h>
#include <string.h>

static const char title[] = "23 record v1\n";

enum { TITLE = sizeof title - 1, MESSAGE = TITLE + CHAIN_HASH };

void chain_add(uint8_t h[CHAIN_HASH], const char *line, size_t len)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, CHAIN_HASH);
    crypto_generichash_update(&state, h, CHAIN_HASH);
    crypto_generichash_update(&state, (const unsigned char *)line, len);
    crypto_generichash_update(&state, (const unsigned char *)"\n", 1);
    crypto_generichash_final(&state, h, CHAIN_HASH);
}

static void message_of(const uint8_t h[CHAIN_HASH], uint8_t out[MESSAGE])
{
    memcpy(out, title, TITLE);
    memcpy(out + TITLE, h, CHAIN_HASH);
}

void chain_sign(const uint8_t h[CHAIN_HASH], const uint8_t secret[CHAIN_SECRET],
                uint8_t out[CHAIN_SIGNATURE])
{
    uint8_t message[MESSAGE];
    message_of(h, message);
    crypto_sign_detached(out, NULL, message, sizeof message, secret);
}

bool chain_verify(const uint8_t h[CHAIN_HASH], const uint8_t key[CHAIN_KEY],
                  const uint8_t signature[CHAIN_SIGNATURE])
{
    uint8_t message[MESSAGE];
    message_of(h, message);
    return crypto_sign_verify_detached(signature, message, sizeof message, key) == 0;
}

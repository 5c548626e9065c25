// SPDX-License-Identifier: MIT
// See chain.h.
#include "referee/record/chain.h"

#include <sodium.h>
#include <string.h>

enum { MESSAGE_MAX = sizeof CHAIN_EVIDENCE - 1 + CHAIN_HASH };

void chain_add(uint8_t h[CHAIN_HASH], const char *line, size_t len)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, CHAIN_HASH);
    crypto_generichash_update(&state, h, CHAIN_HASH);
    crypto_generichash_update(&state, (const unsigned char *)line, len);
    crypto_generichash_update(&state, (const unsigned char *)"\n", 1);
    crypto_generichash_final(&state, h, CHAIN_HASH);
}

static size_t message_of(const char *title, const uint8_t h[CHAIN_HASH], uint8_t out[MESSAGE_MAX])
{
    const size_t len = strlen(title);
    memcpy(out, title, len);
    memcpy(out + len, h, CHAIN_HASH);
    return len + CHAIN_HASH;
}

void chain_sign(const char *title, const uint8_t h[CHAIN_HASH], const uint8_t secret[CHAIN_SECRET],
                uint8_t out[CHAIN_SIGNATURE])
{
    uint8_t message[MESSAGE_MAX];
    const size_t len = message_of(title, h, message);
    crypto_sign_detached(out, NULL, message, len, secret);
}

bool chain_verify(const char *title, const uint8_t h[CHAIN_HASH], const uint8_t key[CHAIN_KEY],
                  const uint8_t signature[CHAIN_SIGNATURE])
{
    uint8_t message[MESSAGE_MAX];
    const size_t len = message_of(title, h, message);
    return crypto_sign_verify_detached(signature, message, len, key) == 0;
}

// SPDX-License-Identifier: MIT
// The chain over the lines of a record, or of the evidence beside it, and the referee's signature
// under it (spec/fairness.md; docs/record.md).
//
// Knows bytes alone: which lines belong to which chain is game_apply.h's business.
#ifndef REFEREE_CHAIN_H
#define REFEREE_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is signed: the first line of such a file, then its chain value.
#define CHAIN_RECORD   "23 record v1\n"
#define CHAIN_EVIDENCE "23 evidence v1\n"

enum { CHAIN_HASH = 32, CHAIN_KEY = 32, CHAIN_SECRET = 64, CHAIN_SIGNATURE = 64 };

// h = BLAKE2b-256(h || line || "\n"). A chain begins as 32 zero bytes.
void chain_add(uint8_t h[CHAIN_HASH], const char *line, size_t len);

// Ed25519 over title || chain; title is one of the two above. The secret key is libsodium's, of 64
// bytes, whose second half is the public key.
void chain_sign(const char *title, const uint8_t h[CHAIN_HASH], const uint8_t secret[CHAIN_SECRET],
                uint8_t out[CHAIN_SIGNATURE]);
// False also for a key under which nothing can be signed: no point of the curve, or of small order.
bool chain_verify(const char *title, const uint8_t h[CHAIN_HASH], const uint8_t key[CHAIN_KEY],
                  const uint8_t signature[CHAIN_SIGNATURE]);

#endif

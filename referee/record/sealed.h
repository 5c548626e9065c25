// SPDX-License-Identifier: MIT
// The two forms of a secret line: full (`discard anna TIME 3 17 23`) and public
// (`discard anna TIME sealed HEX`), and the way between them.
//
// Secret are `deal` and `discard` lines alone; every other line is its own public form. Decides
// nothing about when a game's secrets may be told.
#ifndef REFEREE_SEALED_H
#define REFEREE_SEALED_H

#include "referee/record/deal.h"

#include <glib.h>

// Whether a full line holds a secret.
bool sealed_is_secret(const char *line, gsize len);

// The public form of a full line of the given round (1 or 2; of no matter outside a round), for the
// caller to free. NULL for a malformed secret line.
char *sealed_public(const uint8_t seed[DEAL_SEED], unsigned round, const char *line, gsize len);

// The cards that a full secret line hides ("3 17 23"), for the caller to free; NULL for a line that
// hides none.
char *sealed_secret(const char *line, gsize len);

// The full line again, from the public one and the cards; for the caller to free. NULL when the
// public line hides nothing.
char *sealed_open(const char *public_line, gsize len, const char *cards);

#endif

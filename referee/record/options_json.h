// SPDX-License-Identifier: MIT
// The options of a game as JSON, for table.json and the archive's lists: {"gap": "difference", …}.
#ifndef REFEREE_OPTIONS_JSON_H
#define REFEREE_OPTIONS_JSON_H

#include "referee/rules/rules.h"

#include <jansson.h>

// All of them, by name: words, or numbers where they are. The caller owns it.
json_t *options_json(struct rules_options options);

// What is so of them, for phrases: "gap-skipped": true, "gap-difference": false, … The caller owns
// it.
json_t *options_so(struct rules_options options);

// The other way. Returns how many were there and could be so; the others are left as they are.
unsigned options_json_read(const json_t *json, struct rules_options *out);

#endif

// SPDX-License-Identifier: MIT
// Games as they were folded in this run: whoever loads one again begins there, and folds only what
// was added since. Events are never changed, so that the number of lines says it all, unless
// something was taken back.
#ifndef REFEREE_MATCH_MEMORY_H
#define REFEREE_MATCH_MEMORY_H

#include "referee/record/game.h"
#include "storage/store.h"

struct match;

struct match_memory *match_memory_new(void);
void match_memory_free(struct match_memory *memory); // takes NULL

// Keeps a match as it is, when it holds nothing but what was folded. A few games are kept at a
// time. memory may be NULL: then nothing is, here and below.
void match_memory_keep(struct match_memory *memory, const struct store *store,
                       const struct match *match);

// Gives a match that has only begun the game, lines and moves that are kept of it, if there are.
void match_memory_recall(struct match_memory *memory, const struct store *store,
                         struct match *match);

#endif

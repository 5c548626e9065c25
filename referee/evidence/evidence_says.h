// SPDX-License-Identifier: MIT
// What the testimonies of one seat have done so far, and whether one more says a move or discard.
//
// Decides what follows from the commands of a testimony, as the hub does it: they run in their
// order; a plan gives the first of its lines that fits, once; a move by hand, the round's end and a
// newer testimony end it (spec: mail.md, "Plan"). Knows no signature. Pure.
#ifndef REFEREE_EVIDENCE_SAYS_H
#define REFEREE_EVIDENCE_SAYS_H

#include "referee/evidence/testimony.h"
#include "referee/rules/rules.h"
#include "referee/words/plan.h"

// A zeroed one is a seat of which nothing was heard. Clear it when done.
struct evidence_says {
    char *text;                // the testimony that counts; NULL: none yet
    struct signed_block block; // what it says
    guint next;                // the first of its commands that hasn't run
    GArray *plan;              // struct plan_line: what is left of its plan, or NULL
    GHashTable *used;          // texts, those that don't count any more, too
};

// What was done: a move, or three cards put aside, by the seat at this table, in turn `turn`.
struct evidence_deed {
    const struct table *table; // before it
    unsigned seat;
    gboolean is_discard;
    struct move move;
    const struct hand *cards; // of a discard
    const GArray *makers;     // guint8: who made each turn so far; RULES_NOBODY for a new round
};

// NULL when the testimony says it; else why not, without a full stop.
const char *evidence_says_it(struct evidence_says *says, const struct testimony *testimony,
                             const struct evidence_deed *deed);

// A plan ends with its round. Whoever leaves a seat leaves no testimony in it.
void evidence_says_round(struct evidence_says *says);
void evidence_says_clear(struct evidence_says *says);

// Whether a testimony that plays holds nothing but that: moves, discards, plans. It is published
// when the game is over.
gboolean evidence_only_plays(const GPtrArray *commands);

#endif

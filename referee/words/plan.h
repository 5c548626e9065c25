// SPDX-License-Identifier: MIT
// A plan: moves that somebody wants made when the turn comes (spec: mail.md, "Plan").
//
// Decides which line of a plan fits a table. It looks at the table as the rules judge a move of
// that seat: at its own hand and at what lies open. When a plan is tried, and when it ends, is
// known by play.c. Pure.
#ifndef REFEREE_PLAN_H
#define REFEREE_PLAN_H

#include "referee/words/plan_text.h"

#include <jansson.h>

// Lines (struct plan_line) from their canonical forms, a line each, and back. NULL when one can't
// be read, or there is none; the caller owns what is returned.
GArray *plan_read(const char *text);
char *plan_write(const GArray *lines);

// The same as an array of strings; NULL for no plan gives an empty one.
json_t *plan_json(const GArray *lines);

// The index of the first line that is legal for the seat now and whose conditions hold; -1 when
// none is. It must be for the seat to move.
int plan_pick(const GArray *lines, const struct table *table, unsigned seat);

#endif

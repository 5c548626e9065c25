// SPDX-License-Identifier: MIT
// A line of a plan: a move, and when it is to be made (spec: mail.md, "Plan").
//
// Decides how such a line is read and written. Knows no table: whether a line fits one is judged in
// play.c.
#ifndef REFEREE_PLAN_TEXT_H
#define REFEREE_PLAN_TEXT_H

#include "referee/rules/rules.h"
#include "referee/words/fold.h"

#include <glib.h>

enum { PLAN_TEXT_LINES_MAX = 40, PLAN_TEXT_COST_MAX = 999, PLAN_TEXT_MAX = 80 };

// `MOVE [if top A..B] [if cost <= N] [if forced]`, in whatever order the conditions were typed.
struct plan_line {
    struct move move;
    gboolean has_top;
    guint8 top_from, top_to; // 1 ... 23
    gboolean has_cost;
    int cost; // 0 ... PLAN_TEXT_COST_MAX
    gboolean forced;
};

// Reads a line in full, in any of the languages (words.h); FALSE for anything else.
gboolean plan_text_parse(const struct fold *line, unsigned languages, struct plan_line *out);

// Reads the canonical form, as plan_text_format writes it.
gboolean plan_text_read(const char *text, struct plan_line *out);

// Writes it in its one form, `12x2 bonus if top 12..14 if cost <= 2 if forced`.
void plan_text_format(const struct plan_line *plan, char out[PLAN_TEXT_MAX]);

#endif

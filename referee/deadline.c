// SPDX-License-Identifier: MIT
// See deadline.h.
#include "referee/deadline.h"

gint64 deadline_due(gint64 turn_at, gint64 pace)
{
    return turn_at + pace;
}

// Whether a is the better of two plays for somebody who can't be asked.
static bool is_better(const struct legal *a, const struct legal *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->move.value != b->move.value)
        return a->move.value < b->move.value;
    return a->move.count > b->move.count;
}

struct move deadline_missed_move(const struct table *table)
{
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(table, legal);
    const struct legal *best = NULL;
    g_assert(n > 0);
    for (unsigned i = 0; i < n; i++) {
        if (legal[i].move.kind == MOVE_PASS)
            return legal[i].move;
        if (legal[i].move.kind != MOVE_PLAY || legal[i].move.bonus)
            continue;
        if (!best || is_better(&legal[i], best))
            best = &legal[i];
    }
    return best ? best->move : (struct move){.kind = MOVE_LEAVE};
}

void deadline_missed_discard(const struct hand *hand, uint8_t out[RULES_DISCARD_MAX])
{
    unsigned left = RULES_DISCARD_MAX;
    for (uint8_t value = RULES_VALUE_MAX; value > 1 && left > 0; value--) {
        for (uint8_t i = 0; i < hand->count[value] && left > 0; i++)
            out[--left] = value;
    }
    g_assert(left == 0);
}

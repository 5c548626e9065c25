// SPDX-License-Identifier: MIT
// Plans of seats: what is to be played when the turn comes. Sealed; nobody but their owner may
// know.
//
// Knows texts. What they mean is known by referee/words/plan.c.
#ifndef STORAGE_PLANS_H
#define STORAGE_PLANS_H

#include <glib.h>

struct store;

struct plan_row {
    int seat;
    char *lines;
    char *word; // what was signed for it; NULL: nothing had to be
};

// The plans of a game: a new array of struct plan_row *, with a free function set.
gboolean plans_load(struct store *store, gint64 game, GPtrArray **out_plans,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Keeps a seat's plan in place of the one it had; NULL: it has none any more. word may be NULL.
gboolean plans_put(struct store *store, gint64 game, int seat, const char *lines, const char *word,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

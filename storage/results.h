// SPDX-License-Identifier: MIT
// How games ended for those who began in their seats: an index over the records, for standings.
//
// Knows rows: what a record says is read elsewhere (referee/archive/result.h).
#ifndef STORAGE_RESULTS_H
#define STORAGE_RESULTS_H

#include <glib.h>

struct store;

enum { RESULTS_SEATS_MAX = 4 };

struct result_row {
    gint64 starter; // player; 0: a robot
    gint64 count;   // penalty tokens at the end
    guint turns, missed;
};

// Whoever sits in the game's seats now is who began there.
gboolean results_begin(struct store *store, gint64 game, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How it ended for that seat; row->starter is of no matter.
gboolean results_put(struct store *store, gint64 game, int seat, const struct result_row *row,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// As if it hadn't ended.
gboolean results_clear(struct store *store, gint64 game, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How a game ended for its seats, in order, into rows of RESULTS_SEATS_MAX; *out_n is 0 when it
// didn't.
gboolean results_find(struct store *store, gint64 game, struct result_row *rows, guint *out_n,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A game that was played to its end: its seats in order. It may ask the store other things.
typedef void results_visit(gint64 game, const struct result_row *seats, guint n, gpointer data);

// All such games, one after another, by the time at which they ended, then by number.
gboolean results_each(struct store *store, results_visit *visit, gpointer data,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Who follows a game without a seat in it, and how much of it they were told.
//
// Knows rows. What a watcher may see is known by referee/match/table.c.
#ifndef STORAGE_WATCHERS_H
#define STORAGE_WATCHERS_H

#include <glib.h>

struct store;

struct watcher_row {
    gint64 game, player;
    gint64 since;
    guint told;      // public lines told by mail so far
    gboolean at_end; // wants to hear of the end alone
};

// All of a game, the first one first: a new array of struct watcher_row.
gboolean watchers_list(struct store *store, gint64 game, GArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean watchers_find(struct store *store, gint64 game, gint64 player, struct watcher_row *out_row,
                       gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Insert, or update all of it.
gboolean watchers_put(struct store *store, const struct watcher_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean watchers_remove(struct store *store, gint64 game, gint64 player,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Open and running games whose events a player follows, in ascending order: a new array of ids.
gboolean watchers_games(struct store *store, gint64 player, GArray **out_ids,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

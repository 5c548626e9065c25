// SPDX-License-Identifier: MIT
// The calendar entry that a player was sent of a turn that runs: one a game at most.
#ifndef STORAGE_CALENDAR_H
#define STORAGE_CALENDAR_H

#include <glib.h>

struct store;

struct calendar_row {
    gint64 game, player;
    gint64 turn;     // which it is about
    gint64 due_at;   // when it ends
    gint64 sequence; // how often it was moved
};

// *out_found says whether there is one; *out_row is untouched otherwise.
gboolean calendar_find(struct store *store, gint64 game, gint64 player,
                       struct calendar_row *out_row, gboolean *out_found,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// In place of what was there.
gboolean calendar_put(struct store *store, const struct calendar_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean calendar_drop(struct store *store, gint64 game, gint64 player,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

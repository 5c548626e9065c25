// SPDX-License-Identifier: MIT
// What operators did: their log, which nothing changes afterwards.
//
// Knows rows. What is worth a line is decided by the operator's commands.
#ifndef STORAGE_DEEDS_H
#define STORAGE_DEEDS_H

#include <glib.h>

struct store;

struct deed_row {
    gint64 at;
    char words[301];
};

// game, player: whom it concerned, 0 for none. Longer words are cut.
gboolean deeds_add(struct store *store, gint64 at, gint64 game, gint64 player, const char *words,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Those of a game, else of a player, else those that concern none in particular; the oldest first:
// a new array of struct deed_row.
gboolean deeds_list(struct store *store, gint64 game, gint64 player, GArray **out_rows,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// What players said to the table of a game, kept to be read with it. Sealed, as all words of mails
// are. What was told to one player alone never comes here.
#ifndef STORAGE_PRESS_H
#define STORAGE_PRESS_H

#include <glib.h>

struct store;

struct press_row {
    gint64 player;
    guint line; // so many public lines the game had
    gint64 said_at;
    char *text;
    char nick[21]; // the player's now; read only
};

gboolean press_add(struct store *store, gint64 game, const struct press_row *row,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All of a game, in the order in which it was said: a new array of struct press_row *, with a free
// function set. What somebody said who was forgotten since is gone.
gboolean press_load(struct store *store, gint64 game, GPtrArray **out_rows,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

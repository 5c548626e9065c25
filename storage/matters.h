// SPDX-License-Identifier: MIT
// Pending matters: what was asked back and waits for a word (a confirmation, a yes, an invitation).
#ifndef STORAGE_MATTERS_H
#define STORAGE_MATTERS_H

#include <glib.h>

struct store;

struct matter_row {
    gint64 id;     // the N of a ticket 0.N.0.MAC
    char *kind;    // owned, like all char * here
    gint64 player; // 0: none yet
    char *address; // whom it was asked, when not the player's own
    gint64 game;   // 0: none
    char *data;    // JSON text or NULL; sealed in the database
    gint64 created_at, expires_at, settled_at;
};
void matter_row_clear(struct matter_row *row);

gboolean matters_add(struct store *store, struct matter_row *row,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT; // fills in id
gboolean matters_find(struct store *store, gint64 id, struct matter_row *out_row,
                      gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The newest unsettled, unexpired matter of a kind for a player (or, with player 0, for an address)
// in a game (0: any).
gboolean matters_open(struct store *store, const char *kind, gint64 player, const char *address,
                      gint64 game, gint64 now, struct matter_row *out_row, gboolean *out_found,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All of a kind in a game that were asked at `since` or later, settled or not: a new array of ids.
gboolean matters_of_game(struct store *store, const char *kind, gint64 game, gint64 since,
                         GArray **out_ids, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Settles it and wipes its data; one that is settled keeps its first time.
gboolean matters_settle(struct store *store, gint64 id, gint64 now,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Settles all that have expired; *out_count says how many.
gboolean matters_expire(struct store *store, gint64 now, guint *out_count,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

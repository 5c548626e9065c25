// SPDX-License-Identifier: MIT
// What the players of a game want and all of them have to want, a row for each who said so.
//
// Knows rows. When all have agreed is decided in referee/match/consent.c.
#ifndef STORAGE_CONSENTS_H
#define STORAGE_CONSENTS_H

#include <glib.h>

struct store;

struct consent_row {
    int seat;
    char kind[7]; // cancel, pause
    gint64 at;
};

// Those of a game that were given at `since` or later, by kind and then by seat: a new array of
// struct consent_row.
gboolean consents_list(struct store *store, gint64 game, gint64 since, GArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Given anew, it counts from then on.
gboolean consents_put(struct store *store, gint64 game, const struct consent_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All of a kind ("": of both) in a game; of one seat where seat is not below 0.
gboolean consents_remove(struct store *store, gint64 game, const char *kind, int seat,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Makes those of a kind that were given at `since` or later so much older.
gboolean consents_shift(struct store *store, gint64 game, const char *kind, gint64 since,
                        gint64 seconds, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

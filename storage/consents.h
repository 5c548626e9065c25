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

// Those of a game that count and were given at `since` or later, by kind and then by seat: a new
// array of struct consent_row.
gboolean consents_list(struct store *store, gint64 game, gint64 since, GArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Given anew, it counts from then on.
gboolean consents_put(struct store *store, gint64 game, const struct consent_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All of a kind ("": of both) in a game; of one seat where seat is not below 0.
gboolean consents_remove(struct store *store, gint64 game, const char *kind, int seat,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Those of a kind ("": of both) count no more; when they were given is still known.
gboolean consents_close(struct store *store, gint64 game, const char *kind,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Whether a seat gave one of that kind at `since` or later, whether it counts or not.
gboolean consents_given(struct store *store, gint64 game, int seat, const char *kind, gint64 since,
                        gboolean *out_given, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

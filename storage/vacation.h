// SPDX-License-Identifier: MIT
// How much vacation each player has used, by calendar year.
//
// Knows sums. How much anybody may have, and what counts as vacation, is decided elsewhere.
#ifndef STORAGE_VACATION_H
#define STORAGE_VACATION_H

#include <glib.h>

struct store;

// Adds seconds to what a player has used in a year.
gboolean vacation_charge(struct store *store, gint64 player, int year, gint64 seconds,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean vacation_used(struct store *store, gint64 player, int year, gint64 *out_seconds,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Vacation: the days that players took, and how much else they were charged, by calendar year.
//
// Knows rows and sums. How much anybody may have, and what counts as vacation, is decided
// elsewhere.
#ifndef STORAGE_VACATION_H
#define STORAGE_VACATION_H

#include <glib.h>

struct store;

// Whole days, both included, counted from 1970-01-01 by the calendar of the zone.
struct vacation_row {
    int first, last;
    char zone[64];
};

// Takes days; those that are taken already may be among them.
gboolean vacation_add(struct store *store, gint64 player, const struct vacation_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Those that end on a day or later, in order: a new array of struct vacation_row.
gboolean vacation_list(struct store *store, gint64 player, int since, GArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Gives the days from `from` until `until` back. No row may hold days before and after them.
gboolean vacation_cut(struct store *store, gint64 player, int from, int until,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Adds seconds to what a player was charged in a year.
gboolean vacation_charge(struct store *store, gint64 player, int year, gint64 seconds,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean vacation_used(struct store *store, gint64 player, int year, gint64 *out_seconds,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

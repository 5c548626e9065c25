// SPDX-License-Identifier: MIT
// What a publisher asks of all games at once: which there are, and whether they changed.
//
// Knows rows. Reads no record, no secret and no words.
#ifndef STORAGE_ARCHIVE_H
#define STORAGE_ARCHIVE_H

#include <glib.h>

struct store;

// A game that runs, or that has a record.
struct archive_row {
    gint64 id;
    gboolean over; // it has a record, which never changes
    guint lines;   // of its log
    guint press;   // the newest of what was said in it; 0: nothing was
};

// In ascending order: a new array of struct archive_row.
gboolean archive_games(struct store *store, GArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A text that changes whenever some player hides, shows, or is marked as an operator, and when one
// of those who are hidden or marked is called something else. The caller owns it.
gboolean archive_people(struct store *store, char **out_text,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

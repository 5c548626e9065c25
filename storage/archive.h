// SPDX-License-Identifier: MIT
// What a publisher asks of all games at once: which there are, and whether they changed.
//
// Knows rows. Reads no record, no secret and no words.
#ifndef STORAGE_ARCHIVE_H
#define STORAGE_ARCHIVE_H

#include "storage/games.h"

// A game that runs, or that has a record: this referee's, or another's that was brought here.
struct archive_row {
    gboolean foreign;
    guint8 key[RECORD_KEY_BYTES]; // of the other referee
    gint64 id;                    // the game's number there
    gboolean over;                // it has a record, which never changes
    guint lines;                  // of its log
    guint press;                  // the newest of what was said in it; 0: nothing was
};

// This referee's by number, then the others' by key and number: a new array of struct archive_row.
gboolean archive_games(struct store *store, GArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Somebody about whom there is more to know than a name.
struct archive_person {
    char nick[21];
    gboolean hidden; // asked to be private, or to be forgotten; also under what they were called
    gboolean is_operator;
};

// In order of nick: a new array of struct archive_person. Whoever isn't in it is neither.
gboolean archive_people(struct store *store, GArray **out_rows,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

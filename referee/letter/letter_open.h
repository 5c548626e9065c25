// SPDX-License-Identifier: MIT
// What a mail to somebody who wants it sealed may still say openly: of keys, signatures and sealing
// itself, without which nobody could read why the rest is sealed, and how to end it.
//
// Decides that of notes. What of a game is open is known by letter_state.h, letter_watch.
#ifndef REFEREE_LETTER_OPEN_H
#define REFEREE_LETTER_OPEN_H

#include <glib.h>
#include <jansson.h>

// The notes that are open, or the others: a new array, in their order.
json_t *letter_open_notes(const json_t *notes, gboolean open);

// What of the notes everybody at the table may know: a new array, in their order. In place of words
// to the reader alone it says whose they were.
json_t *letter_open_to_table(const json_t *notes);

// Whether one of them says this.
gboolean letter_open_says(const json_t *notes, const char *phrase);

#endif

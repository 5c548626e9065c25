// SPDX-License-Identifier: MIT
// Lists of phrases, written in the source as one string: "sent from|sent via|gesendet von".
//
// Knows how to look in such a list, not what its phrases mean. Phrases are in small letters.
#ifndef REFEREE_PHRASE_H
#define REFEREE_PHRASE_H

#include "referee/words/fold.h"

#include <glib.h>

// Each returns the length in bytes of the first phrase that fits, 0 for none.
gsize phrase_begins(const char *text, const char *phrases); // text begins with it
gsize phrase_ends(const char *text, const char *phrases);   // text ends with it
gsize phrase_in(const char *text, const char *phrases);     // it stands in the text
gsize phrase_is(const char *text, const char *phrases);     // it is the text

// The characters from ... to in small letters, blanks as one, marks of direction and what can't be
// seen left out, * and _ taken off the ends. The caller owns it.
char *phrase_plain(const struct fold *line, gsize from, gsize to);

#endif

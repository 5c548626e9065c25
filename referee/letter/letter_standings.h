// SPDX-License-Identifier: MIT
// The page that answers `standings`: what it is made from, and its lines in the reader's language.
//
// Decides who is shown to whom. How strong somebody plays is referee/archive's.
#ifndef REFEREE_LETTER_STANDINGS_H
#define REFEREE_LETTER_STANDINGS_H

#include "referee/language/wording.h"

enum { LETTER_STANDINGS_SHOWN = 20 };

// The note of the page for a player (0: somebody without games): the first of the lines (struct
// standing, best first) that aren't hidden, and the player's own. The caller owns it.
json_t *letter_standings_note(const GArray *lines, gint64 player);

// Gives such a note what the template "standings" shows: "lines", "more" (that there are others)
// and "own", arrays of texts.
gboolean letter_standings_fill(json_t *note, const struct wording_language *language,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

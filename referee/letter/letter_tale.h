// SPDX-License-Identifier: MIT
// What a finished game was for the reader of a mail, in a few sentences (archive/tale.h).
//
// Decides who is told: whoever began in the seat, not who took it over.
#ifndef REFEREE_LETTER_TALE_H
#define REFEREE_LETTER_TALE_H

#include "referee/language/wording.h"
#include "referee/match/match.h"

#include <jansson.h>

// Sets "has_tale", "tale_title", "tale" (sentences), "dearest_title" and "dearest" (the turns that
// cost most, perhaps none) of a mail's data. FALSE and an error of the phrases.
gboolean letter_tale(const struct match *match, unsigned seat,
                     const struct wording_language *language, json_t *data, GError **error);

#endif

// SPDX-License-Identifier: MIT
// A finished game in a few sentences, for each who played it.
//
// Decides what is worth telling. Every number in it is counted from the record; nothing is guessed.
#ifndef REFEREE_TALE_H
#define REFEREE_TALE_H

#include "referee/archive/chronicle.h"
#include "referee/language/wording.h"

#include <jansson.h>

enum tale_voice { TALE_THEY, TALE_YOU };

// {paragraphs: [text], has_dearest, dearest_title, dearest: [{text, position}]}, of a game that has
// a result; words are those of the mails. NULL and an error of the phrases.
json_t *tale_tell(const struct chronicle *chronicle, unsigned seat, enum tale_voice voice,
                  const struct wording_language *words, GError **error);

#endif

// SPDX-License-Identifier: MIT
// A plan in words, for its owner's mails.
#ifndef REFEREE_LETTER_PLAN_H
#define REFEREE_LETTER_PLAN_H

#include "referee/language/wording.h"

#include <jansson.h>

// Adds "plan" (an array of sentences) and "has_plan" to a mail's data, from the reader's
// table.json. FALSE and an error of the phrases.
gboolean letter_plan(const json_t *table, const struct wording_language *language, json_t *data,
                     GError **error);

#endif

// SPDX-License-Identifier: MIT
// What a mail about a game says of time: until when, in the reader's zone and in UTC, and how long
// that is.
#ifndef REFEREE_LETTER_TIME_H
#define REFEREE_LETTER_TIME_H

#include "referee/language/wording.h"
#include "referee/time/zone.h"

#include <jansson.h>

// Adds "deadline" (null when there is none) to a mail's data, from the reader's table.json. FALSE
// and an error of the phrases.
gboolean letter_time(const json_t *table, const struct zone *zone, gint64 now,
                     const struct wording_language *language, json_t *data, GError **error);

// So many seconds in words, the last part rounded down: "2 days and 3 hours", "5 hours",
// "20 minutes"; a phrase of its own for less than a minute. The caller owns it.
char *letter_span(gint64 seconds, const struct wording_language *language, GError **error);

#endif

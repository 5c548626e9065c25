// SPDX-License-Identifier: MIT
// Days and moments in words: "Thursday 3 December 2026, 10:00", "jeudi 3 décembre 2026 à 10 h 00".
//
// Decides the names of weekdays and months, which stand in phrases.ini (weekday-1 is Monday), and
// hands their order and signs to its phrases `date` and `date-day`. Which zone a reader lives in is
// the caller's to know. Pure but for the phrases.
#ifndef REFEREE_DATES_H
#define REFEREE_DATES_H

#include "referee/language/wording.h"
#include "referee/time/zone.h"

// The instant (unix seconds, UTC) as a clock in the zone shows it, to the minute; the zone's name
// is not said. The caller owns it. NULL and an error of the phrases.
char *dates_moment(const struct wording_language *language, const struct zone *zone, gint64 at,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A day of the calendar (zone.h counts them). As above.
char *dates_day(const struct wording_language *language, int day,
                GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

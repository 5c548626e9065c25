// SPDX-License-Identifier: MIT
// The entries for a reader's calendar that a mail about a game carries: by when to act, one a turn,
// moved when that moves, cancelled when it is done (spec: mail.md, `calendar on`).
//
// Decides what is published and remembers it. How it is written is known by mail/post.h.
#ifndef REFEREE_LETTER_CALENDAR_H
#define REFEREE_LETTER_CALENDAR_H

#include "referee/language/wording.h"
#include "referee/match/match.h"
#include "storage/players.h"

#include <jansson.h>

enum { LETTER_CALENDAR_LENGTH = 1800 }; // seconds that an entry is long; it ends when time is up

// due: when the turn of the seat, if it has one, has to be made; 0: it has none. rows: what becomes
// this mail; the entries of one among them that was made and never left are told again. *out is an
// array for the mail's "calendar", empty where nothing is new; the caller owns it. Within a
// transaction. Errors: STORE_ERROR, those of the templates.
gboolean letter_calendar(struct desk *desk, const struct match *match, const struct player *player,
                         gint64 due, const GPtrArray *rows, const struct wording_language *language,
                         json_t **out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

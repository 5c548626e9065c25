// SPDX-License-Identifier: MIT
// The lines of a game told as sentences, to one reader.
//
// Decides how a line reads. It tells only what public lines say, and of the reader's own discards.
#ifndef REFEREE_STORY_H
#define REFEREE_STORY_H

#include "referee/language/wording.h"
#include "referee/match/match.h"
#include "referee/record/line.h"

#include <jansson.h>

// Cards as mails show them: "[7] [7]". One more of them, behind those that out holds.
void story_add_card(GString *out, guint value);
char *story_cards(guint value, guint count);
char *story_hand(const struct hand *hand);

// A cost in words: "free of charge", "for 2 tokens".
char *story_cost(const struct wording_language *language, int cost, GError **error);

// What whoever has the seat is called: the last name there that is no robot's, since who resigned
// still reads what a robot does. A robot's own where there never was another.
void story_own_name(const struct match *match, unsigned seat, char out[LINE_NICK_MAX + 1]);

// The sentences for the public lines from the one with index `from` on, as a new array of strings.
// seat: whose eyes; RULES_NOBODY: those of somebody without a seat.
json_t *story_tell(const struct match *match, unsigned seat, guint from,
                   const struct wording_language *language, GError **error);

#endif

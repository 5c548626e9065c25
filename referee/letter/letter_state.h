// SPDX-License-Identifier: MIT
// The values of a mail about a game's state, for the templates: all of them words and numbers made
// from table.json and from the story.
#ifndef REFEREE_LETTER_STATE_H
#define REFEREE_LETTER_STATE_H

#include "referee/language/wording.h"
#include "referee/letter/letter_button.h"
#include "referee/match/match.h"

#include <jansson.h>

// table: the reader's (table_json). A new object, or NULL and an error.
json_t *letter_state(const struct match *match, unsigned seat, const json_t *table, guint told,
                     const letter_buttons *buttons, GError **error);

// The same with what everybody may know, for somebody who follows a game without a seat in it (-1),
// or sits at one; table is made for RULES_NOBODY.
json_t *letter_watch(const struct match *match, int seat, const json_t *table, guint told,
                     const struct wording_language *language, GError **error);

// The same for a game that waits for players.
json_t *letter_lobby(const struct match *match, const GArray *invitations, gint64 player,
                     const struct wording_language *language, GError **error);

// A game's rules and times in words.
char *letter_rules(const struct match *match, const struct wording_language *language,
                   GError **error);
char *letter_pace(const struct match *match, const struct wording_language *language,
                  GError **error);

#endif

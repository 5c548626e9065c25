// SPDX-License-Identifier: MIT
// A game out of the store: folded from its lines, or from its record when it is over.
//
// Decides whether what is stored can be believed. What was folded in this run already is not folded
// again (match_memory.h).
#ifndef REFEREE_MATCH_LOAD_H
#define REFEREE_MATCH_LOAD_H

#include "referee/match/match.h"

// Loads a game with its log, or its record. *out is set only when there is one. Errors:
// STORE_ERROR; STOP, with the game's number and the line, when its log doesn't fold. match_free
// frees it.
gboolean match_load(struct desk *desk, gint64 id, struct match **out,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// A new game: stores the row (which gets its id) and the head of its record.
gboolean match_new(struct desk *desk, const struct game_row *row, struct rules_options rules,
                   struct match **out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What is done with a game; FALSE and an error breaks the walk off.
typedef gboolean match_visit(struct desk *desk, struct match *match, gpointer data, GError **error);
// Loads, one after the other, the games at which a player sits that are open or running.
gboolean match_each_of(struct desk *desk, gint64 player, match_visit *visit, gpointer data,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// What a running game writes into its record: the line of each event, and all lines that follow
// from it by themselves (deals, the opening, scores, round 2, result, winner, the sealing).
//
// Decides nothing but their form and order. Every line is folded into the game as it is written.
//
// Each of these takes a GAME_RUNNING game whose seed is known (game_open), adds the new full lines,
// without newlines, to `lines` (made with g_ptr_array_new_with_free_func(g_free)), and returns
// true; or returns false, with a sentence in game->reason and nothing changed. A `now` (unix
// seconds) before the record's last time is written as that: times never run backwards. When the
// game ends by the event, its secret key must have been given to game_open.
#ifndef REFEREE_APPEND_H
#define REFEREE_APPEND_H

#include "referee/record/game.h"

// The head of a new record: title, game, name (none for NULL or ""), rules, commit.
bool append_head(struct game *game, gint64 id, gint64 now, const char *name,
                 struct rules_options options, GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;
// A seat, in the order of joining. luck may be NULL.
bool append_seat(struct game *game, const char *nick, const char *luck,
                 GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;
// Round 1, its deals, and the opening where nobody discards.
bool append_start(struct game *game, gint64 now, GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;

bool append_discard(struct game *game, unsigned seat, gint64 now, const struct hand *cards,
                    enum line_mark mark, GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;
bool append_move(struct game *game, unsigned seat, gint64 now, struct move move,
                 enum line_mark mark, GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;
bool append_seat_change(struct game *game, unsigned seat, gint64 now, const char *new_nick,
                        GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;
// Ends the game where it stands. why is one line of text, not empty.
bool append_cancelled(struct game *game, gint64 now, const char *why,
                      GPtrArray *lines) G_GNUC_WARN_UNUSED_RESULT;

// All lines that follow by themselves where the game stands; often none. The functions above end
// with it, and so can who folds a line of its own.
void append_follow(struct game *game, gint64 now, GPtrArray *lines);

#endif

// SPDX-License-Identifier: MIT
// The next line of a record, taken into the game.
//
// Decides whether a line may stand where it is put: spelling, order, times, legality, and (but for
// GAME_REPLAY) everything that can be recomputed. Knows no files, no mail, no clock and no
// database. The hub folds a running game's full lines, secrets opened; record.h folds whole files.
#ifndef REFEREE_GAME_APPLY_H
#define REFEREE_GAME_APPLY_H

#include "referee/record/game.h"

// Takes the next full line, without its newline. False, with a sentence in game->reason and nothing
// else changed, when it can't stand here.
bool game_apply(struct game *game, const char *line, gsize len) G_GNUC_WARN_UNUSED_RESULT;

// The name of the line that should stand next ("`deal anna`"), into out of GAME_REASON bytes.
void game_awaited(const struct game *game, char *out);

#endif

// SPDX-License-Identifier: MIT
// A game back into the store: what was added to it, and the index columns.
//
// Decides that a game that is over is its record; whose clock runs from now on is asked of turn.c
// and hold.c.
#ifndef REFEREE_MATCH_SAVE_H
#define REFEREE_MATCH_SAVE_H

#include "referee/match/match.h"

// Stores the new lines, the seats and the row, whose index columns are made anew from the fold: a
// new turn's clock stands until its mail is posted. When the game has just ended, its record takes
// the place of the lines.
gboolean match_save(struct desk *desk, struct match *match,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

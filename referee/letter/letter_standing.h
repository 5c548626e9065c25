// SPDX-License-Identifier: MIT
// What a mail outside a running game is about: a matter that stands, in which nothing is asked.
#ifndef REFEREE_LETTER_STANDING_H
#define REFEREE_LETTER_STANDING_H

#include "referee/setup/desk.h"

// The id of a standing matter, made when there is none: what a mail outside a running game is
// about, so that its ticket tells who answers. In a game that waits for players "lobby", else
// "settings".
gboolean letter_standing(struct desk *desk, gint64 player, gint64 game, gint64 *out_id,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

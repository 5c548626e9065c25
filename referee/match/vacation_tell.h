// SPDX-License-Identifier: MIT
// What a vacation is to the games of whoever takes one: their clocks, and news for their tables.
//
// Decides nothing of the days themselves: vacation.h does.
#ifndef REFEREE_VACATION_TELL_H
#define REFEREE_VACATION_TELL_H

#include "referee/setup/desk.h"

#include <jansson.h>

// After a change: sets the clocks of all games in which the player sits, and tells the others there
// of it. note gets the player's name at the table as "who".
gboolean vacation_tell(struct desk *desk, gint64 player, const json_t *note,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

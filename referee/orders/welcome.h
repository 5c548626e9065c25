// SPDX-License-Identifier: MIT
// Making somebody known: the first player row of a confirmed address, and the name at the table.
//
// Decides which nicknames are free. That the address is the speaker's own was proven before.
#ifndef REFEREE_WELCOME_H
#define REFEREE_WELCOME_H

#include "referee/orders/session.h"

// The speaker becomes a player, if they aren't yet, at the address from which they write, and is
// called nick (NULL: as before, or player-N). A name that can't be is refused.
gboolean welcome_speaker(struct session *session, const char *nick,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Gives the known speaker another name, or refuses it.
gboolean welcome_name(struct session *session, const char *nick,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

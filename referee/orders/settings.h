// SPDX-License-Identifier: MIT
// All settings of a player in one place, for the mail that answers a change of one of them.
//
// Decides which of them are shown; how, and how each is changed, stands in settings.txt of the
// templates.
#ifndef REFEREE_SETTINGS_H
#define REFEREE_SETTINGS_H

#include "storage/players.h"

#include <jansson.h>

// A note with the page of the settings. The caller owns it.
json_t *settings_note(const struct player *player);

#endif

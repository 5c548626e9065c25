// SPDX-License-Identifier: MIT
// What is stored about a player, in one object: the attachment of the answer to `my data`.
#ifndef REFEREE_MY_DATA_H
#define REFEREE_MY_DATA_H

#include "referee/setup/desk.h"
#include "storage/players.h"

#include <jansson.h>

#define MY_DATA_PAGE "my-data"
#define MY_DATA_FILE "my-data.json"

// Settings, and a list of rows of each kind that storage/personal.h has. NULL with an error:
// STORE_ERROR. The caller owns it.
json_t *my_data(struct desk *desk, const struct player *player, GError **error);

#endif

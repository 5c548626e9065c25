// SPDX-License-Identifier: MIT
// Where the standings get their games: the database. From records alone: standings_records.h.
#ifndef REFEREE_STANDINGS_READ_H
#define REFEREE_STANDINGS_READ_H

#include "referee/archive/standings.h"

struct store;

// The standings of this referee's own games, best first: a new array of struct standing. Players
// are known by their number, so that a new nick takes the old games along, and are called as they
// are called now. Errors: STORE_ERROR.
gboolean standings_read_store(struct store *store, GArray **out_lines,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

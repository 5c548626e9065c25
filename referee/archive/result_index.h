// SPDX-License-Identifier: MIT
// The columns by which the database knows how a game ended: an index over its record.
#ifndef REFEREE_RESULT_INDEX_H
#define REFEREE_RESULT_INDEX_H

#include "referee/archive/result.h"

struct store;

// Stores what a finished record says; of a cancelled game, nothing.
gboolean result_index_put(struct store *store, gint64 game, const struct result *result,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether what is stored is what the record says.
gboolean result_index_check(struct store *store, gint64 game, const struct result *result,
                            gboolean *out_right, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

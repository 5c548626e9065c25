// SPDX-License-Identifier: MIT
// All that is stored about one player, as rows of texts: what `my data` shows.
//
// Decides which columns are about the player alone. No hand, no move and no word of anybody else is
// among them, and no address but the player's own.
#ifndef STORAGE_PERSONAL_H
#define STORAGE_PERSONAL_H

#include <glib.h>

struct store;

// The kinds of rows, and their columns: names end with NULL.
guint personal_kinds(void);
const char *personal_name(guint kind);
const char *const *personal_columns(guint kind);

// The rows of a kind: a new array of char **, each with as many texts as there are columns.
gboolean personal_rows(struct store *store, guint kind, gint64 player, GPtrArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

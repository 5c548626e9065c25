// SPDX-License-Identifier: MIT
// Lines that the referee told a player, to recognise them where they are quoted without a mark.
// Only keyed hashes of them are kept, sealed. White space doesn't count; lines of fewer than 8
// characters are never known.
#ifndef STORAGE_KNOWN_LINES_H
#define STORAGE_KNOWN_LINES_H

#include <glib.h>

#include "storage/seal.h"

struct store;

// So many hashes fit into a row; a mail has one, whatever it says.
enum { KNOWN_LINES_ROW = SEAL_STEP_LINES / sizeof(gint64) - 1 };

// Adds the lines of a mail, which end with NULL: of a long one the first, where a quote begins. Of
// each player the newest 100 mails are kept.
gboolean known_lines_add(struct store *store, gint64 player, const char *const *lines,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// All that is known of a player. It is read whole, so ask it more than once; free takes NULL.
struct known_lines;
struct known_lines *known_lines_load(struct store *store, gint64 player,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
void known_lines_free(struct known_lines *known);
gboolean known_lines_has(const struct known_lines *known, const char *line);

// At most KNOWN_LINES_ROW hashes as a row keeps them; the caller owns it.
GBytes *known_lines_seal(const struct seal_key *key, gint64 player, const gint64 *hashes, guint n);

#endif

// SPDX-License-Identifier: MIT
// The evidence of games in which every seat signs: line by line while they run, whole when they are
// over (docs/record.md).
//
// Knows texts. What they say is known by referee/evidence/. What a line proves is sealed here as
// long as the game runs.
#ifndef STORAGE_EVIDENCE_H
#define STORAGE_EVIDENCE_H

#include <glib.h>

#include "storage/games.h"

struct evidence_row {
    char *line;
    char *secret; // what it proves; NULL: nothing, or it wasn't asked for
};

// The lines of a game that runs, in order: a new array of struct evidence_row *, with a free
// function set. Empty where there is no evidence.
gboolean evidence_rows(struct store *store, gint64 game, gboolean secrets, GPtrArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Adds the line with this number, from 1; secret may be NULL.
gboolean evidence_append(struct store *store, gint64 game, guint seq, const char *line,
                         const char *secret, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The whole of a game that is over, in place of its lines.
gboolean evidence_finish(struct store *store, gint64 game, const char *text,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// *out_text is NULL where there is none (yet); the caller owns it.
gboolean evidence_get(struct store *store, gint64 game, char **out_text,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// That of another referee's game, whose record was brought here; what is there stays. The key is
// the referee's. *out_new says whether there was none, *out_same whether it is this one.
gboolean evidence_put_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                              const char *text, gboolean *out_new, gboolean *out_same,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean evidence_get_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                              char **out_text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

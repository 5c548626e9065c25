// SPDX-License-Identifier: MIT
// An open database: its transactions and settings. Whoever writes a row has begun here.
//
// Opened and closed by database.h. Knows nothing of games or mail: rows live in the rooms beside
// it, players, games, inbox, outbox, matters.
#ifndef STORAGE_STORE_H
#define STORAGE_STORE_H

#include <glib.h>

#include "storage/store_error.h"

struct store;

// BEGIN IMMEDIATE … COMMIT. Not nested (asserted). A failed commit leaves the transaction rolled
// back. Whatever writes asserts that one is open. After a failure that SQLite answers by undoing
// all (a full disk), every call until the rollback says LATER.
gboolean store_begin(struct store *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean store_commit(struct store *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void store_rollback(struct store *store); // nothing to do when no transaction is open

// Savepoints inside a transaction, so that one mail of a batch can be undone alone, and what a mail
// asked for alone of it. Each is ended by release or undo before the one around it.
gboolean store_savepoint(struct store *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean store_release(struct store *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void store_undo(struct store *store); // back to the newest savepoint, and forget it

// How often something was taken back since it was opened, by rollback or undo.
guint store_undone(const struct store *store);

// Settings: small values by name. get: *out_value is NULL when there is none; the caller frees it.
gboolean store_get(struct store *store, const char *name, char **out_value,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean store_set(struct store *store, const char *name, const char *value,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean store_get_int(struct store *store, const char *name, gint64 absent, gint64 *out_value,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean store_set_int(struct store *store, const char *name, gint64 value,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// One open database: life, transactions, settings. The only file of the hub's side that says BEGIN.
//
// Knows the schema's version and how to bring an older one forward; knows nothing of games or mail.
// Rows live in the rooms beside it: players, games, inbox, outbox, matters.
#ifndef STORAGE_STORE_H
#define STORAGE_STORE_H

#include <glib.h>

struct seal_key;
struct store;

#define STORE_ERROR (store_error_quark())
GQuark store_error_quark(void);

// What the caller should do about it.
enum store_error {
    STORE_ERROR_LATER, // locked, disk full, I/O: leave everything as it is and try again
    STORE_ERROR_STOP   // not a database of ours, newer than this program, damaged, wrong key: tell
                       // the operator
};

// Makes a new database at path from the built-in schema (WAL). STOP when the file exists.
gboolean store_create(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Opens an existing one: WAL, synchronous=FULL, foreign keys on, a busy timeout of 5 s; brings an
// older user_version forward by numbered steps in one transaction after a backup beside it. key
// seals and opens and must outlive the store. The caller owns the result. Errors: LATER, STOP
// (missing file, newer version, not ours).
struct store *store_open(const char *path, const struct seal_key *key,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
void store_close(struct store *store); // takes NULL; rolls back what is open

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

// A consistent copy of the live database at path (SQLite's backup API); STOP when the file exists.
gboolean store_backup(struct store *store, const char *path,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// PRAGMA integrity_check and foreign_key_check; *out_fault is NULL when sound, else a sentence
// (caller frees).
gboolean store_check(struct store *store, char **out_fault,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

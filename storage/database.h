// SPDX-License-Identifier: MIT
// The database as a file: made, opened, brought forward, copied and checked. An open one is a
// store.
//
// Knows the schema and which file is one of ours; knows nothing of games or mail.
#ifndef STORAGE_DATABASE_H
#define STORAGE_DATABASE_H

#include <glib.h>

struct seal_key;
struct store;

// Makes a new database at path from the built-in schema (WAL). STOP when the file exists.
gboolean database_create(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Opens an existing one: WAL, synchronous=FULL, foreign keys on, a busy timeout of 5 s; brings an
// older user_version forward by numbered steps in one transaction after a backup beside it. key
// seals and opens and must outlive the store. The caller owns the result. Errors: LATER, STOP
// (missing file, newer version, not ours).
struct store *database_open(const char *path, const struct seal_key *key,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same with other steps to the newest version (migrate.h), and another time to wait for
// somebody's lock.
struct store *database_open_as(const char *path, const struct seal_key *key,
                               const char *const *steps, int timeout_ms,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
void database_close(struct store *store); // takes NULL; rolls back what is open

// A consistent copy of the live database at path (SQLite's backup API); STOP when the file exists.
gboolean database_backup(struct store *store, const char *path,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// PRAGMA integrity_check and foreign_key_check; *out_fault is NULL when sound, else a sentence
// (caller frees).
gboolean database_check(struct store *store, char **out_fault,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Bringing an older database forward, one numbered step after the other. Internal to storage.
#ifndef STORAGE_MIGRATE_H
#define STORAGE_MIGRATE_H

#include <glib.h>
#include <sqlite3.h>

#include "storage/seal.h"

// The steps of this program, ended by NULL: step i is the SQL that makes version i + 2 out of
// version i + 1. A step never changes once a version with it is out; schema.sql always says the
// newest. Beside SQLite's own functions a step may use packed(text), the text as packed.h keeps it,
// and the aggregate sealed_lines(player, hash), the hashes as known_lines.h keeps them, at most so
// many.
extern const char *const migrate_steps[];

// The version that steps lead to.
int migrate_newest(const char *const *steps);

// Makes the database at path, open as db and sealed with key, the newest version. From an older
// one: a backup beside it ("PATH.vN-backup", N the old version), then all steps in one transaction,
// which is rolled back when one fails or leaves references without a row. foreign_keys must still
// be off, and the version 1 or more. Errors: STOP for a newer version and for a step that fails,
// LATER as of statement_error.
gboolean migrate_forward(sqlite3 *db, const char *path, const struct seal_key *key,
                         const char *const *steps, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// What an open store is inside: the connection, its key, and how its transaction stands. Internal
// to storage: everybody else has only the pointer.
//
// database.c makes and ends it, store.c keeps its transaction, statement.c runs what is asked.
#ifndef STORAGE_STORE_HANDLE_H
#define STORAGE_STORE_HANDLE_H

#include <glib.h>
#include <sqlite3.h>

struct seal_key;

struct store {
    sqlite3 *db;
    const struct seal_key *key; // not owned
    char *path;
    GHashTable *statements; // SQL, the literal itself → sqlite3_stmt
    int timeout_ms;         // how long to wait for somebody's lock
    gboolean open;          // between store_begin and its end
    guint saved;            // so many savepoints stand
    guint undone;           // so often something was taken back
    gboolean lost;          // this transaction can only be rolled back
    gboolean forgets;       // once committed, nothing old may stay in the WAL
};

#endif

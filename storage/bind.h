// SPDX-License-Identifier: MIT
// Values on their way into a statement. Internal to storage.
//
// A list of them stands for ?1, ?2, … in order, and borrows what it points to for one call.
#ifndef STORAGE_BIND_H
#define STORAGE_BIND_H

#include <glib.h>
#include <sqlite3.h>

enum bind_kind { BIND_END, BIND_NULL, BIND_INT, BIND_TEXT, BIND_BLOB };

struct bind {
    enum bind_kind kind;
    gint64 integer;
    const void *bytes;
    gsize len;
};

#define BINDS(...) ((const struct bind[]){__VA_ARGS__, {.kind = BIND_END}})
#define NO_BINDS   ((const struct bind[]){{.kind = BIND_END}})

struct bind bind_int(gint64 value);
struct bind bind_flag(gboolean value);
struct bind bind_id(gint64 id);                      // 0 is NULL: no such row, a time not yet
struct bind bind_text(const char *text);             // NULL is ''
struct bind bind_blob(const void *bytes, gsize len); // NULL is NULL
struct bind bind_bytes(GBytes *bytes);               // NULL is NULL

// Binds a whole list; there must be as many values as the statement has places (asserted). Returns
// SQLite's code.
int bind_all(sqlite3_stmt *statement, const struct bind *values);

#endif

// SPDX-License-Identifier: MIT
// Statements of an open store: each prepared once and kept, each call one line. Internal to
// storage.
//
// Every call leaves its statement reset and unbound, whatever happened, and says with a GError what
// to do about a failure. What the rows mean is known beside this file.
#ifndef STORAGE_STATEMENT_H
#define STORAGE_STATEMENT_H

#include <glib.h>
#include <sqlite3.h>

#include "storage/bind.h"
#include "storage/row.h"
#include "storage/seal.h"
#include "storage/store_handle.h"

// Sets error from a code of SQLite, with what to do about it, and returns FALSE: LATER for busy,
// full, I/O, memory and rights, STOP for the rest. db may be NULL.
gboolean statement_error(sqlite3 *db, const char *path, int code, GError **error);

// Runs fixed SQL of several statements, outside the cache: settings, a schema.
gboolean statement_script(sqlite3 *db, const char *path, const char *sql,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The number that fixed SQL yields (a PRAGMA, a count).
gboolean statement_ask(sqlite3 *db, const char *path, const char *sql, gint64 *out_number,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// ---- writing: a transaction must be open (asserted) -------------------------------------------

// Any number of rows changed; out_count may be NULL.
gboolean statement_run(struct store *store, const char *sql, const struct bind *values,
                       guint *out_count, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Exactly one row changed; STOP otherwise.
gboolean statement_change(struct store *store, const char *sql, const struct bind *values,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
// One row added; its rowid.
gboolean statement_insert(struct store *store, const char *sql, const struct bind *values,
                          gint64 *out_id, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// BEGIN and its kin; no transaction is asked for.
gboolean statement_control(struct store *store, const char *sql,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

// ---- reading ----------------------------------------------------------------------------------

// The first row, into out, which stays untouched when there is none.
gboolean statement_find(struct store *store, const char *sql, const struct bind *values,
                        const struct row_type *type, gpointer out, gboolean *out_found,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All rows by value, in a new array.
gboolean statement_list(struct store *store, const char *sql, const struct bind *values,
                        const struct row_type *type, GArray **out_rows,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All rows on the heap, in a new array that frees each with free_row.
gboolean statement_pointers(struct store *store, const char *sql, const struct bind *values,
                            const struct row_type *type, GDestroyNotify free_row,
                            GPtrArray **out_rows, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Hands each row to visit, and keeps none; a value lives for that call. FALSE ends it, and is no
// failure. The query is still at its rows then: visit may not ask the same.
typedef gboolean statement_visit(gconstpointer value, gpointer data);
gboolean statement_each(struct store *store, const char *sql, const struct bind *values,
                        const struct row_type *type, statement_visit *visit, gpointer data,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The first column of all rows, in a new array of gint64.
gboolean statement_ids(struct store *store, const char *sql, const struct bind *values,
                       GArray **out_ids, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The first column of the first row, which must be there: a count, an EXISTS, a max.
gboolean statement_number(struct store *store, const char *sql, const struct bind *values,
                          gint64 *out_number, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean statement_count(struct store *store, const char *sql, const struct bind *values,
                         guint *out_count, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean statement_truth(struct store *store, const char *sql, const struct bind *values,
                         gboolean *out_truth, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// ---- sealing ----------------------------------------------------------------------------------

// A value sealed with the store's key for its column and row, as row_open opens it. NULL for NULL;
// the caller owns the result.
GBytes *statement_seal(struct store *store, const char *column, gint64 id, const void *plain,
                       gsize len, gsize step);
GBytes *statement_seal_text(struct store *store, const char *column, gint64 id, const char *text,
                            gsize step);

#endif

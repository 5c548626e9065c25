// SPDX-License-Identifier: MIT
// See statement.h. One loop steps every statement; what differs is what is done with a row.
#include "storage/statement.h"

#include <string.h>

#include "storage/store_error.h"

// ---- errors -----------------------------------------------------------------------------------

// What to do about a code; FALSE for those that only the program or a broken file can cause.
static gboolean is_for_later(int code, const char **out_advice)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        *out_advice = "another program is using it; try again when that is done";
        return TRUE;
    case SQLITE_FULL:
        *out_advice = "the disk is full; make room and try again";
        return TRUE;
    case SQLITE_IOERR:
        *out_advice = "the disk can't be read or written; look at the disk and try again";
        return TRUE;
    case SQLITE_NOMEM:
        *out_advice = "there is no memory left; try again later";
        return TRUE;
    case SQLITE_CANTOPEN:
        *out_advice = "it can't be opened, or no file can be made beside it; its directory must be "
                      "there, and writable by this user";
        return TRUE;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        *out_advice = "this user may not write it; the file and its directory must be writable";
        return TRUE;
    default:
        return FALSE;
    }
}

gboolean statement_error(sqlite3 *db, const char *path, int code, GError **error)
{
    const char *said = db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    const char *advice;
    if (is_for_later(code, &advice))
        g_set_error(error, STORE_ERROR, STORE_ERROR_LATER,
                    "database %s: %s (SQLite says: %s). Nothing was changed.", path, advice, said);
    else if ((code & 0xff) == SQLITE_CORRUPT)
        g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                    "database %s is damaged (SQLite says: %s): restore a backup", path, said);
    else if ((code & 0xff) == SQLITE_NOTADB)
        g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                    "%s is not a database: give the right path, or restore a backup", path);
    else if ((code & 0xff) == SQLITE_ERROR) // ours are all right: the tables are others
        g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                    "database %s was made by another version of referee23 (SQLite says: %s): use "
                    "that version, or restore a backup",
                    path, said);
    else
        g_set_error(error, STORE_ERROR, STORE_ERROR_STOP, "database %s refused (SQLite says: %s)",
                    path, said);
    return FALSE;
}

static gboolean fail(struct store *store, int code, GError **error)
{
    return statement_error(store->db, store->path, code, error);
}

// ---- running one ------------------------------------------------------------------------------

// The kept statement for sql, ready to run; NULL on failure.
static sqlite3_stmt *prepare(struct store *store, const char *sql, GError **error)
{
    if (store->open && (store->lost || sqlite3_get_autocommit(store->db))) {
        g_set_error(error, STORE_ERROR, STORE_ERROR_LATER,
                    "database %s: the transaction was undone after a failure; try again later",
                    store->path);
        return NULL;
    }
    sqlite3_stmt *statement = g_hash_table_lookup(store->statements, sql);
    if (!statement) {
        int code =
            sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
        if (code != SQLITE_OK) {
            fail(store, code, error);
            return NULL;
        }
        g_hash_table_insert(store->statements, (gpointer)sql, statement); // sql is a literal
    }
    g_assert(!sqlite3_stmt_busy(statement)); // a row's reader may not ask the same again
    return statement;
}

// Returns FALSE to end the query, with row->error set when that is a failure.
typedef gboolean (*row_taker)(struct row *row, gpointer data);

static gboolean step_all(struct store *store, sqlite3_stmt *statement, row_taker take,
                         gpointer data, GError **error)
{
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && take) {
        struct row row = {.statement = statement, .key = store->key};
        gboolean more = take(&row, data);
        if (row.error) {
            g_propagate_error(error, row.error);
            return FALSE;
        }
        if (!more)
            return TRUE;
    }
    return code == SQLITE_DONE || code == SQLITE_ROW || fail(store, code, error);
}

// Hands each row to take (NULL: rows don't matter).
static gboolean run(struct store *store, const char *sql, const struct bind *values, row_taker take,
                    gpointer data, GError **error)
{
    sqlite3_stmt *statement = prepare(store, sql, error);
    if (!statement)
        return FALSE;
    int code = bind_all(statement, values);
    gboolean ok = code == SQLITE_OK ? step_all(store, statement, take, data, error)
                                    : fail(store, code, error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

gboolean statement_script(sqlite3 *db, const char *path, const char *sql, GError **error)
{
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || statement_error(db, path, code, error);
}

gboolean statement_ask(sqlite3 *db, const char *path, const char *sql, gint64 *out_number,
                       GError **error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out_number = sqlite3_column_int64(statement, 0);
    gboolean ok = code == SQLITE_ROW || statement_error(db, path, code, error);
    sqlite3_finalize(statement);
    return ok;
}

// ---- writing ----------------------------------------------------------------------------------

gboolean statement_control(struct store *store, const char *sql, GError **error)
{
    return run(store, sql, NO_BINDS, NULL, NULL, error);
}

gboolean statement_run(struct store *store, const char *sql, const struct bind *values,
                       guint *out_count, GError **error)
{
    g_assert(store->open);
    if (!run(store, sql, values, NULL, NULL, error))
        return FALSE;
    if (out_count)
        *out_count = (guint)sqlite3_changes(store->db);
    return TRUE;
}

gboolean statement_change(struct store *store, const char *sql, const struct bind *values,
                          GError **error)
{
    guint count;
    if (!statement_run(store, sql, values, &count, error))
        return FALSE;
    if (count == 1)
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "database %s: a row that was to be changed isn't there, or not in the state for it",
                store->path);
    return FALSE;
}

gboolean statement_insert(struct store *store, const char *sql, const struct bind *values,
                          gint64 *out_id, GError **error)
{
    if (!statement_change(store, sql, values, error))
        return FALSE;
    *out_id = sqlite3_last_insert_rowid(store->db);
    return TRUE;
}

// ---- reading ----------------------------------------------------------------------------------

struct finding {
    const struct row_type *type;
    gpointer out;
    gboolean found;
};

static gboolean take_first(struct row *row, gpointer data)
{
    struct finding *finding = data;
    memset(finding->out, 0, finding->type->size);
    finding->type->read(row, finding->out);
    finding->found = row->error == NULL;
    if (row->error && finding->type->clear)
        finding->type->clear(finding->out);
    return FALSE;
}

gboolean statement_find(struct store *store, const char *sql, const struct bind *values,
                        const struct row_type *type, gpointer out, gboolean *out_found,
                        GError **error)
{
    struct finding finding = {.type = type, .out = out};
    gboolean ok = run(store, sql, values, take_first, &finding, error);
    *out_found = finding.found;
    return ok;
}

struct listing {
    const struct row_type *type;
    GArray *rows;        // by value
    GPtrArray *pointers; // or on the heap
};

static gboolean take_value(struct row *row, gpointer data)
{
    struct listing *listing = data;
    g_array_set_size(listing->rows, listing->rows->len + 1); // zeroed
    gsize last = (listing->rows->len - 1) * listing->type->size;
    listing->type->read(row, listing->rows->data + last);
    return TRUE;
}

gboolean statement_list(struct store *store, const char *sql, const struct bind *values,
                        const struct row_type *type, GArray **out_rows, GError **error)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, TRUE, (guint)type->size);
    g_array_set_clear_func(rows, type->clear);
    struct listing listing = {.type = type, .rows = rows};
    if (!run(store, sql, values, take_value, &listing, error))
        return FALSE;
    *out_rows = g_steal_pointer(&rows);
    return TRUE;
}

static gboolean take_pointer(struct row *row, gpointer data)
{
    struct listing *listing = data;
    gpointer value = g_malloc0(listing->type->size);
    g_ptr_array_add(listing->pointers, value);
    listing->type->read(row, value);
    return TRUE;
}

gboolean statement_pointers(struct store *store, const char *sql, const struct bind *values,
                            const struct row_type *type, GDestroyNotify free_row,
                            GPtrArray **out_rows, GError **error)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(free_row);
    struct listing listing = {.type = type, .pointers = rows};
    if (!run(store, sql, values, take_pointer, &listing, error))
        return FALSE;
    *out_rows = g_steal_pointer(&rows);
    return TRUE;
}

struct visiting {
    const struct row_type *type;
    gpointer value;
    statement_visit *visit;
    gpointer data;
};

static gboolean take_passing(struct row *row, gpointer data)
{
    struct visiting *visiting = data;
    memset(visiting->value, 0, visiting->type->size);
    visiting->type->read(row, visiting->value);
    gboolean more = !row->error && visiting->visit(visiting->value, visiting->data);
    if (visiting->type->clear)
        visiting->type->clear(visiting->value);
    return more;
}

gboolean statement_each(struct store *store, const char *sql, const struct bind *values,
                        const struct row_type *type, statement_visit *visit, gpointer data,
                        GError **error)
{
    g_autofree gpointer value = g_malloc(type->size);
    struct visiting visiting = {type, value, visit, data};
    return run(store, sql, values, take_passing, &visiting, error);
}

static void read_id(struct row *row, gpointer out)
{
    *(gint64 *)out = row_int(row);
}

static const struct row_type id_type = {.size = sizeof(gint64), .read = read_id};

gboolean statement_ids(struct store *store, const char *sql, const struct bind *values,
                       GArray **out_ids, GError **error)
{
    return statement_list(store, sql, values, &id_type, out_ids, error);
}

gboolean statement_number(struct store *store, const char *sql, const struct bind *values,
                          gint64 *out_number, GError **error)
{
    gboolean found;
    if (!statement_find(store, sql, values, &id_type, out_number, &found, error))
        return FALSE;
    g_assert(found);
    return TRUE;
}

gboolean statement_count(struct store *store, const char *sql, const struct bind *values,
                         guint *out_count, GError **error)
{
    gint64 number;
    if (!statement_number(store, sql, values, &number, error))
        return FALSE;
    *out_count = (guint)CLAMP(number, 0, G_MAXUINT);
    return TRUE;
}

gboolean statement_truth(struct store *store, const char *sql, const struct bind *values,
                         gboolean *out_truth, GError **error)
{
    gint64 number;
    if (!statement_number(store, sql, values, &number, error))
        return FALSE;
    *out_truth = number != 0;
    return TRUE;
}

// ---- sealing ----------------------------------------------------------------------------------

GBytes *statement_seal(struct store *store, const char *column, gint64 id, const void *plain,
                       gsize len, gsize step)
{
    if (!plain)
        return NULL;
    char place[ROW_PLACE_MAX];
    row_place(place, column, id);
    return seal_close(store->key, place, plain, len, step);
}

GBytes *statement_seal_text(struct store *store, const char *column, gint64 id, const char *text,
                            gsize step)
{
    return statement_seal(store, column, id, text, text ? strlen(text) : 0, step);
}

// SPDX-License-Identifier: MIT
// See row.h. What SQLite hands out lives until the next step: everything is copied here.
#include "storage/row.h"

#include <string.h>

#include "storage/packed.h"
#include "storage/seal.h"
#include "storage/store_error.h"

void row_fault(struct row *row, const char *what)
{
    int column = row->column - 1;
    if (row->error)
        return;
    g_set_error(&row->error, STORE_ERROR, STORE_ERROR_STOP,
                "the database holds a value of %s that %s: it was changed by something else; "
                "restore a backup",
                sqlite3_column_name(row->statement, column), what);
}

// The bytes of the next column; none for NULL. Also none when SQLite had no memory for them.
static const void *next_bytes(struct row *row, gsize *out_len)
{
    int column = row->column++;
    gboolean is_blob = sqlite3_column_type(row->statement, column) == SQLITE_BLOB;
    const void *bytes = is_blob ? sqlite3_column_blob(row->statement, column)
                                : (const void *)sqlite3_column_text(row->statement, column);
    *out_len = bytes ? (gsize)sqlite3_column_bytes(row->statement, column) : 0;
    if (bytes)
        return bytes;
    if (sqlite3_errcode(sqlite3_db_handle(row->statement)) == SQLITE_NOMEM && !row->error)
        g_set_error(&row->error, STORE_ERROR, STORE_ERROR_LATER,
                    "no memory left to read the database: try again later");
    return "";
}

gboolean row_is_null(const struct row *row)
{
    return sqlite3_column_type(row->statement, row->column) == SQLITE_NULL;
}

gint64 row_int(struct row *row)
{
    return sqlite3_column_int64(row->statement, row->column++);
}

int row_small(struct row *row)
{
    gint64 value = row_int(row);
    if (value >= G_MININT && value <= G_MAXINT)
        return (int)value;
    row_fault(row, "is out of range");
    return 0;
}

gboolean row_flag(struct row *row)
{
    return row_int(row) != 0;
}

void row_text(struct row *row, char *out, gsize size)
{
    gsize len;
    const char *text = next_bytes(row, &len);
    if (len >= size || memchr(text, '\0', len)) {
        row_fault(row, "doesn't fit");
        len = 0;
    }
    memcpy(out, text, len);
    out[len] = '\0';
}

char *row_dup(struct row *row)
{
    gsize len;
    const char *text = next_bytes(row, &len);
    return g_strndup(text, len);
}

char *row_packed(struct row *row)
{
    gsize len;
    gint64 size = row_int(row);
    const void *bytes = next_bytes(row, &len);
    char *text = packed_open(bytes, len, size);
    if (!text)
        row_fault(row, "can't be unpacked");
    return text ? text : g_strdup("");
}

void row_blob(struct row *row, guint8 *out, gsize size, gboolean *out_is)
{
    gboolean is = !row_is_null(row);
    gsize len;
    const void *bytes = next_bytes(row, &len);
    if (is && len == size)
        memcpy(out, bytes, size);
    else if (is || !out_is)
        row_fault(row, "has the wrong size");
    if (out_is)
        *out_is = is;
}

void row_place(char out[ROW_PLACE_MAX], const char *column, gint64 id)
{
    int len = g_snprintf(out, ROW_PLACE_MAX, "%s:%" G_GINT64_FORMAT, column, id);
    g_assert(len > 0 && len < ROW_PLACE_MAX);
}

GBytes *row_open(struct row *row, const char *column, gint64 id)
{
    gboolean is = !row_is_null(row);
    gsize len;
    const void *sealed = next_bytes(row, &len);
    if (!is)
        return NULL;
    char place[ROW_PLACE_MAX];
    row_place(place, column, id);
    return seal_open(row->key, place, sealed, len, row->error ? NULL : &row->error);
}

char *row_open_text(struct row *row, const char *column, gint64 id)
{
    g_autoptr(GBytes) plain = row_open(row, column, id);
    if (!plain)
        return NULL;
    gsize len;
    const char *text = g_bytes_get_data(plain, &len);
    return g_strndup(text, len);
}

void row_open_blob(struct row *row, const char *column, gint64 id, guint8 *out, gsize size)
{
    g_autoptr(GBytes) plain = row_open(row, column, id);
    if (plain && g_bytes_get_size(plain) == size)
        memcpy(out, g_bytes_get_data(plain, NULL), size);
    else
        row_fault(row, "has the wrong size");
}

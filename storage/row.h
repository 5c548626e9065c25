// SPDX-License-Identifier: MIT
// The row that a statement stands on, read column by column. Internal to storage.
//
// Each row_… call reads the next column. A reader of rows never checks for errors: the first fault
// (a text too long for its field, a sealed column that doesn't open) is kept, and ends the query.
#ifndef STORAGE_ROW_H
#define STORAGE_ROW_H

#include <glib.h>
#include <sqlite3.h>

struct seal_key;

struct row {
    sqlite3_stmt *statement;
    const struct seal_key *key;
    int column;
    GError *error; // the first fault, a STORE_ERROR; owned
};

// Notes a fault of the column read last: it "is no key". Only the first counts.
void row_fault(struct row *row, const char *what);

gboolean row_is_null(const struct row *row); // the next column; reads nothing
gint64 row_int(struct row *row);             // NULL is 0
int row_small(struct row *row);              // one that fits an int
gboolean row_flag(struct row *row);
void row_text(struct row *row, char *out, gsize size); // NULL is ""
char *row_dup(struct row *row);                        // the caller owns it; NULL is ""
// Two columns, the size of a text and the text as packed.h keeps it; the caller owns it.
char *row_packed(struct row *row);
// A blob of exactly size bytes; *out_is (may be NULL, then one must be there) is FALSE for NULL.
void row_blob(struct row *row, guint8 *out, gsize size, gboolean *out_is);

// The place that a sealed column is bound to: "COLUMN:ID".
enum { ROW_PLACE_MAX = 64 };
void row_place(char out[ROW_PLACE_MAX], const char *column, gint64 id);

// Opens a sealed column. NULL for NULL and on a fault; the caller owns the result.
GBytes *row_open(struct row *row, const char *column, gint64 id);
char *row_open_text(struct row *row, const char *column, gint64 id);
void row_open_blob(struct row *row, const char *column, gint64 id, guint8 *out, gsize size);

// How the rows of a table become values of one type.
struct row_type {
    gsize size;
    void (*read)(struct row *row, gpointer out); // out is zeroed memory of that size
    void (*clear)(gpointer value);               // frees what a value owns; NULL: owns nothing
};

#endif

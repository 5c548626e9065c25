// SPDX-License-Identifier: MIT
// See evidence.h.
#include "storage/evidence.h"

#include <string.h>

#include "storage/packed.h"
#include "storage/statement.h"

// The place that a line's secret is sealed for: column and row are game and number.
static void name_column(char out[ROW_PLACE_MAX], gint64 game)
{
    row_place(out, "evidence", game);
}

static void free_row(gpointer value)
{
    struct evidence_row *row = value;
    g_free(row->line);
    g_free(row->secret);
    g_free(row);
}

static void read_line(struct row *row, gpointer out)
{
    struct evidence_row *evidence = out;
    evidence->line = row_dup(row);
}

static void read_opened(struct row *row, gpointer out)
{
    struct evidence_row *evidence = out;
    char column[ROW_PLACE_MAX];
    evidence->line = row_dup(row);
    name_column(column, row_int(row));
    const gint64 seq = row_int(row);
    evidence->secret = row_is_null(row) ? NULL : row_open_text(row, column, seq);
}

gboolean evidence_rows(struct store *store, gint64 game, gboolean secrets, GPtrArray **out_rows,
                       GError **error)
{
    static const struct row_type lines = {.size = sizeof(struct evidence_row), .read = read_line};
    static const struct row_type opened = {.size = sizeof(struct evidence_row),
                                           .read = read_opened};
    if (secrets)
        return statement_pointers(
            store, "SELECT line, game, seq, secret FROM evidence WHERE game = ?1 ORDER BY seq",
            BINDS(bind_int(game)), &opened, free_row, out_rows, error);
    return statement_pointers(store, "SELECT line FROM evidence WHERE game = ?1 ORDER BY seq",
                              BINDS(bind_int(game)), &lines, free_row, out_rows, error);
}

gboolean evidence_append(struct store *store, gint64 game, guint seq, const char *line,
                         const char *secret, GError **error)
{
    char column[ROW_PLACE_MAX];
    name_column(column, game);
    g_autoptr(GBytes) sealed =
        secret ? statement_seal_text(store, column, seq, secret, SEAL_STEP_LARGE) : NULL;
    return statement_change(
        store, "INSERT INTO evidence (game, seq, line, secret) VALUES (?1, ?2, ?3, ?4)",
        BINDS(bind_int(game), bind_int(seq), bind_text(line), bind_bytes(sealed)), error);
}

gboolean evidence_finish(struct store *store, gint64 game, const char *text, GError **error)
{
    g_autoptr(GBytes) packed = packed_make(text, strlen(text));
    return statement_run(store, "DELETE FROM evidence WHERE game = ?1", BINDS(bind_int(game)), NULL,
                         error) &&
           statement_change(
               store, "INSERT INTO evidence_whole (game, size, text) VALUES (?1, ?2, ?3)",
               BINDS(bind_int(game), bind_int((gint64)strlen(text)), bind_bytes(packed)), error);
}

static void read_text(struct row *row, gpointer out)
{
    *(char **)out = row_packed(row);
}

static void clear_text(gpointer value)
{
    g_clear_pointer((char **)value, g_free);
}

static const struct row_type text_type = {
    .size = sizeof(char *), .read = read_text, .clear = clear_text};

gboolean evidence_get(struct store *store, gint64 game, char **out_text, GError **error)
{
    gboolean found;
    *out_text = NULL;
    return statement_find(store, "SELECT size, text FROM evidence_whole WHERE game = ?1",
                          BINDS(bind_int(game)), &text_type, out_text, &found, error);
}

gboolean evidence_put_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                              const char *text, gboolean *out_new, gboolean *out_same,
                              GError **error)
{
    guint added;
    g_autoptr(GBytes) packed = packed_make(text, strlen(text));
    if (!statement_run(
            store,
            "INSERT INTO foreign_evidence (key, game, size, text) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT (key, game) DO NOTHING",
            BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game), bind_int((gint64)strlen(text)),
                  bind_bytes(packed)),
            &added, error))
        return FALSE;
    *out_new = added > 0;
    return statement_truth(
        store,
        "SELECT EXISTS (SELECT 1 FROM foreign_evidence"
        " WHERE key = ?1 AND game = ?2 AND text = ?3)",
        BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game), bind_bytes(packed)), out_same,
        error);
}

gboolean evidence_get_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                              char **out_text, GError **error)
{
    gboolean found;
    *out_text = NULL;
    return statement_find(store,
                          "SELECT size, text FROM foreign_evidence WHERE key = ?1 AND game = ?2",
                          BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game)), &text_type,
                          out_text, &found, error);
}

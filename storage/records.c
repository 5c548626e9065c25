// SPDX-License-Identifier: MIT
// The records of games that are over, whole and in the clear: this referee's, and others' that
// were brought here. See games.h.
#include "storage/games.h"

#include "storage/statement.h"

gboolean records_put(struct store *store, gint64 game, const char *text, GError **error)
{
    return statement_change(store,
                            "INSERT INTO record (game, text) VALUES (?1, ?2)"
                            " ON CONFLICT (game) DO UPDATE SET text = excluded.text",
                            BINDS(bind_int(game), bind_text(text)), error);
}

static void read_record(struct row *row, gpointer out)
{
    *(char **)out = row_dup(row);
}

gboolean records_get(struct store *store, gint64 game, char **out_text, GError **error)
{
    static const struct row_type type = {.size = sizeof(char *), .read = read_record};
    gboolean found;
    *out_text = NULL;
    return statement_find(store, "SELECT text FROM record WHERE game = ?1", BINDS(bind_int(game)),
                          &type, out_text, &found, error);
}

// ---- all of them -------------------------------------------------------------------------------

struct kept {
    gint64 game;
    char *text;
};

static void read_kept(struct row *row, gpointer out)
{
    struct kept *kept = out;
    kept->game = row_int(row);
    kept->text = row_dup(row);
}

static void clear_kept(gpointer value)
{
    struct kept *kept = value;
    g_free(kept->text);
}

// A walk that ends with the visitor's own error.
struct walk {
    records_visit *visit;
    gpointer data;
    GError *error;
};

static gboolean take_kept(gconstpointer value, gpointer data)
{
    const struct kept *kept = value;
    struct walk *walk = data;
    return walk->visit(kept->game, kept->text, walk->data, &walk->error);
}

static void free_kept(gpointer value)
{
    clear_kept(value);
    g_free(value);
}

static const struct row_type kept_type = {
    .size = sizeof(struct kept), .read = read_kept, .clear = clear_kept};

static gboolean walk_all(struct store *store, const char *sql, const struct bind *values,
                         records_visit *visit, gpointer data, GError **error)
{
    struct walk walk = {.visit = visit, .data = data};
    if (!statement_each(store, sql, values, &kept_type, take_kept, &walk, error))
        return FALSE;
    if (walk.error)
        g_propagate_error(error, walk.error);
    return walk.error == NULL;
}

gboolean records_each(struct store *store, records_visit *visit, gpointer data, GError **error)
{
    return walk_all(store, "SELECT game, text FROM record ORDER BY game", NO_BINDS, visit, data,
                    error);
}

// ---- those of other referees -------------------------------------------------------------------

#define KEY_BEGINS "substr(lower(hex(key)), 1, length(?1)) = ?1"

gboolean records_put_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                             gint64 ended_at, const char *text, gboolean *out_new,
                             gboolean *out_same, GError **error)
{
    guint added;
    if (!statement_run(store,
                       "INSERT INTO foreign_record (key, game, ended_at, text)"
                       " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key, game) DO NOTHING",
                       BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game), bind_int(ended_at),
                             bind_text(text)),
                       &added, error))
        return FALSE;
    *out_new = added > 0;
    return statement_truth(
        store,
        "SELECT EXISTS (SELECT 1 FROM foreign_record WHERE key = ?1 AND game = ?2 AND text = ?3)",
        BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game), bind_text(text)), out_same, error);
}

gboolean records_find_foreign(struct store *store, const char *key, gint64 game, char **out_text,
                              guint *out_count, GError **error)
{
    g_autoptr(GPtrArray) found = NULL;
    *out_text = NULL;
    if (!statement_pointers(
            store,
            "SELECT game, text FROM foreign_record WHERE " KEY_BEGINS " AND game = ?2 LIMIT 2",
            BINDS(bind_text(key), bind_int(game)), &kept_type, free_kept, &found, error))
        return FALSE;
    *out_count = found->len;
    if (found->len == 1)
        *out_text = g_strdup(((const struct kept *)g_ptr_array_index(found, 0))->text);
    return TRUE;
}

gboolean records_each_foreign(struct store *store, const char *key, records_visit *visit,
                              gpointer data, GError **error)
{
    return walk_all(store,
                    "SELECT game, text FROM foreign_record WHERE " KEY_BEGINS " ORDER BY key, game",
                    BINDS(bind_text(key)), visit, data, error);
}

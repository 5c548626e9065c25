// SPDX-License-Identifier: MIT
// The records of games that are over, whole and for everybody to read: this referee's, and others'
// that were brought here. See games.h.
#include "storage/games.h"

#include <string.h>

#include "storage/packed.h"
#include "storage/statement.h"

static gint64 count_lines(const char *text)
{
    gint64 lines = 0;
    for (; (text = strchr(text, '\n')); text++)
        lines++;
    return lines;
}

gboolean records_put(struct store *store, gint64 game, const char *text, GError **error)
{
    gsize size = strlen(text);
    g_autoptr(GBytes) packed = packed_make(text, size);
    return statement_change(store,
                            "INSERT INTO record (game, lines, size, text) VALUES (?1, ?2, ?3, ?4)",
                            BINDS(bind_int(game), bind_int(count_lines(text)),
                                  bind_int((gint64)size), bind_bytes(packed)),
                            error) &&
           statement_run(store, "DELETE FROM event WHERE game = ?1", BINDS(bind_int(game)), NULL,
                         error);
}

static void read_record(struct row *row, gpointer out)
{
    *(char **)out = row_packed(row);
}

static void clear_record(gpointer value)
{
    g_clear_pointer((char **)value, g_free);
}

static const struct row_type record_type = {
    .size = sizeof(char *), .read = read_record, .clear = clear_record};

gboolean records_get(struct store *store, gint64 game, char **out_text, GError **error)
{
    gboolean found;
    *out_text = NULL;
    return statement_find(store, "SELECT size, text FROM record WHERE game = ?1",
                          BINDS(bind_int(game)), &record_type, out_text, &found, error);
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
    kept->text = row_packed(row);
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
    return walk_all(store, "SELECT game, size, text FROM record ORDER BY game", NO_BINDS, visit,
                    data, error);
}

// ---- those of other referees -------------------------------------------------------------------

#define KEY_BEGINS "substr(lower(hex(key)), 1, length(?1)) = ?1"

gboolean records_put_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                             gint64 ended_at, const char *text, gboolean *out_new,
                             gboolean *out_same, GError **error)
{
    gsize size = strlen(text);
    g_autoptr(GBytes) packed = packed_make(text, size);
    g_autofree char *kept = NULL;
    guint added;
    if (!statement_run(store,
                       "INSERT INTO foreign_record (key, game, ended_at, size, text)"
                       " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (key, game) DO NOTHING",
                       BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game), bind_int(ended_at),
                             bind_int((gint64)size), bind_bytes(packed)),
                       &added, error) ||
        !records_get_foreign(store, key, game, &kept, error))
        return FALSE;
    *out_new = added > 0;
    *out_same = g_strcmp0(kept, text) == 0;
    return TRUE;
}

gboolean records_get_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                             char **out_text, GError **error)
{
    gboolean found;
    *out_text = NULL;
    return statement_find(store,
                          "SELECT size, text FROM foreign_record WHERE key = ?1 AND game = ?2",
                          BINDS(bind_blob(key, RECORD_KEY_BYTES), bind_int(game)), &record_type,
                          out_text, &found, error);
}

gboolean records_find_foreign(struct store *store, const char *key, gint64 game, char **out_text,
                              guint *out_count, GError **error)
{
    g_autoptr(GPtrArray) found = NULL;
    *out_text = NULL;
    if (!statement_pointers(store,
                            "SELECT game, size, text FROM foreign_record WHERE " KEY_BEGINS
                            " AND game = ?2 LIMIT 2",
                            BINDS(bind_text(key), bind_int(game)), &kept_type, free_kept, &found,
                            error))
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
                    "SELECT game, size, text FROM foreign_record WHERE " KEY_BEGINS
                    " ORDER BY key, game",
                    BINDS(bind_text(key)), visit, data, error);
}

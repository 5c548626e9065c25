// SPDX-License-Identifier: MIT
// See matters.h. A settled matter keeps its row, so that its ticket's number is never given again.
#include "storage/matters.h"

#include <string.h>

#include "storage/statement.h"

void matter_row_clear(struct matter_row *row)
{
    g_free(row->kind);
    g_free(row->address);
    g_free(row->data);
    memset(row, 0, sizeof *row);
}

static void clear_row(gpointer value)
{
    matter_row_clear(value);
}

static void read_matter(struct row *row, gpointer out)
{
    struct matter_row *matter = out;
    matter->id = row_int(row);
    matter->kind = row_dup(row);
    matter->player = row_int(row);
    matter->address = row_dup(row);
    matter->game = row_int(row);
    matter->data = row_open_text(row, "matter.data", matter->id);
    matter->created_at = row_int(row);
    matter->expires_at = row_int(row);
    matter->settled_at = row_int(row);
}

static const struct row_type matter_type = {
    .size = sizeof(struct matter_row), .read = read_matter, .clear = clear_row};

#define SELECT_MATTER                                                                              \
    "SELECT id, kind, player, address, game, data, created_at, expires_at, settled_at FROM "       \
    "matter "

static gboolean store_data(struct store *store, const struct matter_row *row, GError **error)
{
    g_autoptr(GBytes) sealed =
        statement_seal_text(store, "matter.data", row->id, row->data, SEAL_STEP_LARGE);
    return statement_change(store, "UPDATE matter SET data = ?2 WHERE id = ?1",
                            BINDS(bind_int(row->id), bind_bytes(sealed)), error);
}

gboolean matters_add(struct store *store, struct matter_row *row, GError **error)
{
    return statement_insert(
               store,
               "INSERT INTO matter (kind, player, address, game, created_at, expires_at)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
               BINDS(bind_text(row->kind), bind_id(row->player), bind_text(row->address),
                     bind_id(row->game), bind_int(row->created_at), bind_int(row->expires_at)),
               &row->id, error) &&
           (!row->data || store_data(store, row, error));
}

gboolean matters_find(struct store *store, gint64 id, struct matter_row *out_row,
                      gboolean *out_found, GError **error)
{
    return statement_find(store, SELECT_MATTER "WHERE id = ?1", BINDS(bind_int(id)), &matter_type,
                          out_row, out_found, error);
}

gboolean matters_open(struct store *store, const char *kind, gint64 player, const char *address,
                      gint64 game, gint64 now, struct matter_row *out_row, gboolean *out_found,
                      GError **error)
{
    const char *sql =
        player != 0 ? SELECT_MATTER "WHERE settled_at IS NULL AND expires_at > ?4 AND kind = ?1"
                                    " AND player = ?2 AND (?3 IS NULL OR game = ?3)"
                                    " ORDER BY id DESC LIMIT 1"
                    : SELECT_MATTER "WHERE settled_at IS NULL AND expires_at > ?4 AND kind = ?1"
                                    " AND address = ?2 AND address <> ''"
                                    " AND (?3 IS NULL OR game = ?3) ORDER BY id DESC LIMIT 1";
    return statement_find(store, sql,
                          BINDS(bind_text(kind), player ? bind_int(player) : bind_text(address),
                                bind_id(game), bind_int(now)),
                          &matter_type, out_row, out_found, error);
}

gboolean matters_settle(struct store *store, gint64 id, gint64 now, GError **error)
{
    return statement_change(
        store, "UPDATE matter SET settled_at = coalesce(settled_at, ?2), data = NULL WHERE id = ?1",
        BINDS(bind_int(id), bind_int(now)), error);
}

gboolean matters_of_game(struct store *store, const char *kind, gint64 game, gint64 since,
                         GArray **out_ids, GError **error)
{
    return statement_ids(store,
                         "SELECT id FROM matter WHERE game = ?1 AND kind = ?2 AND created_at >= ?3"
                         " ORDER BY id",
                         BINDS(bind_int(game), bind_text(kind), bind_int(since)), out_ids, error);
}

gboolean matters_expire(struct store *store, gint64 now, guint *out_count, GError **error)
{
    return statement_run(store,
                         "UPDATE matter SET settled_at = ?1, data = NULL"
                         " WHERE settled_at IS NULL AND expires_at <= ?1",
                         BINDS(bind_int(now)), out_count, error);
}

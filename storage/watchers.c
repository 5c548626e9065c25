// SPDX-License-Identifier: MIT
// See watchers.h.
#include "storage/watchers.h"

#include "storage/statement.h"

static void read_watcher(struct row *row, gpointer out)
{
    struct watcher_row *watcher = out;
    watcher->game = row_int(row);
    watcher->player = row_int(row);
    watcher->since = row_int(row);
    watcher->told = (guint)row_int(row);
    watcher->at_end = row_flag(row);
}

static const struct row_type watcher_type = {.size = sizeof(struct watcher_row),
                                             .read = read_watcher};

gboolean watchers_list(struct store *store, gint64 game, GArray **out_rows, GError **error)
{
    return statement_list(store,
                          "SELECT game, player, since, told, at_end FROM watcher WHERE game = ?1"
                          " ORDER BY since, player",
                          BINDS(bind_int(game)), &watcher_type, out_rows, error);
}

gboolean watchers_find(struct store *store, gint64 game, gint64 player, struct watcher_row *out_row,
                       gboolean *out_found, GError **error)
{
    return statement_find(store,
                          "SELECT game, player, since, told, at_end FROM watcher"
                          " WHERE game = ?1 AND player = ?2",
                          BINDS(bind_int(game), bind_int(player)), &watcher_type, out_row,
                          out_found, error);
}

gboolean watchers_put(struct store *store, const struct watcher_row *row, GError **error)
{
    return statement_change(store,
                            "INSERT INTO watcher (game, player, since, told, at_end)"
                            " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (game, player) DO UPDATE SET"
                            " since = excluded.since, told = excluded.told,"
                            " at_end = excluded.at_end",
                            BINDS(bind_int(row->game), bind_int(row->player), bind_int(row->since),
                                  bind_int(row->told), bind_flag(row->at_end)),
                            error);
}

gboolean watchers_remove(struct store *store, gint64 game, gint64 player, GError **error)
{
    return statement_run(store, "DELETE FROM watcher WHERE game = ?1 AND player = ?2",
                         BINDS(bind_int(game), bind_int(player)), NULL, error);
}

gboolean watchers_games(struct store *store, gint64 player, GArray **out_ids, GError **error)
{
    return statement_ids(store,
                         "SELECT w.game FROM watcher w JOIN game g ON g.id = w.game"
                         " WHERE w.player = ?1 AND w.at_end = 0 AND g.state IN ('open', 'running')"
                         " ORDER BY w.game",
                         BINDS(bind_int(player)), out_ids, error);
}

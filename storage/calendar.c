// SPDX-License-Identifier: MIT
// See calendar.h.
#include "storage/calendar.h"

#include "storage/statement.h"

static void read_calendar(struct row *row, gpointer out)
{
    struct calendar_row *entry = out;
    entry->game = row_int(row);
    entry->player = row_int(row);
    entry->turn = row_int(row);
    entry->due_at = row_int(row);
    entry->sequence = row_int(row);
}

gboolean calendar_find(struct store *store, gint64 game, gint64 player,
                       struct calendar_row *out_row, gboolean *out_found, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct calendar_row),
                                         .read = read_calendar};
    return statement_find(store,
                          "SELECT game, player, turn, due_at, sequence FROM calendar"
                          " WHERE game = ?1 AND player = ?2",
                          BINDS(bind_int(game), bind_int(player)), &type, out_row, out_found,
                          error);
}

gboolean calendar_put(struct store *store, const struct calendar_row *row, GError **error)
{
    return statement_change(store,
                            "INSERT INTO calendar (game, player, turn, due_at, sequence)"
                            " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (game, player)"
                            " DO UPDATE SET turn = excluded.turn, due_at = excluded.due_at,"
                            " sequence = excluded.sequence",
                            BINDS(bind_int(row->game), bind_int(row->player), bind_int(row->turn),
                                  bind_int(row->due_at), bind_int(row->sequence)),
                            error);
}

gboolean calendar_drop(struct store *store, gint64 game, gint64 player, GError **error)
{
    return statement_run(store, "DELETE FROM calendar WHERE game = ?1 AND player = ?2",
                         BINDS(bind_int(game), bind_int(player)), NULL, error);
}

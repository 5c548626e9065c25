// SPDX-License-Identifier: MIT
// See archive.h.
#include "storage/archive.h"

#include "storage/statement.h"

static void read_game(struct row *row, gpointer out)
{
    struct archive_row *game = out;
    row_blob(row, game->key, sizeof game->key, &game->foreign);
    game->id = row_int(row);
    game->over = row_flag(row);
    game->lines = (guint)row_int(row);
    game->press = (guint)row_int(row);
}

gboolean archive_games(struct store *store, GArray **out_rows, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct archive_row), .read = read_game};
    return statement_list(
        store,
        "SELECT NULL, id, state <> 'running',"
        " coalesce((SELECT lines FROM record WHERE record.game = game.id),"
        " (SELECT max(seq) FROM event WHERE event.game = game.id), 0),"
        " coalesce((SELECT max(press.id) FROM press WHERE press.game = game.id), 0)"
        " FROM game WHERE state = 'running'"
        " OR EXISTS (SELECT 1 FROM record WHERE record.game = game.id)"
        " UNION ALL SELECT key, game, 1, 0, 0 FROM foreign_record ORDER BY 1, 2",
        NO_BINDS, &type, out_rows, error);
}

static void read_person(struct row *row, gpointer out)
{
    struct archive_person *person = out;
    row_text(row, person->nick, sizeof person->nick);
    person->hidden = row_flag(row);
    person->is_operator = row_flag(row);
}

#define HIDDEN "(private OR forgotten_at IS NOT NULL)"

gboolean archive_people(struct store *store, GArray **out_rows, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct archive_person),
                                         .read = read_person};
    return statement_list(store,
                          "SELECT nick, max(hides), max(operates) FROM ("
                          "SELECT nick, " HIDDEN " AS hides, operator AS operates FROM player"
                          " WHERE " HIDDEN " OR operator"
                          " UNION ALL SELECT seat.nick, 1, 0 FROM player"
                          " JOIN seat ON seat.player = player.id"
                          " WHERE " HIDDEN " AND seat.nick NOT LIKE 'robot-%'"
                          ") GROUP BY nick COLLATE NOCASE ORDER BY nick COLLATE NOCASE",
                          NO_BINDS, &type, out_rows, error);
}

// SPDX-License-Identifier: MIT
// See archive.h.
#include "storage/archive.h"

#include "storage/statement.h"

static void read_game(struct row *row, gpointer out)
{
    struct archive_row *game = out;
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
        "SELECT id, state <> 'running',"
        " coalesce((SELECT max(seq) FROM event WHERE event.game = game.id), 0),"
        " coalesce((SELECT max(press.id) FROM press WHERE press.game = game.id), 0)"
        " FROM game WHERE state = 'running'"
        " OR EXISTS (SELECT 1 FROM record WHERE record.game = game.id) ORDER BY id",
        NO_BINDS, &type, out_rows, error);
}

static void read_text(struct row *row, gpointer out)
{
    *(char **)out = row_dup(row);
}

gboolean archive_people(struct store *store, char **out_text, GError **error)
{
    static const struct row_type type = {.size = sizeof(char *), .read = read_text};
    gboolean found;
    *out_text = NULL;
    return statement_find(
        store,
        "SELECT coalesce(group_concat(nick || ' ' || private || operator"
        " || (forgotten_at IS NOT NULL), char(10)), '') FROM"
        " (SELECT * FROM player WHERE private OR operator OR forgotten_at IS NOT NULL ORDER BY id)",
        NO_BINDS, &type, out_text, &found, error);
}

// SPDX-License-Identifier: MIT
// The records of games that are over, whole and in the clear. See games.h.
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

// SPDX-License-Identifier: MIT
// See deeds.h.
#include "storage/deeds.h"

#include "storage/statement.h"

gboolean deeds_add(struct store *store, gint64 at, gint64 game, gint64 player, const char *words,
                   GError **error)
{
    struct deed_row row;
    g_autofree char *whole = g_utf8_make_valid(
        words, sizeof row.words - 1 < strlen(words) ? (gssize)sizeof row.words - 1 : -1);
    return statement_change(
        store, "INSERT INTO deed (at, game, player, words) VALUES (?1, ?2, ?3, ?4)",
        BINDS(bind_int(at), bind_id(game), bind_id(player), bind_text(whole)), error);
}

static void read_deed(struct row *row, gpointer out)
{
    struct deed_row *deed = out;
    deed->at = row_int(row);
    row_text(row, deed->words, sizeof deed->words);
}

gboolean deeds_list(struct store *store, gint64 game, gint64 player, GArray **out_rows,
                    GError **error)
{
    static const struct row_type type = {.size = sizeof(struct deed_row), .read = read_deed};
    const char *sql = game     ? "SELECT at, words FROM deed WHERE game = ?1 ORDER BY id"
                      : player ? "SELECT at, words FROM deed WHERE player = ?1 ORDER BY id"
                               : "SELECT at, words FROM deed WHERE game IS NULL AND player IS NULL"
                                 " AND ?1 = 0 ORDER BY id";
    return statement_list(store, sql, BINDS(bind_int(game ? game : player)), &type, out_rows,
                          error);
}

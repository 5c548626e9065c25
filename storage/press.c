// SPDX-License-Identifier: MIT
// See press.h.
#include "storage/press.h"

#include "storage/statement.h"

// The column is named with its game, so that the place is "press:GAME:AT".
static void name_column(char out[ROW_PLACE_MAX], gint64 game)
{
    row_place(out, "press", game);
}

static void read_press(struct row *row, gpointer out)
{
    struct press_row *press = out;
    char column[ROW_PLACE_MAX];
    name_column(column, row_int(row));
    press->player = row_int(row);
    press->line = (guint)row_int(row);
    press->said_at = row_int(row);
    press->text = row_open_text(row, column, press->said_at);
    row_text(row, press->nick, sizeof press->nick);
}

static void free_press(gpointer value)
{
    struct press_row *press = value;
    g_free(press->text);
    g_free(press);
}

gboolean press_add(struct store *store, gint64 game, const struct press_row *row, GError **error)
{
    char column[ROW_PLACE_MAX];
    name_column(column, game);
    g_autoptr(GBytes) sealed =
        statement_seal_text(store, column, row->said_at, row->text, SEAL_STEP_LARGE);
    return statement_change(store,
                            "INSERT INTO press (game, player, line, said_at, text)"
                            " VALUES (?1, ?2, ?3, ?4, ?5)",
                            BINDS(bind_int(game), bind_int(row->player), bind_int(row->line),
                                  bind_int(row->said_at), bind_bytes(sealed)),
                            error);
}

gboolean press_load(struct store *store, gint64 game, GPtrArray **out_rows, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct press_row), .read = read_press};
    return statement_pointers(
        store,
        "SELECT game, player, line, said_at, text, nick FROM press"
        " JOIN player ON player.id = press.player WHERE game = ?1 ORDER BY press.id",
        BINDS(bind_int(game)), &type, free_press, out_rows, error);
}

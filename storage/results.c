// SPDX-License-Identifier: MIT
// See results.h. The columns are the seats' own; a million games go by without being held.
#include "storage/results.h"

#include "storage/statement.h"

gboolean results_begin(struct store *store, gint64 game, GError **error)
{
    return statement_run(store, "UPDATE seat SET starter = player WHERE game = ?1",
                         BINDS(bind_int(game)), NULL, error);
}

gboolean results_put(struct store *store, gint64 game, int seat, const struct result_row *row,
                     GError **error)
{
    return statement_change(
        store, "UPDATE seat SET result = ?3, turns = ?4, absent = ?5 WHERE game = ?1 AND seat = ?2",
        BINDS(bind_int(game), bind_int(seat), bind_int(row->count), bind_int(row->turns),
              bind_int(row->missed)),
        error);
}

gboolean results_clear(struct store *store, gint64 game, GError **error)
{
    return statement_run(store,
                         "UPDATE seat SET result = NULL, turns = 0, absent = 0 WHERE game = ?1",
                         BINDS(bind_int(game)), NULL, error);
}

// One seat as it comes by, and the game that is being put together.
struct passing {
    gint64 game;
    struct result_row row;
};

struct gathering {
    results_visit *visit;
    gpointer data;
    gint64 game;
    struct result_row seats[RESULTS_SEATS_MAX];
    guint n;
};

static void hand_over(struct gathering *gathering)
{
    if (gathering->n)
        gathering->visit(gathering->game, gathering->seats, gathering->n, gathering->data);
    gathering->n = 0;
}

static gboolean take_seat(gconstpointer value, gpointer data)
{
    const struct passing *passing = value;
    struct gathering *gathering = data;
    if (passing->game != gathering->game)
        hand_over(gathering);
    gathering->game = passing->game;
    g_assert(gathering->n < RESULTS_SEATS_MAX); // the schema knows seats 0 to 3
    gathering->seats[gathering->n++] = passing->row;
    return TRUE;
}

static void read_seat(struct row *row, gpointer out)
{
    struct passing *passing = out;
    passing->game = row_int(row);
    passing->row.starter = row_int(row);
    passing->row.count = row_int(row);
    passing->row.turns = (guint)row_int(row);
    passing->row.missed = (guint)row_int(row);
}

static gboolean keep_seat(gconstpointer value, gpointer data)
{
    const struct passing *passing = value;
    struct gathering *gathering = data;
    g_assert(gathering->n < RESULTS_SEATS_MAX);
    gathering->seats[gathering->n++] = passing->row;
    return TRUE;
}

gboolean results_find(struct store *store, gint64 game, struct result_row *rows, guint *out_n,
                      GError **error)
{
    static const struct row_type type = {.size = sizeof(struct passing), .read = read_seat};
    struct gathering gathering = {.n = 0};
    if (!statement_each(store,
                        "SELECT game, starter, result, turns, absent FROM seat"
                        " WHERE game = ?1 AND result IS NOT NULL ORDER BY seat",
                        BINDS(bind_int(game)), &type, keep_seat, &gathering, error))
        return FALSE;
    for (guint i = 0; i < gathering.n; i++)
        rows[i] = gathering.seats[i];
    *out_n = gathering.n;
    return TRUE;
}

gboolean results_each(struct store *store, results_visit *visit, gpointer data, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct passing), .read = read_seat};
    struct gathering gathering = {.visit = visit, .data = data};
    if (!statement_each(store,
                        "SELECT s.game, s.starter, s.result, s.turns, s.absent"
                        " FROM game g INDEXED BY game_over CROSS JOIN seat s ON s.game = g.id"
                        " WHERE g.state = 'over' AND s.result IS NOT NULL"
                        " ORDER BY g.ended_at, g.id, s.seat",
                        NO_BINDS, &type, take_seat, &gathering, error))
        return FALSE;
    hand_over(&gathering);
    return TRUE;
}

// SPDX-License-Identifier: MIT
// See vacation.h.
#include "storage/vacation.h"

#include "storage/statement.h"

static void read_row(struct row *row, gpointer out)
{
    struct vacation_row *days = out;
    days->first = row_small(row);
    days->last = row_small(row);
    row_text(row, days->zone, sizeof days->zone);
}

gboolean vacation_add(struct store *store, gint64 player, const struct vacation_row *row,
                      GError **error)
{
    return statement_run(
        store,
        "INSERT INTO vacation_days (player, first, last, zone)"
        " VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
        BINDS(bind_int(player), bind_int(row->first), bind_int(row->last), bind_text(row->zone)),
        NULL, error);
}

gboolean vacation_list(struct store *store, gint64 player, int since, GArray **out_rows,
                       GError **error)
{
    static const struct row_type type = {.size = sizeof(struct vacation_row), .read = read_row};
    return statement_list(store,
                          "SELECT first, last, zone FROM vacation_days"
                          " WHERE player = ?1 AND last >= ?2 ORDER BY first, last",
                          BINDS(bind_int(player), bind_int(since)), &type, out_rows, error);
}

gboolean vacation_cut(struct store *store, gint64 player, int from, int until, GError **error)
{
    return statement_run(store,
                         "DELETE FROM vacation_days"
                         " WHERE player = ?1 AND first BETWEEN ?2 AND ?3",
                         BINDS(bind_int(player), bind_int(from), bind_int(until)), NULL, error) &&
           statement_run(store,
                         "UPDATE OR REPLACE vacation_days SET last = ?2 - 1"
                         " WHERE player = ?1 AND first < ?2 AND last BETWEEN ?2 AND ?3",
                         BINDS(bind_int(player), bind_int(from), bind_int(until)), NULL, error);
}

gboolean vacation_charge(struct store *store, gint64 player, int year, gint64 seconds,
                         GError **error)
{
    return statement_run(store,
                         "INSERT INTO vacation (player, year, seconds) VALUES (?1, ?2, ?3)"
                         " ON CONFLICT (player, year) DO UPDATE"
                         " SET seconds = seconds + excluded.seconds",
                         BINDS(bind_int(player), bind_int(year), bind_int(seconds)), NULL, error);
}

gboolean vacation_used(struct store *store, gint64 player, int year, gint64 *out_seconds,
                       GError **error)
{
    return statement_number(
        store, "SELECT coalesce(sum(seconds), 0) FROM vacation WHERE player = ?1 AND year = ?2",
        BINDS(bind_int(player), bind_int(year)), out_seconds, error);
}

// SPDX-License-Identifier: MIT
// See vacation.h.
#include "storage/vacation.h"

#include "storage/statement.h"

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

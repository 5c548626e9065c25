// SPDX-License-Identifier: MIT
// See consents.h.
#include "storage/consents.h"

#include "storage/statement.h"

static void read_consent(struct row *row, gpointer out)
{
    struct consent_row *consent = out;
    consent->seat = row_small(row);
    row_text(row, consent->kind, sizeof consent->kind);
    consent->at = row_int(row);
}

gboolean consents_list(struct store *store, gint64 game, gint64 since, GArray **out_rows,
                       GError **error)
{
    static const struct row_type type = {.size = sizeof(struct consent_row), .read = read_consent};
    return statement_list(
        store,
        "SELECT seat, kind, at FROM consent WHERE game = ?1 AND counts = 1 AND at >= ?2"
        " ORDER BY kind, seat",
        BINDS(bind_int(game), bind_int(since)), &type, out_rows, error);
}

gboolean consents_put(struct store *store, gint64 game, const struct consent_row *row,
                      GError **error)
{
    return statement_change(
        store,
        "INSERT INTO consent (game, seat, kind, at, counts) VALUES (?1, ?2, ?3, ?4, 1)"
        " ON CONFLICT (game, kind, seat) DO UPDATE SET at = excluded.at, counts = 1",
        BINDS(bind_int(game), bind_int(row->seat), bind_text(row->kind), bind_int(row->at)), error);
}

gboolean consents_remove(struct store *store, gint64 game, const char *kind, int seat,
                         GError **error)
{
    return statement_run(store,
                         "DELETE FROM consent WHERE game = ?1 AND (?2 = '' OR kind = ?2)"
                         " AND (?3 < 0 OR seat = ?3)",
                         BINDS(bind_int(game), bind_text(kind), bind_int(seat)), NULL, error);
}

gboolean consents_close(struct store *store, gint64 game, const char *kind, GError **error)
{
    return statement_run(store,
                         "UPDATE consent SET counts = 0 WHERE game = ?1 AND counts = 1"
                         " AND (?2 = '' OR kind = ?2)",
                         BINDS(bind_int(game), bind_text(kind)), NULL, error);
}

gboolean consents_given(struct store *store, gint64 game, int seat, const char *kind, gint64 since,
                        gboolean *out_given, GError **error)
{
    return statement_truth(store,
                           "SELECT EXISTS (SELECT 1 FROM consent WHERE game = ?1 AND kind = ?2"
                           " AND seat = ?3 AND at >= ?4)",
                           BINDS(bind_int(game), bind_text(kind), bind_int(seat), bind_int(since)),
                           out_given, error);
}

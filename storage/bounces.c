// SPDX-License-Identifier: MIT
// See bounces.h.
#include "storage/bounces.h"

#include "storage/statement.h"

gboolean bounces_add(struct store *store, gint64 mail, const char *address, gint64 day,
                     gboolean *out_new, GError **error)
{
    guint added;
    if (!statement_run(store,
                       "INSERT INTO bounce (mail, address, day) VALUES (?1, ?2, ?3)"
                       " ON CONFLICT (mail) DO NOTHING",
                       BINDS(bind_int(mail), bind_text(address), bind_int(day)), &added, error))
        return FALSE;
    *out_new = added == 1;
    return TRUE;
}

gboolean bounces_count(struct store *store, const char *address, guint *out_mails, guint *out_days,
                       GError **error)
{
    return statement_count(store, "SELECT count(*) FROM bounce WHERE address = ?1",
                           BINDS(bind_text(address)), out_mails, error) &&
           statement_count(store, "SELECT count(DISTINCT day) FROM bounce WHERE address = ?1",
                           BINDS(bind_text(address)), out_days, error);
}

gboolean bounces_mark(struct store *store, gint64 player, const char *words, gint64 now,
                      GError **error)
{
    return statement_run(store,
                         "UPDATE address SET refused_at = ?2, refused = ?3"
                         " WHERE player = ?1 AND main = 1",
                         BINDS(bind_int(player), bind_int(now), bind_text(words)), NULL, error);
}

gboolean bounces_suspend(struct store *store, gint64 player, gint64 now, GError **error)
{
    return statement_run(store,
                         "UPDATE address SET suspended_at = ?2 WHERE player = ?1 AND main = 1",
                         BINDS(bind_int(player), bind_int(now)), NULL, error);
}

gboolean bounces_lift(struct store *store, gint64 player, GError **error)
{
    return statement_run(store,
                         "DELETE FROM bounce WHERE address IN"
                         " (SELECT address FROM address WHERE player = ?1)",
                         BINDS(bind_int(player)), NULL, error) &&
           statement_run(store,
                         "UPDATE address SET refused_at = NULL, refused = '', suspended_at = NULL"
                         " WHERE player = ?1 AND (refused_at IS NOT NULL OR refused <> ''"
                         " OR suspended_at IS NOT NULL)",
                         BINDS(bind_int(player)), NULL, error);
}

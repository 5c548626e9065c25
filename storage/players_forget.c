// SPDX-License-Identifier: MIT
// What "forget me" takes out of the database. See players.h.
//
// Gone: addresses, keys, known lines, words to the table, what was received and what was still to
// be sent, what was asked, every copy of an address in other rows, personal settings. Kept: the
// nick and the seats, because records name them; the rows of the ledger and of signed blocks, so
// that nothing acts a second time; a block of an address, since it was asked for; the wish to be
// private.
#include "storage/players.h"

#include "storage/statement.h"

#define THEIR_ADDRESSES "(SELECT address FROM address WHERE player = ?1)"

// What looks for addresses comes before they go. ?1 is the player, ?2 the time.
static const struct step {
    const char *sql;
    gboolean is_timed; // has ?2
} steps[] = {
    {"UPDATE inbound SET body = NULL, sender = '', message_id = '', reason = '',"
     " outcome = iif(state = 'waiting', 'drop', outcome), state = 'done'"
     " WHERE player = ?1 OR sender IN " THEIR_ADDRESSES,
     FALSE},
    {"UPDATE outbound SET state = 'dropped', settled_at = ?2, notes = NULL, body = NULL"
     " WHERE player = ?1 AND state IN ('noted', 'ready')",
     TRUE},
    {"UPDATE outbound SET address = '', detail = '' WHERE state NOT IN ('noted', 'ready')"
     " AND (player = ?1 OR player IS NULL AND address IN " THEIR_ADDRESSES ")",
     FALSE},
    {"UPDATE matter SET settled_at = coalesce(settled_at, ?2), data = NULL, address = ''"
     " WHERE player = ?1 OR address IN " THEIR_ADDRESSES,
     TRUE},
    {"UPDATE invitation SET address = 'forgotten-' || id,"
     " state = iif(state = 'open', 'lapsed', state)"
     " WHERE player = ?1 OR address IN " THEIR_ADDRESSES,
     FALSE},
    {"DELETE FROM bounce WHERE address IN " THEIR_ADDRESSES, FALSE},
    {"DELETE FROM address WHERE player = ?1", FALSE},
    {"DELETE FROM key WHERE player = ?1", FALSE},
    {"DELETE FROM known_lines WHERE player = ?1", FALSE},
    {"DELETE FROM press WHERE player = ?1", FALSE},
    {"DELETE FROM calendar WHERE player = ?1", FALSE},
    {"DELETE FROM vacation_days WHERE player = ?1", FALSE},
    {"DELETE FROM deed WHERE player = ?1", FALSE},
    {"DELETE FROM watcher WHERE player = ?1", FALSE},
};

static gboolean take_step(struct store *store, const struct step *step, gint64 player, gint64 now,
                          GError **error)
{
    const struct bind values[] = {
        bind_int(player), step->is_timed ? bind_int(now) : (struct bind){0}, {0}};
    return statement_run(store, step->sql, values, NULL, error);
}

gboolean players_forget(struct store *store, gint64 player, gint64 now, GError **error)
{
    if (!statement_change(store,
                          "UPDATE player SET forgotten_at = coalesce(forgotten_at, ?2),"
                          " language = '', timezone = 'UTC', quiet_from = 23, quiet_to = 8,"
                          " mail = 'all', calendar = 0, operator = 0, page_at = NULL WHERE id = ?1",
                          BINDS(bind_int(player), bind_int(now)), error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++)
        if (!take_step(store, &steps[i], player, now, error))
            return FALSE;
    store->forgets = TRUE;
    return TRUE;
}

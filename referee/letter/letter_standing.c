// SPDX-License-Identifier: MIT
// See letter_standing.h.
#include "referee/letter/letter_standing.h"

#include "storage/matters.h"

enum { DAYS = 365 };

gboolean letter_standing(struct desk *desk, gint64 player, gint64 game, gint64 *out_id,
                         GError **error)
{
    const char *kind = game ? "lobby" : "settings";
    struct matter_row row = {0};
    gboolean found;
    if (!matters_open(desk->store, kind, player, "", game, desk->now, &row, &found, error))
        return FALSE;
    gboolean done = TRUE;
    if (!found) {
        row = (struct matter_row){.kind = g_strdup(kind),
                                  .player = player,
                                  .address = g_strdup(""),
                                  .game = game,
                                  .created_at = desk->now,
                                  .expires_at = desk->now + DAYS * 86400};
        done = matters_add(desk->store, &row, error);
    }
    *out_id = row.id;
    matter_row_clear(&row);
    return done;
}

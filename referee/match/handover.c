// SPDX-License-Identifier: MIT
// See handover.h.
#include "referee/match/handover.h"

#include "referee/match/match_evidence.h"
#include "referee/match/turn.h"
#include "referee/record/append.h"
#include "storage/consents.h"
#include "storage/outbox.h"
#include "storage/watchers.h"

// Mails of a game that haven't left.
static gboolean drop_unsent(struct desk *desk, gint64 player, gint64 game, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    if (!outbox_unsent(desk->store, player, game, &rows, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (!outbox_settle(desk->store, row->id, "dropped", "the seat changed hands", desk->now,
                           error))
            return FALSE;
    }
    return TRUE;
}

gboolean handover_leave(struct desk *desk, const struct match *match, gint64 player, GError **error)
{
    struct watcher_row row = {.game = match->row.id,
                              .player = player,
                              .since = desk->now,
                              .told = (guint)match->game.public_lines,
                              .at_end = TRUE};
    return watchers_put(desk->store, &row, error);
}

static gboolean sit_down(struct desk *desk, struct match *match, struct seat_row *seat,
                         const struct player *heir, GError **error)
{
    gint64 before = seat->player;
    if (!turn_end(desk, &match->row, seat, error))
        return FALSE;
    seat->player = heir->id;
    seat->robot = FALSE;
    seat->missed = 0;
    seat->told = 0;
    match_set_plan(match, (unsigned)seat->seat, NULL);
    match->changed = TRUE;
    return consents_remove(desk->store, match->row.id, "", seat->seat, error) &&
           watchers_remove(desk->store, match->row.id, heir->id, error) &&
           (!before || (drop_unsent(desk, before, match->row.id, error) &&
                        handover_leave(desk, match, before, error)));
}

gboolean handover_seat(struct desk *desk, struct match *match, unsigned seat,
                       const struct player *heir, gboolean *out_done, GError **error)
{
    *out_done = append_seat_change(&match->game, seat, desk->now, heir->nick, match->lines);
    return !*out_done || (match_evidence_sit(desk, match, seat, heir->id, error) &&
                          sit_down(desk, match, match_seat(match, seat), heir, error));
}

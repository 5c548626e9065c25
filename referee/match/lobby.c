// SPDX-License-Identifier: MIT
// See lobby.h.
#include "referee/match/lobby.h"

#include "referee/match/match_evidence.h"
#include "referee/match/play.h"
#include "referee/record/append.h"

int lobby_free_seats(const struct match *match)
{
    return match->row.seats - match->row.robots - (int)match->seats->len;
}

static void add_seat(struct desk *desk, struct match *match, gint64 player, const char *nick)
{
    struct seat_row seat = {.game = match->row.id,
                            .seat = (int)match->seats->len,
                            .player = player,
                            .joined_at = desk->now,
                            .robot = player == 0,
                            .bank = desk->config->bank};
    g_strlcpy(seat.nick, nick, sizeof seat.nick);
    g_array_append_val(match->seats, seat);
    match->changed = TRUE;
}

void lobby_take_seat(struct desk *desk, struct match *match, const struct player *player)
{
    add_seat(desk, match, player->id, player->nick);
}

void lobby_give_seat_up(struct match *match, gint64 player)
{
    const struct seat_row *seat = match_seat_of(match, player);
    g_array_remove_index(match->seats, (guint)seat->seat);
    for (guint i = 0; i < match->seats->len; i++)
        match_seat(match, i)->seat = (int)i;
    match->changed = TRUE;
}

gboolean lobby_close_invitations(struct desk *desk, const struct match *match, GError **error)
{
    g_autoptr(GArray) invitations = NULL;
    if (!games_invitations(desk->store, match->row.id, &invitations, error))
        return FALSE;
    for (guint i = 0; i < invitations->len; i++) {
        const struct invitation_row *row = &g_array_index(invitations, struct invitation_row, i);
        if (g_str_equal(row->state, "open") &&
            !games_set_invitation(desk->store, row->id, "lapsed", row->player, error))
            return FALSE;
    }
    return TRUE;
}

gboolean lobby_begin(struct desk *desk, struct match *match, GError **error)
{
    g_assert(g_str_equal(match->row.state, "open"));
    for (int n = 1; (int)match->seats->len < match->row.seats; n++) {
        g_autofree char *nick = g_strdup_printf("robot-%d", n);
        add_seat(desk, match, 0, nick);
    }
    gboolean fine = TRUE;
    for (guint i = 0; i < match->seats->len && fine; i++) {
        const struct seat_row *seat = match_seat(match, i);
        fine = append_seat(&match->game, seat->nick, seat->luck, match->lines);
    }
    g_assert(fine); // nicknames and luck were checked when they came in
    if (!match_evidence_begin(desk, match, error))
        return FALSE;
    fine = append_start(&match->game, desk->now, match->lines);
    g_assert(fine);
    g_strlcpy(match->row.state, "running", sizeof match->row.state);
    match->row.started_at = desk->now;
    match->row.due_at = 0;
    match->changed = TRUE;
    play_on(desk, match);
    return lobby_close_invitations(desk, match, error);
}

gboolean lobby_begin_if_full(struct desk *desk, struct match *match, GError **error)
{
    if (!g_str_equal(match->row.state, "open") || lobby_free_seats(match) > 0)
        return TRUE;
    return lobby_begin(desk, match, error);
}

gboolean lobby_cancel(struct desk *desk, struct match *match, GError **error)
{
    g_assert(g_str_equal(match->row.state, "open"));
    g_strlcpy(match->row.state, "cancelled", sizeof match->row.state);
    match->row.ended_at = desk->now;
    match->row.due_at = 0;
    match->changed = TRUE;
    match_journal(desk, match);
    return lobby_close_invitations(desk, match, error);
}

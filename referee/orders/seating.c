// SPDX-License-Identifier: MIT
// See seating.h.
#include "referee/orders/seating.h"

gboolean seating_may(struct session *session, const char *security, gboolean *out_may,
                     GError **error)
{
    g_autoptr(GArray) games = NULL;
    const struct player *player = &session->speaker->player;
    if (!games_of_player(session->desk->store, player->id, FALSE, &games, error))
        return FALSE;
    gboolean busy = (int)games->len >= session->desk->config->games_a_player;
    gboolean unsigned_ = g_str_equal(security, "signed") && !player->has_key;
    *out_may = !busy && !unsigned_;
    if (!*out_may)
        session_refuse(session, busy ? "games-limit" : "signed-needs-key", NULL);
    return TRUE;
}

gboolean seating_has_name(const struct match *match, const char *nick, int except)
{
    for (guint i = 0; i < match->seats->len; i++) {
        if ((int)i != except && g_ascii_strcasecmp(match_seat(match, i)->nick, nick) == 0)
            return TRUE;
    }
    return FALSE;
}

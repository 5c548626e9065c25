// SPDX-License-Identifier: MIT
// See leaving.h.
#include "referee/match/leaving.h"

#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"

// ---- running games -----------------------------------------------------------------------------

static gboolean leave_running(struct desk *desk, struct match *match, const struct player *player,
                              enum leaving how, GError **error)
{
    const struct seat_row *seat = match_seat_of(match, player->id);
    g_autofree char *nick = g_strdup(seat->nick);
    gboolean for_good = how == LEAVING_FOR_GOOD;
    // Where a robot sits already nobody has to be told.
    if (!play_robot_sits(desk, match, (unsigned)seat->seat, for_good))
        return TRUE;
    json_auto_t *note = json_pack("{s:s, s:s}", "say",
                                  for_good ? "somebody-resigned" : "somebody-blocked", "who", nick);
    return match_save(desk, match, error) &&
           notes_to_table(desk, match, player->id, NOTES_STATE, note, error);
}

// ---- games that wait for players ---------------------------------------------------------------

static gboolean close_open(struct desk *desk, struct match *match, const struct player *player,
                           GError **error)
{
    json_auto_t *note =
        json_pack("{s:s, s:I, s:s}", "say", "game-closed", "game", (json_int_t)match->row.id, "who",
                  match_seat_of(match, player->id)->nick);
    g_strlcpy(match->row.state, "cancelled", sizeof match->row.state);
    match->row.ended_at = desk->now;
    match->row.due_at = 0;
    match_journal(desk, match);
    return games_update(desk->store, &match->row, error) &&
           lobby_close_invitations(desk, match, error) &&
           notes_to_table(desk, match, player->id, NOTES_ANNOUNCEMENT, note, error);
}

static gboolean leave_open(struct desk *desk, struct match *match, const struct player *player,
                           GError **error)
{
    if (match->row.creator == player->id)
        return close_open(desk, match, player, error);
    json_auto_t *note =
        json_pack("{s:s, s:s, s:I}", "say", "somebody-left", "who",
                  match_seat_of(match, player->id)->nick, "game", (json_int_t)match->row.id);
    lobby_give_seat_up(match, player->id);
    return games_clear_seats(desk->store, match->row.id, error) && match_save(desk, match, error) &&
           notes_to_table(desk, match, 0, NOTES_STATE, note, error);
}

struct leaver {
    const struct player *player;
    enum leaving how;
};

static gboolean leave(struct desk *desk, struct match *match, gpointer data, GError **error)
{
    const struct leaver *leaver = data;
    return match_is_running(match) ? leave_running(desk, match, leaver->player, leaver->how, error)
                                   : leave_open(desk, match, leaver->player, error);
}

gboolean leaving_games(struct desk *desk, const struct player *player, enum leaving how,
                       GError **error)
{
    struct leaver leaver = {player, how};
    return match_each_of(desk, player->id, leave, &leaver, error);
}

// ---- invitations -------------------------------------------------------------------------------

static gboolean decline(struct desk *desk, const struct invitation_row *row, const char *who,
                        GError **error)
{
    struct game_row game;
    gboolean found;
    if (!games_set_invitation(desk->store, row->id, "declined", row->player, error) ||
        !games_find(desk->store, row->game, &game, &found, error))
        return FALSE;
    json_auto_t *note = json_pack("[{s:s, s:s, s:I}]", "say", "somebody-declined", "who",
                                  who ? who : row->address, "game", (json_int_t)row->game);
    return !found || notes_to_player(desk, game.creator, row->game, NOTES_STATE, note, error);
}

gboolean leaving_invitations(struct desk *desk, gint64 player, const char *address, const char *who,
                             GError **error)
{
    g_autoptr(GArray) rows = NULL;
    if (!games_invitations_of(desk->store, player, address, &rows, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++)
        if (!decline(desk, &g_array_index(rows, struct invitation_row, i), who, error))
            return FALSE;
    return TRUE;
}

// SPDX-License-Identifier: MIT
// Orders about other people's games: open, watch, unwatch.
//
// Decides which games are shown to whom. What a watcher gets to see of one is known by table.c.
#include "referee/match/lobby.h"
#include "referee/match/notes.h"
#include "referee/orders/orders.h"
#include "storage/watchers.h"

enum { OPEN_MAX = 20 }; // games in one list

// ---- open --------------------------------------------------------------------------------------

// Nobody is mailed words of others at an address that isn't confirmed: a stranger gets no names of
// games.
static void note_open(struct session *session, const struct match *match)
{
    json_t *names = json_array();
    for (guint i = 0; i < match->seats->len; i++)
        json_array_append_new(names, json_string(match_seat(match, i)->nick));
    session_note(session, "open-game", "{s:I, s:s, s:o, s:i, s:I}", "game",
                 (json_int_t)match->row.id, "title", session->speaker->known ? match->row.name : "",
                 "who", names, "n", lobby_free_seats(match), "seconds",
                 (json_int_t)match->row.pace);
}

static gboolean list_inviting(struct session *session, GArray **out, GError **error)
{
    const struct player *player = &session->speaker->player;
    if (session->speaker->known)
        return games_inviting(session->desk->store, player->id, player->address, out, error);
    *out = g_array_new(FALSE, FALSE, sizeof(gint64));
    return TRUE;
}

// Those to which the speaker is invited come first.
static gboolean list_open(struct session *session, GArray **out, GError **error)
{
    g_autoptr(GArray) games = NULL;
    g_autoptr(GArray) anybody = NULL;
    if (!list_inviting(session, &games, error) ||
        !games_for_anybody(session->desk->store, OPEN_MAX, &anybody, error))
        return FALSE;
    for (guint i = 0; i < anybody->len; i++) {
        gint64 id = g_array_index(anybody, gint64, i);
        gboolean listed = FALSE;
        for (guint k = 0; k < games->len; k++)
            listed = listed || g_array_index(games, gint64, k) == id;
        if (!listed)
            g_array_append_val(games, id);
    }
    *out = g_steal_pointer(&games);
    return TRUE;
}

gboolean order_open(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    g_autoptr(GArray) games = NULL;
    guint shown = 0;
    if (!list_open(session, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len && shown < OPEN_MAX; i++) {
        struct match *match;
        if (!session_match(session, g_array_index(games, gint64, i), FALSE, &match, error))
            return FALSE;
        if (!match || match_seat_of(match, session->speaker->player.id) ||
            lobby_free_seats(match) <= 0)
            continue;
        note_open(session, match);
        shown++;
    }
    session_note(session, shown ? "open-how" : "open-none", NULL);
    return TRUE;
}

// ---- watch -------------------------------------------------------------------------------------

// Why the speaker can't follow the game, as a phrase; NULL when they can.
static gboolean why_not_watch(struct session *session, const struct match *match,
                              const struct watcher_row *row, const char **out_phrase,
                              GError **error)
{
    g_autoptr(GArray) games = NULL;
    gint64 player = session->speaker->player.id;
    if (!watchers_games(session->desk->store, player, &games, error))
        return FALSE;
    *out_phrase = match->row.ended_at                                        ? "watch-ended"
                  : match_seat_of(match, player)                             ? "join-already"
                  : row->player && !row->at_end                              ? "watch-already"
                  : (int)games->len >= session->desk->config->games_a_player ? "watch-limit"
                                                                             : NULL;
    return TRUE;
}

// The first mail shows the table as it is; what was before can be read in the record.
static gboolean begin(struct session *session, const struct match *match, GError **error)
{
    struct desk *desk = session->desk;
    struct watcher_row row = {.game = match->row.id,
                              .player = session->speaker->player.id,
                              .since = desk->now,
                              .told = (guint)match->game.public_lines};
    if (!watchers_put(desk->store, &row, error))
        return FALSE;
    if (!match_is_running(match)) {
        session_note(session, "watching-open", "{s:I}", "game", (json_int_t)match->row.id);
        return TRUE;
    }
    json_auto_t *notes =
        json_pack("[{s:s, s:I}]", "say", "watching", "game", (json_int_t)match->row.id);
    return notes_to_player(desk, row.player, match->row.id, NOTES_WATCH, notes, error);
}

gboolean order_watch(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct watcher_row row = {0};
    gboolean found;
    const char *phrase;
    if (!session_match(session, command->game, FALSE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    if (!watchers_find(session->desk->store, match->row.id, session->speaker->player.id, &row,
                       &found, error) ||
        !why_not_watch(session, match, &row, &phrase, error))
        return FALSE;
    if (!phrase)
        return begin(session, match, error);
    session_refuse(session, phrase, "{s:I}", "game", (json_int_t)match->row.id);
    return TRUE;
}

gboolean order_unwatch(struct session *session, const struct command *command, GError **error)
{
    struct store *store = session->desk->store;
    gint64 player = session->speaker->player.id;
    struct watcher_row row = {0};
    gboolean found;
    if (!watchers_find(store, command->game, player, &row, &found, error))
        return FALSE;
    if (!found) {
        session_refuse(session, "unwatch-none", "{s:I}", "game", (json_int_t)command->game);
        return TRUE;
    }
    session_note(session, "unwatched", "{s:I}", "game", (json_int_t)command->game);
    return watchers_remove(store, command->game, player, error);
}

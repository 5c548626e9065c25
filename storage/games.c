// SPDX-License-Identifier: MIT
// See games.h. The log of a game is in events.c, what is left of it at the end in records.c.
#include "storage/games.h"

#include <string.h>

#include "storage/statement.h"

// ---- games ------------------------------------------------------------------------------------

static void read_game(struct row *row, gpointer out)
{
    struct game_row *game = out;
    game->id = row_int(row);
    row_text(row, game->name, sizeof game->name);
    row_text(row, game->state, sizeof game->state);
    game->seats = row_small(row);
    game->robots = row_small(row);
    game->pace = row_int(row);
    row_text(row, game->security, sizeof game->security);
    row_text(row, game->press, sizeof game->press);
    game->anybody = row_flag(row);
    game->creator = row_int(row);
    row_open_blob(row, "game.seed", game->id, game->seed, sizeof game->seed);
    game->created_at = row_int(row);
    game->started_at = row_int(row);
    game->ended_at = row_int(row);
    game->to_move = row_small(row);
    game->turn_at = row_int(row);
    game->due_at = row_int(row);
    game->held_for = row_int(row);
    game->held_at = row_int(row);
    game->held = row_int(row);
    game->paused_at = row_int(row);
    game->rematch_of = row_int(row);
}

static const struct row_type game_type = {.size = sizeof(struct game_row), .read = read_game};

static struct bind bind_seat(int seat)
{
    return seat < 0 ? bind_id(0) : bind_int(seat);
}

static gboolean store_seed(struct store *store, const struct game_row *row, GError **error)
{
    g_autoptr(GBytes) sealed =
        statement_seal(store, "game.seed", row->id, row->seed, sizeof row->seed, SEAL_STEP_SMALL);
    return statement_change(store, "UPDATE game SET seed = ?2 WHERE id = ?1",
                            BINDS(bind_int(row->id), bind_bytes(sealed)), error);
}

gboolean games_add(struct store *store, struct game_row *row, GError **error)
{
    return statement_insert(
               store,
               "INSERT INTO game (name, state, seats, robots, pace, security, press, anybody, "
               "creator,"
               " seed, created_at, started_at, ended_at, to_move, turn_at, due_at, rematch_of)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, x'', ?10, ?11, ?12, ?13, ?14, ?15,"
               " ?16)",
               BINDS(bind_text(row->name), bind_text(row->state), bind_int(row->seats),
                     bind_int(row->robots), bind_int(row->pace), bind_text(row->security),
                     bind_text(row->press), bind_flag(row->anybody), bind_int(row->creator),
                     bind_int(row->created_at), bind_id(row->started_at), bind_id(row->ended_at),
                     bind_seat(row->to_move), bind_id(row->turn_at), bind_id(row->due_at),
                     bind_id(row->rematch_of)),
               &row->id, error) &&
           store_seed(store, row, error);
}

gboolean games_update(struct store *store, const struct game_row *row, GError **error)
{
    return statement_change(
        store,
        "UPDATE game SET name = ?2, state = ?3, seats = ?4, robots = ?5, pace = ?6, security = ?7,"
        " press = ?8, anybody = ?9, started_at = ?10, ended_at = ?11, to_move = ?12, turn_at = ?13,"
        " due_at = ?14, held_for = ?15, held_at = ?16, held = ?17, paused_at = ?18"
        " WHERE id = ?1",
        BINDS(bind_int(row->id), bind_text(row->name), bind_text(row->state), bind_int(row->seats),
              bind_int(row->robots), bind_int(row->pace), bind_text(row->security),
              bind_text(row->press), bind_flag(row->anybody), bind_id(row->started_at),
              bind_id(row->ended_at), bind_seat(row->to_move), bind_id(row->turn_at),
              bind_id(row->due_at), bind_id(row->held_for), bind_id(row->held_at),
              bind_int(row->held), bind_id(row->paused_at)),
        error);
}

gboolean games_find(struct store *store, gint64 id, struct game_row *out_row, gboolean *out_found,
                    GError **error)
{
    return statement_find(store,
                          "SELECT id, name, state, seats, robots, pace, security, press, anybody,"
                          " creator, seed, created_at, started_at, ended_at, coalesce(to_move, -1),"
                          " turn_at, due_at, held_for, held_at, held, paused_at, rematch_of"
                          " FROM game WHERE id = ?1",
                          BINDS(bind_int(id)), &game_type, out_row, out_found, error);
}

// The index is named because the order by id would tempt SQLite to read all games.
gboolean games_due(struct store *store, gint64 now, gint64 after, guint limit, GArray **out_ids,
                   GError **error)
{
    return statement_ids(store,
                         "SELECT id FROM game INDEXED BY game_due WHERE due_at IS NOT NULL"
                         " AND due_at <= ?1 AND id > ?2 ORDER BY id LIMIT ?3",
                         BINDS(bind_int(now), bind_int(after), bind_int(limit)), out_ids, error);
}

// All of them in the end, so that the other index, which is in this order, is the better one.
gboolean games_clocked(struct store *store, gint64 after, guint limit, GArray **out_ids,
                       GError **error)
{
    return statement_ids(store,
                         "SELECT id FROM game INDEXED BY game_state WHERE state = 'running'"
                         " AND state IN ('open', 'running') AND due_at IS NOT NULL AND id > ?1"
                         " ORDER BY id LIMIT ?2",
                         BINDS(bind_int(after), bind_int(limit)), out_ids, error);
}

// CROSS JOIN keeps SQLite at this order: few addresses are suspended.
gboolean games_unreached(struct store *store, GArray **out_ids, GError **error)
{
    return statement_ids(
        store,
        "SELECT DISTINCT g.id FROM address a CROSS JOIN seat s ON s.player = a.player"
        " CROSS JOIN game g ON g.id = s.game WHERE a.suspended_at IS NOT NULL"
        " AND a.main = 1 AND s.robot = 0 AND g.state = 'running'"
        " AND g.turn_at IS NULL AND g.held_at IS NULL AND g.paused_at IS NULL ORDER BY g.id",
        NO_BINDS, out_ids, error);
}

gboolean games_rematch(struct store *store, gint64 game, gint64 *out_id, GError **error)
{
    g_autoptr(GArray) ids = NULL;
    *out_id = 0;
    if (!statement_ids(store,
                       "SELECT id FROM game WHERE rematch_of = ?1"
                       " AND state IN ('open', 'running') ORDER BY id DESC LIMIT 1",
                       BINDS(bind_int(game)), &ids, error))
        return FALSE;
    if (ids->len)
        *out_id = g_array_index(ids, gint64, 0);
    return TRUE;
}

gboolean games_for_anybody(struct store *store, guint limit, GArray **out_ids, GError **error)
{
    return statement_ids(store,
                         "SELECT id FROM game g WHERE state = 'open' AND anybody = 1"
                         " AND seats - robots > (SELECT count(*) FROM seat WHERE game = g.id)"
                         " ORDER BY id LIMIT ?1",
                         BINDS(bind_int(limit)), out_ids, error);
}

gboolean games_in_state(struct store *store, const char *state, guint limit, GArray **out_ids,
                        GError **error)
{
    return statement_ids(store, "SELECT id FROM game WHERE state = ?1 ORDER BY id LIMIT ?2",
                         BINDS(bind_text(state), bind_int(limit)), out_ids, error);
}

gboolean games_count(struct store *store, const char *state, guint *out_count, GError **error)
{
    return statement_count(store, "SELECT count(*) FROM game WHERE state = ?1",
                           BINDS(bind_text(state)), out_count, error);
}

gboolean games_overdue(struct store *store, gint64 now, guint *out_count, GError **error)
{
    return statement_count(store, "SELECT count(*) FROM game WHERE due_at <= ?1",
                           BINDS(bind_int(now)), out_count, error);
}

gboolean games_of_player(struct store *store, gint64 player, gboolean all, GArray **out_ids,
                         GError **error)
{
    return statement_ids(store,
                         "SELECT DISTINCT g.id FROM seat s JOIN game g ON g.id = s.game"
                         " WHERE s.player = ?1 AND (?2 OR g.state IN ('open', 'running'))"
                         " ORDER BY g.id DESC",
                         BINDS(bind_int(player), bind_flag(all)), out_ids, error);
}

// ---- seats ------------------------------------------------------------------------------------

static void read_seat(struct row *row, gpointer out)
{
    struct seat_row *seat = out;
    seat->game = row_int(row);
    seat->seat = row_small(row);
    seat->player = row_int(row);
    row_text(row, seat->nick, sizeof seat->nick);
    row_text(row, seat->luck, sizeof seat->luck);
    seat->joined_at = row_int(row);
    seat->robot = row_flag(row);
    seat->missed = row_small(row);
    seat->told = (guint)row_int(row);
    seat->reminded = row_small(row);
    seat->bank = row_int(row);
    seat->began_at = row_int(row);
    seat->pace = row_int(row);
    row_text(row, seat->zone, sizeof seat->zone);
    seat->quiet_from = row_small(row);
    seat->quiet_to = row_small(row);
}

static const struct row_type seat_type = {.size = sizeof(struct seat_row), .read = read_seat};

gboolean games_sits(struct store *store, gint64 game, gint64 player, gboolean *out_sits,
                    GError **error)
{
    return statement_truth(store,
                           "SELECT EXISTS (SELECT 1 FROM seat WHERE game = ?1 AND player = ?2)",
                           BINDS(bind_int(game), bind_int(player)), out_sits, error);
}

gboolean games_seats(struct store *store, gint64 game, GArray **out_seats, GError **error)
{
    return statement_list(store,
                          "SELECT game, seat, player, nick, luck, joined_at, robot, missed, told,"
                          " reminded, bank, began_at, pace, zone, quiet_from, quiet_to"
                          " FROM seat WHERE game = ?1 ORDER BY seat",
                          BINDS(bind_int(game)), &seat_type, out_seats, error);
}

gboolean games_put_seat(struct store *store, const struct seat_row *seat, GError **error)
{
    return statement_change(
        store,
        "INSERT INTO seat (game, seat, player, nick, luck, joined_at, robot, missed, told,"
        " reminded, bank, began_at, pace, zone, quiet_from, quiet_to)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        " ON CONFLICT (game, seat) DO UPDATE SET player = excluded.player, nick = excluded.nick,"
        " luck = excluded.luck, joined_at = excluded.joined_at, robot = excluded.robot,"
        " missed = excluded.missed, told = excluded.told, reminded = excluded.reminded,"
        " bank = excluded.bank, began_at = excluded.began_at, pace = excluded.pace,"
        " zone = excluded.zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to",
        BINDS(bind_int(seat->game), bind_int(seat->seat), bind_id(seat->player),
              bind_text(seat->nick), bind_text(seat->luck), bind_int(seat->joined_at),
              bind_flag(seat->robot), bind_int(seat->missed), bind_int(seat->told),
              bind_int(seat->reminded), bind_int(seat->bank), bind_id(seat->began_at),
              bind_int(seat->pace), bind_text(seat->zone), bind_int(seat->quiet_from),
              bind_int(seat->quiet_to)),
        error);
}

gboolean games_set_told(struct store *store, gint64 game, int seat, guint told, GError **error)
{
    return statement_change(store, "UPDATE seat SET told = ?3 WHERE game = ?1 AND seat = ?2",
                            BINDS(bind_int(game), bind_int(seat), bind_int(told)), error);
}

gboolean games_clear_seats(struct store *store, gint64 game, GError **error)
{
    return statement_run(store, "DELETE FROM seat WHERE game = ?1", BINDS(bind_int(game)), NULL,
                         error);
}

// ---- invitations ------------------------------------------------------------------------------

static void read_invitation(struct row *row, gpointer out)
{
    struct invitation_row *invitation = out;
    invitation->id = row_int(row);
    invitation->game = row_int(row);
    row_text(row, invitation->address, sizeof invitation->address);
    invitation->player = row_int(row);
    invitation->inviter = row_int(row);
    invitation->created_at = row_int(row);
    row_text(row, invitation->state, sizeof invitation->state);
}

static const struct row_type invitation_type = {.size = sizeof(struct invitation_row),
                                                .read = read_invitation};

#define SELECT_INVITATION                                                                          \
    "SELECT id, game, address, player, inviter, created_at, state FROM invitation "

gboolean games_invite(struct store *store, struct invitation_row *invitation, GError **error)
{
    return statement_insert(
        store,
        "INSERT INTO invitation (game, address, player, inviter, created_at, state)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        BINDS(bind_int(invitation->game), bind_text(invitation->address),
              bind_id(invitation->player), bind_int(invitation->inviter),
              bind_int(invitation->created_at),
              bind_text(invitation->state[0] ? invitation->state : "open")),
        &invitation->id, error);
}

gboolean games_invitations(struct store *store, gint64 game, GArray **out_invitations,
                           GError **error)
{
    return statement_list(store, SELECT_INVITATION "WHERE game = ?1 ORDER BY id",
                          BINDS(bind_int(game)), &invitation_type, out_invitations, error);
}

gboolean games_invitations_of(struct store *store, gint64 player, const char *address,
                              GArray **out_invitations, GError **error)
{
    return statement_list(
        store,
        SELECT_INVITATION "WHERE state = 'open' AND (player = ?1 OR address = ?2) ORDER BY id",
        BINDS(bind_id(player), bind_text(address)), &invitation_type, out_invitations, error);
}

gboolean games_find_invitation(struct store *store, gint64 game, const char *address,
                               struct invitation_row *out_row, gboolean *out_found, GError **error)
{
    return statement_find(store, SELECT_INVITATION "WHERE game = ?1 AND address = ?2",
                          BINDS(bind_int(game), bind_text(address)), &invitation_type, out_row,
                          out_found, error);
}

gboolean games_inviting(struct store *store, gint64 player, const char *address, GArray **out_ids,
                        GError **error)
{
    return statement_ids(store,
                         "SELECT i.game FROM invitation i JOIN game g ON g.id = i.game"
                         " WHERE i.address = ?2 AND i.state = 'open' AND g.state = 'open'"
                         " UNION SELECT i.game FROM invitation i JOIN game g ON g.id = i.game"
                         " WHERE i.player = ?1 AND i.state = 'open' AND g.state = 'open'"
                         " ORDER BY 1",
                         BINDS(bind_id(player), bind_text(address)), out_ids, error);
}

gboolean games_set_invitation(struct store *store, gint64 id, const char *state, gint64 player,
                              GError **error)
{
    return statement_change(
        store, "UPDATE invitation SET state = ?2, player = coalesce(?3, player) WHERE id = ?1",
        BINDS(bind_int(id), bind_text(state), bind_id(player)), error);
}

// Two statements, so that an address is looked up by its index and a time by its own.
gboolean games_count_invitations(struct store *store, gint64 inviter, const char *address,
                                 gint64 since, guint *out_count, GError **error)
{
    if (address[0])
        return statement_count(store,
                               "SELECT count(*) FROM invitation WHERE address = ?1"
                               " AND created_at >= ?2 AND (?3 IS NULL OR inviter = ?3)",
                               BINDS(bind_text(address), bind_int(since), bind_id(inviter)),
                               out_count, error);
    return statement_count(store,
                           "SELECT count(*) FROM invitation WHERE created_at >= ?1"
                           " AND (?2 IS NULL OR inviter = ?2)",
                           BINDS(bind_int(since), bind_id(inviter)), out_count, error);
}

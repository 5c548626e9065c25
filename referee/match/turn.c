// SPDX-License-Identifier: MIT
// See turn.h.
#include "referee/match/turn.h"

#include "referee/match/vacation.h"
#include "referee/time/clock.h"

void turn_clear(struct turn *turn)
{
    g_clear_pointer(&turn->away, g_array_unref);
    *turn = (struct turn){0};
}

// A zone that the machine doesn't know any more is as good as UTC.
static const struct zone *known_zone(const char *name)
{
    const struct zone *zone = zone_find(name);
    return zone ? zone : zone_utc();
}

static gboolean find_player(struct desk *desk, const struct seat_row *seat, struct player *out,
                            GError **error)
{
    gboolean found;
    *out = (struct player){.timezone = "UTC"};
    return !seat->player || players_find(desk->store, seat->player, out, &found, error);
}

gboolean turn_read(struct desk *desk, const struct seat_row *seat, gint64 began, gint64 pace,
                   struct turn *out, GError **error)
{
    struct player player;
    *out = (struct turn){0};
    if (seat->began_at) {
        out->turn = (struct deadline_turn){seat->began_at, seat->pace, seat->bank};
        out->life = (struct deadline_life){.zone = known_zone(seat->zone),
                                           .quiet_from = seat->quiet_from,
                                           .quiet_until = seat->quiet_to};
    } else {
        if (!find_player(desk, seat, &player, error))
            return FALSE;
        out->turn = (struct deadline_turn){began, pace, seat->bank};
        out->life = (struct deadline_life){.zone = known_zone(player.timezone),
                                           .quiet_from = player.quiet_from,
                                           .quiet_until = player.quiet_to};
    }
    if (!vacation_spans(desk, seat->player, out->turn.began, &out->away, error))
        return FALSE;
    out->life.away = (const struct deadline_span *)(void *)out->away->data;
    out->life.n_away = out->away->len;
    return TRUE;
}

gboolean turn_begin(struct desk *desk, struct seat_row *seat, gint64 pace, GError **error)
{
    struct player player;
    if (!find_player(desk, seat, &player, error))
        return FALSE;
    seat->began_at = desk->now;
    seat->pace = pace;
    seat->reminded = 0;
    g_strlcpy(seat->zone, player.timezone, sizeof seat->zone);
    seat->quiet_from = player.quiet_from;
    seat->quiet_to = player.quiet_to;
    return TRUE;
}

gint64 turn_stopped_at(const struct game_row *game)
{
    return game->paused_at ? game->paused_at : game->held_at;
}

// Up to when time counts: until the clock was stopped; where it can't be believed, to the last run
// that believed it.
static gboolean counted_until(struct desk *desk, const struct game_row *game, gint64 *out,
                              GError **error)
{
    gint64 held, last, stopped = turn_stopped_at(game);
    if (!store_get_int(desk->store, CLOCK_HELD, 0, &held, error) ||
        !store_get_int(desk->store, CLOCK_LAST_TICK, 0, &last, error))
        return FALSE;
    *out = held ? MIN(desk->now, last) : desk->now;
    *out = stopped ? MIN(*out, stopped) : *out;
    return TRUE;
}

gboolean turn_end(struct desk *desk, const struct game_row *game, struct seat_row *seat,
                  GError **error)
{
    struct turn turn;
    gint64 until;
    if (!seat->began_at)
        return TRUE;
    if (!counted_until(desk, game, &until, error) || !turn_read(desk, seat, 0, 0, &turn, error))
        return FALSE;
    seat->bank = deadline_bank_left(&turn.turn, &turn.life, until);
    seat->began_at = seat->pace = 0;
    seat->reminded = seat->quiet_from = seat->quiet_to = 0;
    seat->zone[0] = '\0';
    turn_clear(&turn);
    return TRUE;
}

// ---- changes from outside ----------------------------------------------------------------------

static gboolean store_turn(struct desk *desk, struct seat_row *seat, const struct turn *turn,
                           GError **error)
{
    seat->pace = turn->turn.pace;
    seat->bank = turn->turn.bank;
    return games_put_seat(desk->store, seat, error);
}

// What deadline.h does to a turn, from an instant on: until another one, or by so many seconds.
typedef void giving_time(struct deadline_turn *turn, const struct deadline_life *life, gint64 from,
                         gint64 until);

static gboolean give_time(struct desk *desk, GArray *seats, giving_time *give, gint64 from,
                          gint64 until, GError **error)
{
    for (guint i = 0; i < seats->len; i++) {
        struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        struct turn turn;
        if (!seat->began_at)
            continue;
        if (!turn_read(desk, seat, 0, 0, &turn, error))
            return FALSE;
        give(&turn.turn, &turn.life, from, until);
        gboolean done = store_turn(desk, seat, &turn, error);
        turn_clear(&turn);
        if (!done)
            return FALSE;
    }
    return TRUE;
}

gboolean turn_put_off(struct desk *desk, GArray *seats, gint64 from, gint64 until, GError **error)
{
    return give_time(desk, seats, deadline_put_off, from, until, error);
}

gboolean turn_go_on(struct desk *desk, GArray *seats, gint64 from, gint64 until, GError **error)
{
    return give_time(desk, seats, deadline_stop, from, until, error);
}

gboolean turn_extend(struct desk *desk, const struct game_row *game, GArray *seats, gint64 seconds,
                     GError **error)
{
    gint64 stopped = turn_stopped_at(game);
    return give_time(desk, seats, deadline_extend, stopped ? stopped : desk->now, seconds, error);
}

// ---- looking -----------------------------------------------------------------------------------

gboolean turn_schedule(struct desk *desk, struct game_row *game, const GArray *seats,
                       GError **error)
{
    gint64 since = 0, due = 0;
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        struct turn turn;
        if (!seat->began_at)
            continue;
        if (!turn_read(desk, seat, 0, 0, &turn, error))
            return FALSE;
        gint64 next = deadline_next(&turn.turn, &turn.life, seat->reminded);
        turn_clear(&turn);
        since = since ? MIN(since, seat->began_at) : seat->began_at;
        due = due ? MIN(due, next) : next;
    }
    game->turn_at = since;
    if (!turn_stopped_at(game))
        game->due_at = due;
    return TRUE;
}

static gboolean pace_end(struct desk *desk, const struct match *match, unsigned seat, gint64 *out,
                         GError **error)
{
    const struct game_row *row = &match->row;
    gint64 began = row->held_at ? row->due_at : desk->now;
    struct turn turn;
    if (!turn_read(desk, match_seat(match, seat), began, row->pace, &turn, error))
        return FALSE;
    if (row->held_at)
        deadline_stop(&turn.turn, &turn.life, row->held_at, row->due_at);
    *out = deadline_pace_end(&turn.turn, &turn.life);
    turn_clear(&turn);
    return TRUE;
}

gboolean turn_deadline(struct desk *desk, const struct match *match, unsigned reader, gint64 *out,
                       GError **error)
{
    *out = 0;
    for (unsigned i = 0; !match->row.paused_at && i < match->seats->len; i++) {
        gint64 end;
        if (!match_waits_for(match, i) || (i != reader && match_waits_for(match, reader)))
            continue;
        if (!pace_end(desk, match, i, &end, error))
            return FALSE;
        *out = MAX(*out, end);
    }
    return TRUE;
}

gboolean turn_bank(struct desk *desk, const struct match *match, unsigned seat, gint64 *out,
                   GError **error)
{
    const struct seat_row *row = match_seat(match, seat);
    gint64 stopped = turn_stopped_at(&match->row);
    struct turn turn;
    *out = row->bank;
    if (!row->began_at)
        return TRUE;
    if (!turn_read(desk, row, 0, 0, &turn, error))
        return FALSE;
    *out = deadline_bank_left(&turn.turn, &turn.life, stopped ? stopped : desk->now);
    turn_clear(&turn);
    return TRUE;
}

// SPDX-License-Identifier: MIT
// See hold.h. While a clock is stopped, due_at is when that has to end.
#include "referee/hold.h"

#include "referee/turn.h"
#include "storage/players.h"
#include "storage/vacation.h"

// Whom no mail reaches, of those for whom the game waits; 0: nobody.
static gboolean find_unreached(struct desk *desk, const struct match *match, gint64 *out_player,
                               GError **error)
{
    *out_player = 0;
    for (unsigned i = 0; i < match->seats->len && !*out_player; i++) {
        const struct seat_row *seat = match_seat(match, i);
        struct player player = {0};
        gboolean found;
        if (!seat->player || seat->robot || !match_waits_for(match, i))
            continue;
        if (!players_find(desk->store, seat->player, &player, &found, error))
            return FALSE;
        if (found && player.suspended_at)
            *out_player = player.id;
    }
    return TRUE;
}

static void begin(struct game_row *row, gint64 player, gint64 now)
{
    row->held_for = player;
    row->held_at = now;
    row->due_at = now + HOLD_MAX - row->held;
}

// A stop over New Year is charged to both years.
static gboolean charge(struct desk *desk, gint64 player, gint64 from, gint64 to, GError **error)
{
    while (from < to) {
        g_autoptr(GDateTime) at = g_date_time_new_from_unix_utc(from);
        int year = g_date_time_get_year(at);
        g_autoptr(GDateTime) next = g_date_time_new_utc(year + 1, 1, 1, 0, 0, 0);
        gint64 end = MIN(to, g_date_time_to_unix(next));
        if (!vacation_charge(desk->store, player, year, end - from, error))
            return FALSE;
        from = end;
    }
    return TRUE;
}

// What has gone by of a stop until `until`: it is charged, and the turns lost none of it.
static gboolean settle(struct desk *desk, struct game_row *row, GArray *seats, gint64 until,
                       GError **error)
{
    gint64 stood = CLAMP(until - row->held_at, 0, HOLD_MAX - row->held);
    if (!turn_put_off(desk, seats, row->held_at, error) ||
        !charge(desk, row->held_for, row->held_at, row->held_at + stood, error))
        return FALSE;
    row->held += stood;
    return TRUE;
}

gboolean hold_end(struct desk *desk, struct match *match, GError **error)
{
    struct game_row *row = &match->row;
    if (!row->held_at)
        return TRUE;
    if (!settle(desk, row, match->seats, desk->now, error))
        return FALSE;
    row->held_for = row->held_at = 0;
    return turn_schedule(desk, row, match->seats, error);
}

gboolean hold_put_off(struct desk *desk, struct game_row *row, GArray *seats, gint64 from,
                      GError **error)
{
    if (!settle(desk, row, seats, MAX(from, row->held_at), error))
        return FALSE;
    row->held_at = desk->now;
    row->due_at = desk->now + HOLD_MAX - row->held;
    return TRUE;
}

gboolean hold_review(struct desk *desk, struct match *match, GError **error)
{
    struct game_row *row = &match->row;
    gint64 player;
    if (!match_is_running(match))
        return TRUE;
    if (!find_unreached(desk, match, &player, error))
        return FALSE;
    gboolean holds = player && row->held < HOLD_MAX;
    if (row->held_for == (holds ? player : 0))
        return TRUE;
    if (!hold_end(desk, match, error))
        return FALSE;
    if (holds && row->held < HOLD_MAX)
        begin(row, player, desk->now);
    return games_update(desk->store, row, error);
}

gboolean hold_is_due(const struct match *match)
{
    const struct seat_row *seat = match_seat_of(match, match->row.held_for);
    return seat && !seat->robot && match_waits_for(match, (unsigned)seat->seat);
}

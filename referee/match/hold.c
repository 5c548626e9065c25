// SPDX-License-Identifier: MIT
// See hold.h. While a clock is stopped, due_at is when that has to end at the latest.
#include "referee/match/hold.h"

#include "referee/match/turn.h"
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

// Vacation of the years of the player's zone: a stop over New Year is charged to both.
static gboolean charge(struct desk *desk, gint64 id, gint64 from, gint64 to, GError **error)
{
    struct player player = {.timezone = "UTC"};
    gboolean found;
    if (!players_find(desk->store, id, &player, &found, error))
        return FALSE;
    const struct zone *known = zone_find(player.timezone);
    const struct zone *zone = known ? known : zone_utc();
    while (from < to) {
        int year = zone_year(zone_day(zone, from));
        gint64 end = MIN(to, zone_day_start(zone, zone_date(year + 1, 1, 1)));
        if (!vacation_charge(desk->store, id, year, end - from, error))
            return FALSE;
        from = end;
    }
    return TRUE;
}

// What has gone by of a stop until `until` is charged.
static gboolean settle(struct desk *desk, struct game_row *row, gint64 until, GError **error)
{
    gint64 stood = CLAMP(until - row->held_at, 0, HOLD_MAX - row->held);
    row->held += stood;
    return charge(desk, row->held_for, row->held_at, row->held_at + stood, error);
}

gboolean hold_end(struct desk *desk, struct match *match, GError **error)
{
    struct game_row *row = &match->row;
    gint64 stopped = turn_stopped_at(row);
    if (!stopped)
        return TRUE;
    if (!turn_go_on(desk, match->seats, stopped, desk->now, error) ||
        (row->held_at && !settle(desk, row, desk->now, error)))
        return FALSE;
    row->held_for = row->held_at = row->paused_at = 0;
    return turn_schedule(desk, row, match->seats, error);
}

gboolean hold_put_off(struct desk *desk, struct game_row *row, GArray *seats, gint64 from,
                      gint64 until, GError **error)
{
    if (row->paused_at) { // the turns get all of it when it ends
        row->due_at += until - MAX(from, row->paused_at);
        return TRUE;
    }
    if (!turn_go_on(desk, seats, row->held_at, until, error) ||
        !settle(desk, row, MAX(from, row->held_at), error))
        return FALSE;
    row->held_at = until;
    row->due_at = until + HOLD_MAX - row->held;
    return TRUE;
}

gboolean hold_review(struct desk *desk, struct match *match, GError **error)
{
    struct game_row *row = &match->row;
    gint64 player;
    if (!match_is_running(match) || row->paused_at)
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

// ---- pauses ------------------------------------------------------------------------------------

gboolean hold_pause(struct desk *desk, struct match *match, GError **error)
{
    struct game_row *row = &match->row;
    if (row->paused_at)
        return TRUE;
    if (!hold_end(desk, match, error))
        return FALSE;
    row->paused_at = desk->now;
    row->due_at = desk->now + HOLD_PAUSE_LONG;
    return games_update(desk->store, row, error);
}

// Outages put both off, and change nothing about which of the two comes first.
gboolean hold_is_long(const struct game_row *row)
{
    return row->paused_at && row->due_at < row->paused_at + HOLD_PAUSE_MAX;
}

gboolean hold_reminded(struct desk *desk, struct match *match, GError **error)
{
    match->row.due_at += HOLD_PAUSE_MAX - HOLD_PAUSE_LONG;
    return games_update(desk->store, &match->row, error);
}

gboolean hold_resume(struct desk *desk, struct match *match, GError **error)
{
    if (!match->row.paused_at)
        return TRUE;
    return hold_end(desk, match, error) && games_update(desk->store, &match->row, error) &&
           hold_review(desk, match, error);
}

// ---- reasons -----------------------------------------------------------------------------------

gboolean hold_is_over(const struct match *match, gboolean moved)
{
    const struct game_row *row = &match->row;
    if (!turn_stopped_at(row))
        return FALSE;
    if (match->game.stage == GAME_DONE)
        return TRUE;
    const struct seat_row *seat = match_seat_of(match, row->held_for);
    return !row->paused_at &&
           (moved || !seat || seat->robot || !match_waits_for(match, (unsigned)seat->seat));
}

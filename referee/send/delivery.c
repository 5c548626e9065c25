// SPDX-License-Identifier: MIT
// See delivery.h.
//
// Nothing is kept but the rows: from when a row was noted it follows when it leaves, so a run that
// comes late, another zone or another wish of the player change nothing but the time.
#include "referee/send/delivery.h"

#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "referee/match/table.h"
#include "referee/time/zone.h"
#include "storage/outbox.h"
#include "storage/players.h"

static const gint64 day_seconds = 86400;

gint64 delivery_daily(const struct zone *zone, gint64 since)
{
    for (int day = zone_day(zone, since);; day++) {
        gint64 at = zone_at_hour(zone, day, DELIVERY_HOUR);
        if (at >= since && zone_day(zone, at) == day)
            return at;
    }
}

// What there is to tell.
struct wait {
    gint64 since;        // when the oldest of it was noted
    gboolean only_press; // nothing but words
};

static gboolean is_noted(const struct outbound_row *row)
{
    return g_str_equal(row->state, "noted");
}

// News of a game that the reader follows; the one that answers `watch` has something to say.
static gboolean is_watched(const struct outbound_row *row)
{
    return g_str_equal(row->kind, NOTES_WATCH) && g_strcmp0(row->notes, "[]") == 0;
}

// Whether all that is noted could wait.
static gboolean may_wait(const GPtrArray *rows, struct wait *out)
{
    *out = (struct wait){G_MAXINT64, TRUE};
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (!row->player || !row->game || row->matter)
            return FALSE;
        if (!is_noted(row))
            continue;
        gboolean press = g_str_equal(row->kind, NOTES_PRESS);
        if (!press && !g_str_equal(row->kind, NOTES_STATE) && !is_watched(row))
            return FALSE;
        out->only_press = out->only_press && press;
        out->since = MIN(out->since, row->created_at);
    }
    return out->since != G_MAXINT64;
}

// What the reader was told of the game, without what a mail tells that may yet be made anew.
static guint told_before(const struct seat_row *seat, const GPtrArray *rows)
{
    guint told = seat->told;
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (!is_noted(row) && row->told_to)
            told = MIN(told, row->told_from);
    }
    return told;
}

enum news {
    NEWS_URGENT,
    NEWS_OF_THE_TABLE, // of a game that goes on and will want the reader again
    NEWS_AFTERWARDS    // of one that won't
};

static gboolean look(struct desk *desk, gint64 player, const GPtrArray *rows, gboolean only_press,
                     enum news *out, GError **error)
{
    struct match *match = NULL;
    const struct outbound_row *row = g_ptr_array_index(rows, 0);
    *out = NEWS_URGENT;
    if (!match_load(desk, row->game, &match, error))
        return FALSE;
    const struct seat_row *seat = match ? match_seat_of(match, player) : NULL;
    if (match && !seat && match_is_running(match))
        *out = NEWS_OF_THE_TABLE; // followed from outside
    if (seat && !g_str_equal(match->row.state, "open")) {
        guint told = told_before(seat, rows);
        gboolean over = match->game.stage == GAME_DONE;
        if (over && only_press)
            *out = NEWS_AFTERWARDS;
        else if (g_str_equal(table_kind(match, (unsigned)seat->seat, told), "table"))
            *out = NEWS_OF_THE_TABLE;
    }
    match_free(match);
    return TRUE;
}

gboolean delivery_at(struct desk *desk, const GPtrArray *rows, gint64 *out_at, GError **error)
{
    const struct outbound_row *row = g_ptr_array_index(rows, 0);
    struct player player;
    gboolean found = FALSE;
    struct wait wait;
    enum news news;
    *out_at = 0;
    if (!may_wait(rows, &wait))
        return TRUE;
    if (!players_find(desk->store, row->player, &player, &found, error))
        return FALSE;
    if (!found || g_str_equal(player.mail, "all"))
        return TRUE;
    if (!look(desk, player.id, rows, wait.only_press, &news, error))
        return FALSE;
    const struct zone *zone = zone_find(player.timezone);
    gint64 at = news == NEWS_URGENT ? 0
                : news == NEWS_OF_THE_TABLE && g_str_equal(player.mail, "turn")
                    ? wait.since + DELIVERY_TURN_DAYS * day_seconds
                    : delivery_daily(zone ? zone : zone_utc(), wait.since);
    *out_at = at > desk->now ? at : 0;
    return TRUE;
}

// SPDX-License-Identifier: MIT
// See deadline.h. Vacation stops the whole clock; quiet hours stop the bank alone, and push away a
// deadline that falls in them.
#include "referee/time/deadline.h"

enum { DAY = 86400, HOUR = 3600 };

// ---- quiet hours -------------------------------------------------------------------------------

static gboolean is_quiet(const struct deadline_life *life, gint64 at)
{
    int hour = zone_hour(life->zone, at);
    if (life->quiet_from == life->quiet_until)
        return FALSE;
    if (life->quiet_from < life->quiet_until)
        return life->quiet_from <= hour && hour < life->quiet_until;
    return life->quiet_from <= hour || hour < life->quiet_until;
}

// The first instant after `at` from which it is quiet, or isn't any more: the opposite of what it
// is at `at`. The wall's clock decides, so an hour that comes twice is as quiet the second time,
// and quiet hours whose end is left out end with the gap.
static gint64 quiet_turns(const struct deadline_life *life, gint64 at)
{
    gboolean quiet = is_quiet(life, at);
    int hour = quiet ? life->quiet_until : life->quiet_from;
    g_assert(life->quiet_from != life->quiet_until);
    for (;;) {
        gint64 local = zone_local(life->zone, at);
        gint64 left = (((gint64)hour * HOUR - local) % DAY + DAY) % DAY;
        gint64 then = at + (left ? left : DAY);
        gint64 change = zone_change(life->zone, at, then);
        at = change ? change : then;
        if (is_quiet(life, at) != quiet)
            return at;
    }
}

// ---- time that counts --------------------------------------------------------------------------

// The vacation that holds an instant, or the next one after it; NULL when there is none.
static const struct deadline_span *away_at(const struct deadline_life *life, gint64 at)
{
    for (guint i = 0; i < life->n_away; i++) {
        if (at < life->away[i].until)
            return &life->away[i];
    }
    return NULL;
}

// Until when all is as it is at `at`, and whether time counts there. awake: not in quiet hours.
static gint64 stretch(const struct deadline_life *life, gboolean awake, gint64 at, gboolean *counts)
{
    const struct deadline_span *away = away_at(life, at);
    gint64 until = G_MAXINT64;
    *counts = FALSE;
    if (away && away->from <= at)
        return away->until;
    if (away)
        until = away->from;
    if (awake && life->quiet_from != life->quiet_until) {
        until = MIN(until, quiet_turns(life, at));
        *counts = !is_quiet(life, at);
        return until;
    }
    *counts = TRUE;
    return until;
}

// The first instant that counts at which so many seconds that count have gone by since `at`.
static gint64 advance(const struct deadline_life *life, gboolean awake, gint64 at, gint64 seconds)
{
    for (;;) {
        gboolean counts;
        gint64 until = stretch(life, awake, at, &counts);
        if (counts && seconds < until - at)
            return at + seconds;
        if (counts)
            seconds -= until - at;
        at = until;
    }
}

// The seconds that count from one instant to another.
static gint64 elapsed(const struct deadline_life *life, gboolean awake, gint64 at, gint64 until)
{
    gint64 sum = 0;
    while (at < until) {
        gboolean counts;
        gint64 end = MIN(stretch(life, awake, at, &counts), until);
        sum += counts ? end - at : 0;
        at = end;
    }
    return sum;
}

// A deadline, moved out of vacation and quiet hours.
static gint64 settle(const struct deadline_life *life, gint64 at)
{
    for (;;) {
        at = advance(life, FALSE, at, 0);
        if (!is_quiet(life, at))
            return at;
        at = advance(life, FALSE, quiet_turns(life, at), DEADLINE_AFTER_QUIET);
    }
}

// ---- a turn ------------------------------------------------------------------------------------

gint64 deadline_pace_end(const struct deadline_turn *turn, const struct deadline_life *life)
{
    return settle(life, advance(life, FALSE, turn->began, turn->pace));
}

gint64 deadline_missed(const struct deadline_turn *turn, const struct deadline_life *life)
{
    return advance(life, TRUE, deadline_pace_end(turn, life), MAX(turn->bank, 0));
}

gint64 deadline_bank_left(const struct deadline_turn *turn, const struct deadline_life *life,
                          gint64 now)
{
    return MAX(turn->bank - elapsed(life, TRUE, deadline_pace_end(turn, life), now), 0);
}

gint64 deadline_reminder(const struct deadline_turn *turn, const struct deadline_life *life,
                         int which)
{
    if (which == 0)
        return advance(life, FALSE, turn->began, turn->pace / 2);
    if (which >= DEADLINE_REMINDERS || turn->pace < DEADLINE_TWO_REMINDERS)
        return 0;
    return deadline_missed(turn, life) - DEADLINE_LAST_CALL;
}

gint64 deadline_next(const struct deadline_turn *turn, const struct deadline_life *life,
                     int reminded)
{
    gint64 reminder = deadline_reminder(turn, life, reminded);
    return reminder ? reminder : deadline_missed(turn, life);
}

void deadline_put_off(struct deadline_turn *turn, const struct deadline_life *life, gint64 from,
                      gint64 until)
{
    gint64 end = deadline_pace_end(turn, life);
    if (until <= from || turn->began >= until)
        return;
    from = MAX(from, turn->began);
    if (end > from) {
        turn->pace = elapsed(life, FALSE, turn->began, end) + until - from;
        return;
    }
    turn->bank = deadline_bank_left(turn, life, from);
    turn->pace = elapsed(life, FALSE, turn->began, until);
}

void deadline_stop(struct deadline_turn *turn, const struct deadline_life *life, gint64 from,
                   gint64 until)
{
    gint64 end = deadline_pace_end(turn, life);
    if (until <= from || turn->began >= until)
        return;
    from = MAX(from, turn->began);
    turn->bank = deadline_bank_left(turn, life, from);
    turn->pace =
        elapsed(life, FALSE, turn->began, until) + elapsed(life, FALSE, from, MAX(end, from));
}

void deadline_extend(struct deadline_turn *turn, const struct deadline_life *life, gint64 now,
                     gint64 seconds)
{
    gint64 end = deadline_pace_end(turn, life);
    turn->bank = deadline_bank_left(turn, life, now);
    turn->pace = elapsed(life, FALSE, turn->began, MAX(end, now)) + seconds;
}

// ---- somebody who was late ---------------------------------------------------------------------

// Whether a is the better of two plays for somebody who can't be asked.
static bool is_better(const struct legal *a, const struct legal *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->move.value != b->move.value)
        return a->move.value < b->move.value;
    return a->move.count > b->move.count;
}

struct move deadline_missed_move(const struct table *table)
{
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(table, legal);
    const struct legal *best = NULL;
    g_assert(n > 0);
    for (unsigned i = 0; i < n; i++) {
        if (legal[i].move.kind == MOVE_PASS)
            return legal[i].move;
        if (legal[i].move.kind != MOVE_PLAY || legal[i].move.bonus)
            continue;
        if (!best || is_better(&legal[i], best))
            best = &legal[i];
    }
    return best ? best->move : (struct move){.kind = MOVE_LEAVE};
}

void deadline_missed_discard(const struct hand *hand, uint8_t out[RULES_DISCARD_MAX])
{
    unsigned left = RULES_DISCARD_MAX;
    for (uint8_t value = RULES_VALUE_MAX; value > 1 && left > 0; value--) {
        for (uint8_t i = 0; i < hand->count[value] && left > 0; i++)
            out[--left] = value;
    }
    g_assert(left == 0);
}

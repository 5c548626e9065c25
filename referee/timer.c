// SPDX-License-Identifier: MIT
// See timer.h.
#include "referee/timer.h"

#include "referee/deadline.h"
#include "referee/hold.h"
#include "referee/lobby.h"
#include "referee/notes.h"
#include "referee/play.h"
#include "storage/outbox.h"
#include "storage/players.h"

enum { BATCH = 100 };
static const gint64 day = 86400;

// ---- starting ----------------------------------------------------------------------------------

// Whether somebody whom the game waits for hasn't been told yet, and will be.
static gboolean is_untold(struct desk *desk, const struct match *match, gboolean *out_is,
                          GError **error)
{
    *out_is = FALSE;
    for (unsigned i = 0; i < match->seats->len && !*out_is; i++) {
        const struct seat_row *seat = match_seat(match, i);
        if (!seat->player || seat->robot || !match_waits_for(match, i))
            continue;
        g_autoptr(GPtrArray) unsent = NULL;
        struct player player = {0};
        gboolean found;
        if (!players_find(desk->store, seat->player, &player, &found, error) ||
            !outbox_unsent(desk->store, seat->player, match->row.id, &unsent, error))
            return FALSE;
        *out_is = unsent->len > 0 && !player.suspended_at;
    }
    return TRUE;
}

gboolean timer_start(struct desk *desk, gint64 game, GError **error)
{
    struct game_row row;
    gboolean found;
    if (!games_find(desk->store, game, &row, &found, error))
        return FALSE;
    if (!found || row.turn_at || row.held_at || !g_str_equal(row.state, "running"))
        return TRUE;
    struct match *match = NULL;
    gboolean untold = TRUE;
    gboolean done = match_load(desk, game, &match, error) && is_untold(desk, match, &untold, error);
    done = done && (untold || hold_review(desk, match, error));
    if (done && !untold && !match->row.held_at) {
        match->row.turn_at = desk->now;
        match->row.due_at = deadline_due(desk->now, match->row.pace);
        done = games_update(desk->store, &match->row, error);
    }
    match_free(match);
    return done;
}

// ---- clocks that were stopped ------------------------------------------------------------------

// It stood as long as it may: the turn runs on, or begins.
static gboolean resume(struct desk *desk, struct match *match, GError **error)
{
    const struct seat_row *seat = match_seat_of(match, match->row.held_for);
    json_auto_t *note = json_pack("{s:s, s:s}", "say", "clock-on", "who", seat ? seat->nick : "?");
    return hold_end(desk, match, error) && games_update(desk->store, &match->row, error) &&
           timer_start(desk, match->row.id, error) &&
           notes_to_table(desk, match, 0, NOTES_STATE, note, error);
}

// Stops the clocks of games that have come to somebody who can't be reached.
static gboolean stop_clocks(struct desk *desk, GError **error)
{
    g_autoptr(GArray) games = NULL;
    if (!games_unreached(desk->store, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        if (!store_begin(desk->store, error))
            return FALSE;
        if (!timer_start(desk, g_array_index(games, gint64, i), error)) {
            store_rollback(desk->store);
            return FALSE;
        }
        if (!store_commit(desk->store, error))
            return FALSE;
    }
    return TRUE;
}

// ---- missed turns ------------------------------------------------------------------------------

// The note for the one who was late, and the one for everybody else.
static gboolean tell_missed(struct desk *desk, const struct match *match,
                            const struct seat_row *seat, const char *who, GError **error)
{
    json_auto_t *own = json_pack("[{s:s}]", "say", seat->robot ? "missed-robot" : "missed-you");
    json_auto_t *note =
        json_pack("{s:s, s:s}", "say", seat->robot ? "robot-sits" : "missed-other", "who", who);
    return notes_to_player(desk, seat->player, match->row.id, NOTES_MISSED, own, error) &&
           notes_to_table(desk, match, seat->player, NOTES_STATE, note, error);
}

static gboolean miss(struct desk *desk, struct match *match, unsigned seat, GError **error)
{
    struct seat_row *row = match_seat(match, seat);
    const struct table *table = &match->game.table;
    g_autofree char *who = g_strdup(row->nick);
    struct verdict verdict;
    if (table->phase == RULES_PHASE_DISCARD) {
        uint8_t cards[RULES_DISCARD_MAX];
        deadline_missed_discard(&table->seats[seat].hand, cards);
        verdict = play_discard(desk, match, seat, cards, LINE_CLOCK);
    } else {
        verdict = play_move(desk, match, seat, deadline_missed_move(table), LINE_CLOCK);
    }
    g_assert(verdict.reason == RULES_LEGAL);
    if (++row->missed >= DEADLINE_MISSES_MAX)
        play_robot_sits(desk, match, seat, FALSE);
    return tell_missed(desk, match, row, who, error);
}

static gboolean time_up(struct desk *desk, struct match *match, GError **error)
{
    gint64 turn = match->game.turn;
    for (unsigned i = 0; i < match->seats->len; i++) {
        // A seat that the others' lateness put on turn hasn't been late itself.
        if (match->game.turn != turn || !match_waits_for(match, i))
            continue;
        if (!miss(desk, match, i, error))
            return FALSE;
    }
    return match_save(desk, match, error) &&
           notes_to_table(desk, match, 0, NOTES_STATE, NULL, error);
}

// ---- open games --------------------------------------------------------------------------------

// Ends the invitations that waited long enough, all of them when the game ends. *out_ended counts
// them; *out_next is when the next one ends, at most what it was.
static gboolean lapse_invitations(struct desk *desk, const struct match *match, gboolean all,
                                  guint *out_ended, gint64 *out_next, GError **error)
{
    g_autoptr(GArray) invitations = NULL;
    *out_ended = 0;
    if (!games_invitations(desk->store, match->row.id, &invitations, error))
        return FALSE;
    for (guint i = 0; i < invitations->len; i++) {
        const struct invitation_row *row = &g_array_index(invitations, struct invitation_row, i);
        gint64 end = row->created_at + LOBBY_INVITATION_DAYS * day;
        if (!g_str_equal(row->state, "open"))
            continue;
        if (!all && end > desk->now) {
            *out_next = MIN(*out_next, end);
            continue;
        }
        (*out_ended)++;
        if (!games_set_invitation(desk->store, row->id, "lapsed", row->player, error))
            return FALSE;
    }
    return TRUE;
}

// Invitations that nobody answered end; later the whole game does.
static gboolean lapse(struct desk *desk, struct match *match, GError **error)
{
    gint64 next = match->row.created_at + LOBBY_OPEN_DAYS * day;
    gboolean over = desk->now >= next;
    guint ended;
    if (!lapse_invitations(desk, match, over, &ended, &next, error))
        return FALSE;
    match->row.due_at = over ? 0 : next;
    if (over) {
        g_strlcpy(match->row.state, "lapsed", sizeof match->row.state);
        match->row.ended_at = desk->now;
    }
    json_auto_t *note = json_pack("{s:s, s:I}", "say", over ? "game-lapsed" : "invitations-lapsed",
                                  "game", (json_int_t)match->row.id);
    return games_update(desk->store, &match->row, error) &&
           ((!over && ended == 0) || notes_to_table(desk, match, 0, NOTES_STATE, note, error));
}

// ---- a run -------------------------------------------------------------------------------------

static gboolean look_at(struct desk *desk, struct match *match, GError **error)
{
    if (g_str_equal(match->row.state, "open"))
        return lapse(desk, match, error);
    return match->row.held_at ? resume(desk, match, error) : time_up(desk, match, error);
}

static gboolean run_one(struct desk *desk, gint64 id, GError **error)
{
    struct match *match = NULL;
    if (!store_begin(desk->store, error))
        return FALSE;
    gboolean done = match_load(desk, id, &match, error) && match && look_at(desk, match, error);
    match_free(match);
    if (!done) {
        store_rollback(desk->store);
        return FALSE;
    }
    return store_commit(desk->store, error);
}

gboolean timer_run(struct desk *desk, guint *out_count, GError **error)
{
    *out_count = 0;
    for (;;) {
        g_autoptr(GArray) due = NULL;
        if (!games_due(desk->store, desk->now, BATCH, &due, error))
            return FALSE;
        if (due->len == 0)
            return stop_clocks(desk, error);
        for (guint i = 0; i < due->len; i++, (*out_count)++) {
            if (!run_one(desk, g_array_index(due, gint64, i), error))
                return FALSE;
        }
    }
}

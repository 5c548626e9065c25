// SPDX-License-Identifier: MIT
// See timer.h.
#include "referee/match/timer.h"

#include "referee/match/hold.h"
#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/match/turn.h"
#include "referee/setup/guard.h"
#include "referee/time/deadline.h"
#include "storage/outbox.h"
#include "storage/players.h"

static const gint64 day = 86400;

// ---- starting ----------------------------------------------------------------------------------

// Whether a seat's player hasn't been told yet that it has to act, and will be.
static gboolean is_untold(struct desk *desk, const struct match *match, const struct seat_row *seat,
                          gboolean *out_is, GError **error)
{
    struct player player = {0};
    gboolean found;
    if (!outbox_has_unsent(desk->store, seat->player, match->row.id, out_is, error))
        return FALSE;
    if (!*out_is)
        return TRUE;
    if (!players_find(desk->store, seat->player, &player, &found, error))
        return FALSE;
    *out_is = !player.suspended_at;
    return TRUE;
}

// The seats whose turn can begin now, a bit each.
static gboolean find_ready(struct desk *desk, const struct match *match, unsigned *out_seats,
                           GError **error)
{
    *out_seats = 0;
    for (unsigned i = 0; i < match->seats->len; i++) {
        const struct seat_row *seat = match_seat(match, i);
        gboolean untold;
        if (!seat->player || seat->robot || seat->began_at || !match_waits_for(match, i))
            continue;
        if (!is_untold(desk, match, seat, &untold, error))
            return FALSE;
        *out_seats |= untold ? 0 : 1u << i;
    }
    return TRUE;
}

static gboolean begin_turns(struct desk *desk, struct match *match, unsigned seats, GError **error)
{
    for (unsigned i = 0; i < match->seats->len; i++) {
        struct seat_row *seat = match_seat(match, i);
        if ((seats >> i & 1) && (!turn_begin(desk, seat, match->row.pace, error) ||
                                 !games_put_seat(desk->store, seat, error)))
            return FALSE;
    }
    return turn_schedule(desk, &match->row, match->seats, error) &&
           games_update(desk->store, &match->row, error);
}

gboolean timer_start(struct desk *desk, gint64 game, GError **error)
{
    struct game_row row;
    gboolean found;
    if (!games_find(desk->store, game, &row, &found, error))
        return FALSE;
    // Among discards some turns may run, and others not yet.
    gboolean runs = row.turn_at && row.to_move >= 0;
    if (!found || runs || turn_stopped_at(&row) || !g_str_equal(row.state, "running"))
        return TRUE;
    struct match *match = NULL;
    unsigned ready = 0;
    gboolean done = match_load(desk, game, &match, error) &&
                    find_ready(desk, match, &ready, error) &&
                    (!ready || hold_review(desk, match, error));
    if (done && ready && !match->row.held_at)
        done = begin_turns(desk, match, ready, error);
    match_free(match);
    return done;
}

// ---- outages -----------------------------------------------------------------------------------

// Settings of the database: the outage that isn't dealt with yet, and the last game that has it
// behind it. An end of 0: none.
#define OUTAGE_FROM  "outage_from"
#define OUTAGE_UNTIL "outage_until"
#define OUTAGE_GAME  "outage_game"
#define OUTAGE_TOLD  "outage_told" // 1: it is told to the tables

gboolean timer_note_outage(struct desk *desk, gint64 from, gboolean accepted, GError **error)
{
    return store_set_int(desk->store, OUTAGE_TOLD, accepted, error) &&
           store_set_int(desk->store, OUTAGE_FROM, from, error) &&
           store_set_int(desk->store, OUTAGE_UNTIL, desk->now, error) &&
           store_set_int(desk->store, OUTAGE_GAME, 0, error);
}

struct outage {
    gint64 from, until, game, told;
};

static gboolean find_outage(struct desk *desk, struct outage *out, GError **error)
{
    return store_get_int(desk->store, OUTAGE_FROM, 0, &out->from, error) &&
           store_get_int(desk->store, OUTAGE_UNTIL, 0, &out->until, error) &&
           store_get_int(desk->store, OUTAGE_GAME, 0, &out->game, error) &&
           store_get_int(desk->store, OUTAGE_TOLD, 0, &out->told, error);
}

static gboolean tell_accepted(struct desk *desk, const GArray *seats, GError **error)
{
    json_auto_t *note = json_pack("[{s:s}]", "say", "clock-accepted");
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (seat->player &&
            !notes_to_player(desk, seat->player, seat->game, NOTES_STATE, note, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean put_off(struct desk *desk, gint64 id, const struct outage *outage, GError **error)
{
    struct game_row row;
    gboolean found;
    g_autoptr(GArray) seats = NULL;
    if (!games_find(desk->store, id, &row, &found, error) ||
        !games_seats(desk->store, id, &seats, error))
        return FALSE;
    return (turn_stopped_at(&row)
                ? hold_put_off(desk, &row, seats, outage->from, outage->until, error)
                : turn_put_off(desk, seats, outage->from, outage->until, error)) &&
           turn_schedule(desk, &row, seats, error) && games_update(desk->store, &row, error) &&
           (!outage->told || tell_accepted(desk, seats, error));
}

// The next games; after the last ones the outage is dealt with.
static gboolean put_some_off(struct desk *desk, struct outage *outage, GError **error)
{
    g_autoptr(GArray) games = NULL;
    if (!games_clocked(desk->store, outage->game, TIMER_BATCH, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        outage->game = g_array_index(games, gint64, i);
        if (!put_off(desk, outage->game, outage, error))
            return FALSE;
    }
    if (games->len == TIMER_BATCH)
        return store_set_int(desk->store, OUTAGE_GAME, outage->game, error);
    outage->until = 0;
    return store_set_int(desk->store, OUTAGE_UNTIL, 0, error);
}

gboolean timer_put_off(struct desk *desk, GError **error)
{
    struct outage outage;
    if (!find_outage(desk, &outage, error))
        return FALSE;
    while (outage.until) {
        if (!store_begin(desk->store, error))
            return FALSE;
        if (!put_some_off(desk, &outage, error)) {
            desk_rollback(desk);
            return FALSE;
        }
        if (!desk_commit(desk, error))
            return FALSE;
    }
    return TRUE;
}

// ---- clocks that were stopped ------------------------------------------------------------------

// It stood as long as it may: the turn runs on, or begins.
static gboolean resume(struct desk *desk, struct match *match, GError **error)
{
    const struct seat_row *seat = match_seat_of(match, match->row.held_for);
    json_auto_t *note =
        json_pack("{s:s, s:s}", "say", match->row.paused_at ? "pause-over" : "clock-on", "who",
                  seat ? seat->nick : "?");
    return hold_end(desk, match, error) && games_update(desk->store, &match->row, error) &&
           hold_review(desk, match, error) && timer_start(desk, match->row.id, error) &&
           notes_to_table(desk, match, 0, NOTES_STATE, note, error);
}

static gboolean remind_of_pause(struct desk *desk, struct match *match, GError **error)
{
    json_auto_t *note = json_pack("{s:s}", "say", "pause-long");
    return hold_reminded(desk, match, error) &&
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
            desk_rollback(desk);
            return FALSE;
        }
        if (!desk_commit(desk, error))
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
    // What a plan does after it is not missed, and starts the count anew; but a plan ends with the
    // takeover, which comes first.
    gboolean gone = ++row->missed >= DEADLINE_MISSES_MAX;
    if (gone)
        match_set_plan(match, seat, NULL);
    if (table->phase == RULES_PHASE_DISCARD) {
        uint8_t cards[RULES_DISCARD_MAX];
        deadline_missed_discard(&table->seats[seat].hand, cards);
        verdict = play_discard(desk, match, seat, cards, LINE_CLOCK);
    } else {
        verdict = play_move(desk, match, seat, deadline_missed_move(table), LINE_CLOCK);
    }
    g_assert(verdict.reason == RULES_LEGAL);
    journal_note(desk->journal, desk->now, JOURNAL_MISSED, "{s:I, s:s}", "game",
                 (json_int_t)match->row.id, "player", who);
    if (gone)
        play_robot_sits(desk, match, seat, FALSE);
    return tell_missed(desk, match, row, who, error);
}

static gboolean time_up(struct desk *desk, struct match *match, unsigned late, GError **error)
{
    gint64 turn = match->game.turn;
    for (unsigned i = 0; i < match->seats->len; i++) {
        // A seat that the others' lateness put on turn hasn't been late itself.
        if (!(late >> i & 1) || match->game.turn != turn || !match_waits_for(match, i))
            continue;
        if (!miss(desk, match, i, error))
            return FALSE;
    }
    return match_save(desk, match, error) &&
           notes_to_table(desk, match, 0, NOTES_STATE, NULL, error);
}

// ---- reminders ---------------------------------------------------------------------------------

static gboolean remind(struct desk *desk, const struct match *match, const struct seat_row *seat,
                       gint64 missed, GError **error)
{
    gint64 left = missed - desk->now;
    json_auto_t *note =
        left > 0 ? json_pack("[{s:s, s:I}]", "say", "reminder", "seconds", (json_int_t)left)
                 : json_pack("[{s:s}]", "say", "reminder-late");
    return notes_to_player(desk, seat->player, match->row.id, NOTES_REMINDER, note, error);
}

// Looks at one turn: sends the reminders that are due, as one, and says whether the turn is missed,
// which none is that hasn't been reminded of in an earlier run.
static gboolean look_at_turn(struct desk *desk, struct match *match, struct seat_row *seat,
                             gboolean *out_late, GError **error)
{
    struct turn turn;
    int sent = seat->reminded;
    if (!turn_read(desk, seat, 0, 0, &turn, error))
        return FALSE;
    gint64 missed = deadline_missed(&turn.turn, &turn.life);
    gint64 next = deadline_reminder(&turn.turn, &turn.life, sent);
    for (; next && next <= desk->now; next = deadline_reminder(&turn.turn, &turn.life, sent))
        sent++;
    turn_clear(&turn);
    *out_late = missed <= desk->now && seat->reminded > 0;
    if (*out_late || sent == seat->reminded)
        return TRUE;
    seat->reminded = sent;
    return games_put_seat(desk->store, seat, error) && remind(desk, match, seat, missed, error);
}

static gboolean look_at_turns(struct desk *desk, struct match *match, GError **error)
{
    unsigned late = 0;
    for (unsigned i = 0; i < match->seats->len; i++) {
        struct seat_row *seat = match_seat(match, i);
        gboolean is_late = FALSE;
        if (seat->began_at && !look_at_turn(desk, match, seat, &is_late, error))
            return FALSE;
        late |= is_late ? 1u << i : 0;
    }
    if (late)
        return time_up(desk, match, late, error);
    if (!turn_schedule(desk, &match->row, match->seats, error))
        return FALSE;
    // What is due by now was looked at, and has to wait for the next run.
    if (match->row.due_at)
        match->row.due_at = MAX(match->row.due_at, desk->now + 1);
    return games_update(desk->store, &match->row, error);
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
        match_journal(desk, match);
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
    if (hold_is_long(&match->row))
        return remind_of_pause(desk, match, error);
    return turn_stopped_at(&match->row) ? resume(desk, match, error)
                                        : look_at_turns(desk, match, error);
}

// A game that ended runs of the referee is looked at once a day.
static gboolean put_off_deadly(struct desk *desk, gint64 id, GError **error)
{
    struct game_row row;
    gboolean found;
    if (!games_find(desk->store, id, &row, &found, error))
        return FALSE;
    row.due_at = desk->now + day;
    return !found || games_update(desk->store, &row, error);
}

static gboolean run_one(struct desk *desk, gint64 id, gboolean deadly, GError **error)
{
    struct match *match = NULL;
    if (!store_begin(desk->store, error))
        return FALSE;
    gboolean done =
        deadly ? put_off_deadly(desk, id, error)
               : match_load(desk, id, &match, error) && match && look_at(desk, match, error);
    match_free(match);
    if (!done) {
        desk_rollback(desk);
        return FALSE;
    }
    return desk_commit(desk, error);
}

// Looks at the next games that are due. One whose log is damaged keeps no other waiting; the first
// such error is kept. FALSE: nothing more can be done now.
static gboolean run_due(struct desk *desk, gint64 *after, guint *count, GError **first,
                        GError **error)
{
    g_autoptr(GArray) due = NULL;
    if (!games_due(desk->store, desk->now, *after, TIMER_BATCH, &due, error))
        return FALSE;
    *after = due->len < TIMER_BATCH ? 0 : g_array_index(due, gint64, due->len - 1);
    for (guint i = 0; i < due->len; i++) {
        gint64 id = g_array_index(due, gint64, i);
        GError *wrong = NULL;
        gboolean deadly = guard_enter_row(desk->config->dir, desk->left, "game", id);
        gboolean done = run_one(desk, id, deadly, &wrong);
        guard_leave(desk->config->dir);
        *count += done;
        if (done)
            continue;
        if (!g_error_matches(wrong, STORE_ERROR, STORE_ERROR_STOP)) {
            g_propagate_error(error, wrong);
            return FALSE;
        }
        if (*first)
            g_error_free(wrong);
        else
            *first = wrong;
    }
    return TRUE;
}

gboolean timer_run(struct desk *desk, gint64 *after, guint *out_count, GError **error)
{
    g_autoptr(GError) first = NULL;
    *out_count = 0;
    if (!run_due(desk, after, out_count, &first, error)) {
        *after = 0;
        return FALSE;
    }
    GError *wrong = NULL;
    gboolean done = stop_clocks(desk, &wrong);
    if (first)
        g_clear_error(&wrong);
    else
        first = wrong;
    if (done && !first)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&first));
    return FALSE;
}

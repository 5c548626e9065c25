// SPDX-License-Identifier: MIT
// See match.h.
#include "referee/match/match.h"

#include "referee/archive/result_index.h"
#include "referee/record/append.h"
#include "referee/record/game_apply.h"
#include "referee/match/hold.h"
#include "referee/match/match_evidence.h"
#include "referee/match/match_memory.h"
#include "referee/record/sealed.h"
#include "referee/match/turn.h"
#include "storage/consents.h"
#include "storage/plans.h"
#include "storage/results.h"

#include <string.h>

static struct match *match_begin(struct desk *desk, const struct game_row *row)
{
    struct match *match = g_new0(struct match, 1);
    match->row = *row;
    match->seats = g_array_new(FALSE, TRUE, sizeof(struct seat_row));
    match->lines = g_ptr_array_new_with_free_func(g_free);
    match->moves = g_array_new(FALSE, TRUE, sizeof(struct match_move));
    game_init(&match->game, GAME_RUNNING);
    game_open(&match->game, match->row.seed, desk->keys->sign_secret);
    return match;
}

void match_free(struct match *match)
{
    if (!match)
        return;
    g_array_unref(match->seats);
    g_ptr_array_unref(match->lines);
    g_array_unref(match->moves);
    for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
        g_clear_pointer(&match->plans[i], g_array_unref);
    for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
        testimony_free(match->plan_words[i]);
    match_evidence_free(match->evidence);
    game_clear(&match->game);
    g_free(match);
}

void match_note_move(struct match *match, guint line, struct match_move move)
{
    if (match->moves->len <= line)
        g_array_set_size(match->moves, line + 1);
    g_array_index(match->moves, struct match_move, line) = move;
}

// What the game's last line, a move, meant.
static struct match_move last_move(const struct game *game)
{
    return (struct match_move){(gint16)game->last_cost,
                               game->last_move.kind == MOVE_PLAY &&
                                   game->table.seats[game->last_seat].hand.cards == 0};
}

// ---- from its events ---------------------------------------------------------------------------

// Why the event can't follow, or doesn't say what its secret does; NULL: it does, and is applied.
static const char *apply(struct match *match, const struct event *event, const char *line)
{
    if (!line)
        return "its secret is missing";
    if (!game_apply(&match->game, line, strlen(line)))
        return "it can't stand there"; // the game's own reason may tell what a hand holds
    if (!event->secret)
        return NULL;
    g_autofree char *open =
        sealed_public(match->row.seed, match->game.table.round, line, strlen(line));
    return g_strcmp0(open, event->line) == 0 ? NULL : "it is not what its secret says";
}

static gboolean damaged(const struct match *match, const char *wrong, GError **error)
{
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "the log of game %" G_GINT64_FORMAT " is damaged at line %u: %s; restore "
                "the database from a backup",
                match->row.id, match->lines->len + 1, wrong);
    return FALSE;
}

// Takes over the line that was applied last.
static void add_line(struct match *match, char *line)
{
    if (g_str_has_prefix(line, "move "))
        match_note_move(match, match->lines->len, last_move(&match->game));
    g_ptr_array_add(match->lines, line);
}

static gboolean fold_events(struct match *match, const GPtrArray *events, GError **error)
{
    for (guint i = 0; i < events->len; i++) {
        const struct event *event = g_ptr_array_index(events, i);
        g_autofree char *line = event->secret
                                    ? sealed_open(event->line, strlen(event->line), event->secret)
                                    : g_strdup(event->line);
        const char *wrong = apply(match, event, line);
        if (wrong)
            return damaged(match, wrong, error);
        add_line(match, g_steal_pointer(&line));
    }
    return TRUE;
}

// ---- from its record ---------------------------------------------------------------------------

static gboolean fold_record(struct match *match, const char *text, GError **error)
{
    for (const char *end; *text; text = end + 1) {
        end = strchr(text, '\n');
        if (!end || !game_apply(&match->game, text, (gsize)(end - text)))
            return damaged(match, "it can't stand there", error);
        add_line(match, g_strndup(text, (gsize)(end - text)));
    }
    return TRUE;
}

// From where it was folded to before, in this run.
static gboolean fold_log(struct desk *desk, struct match *match, GError **error)
{
    g_autoptr(GPtrArray) events = NULL;
    match_memory_recall(desk->memory, desk->store, match);
    if (!events_load_more(desk->store, match->row.id, match->lines->len, &events, error) ||
        !fold_events(match, events, error))
        return FALSE;
    if (events->len > 0)
        match_memory_keep(desk->memory, desk->store, match);
    return TRUE;
}

static gboolean fold(struct desk *desk, struct match *match, GError **error)
{
    g_autofree char *record = NULL;
    if (match->row.ended_at && !records_get(desk->store, match->row.id, &record, error))
        return FALSE;
    if (record ? !fold_record(match, record, error) : !fold_log(desk, match, error))
        return FALSE;
    match->stored = match->lines->len;
    match->turn = match->game.turn;
    return TRUE;
}

// ---- plans -------------------------------------------------------------------------------------

// A plan that can't be read any more, or of which it isn't known any more who signed it, is none.
static gboolean load_plans(struct desk *desk, struct match *match, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    if (!plans_load(desk->store, match->row.id, &rows, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        const struct plan_row *row = g_ptr_array_index(rows, i);
        if (!row->lines || row->seat < 0 || row->seat >= RULES_SEATS_MAX)
            continue;
        struct testimony *word = row->word ? testimony_open(row->word) : NULL;
        match->plan_words[row->seat] = word;
        match->plans[row->seat] = word || !match->evidence ? plan_read(row->lines) : NULL;
    }
    return TRUE;
}

static gboolean store_plans(struct desk *desk, struct match *match, GError **error)
{
    for (unsigned i = 0; i < match->seats->len; i++) {
        g_autofree char *lines = match->plans[i] ? plan_write(match->plans[i]) : NULL;
        g_autofree char *word = match->plan_words[i] ? testimony_close(match->plan_words[i]) : NULL;
        if ((match->replanned >> i & 1) &&
            !plans_put(desk->store, match->row.id, (int)i, lines, word, error))
            return FALSE;
    }
    match->replanned = 0;
    return TRUE;
}

void match_set_plan(struct match *match, unsigned seat, const GArray *lines)
{
    gboolean none = !lines || lines->len == 0;
    if (none && !match->plans[seat])
        return;
    GArray *copy = NULL;
    if (!none) {
        copy = g_array_new(FALSE, TRUE, sizeof(struct plan_line));
        g_array_append_vals(copy, lines->data, lines->len);
    }
    g_clear_pointer(&match->plans[seat], g_array_unref);
    match->plans[seat] = copy;
    match->replanned |= 1u << seat;
    if (none)
        g_clear_pointer(&match->plan_words[seat], testimony_free);
}

void match_sign_plan(struct match *match, unsigned seat)
{
    if (!match->evidence)
        return;
    testimony_free(match->plan_words[seat]);
    match->plan_words[seat] = match->word ? testimony_copy(match->word) : NULL;
    match->replanned |= 1u << seat;
}

// ---- loading and saving ------------------------------------------------------------------------

gboolean match_load(struct desk *desk, gint64 id, struct match **out, GError **error)
{
    struct game_row row;
    gboolean found;
    if (!games_find(desk->store, id, &row, &found, error))
        return FALSE;
    if (!found)
        return TRUE;
    struct match *match = match_begin(desk, &row);
    g_autoptr(GArray) seats = NULL;
    if (!games_seats(desk->store, id, &seats, error) || !fold(desk, match, error) ||
        !match_evidence_load(desk, match, error) || !load_plans(desk, match, error)) {
        match_free(match);
        return FALSE;
    }
    g_array_append_vals(match->seats, seats->data, seats->len);
    *out = match;
    return TRUE;
}

gboolean match_new(struct desk *desk, const struct game_row *row, struct rules_options rules,
                   struct match **out, GError **error)
{
    struct game_row stored = *row;
    if (!games_add(desk->store, &stored, error))
        return FALSE;
    struct match *match = match_begin(desk, &stored);
    gboolean fine =
        append_head(&match->game, stored.id, stored.created_at, stored.name, rules, match->lines);
    g_assert(fine); // names and options were checked when they were read
    match->changed = TRUE;
    match_journal(desk, match);
    *out = match;
    return TRUE;
}

gboolean match_each_of(struct desk *desk, gint64 player, match_visit *visit, gpointer data,
                       GError **error)
{
    g_autoptr(GArray) games = NULL;
    if (!games_of_player(desk->store, player, FALSE, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        struct match *match = NULL;
        gboolean done = match_load(desk, g_array_index(games, gint64, i), &match, error) &&
                        (!match || visit(desk, match, data, error));
        match_free(match);
        if (!done)
            return FALSE;
    }
    return TRUE;
}

// The round to which the line with this index belongs: several may pass in one go.
static unsigned round_of(const struct match *match, guint index)
{
    for (guint i = index + 1; i-- > 0;) {
        const char *line = g_ptr_array_index(match->lines, i);
        if (g_str_has_prefix(line, "round "))
            return (unsigned)(line[6] - '0');
    }
    return 0;
}

static gboolean store_lines(struct desk *desk, struct match *match, GError **error)
{
    for (; match->stored < match->lines->len; match->stored++) {
        const char *line = g_ptr_array_index(match->lines, match->stored);
        gsize len = strlen(line);
        g_autofree char *secret = sealed_secret(line, len);
        g_autofree char *open =
            secret ? sealed_public(match->row.seed, round_of(match, match->stored), line, len)
                   : NULL;
        if (!events_append(desk->store, match->row.id, match->stored + 1, secret ? open : line,
                           secret, error))
            return FALSE;
    }
    return TRUE;
}

// What the standings count, out of the record.
static gboolean store_results(struct desk *desk, const struct match *match, GError **error)
{
    struct result result = {0};
    for (guint i = 0; i < match->lines->len; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        result_take(&result, line, strlen(line));
    }
    return result_index_put(desk->store, match->row.id, &result, error);
}

static gboolean store_record(struct desk *desk, struct match *match, GError **error)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < match->lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(match->lines, i));
    gboolean done = records_put(desk->store, match->row.id, text->str, error);
    g_string_free(text, TRUE);
    match->stored = match->lines->len;
    return done && store_results(desk, match, error);
}

void match_journal(struct desk *desk, const struct match *match)
{
    journal_note(desk->journal, desk->now, JOURNAL_GAME, "{s:I, s:s}", "game",
                 (json_int_t)match->row.id, "state", match->row.state);
}

// The index columns, from the fold.
static void index_turn(struct match *match)
{
    struct game_row *row = &match->row;
    const struct table *table = &match->game.table;
    if (match->game.stage == GAME_DONE) {
        g_strlcpy(row->state, match->game.cancelled ? "cancelled" : "over", sizeof row->state);
        row->ended_at = match->game.last_time;
        row->to_move = -1;
        row->turn_at = row->due_at = 0;
        return;
    }
    if (match_is_running(match))
        row->to_move = table->phase == RULES_PHASE_PLAY ? table->to_move : -1;
}

// Ends the turns of the seats that have acted, or that lost them with the round's end.
static gboolean end_turns(struct desk *desk, struct match *match, GError **error)
{
    for (guint i = 0; i < match->seats->len; i++) {
        struct seat_row *seat = match_seat(match, i);
        gboolean same = match->game.turn == match->turn && !seat->robot;
        if ((!same || !match_waits_for(match, i)) && !turn_end(desk, &match->row, seat, error))
            return FALSE;
    }
    return TRUE;
}

gboolean match_save(struct desk *desk, struct match *match, GError **error)
{
    gboolean begins = match->turn == 0 && match->game.turn > 0;
    gboolean ended = match->game.stage == GAME_DONE && match->stored < match->lines->len;
    if (!ended && !store_lines(desk, match, error)) // at the end the record is all of them
        return FALSE;
    gboolean moved = match->game.turn != match->turn || match->game.stage == GAME_DONE;
    if (hold_is_over(match, moved) && !hold_end(desk, match, error))
        return FALSE;
    if (!end_turns(desk, match, error))
        return FALSE;
    for (unsigned i = 0; match->game.stage == GAME_DONE && i < match->seats->len; i++)
        match_set_plan(match, i, NULL);
    index_turn(match);
    if (match_is_running(match) && !turn_schedule(desk, &match->row, match->seats, error))
        return FALSE;
    match->turn = match->game.turn;
    if (begins || ended)
        match_journal(desk, match);
    for (guint i = 0; i < match->seats->len; i++) {
        struct seat_row *seat = match_seat(match, i);
        if (i < match->game.n_seats)
            g_strlcpy(seat->nick, match->game.seats[i].nick, sizeof seat->nick);
        if (!games_put_seat(desk->store, seat, error))
            return FALSE;
    }
    return (!begins || results_begin(desk->store, match->row.id, error)) &&
           games_update(desk->store, &match->row, error) && store_plans(desk, match, error) &&
           match_evidence_save(desk, match, error) &&
           (!ended || (store_record(desk, match, error) &&
                       consents_remove(desk->store, match->row.id, "", -1, error)));
}

struct seat_row *match_seat(const struct match *match, unsigned seat)
{
    g_assert(seat < match->seats->len);
    return &g_array_index(match->seats, struct seat_row, seat);
}

struct seat_row *match_seat_of(const struct match *match, gint64 player)
{
    for (guint i = 0; player && i < match->seats->len; i++) {
        if (match_seat(match, i)->player == player)
            return match_seat(match, i);
    }
    return NULL;
}

gboolean match_is_running(const struct match *match)
{
    return g_str_equal(match->row.state, "running");
}

gboolean match_waits_for(const struct match *match, unsigned seat)
{
    const struct table *table = &match->game.table;
    if (!match_is_running(match) || match->game.stage != GAME_PLAY || seat >= table->n_seats)
        return FALSE;
    if (table->phase == RULES_PHASE_DISCARD)
        return !table->seats[seat].discarded;
    return table->phase == RULES_PHASE_PLAY && table->to_move == seat;
}

GPtrArray *match_public_lines(const struct match *match, guint from)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    unsigned round = 0;
    for (guint i = 0; i < match->game.public_lines; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        if (g_str_has_prefix(line, "round "))
            round = (unsigned)(line[6] - '0');
        if (i < from)
            continue;
        char *open = sealed_public(match->row.seed, round, line, strlen(line));
        g_assert(open);
        g_ptr_array_add(lines, open);
    }
    return lines;
}

// SPDX-License-Identifier: MIT
// See match_load.h.
#include "referee/match/match_load.h"

#include "referee/match/match_evidence.h"
#include "referee/match/match_memory.h"
#include "referee/record/append.h"
#include "referee/record/game_apply.h"
#include "referee/record/sealed.h"
#include "storage/plans.h"

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

// ---- its plans ----------------------------------------------------------------------------------

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

// ---- the whole ----------------------------------------------------------------------------------

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

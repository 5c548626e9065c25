// SPDX-License-Identifier: MIT
// See match_save.h.
#include "referee/match/match_save.h"

#include "referee/archive/result_index.h"
#include "referee/match/hold.h"
#include "referee/match/match_evidence.h"
#include "referee/match/turn.h"
#include "referee/record/sealed.h"
#include "storage/consents.h"
#include "storage/plans.h"
#include "storage/results.h"

#include <string.h>

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

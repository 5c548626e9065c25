// SPDX-License-Identifier: MIT
// See match.h.
#include "referee/match/match.h"

#include "referee/record/sealed.h"

#include <string.h>

void match_drop_evidence(struct match *match)
{
    struct match_evidence *evidence = g_steal_pointer(&match->evidence);
    if (!evidence)
        return;
    g_ptr_array_unref(evidence->lines);
    g_ptr_array_unref(evidence->sealed);
    g_free(evidence);
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
    match_drop_evidence(match);
    game_clear(&match->game);
    g_free(match);
}

void match_note_move(struct match *match, guint line, struct match_move move)
{
    if (match->moves->len <= line)
        g_array_set_size(match->moves, line + 1);
    g_array_index(match->moves, struct match_move, line) = move;
}

// ---- plans -------------------------------------------------------------------------------------

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

// ---- questions
// -----------------------------------------------------------------------------------

void match_journal(struct desk *desk, const struct match *match)
{
    journal_note(desk->journal, desk->now, JOURNAL_GAME, "{s:I, s:s}", "game",
                 (json_int_t)match->row.id, "state", match->row.state);
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

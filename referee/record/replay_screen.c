// SPDX-License-Identifier: MIT
// See replay.h: one position of a record as a screen of its own.
#include "referee/record/replay.h"

#include "base/plain.h"

#include <string.h>

enum { COLUMNS = 78, NAME_COLUMN = 20, TITLE_MAX = 40 };

// ---- texts -------------------------------------------------------------------------------------

// How wide a text is on a terminal.
static glong width_of(const char *text)
{
    glong width = 0;
    for (; *text; text = g_utf8_next_char(text)) {
        const gunichar c = g_utf8_get_char(text);
        width += g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
    }
    return width;
}

// Made fit for a terminal, at most so wide; `ascii` for one that shows nothing else.
static char *fitted(const char *text, glong columns, bool ascii)
{
    g_autofree char *plain = plain_line(text, -1);
    g_autofree char *shown = ascii ? g_str_to_ascii(plain, "C") : g_strdup(plain);
    if (width_of(shown) <= columns)
        return g_steal_pointer(&shown);
    const char *end = shown;
    for (glong width = 0; width < columns - 4; end = g_utf8_next_char(end))
        width += g_unichar_iswide(g_utf8_get_char(end)) ? 2 : 1;
    return g_strdup_printf("%.*s...", (int)(end - shown), shown);
}

static void add_title(const struct game *game, const struct replay_place *place,
                      struct drawing_style style, GString *out)
{
    g_autofree char *name = fitted(game->name ? game->name : "", TITLE_MAX, !style.utf8);
    g_autofree char *left = g_strdup_printf("Game %" G_GINT64_FORMAT "%s%s, round %u", game->id,
                                            *name ? ", " : "", name, MAX(game->table.round, 1u));
    g_autofree char *right =
        g_strdup_printf("%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT, place->at, place->count);
    const glong gap = COLUMNS - width_of(left) - width_of(right);
    drawing_text(out, style, DRAWING_TITLE, left);
    g_string_append_printf(out, "%*s", (int)MAX(gap, 2), "");
    drawing_text(out, style, DRAWING_DIM, right);
    g_string_append_c(out, '\n');
}

// "anna plays 7 7, for 2 tokens".
static void add_event(const struct game *game, const struct replay_place *place,
                      struct drawing_style style, GString *out)
{
    GString *event = g_string_new(place->sentence);
    if (place->is_move && game->last_cost > 0)
        g_string_append_printf(event, ", for %d token%s", game->last_cost,
                               game->last_cost == 1 ? "" : "s");
    else if (place->is_move)
        g_string_append(event, ", free");
    g_autofree char *shown = fitted(event->str, COLUMNS - DRAWING_INDENT, !style.utf8);
    g_string_free(event, TRUE);
    g_string_append_printf(out, "%*s", DRAWING_INDENT, "");
    drawing_text(out, style, DRAWING_TITLE, shown);
    g_string_append(out, "\n\n");
}

// ---- cards -------------------------------------------------------------------------------------

// What each card costs that the seat to move may play now: the cheapest way, a bonus token counted
// as one more; -1: it can't be played.
static void judge(const struct game *game, int costs[RULES_VALUE_MAX + 1])
{
    struct legal legal[RULES_LEGAL_MAX];
    const unsigned n = rules_legal(&game->table, legal);
    for (unsigned v = 0; v <= RULES_VALUE_MAX; v++)
        costs[v] = -1;
    for (unsigned i = 0; i < n; i++) {
        const struct move *move = &legal[i].move;
        const int cost = legal[i].cost + move->bonus;
        if (move->kind == MOVE_PLAY && (costs[move->value] < 0 || cost < costs[move->value]))
            costs[move->value] = cost;
    }
}

static void add_cards(const struct drawing_card *cards, gsize n, bool small,
                      struct drawing_style style, GString *out)
{
    if (small)
        drawing_small_cards(out, style, cards, n);
    else
        drawing_cards(out, style, cards, n);
}

// Room that stays empty, so that nothing below it jumps.
static void add_room(bool small, GString *out)
{
    for (int i = 0; i < (small ? 1 : DRAWING_CARD_ROWS); i++)
        g_string_append_c(out, '\n');
}

static void add_hand(const struct game *game, unsigned s, bool small, struct drawing_style style,
                     GString *out)
{
    const struct rules_seat *seat = &game->table.seats[s];
    const bool moves = s == game->table.to_move && game->table.phase == RULES_PHASE_PLAY;
    struct drawing_card cards[RULES_HAND_MAX];
    int costs[RULES_VALUE_MAX + 1];
    gsize n = 0;
    judge(game, costs);
    for (int v = 1; v <= RULES_VALUE_MAX; v++)
        for (int i = 0; i < seat->hand.count[v] && n < RULES_HAND_MAX; i++)
            cards[n++] = (struct drawing_card){v, !moves         ? DRAWING_PLAIN
                                                  : costs[v] < 0 ? DRAWING_DIM
                                                  : costs[v] > 0 ? DRAWING_COSTS
                                                                 : DRAWING_FREE};
    if (n == 0 || !seat->in)
        add_room(small, out);
    else
        add_cards(cards, n, small, style, out);
}

static void add_pile(const struct game *game, bool small, struct drawing_style style, GString *out)
{
    const struct drawing_card top = {game->table.top, DRAWING_TITLE};
    if (top.value > 0) {
        add_cards(&top, 1, small, style, out);
        return;
    }
    g_string_append(out, "  Nothing lies on the pile yet.");
    add_room(small, out);
}

// ---- seats -------------------------------------------------------------------------------------

static char *state_of(const struct game *game, unsigned s)
{
    const struct rules_seat *seat = &game->table.seats[s];
    if (game->stage > GAME_WINNER && !game->cancelled)
        return g_strdup_printf("%d in the end%s", game->results[s],
                               game->winners >> s & 1 ? ", wins" : "");
    if (game->table.phase == RULES_PHASE_DISCARD)
        return g_strdup(seat->discarded ? "has put cards aside" : "still chooses");
    if (s == game->table.to_move)
        return g_strdup(rules_forced(&game->table) ? "to move, forced" : "to move");
    return g_strdup(seat->in ? "" : "out of the round");
}

static void add_seat(const struct game *game, unsigned s, struct drawing_style style, GString *out)
{
    const struct rules_seat *seat = &game->table.seats[s];
    const bool moves = s == game->table.to_move;
    g_autofree char *state = state_of(game, s);
    g_autofree char *line =
        g_strdup_printf("%s %-*s  %3d penalty  %u bonus  %s",
                        !moves       ? " "
                        : style.utf8 ? "▸"
                                     : ">",
                        NAME_COLUMN, game->seats[s].nick, seat->penalty, seat->bonus, state);
    const bool wins = game->stage > GAME_WINNER && (game->winners >> s & 1);
    drawing_text(out, style,
                 moves || wins ? DRAWING_TITLE
                 : seat->in    ? DRAWING_PLAIN
                               : DRAWING_DIM,
                 g_strchomp(line));
    g_string_append_c(out, '\n');
}

void replay_screen(const struct game *game, const struct replay_place *place,
                   struct drawing_style style, GString *out)
{
    enum { OTHER_ROWS = 5 }; // title, event, a blank line, another below, keys
    const bool small =
        place->rows < OTHER_ROWS + DRAWING_CARD_ROWS + (int)game->n_seats * (1 + DRAWING_CARD_ROWS);
    add_title(game, place, style, out);
    add_event(game, place, style, out);
    add_pile(game, small, style, out);
    for (unsigned s = 0; s < game->n_seats; s++) {
        add_seat(game, s, style, out);
        add_hand(game, s, small, style, out);
    }
    g_autofree char *below = fitted(place->below, COLUMNS, !style.utf8);
    g_string_append_c(out, '\n');
    drawing_text(out, style, DRAWING_DIM, below);
}

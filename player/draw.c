// SPDX-License-Identifier: MIT
// See draw.h.
#include "player/draw.h"

#include "base/drawing.h"
#include "base/plain.h"
#include "base/utc.h"
#include "player/view.h"
#include "referee/record/sentence.h"
#include "referee/rules/notation.h"

#include <string.h>

enum { COLUMNS = 78, MOVE_COLUMN = 40, NAME_COLUMN = 28 };

struct canvas {
    const json_t *table;
    struct draw_style style;
    GString *out;
};

// ---- small things ------------------------------------------------------------------------------

static struct drawing_style style_of(const struct canvas *canvas)
{
    return (struct drawing_style){canvas->style.utf8, canvas->style.colour};
}

static void ink(struct canvas *canvas, enum drawing_ink which, const char *text)
{
    drawing_text(canvas->out, style_of(canvas), which, text);
}

static G_GNUC_PRINTF(2, 3) void say(struct canvas *canvas, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_string_append_vprintf(canvas->out, format, args);
    va_end(args);
}

static char *tokens(int n)
{
    return n == 0 ? g_strdup("free") : g_strdup_printf("%d token%s", n, n == 1 ? "" : "s");
}

static char *many(int n, const char *what)
{
    return g_strdup_printf("%d %s%s", n, what, n == 1 ? "" : "s");
}

// The first columns characters, for what is as long as a hostile writer likes.
static char *cut(const char *text, glong columns)
{
    g_autofree char *plain = plain_line(text, -1);
    if (g_utf8_strlen(plain, -1) <= columns)
        return g_steal_pointer(&plain);
    g_autofree char *begin = g_utf8_substring(plain, 0, columns - 3);
    return g_strconcat(begin, "...", NULL);
}

// ---- who, when, what ---------------------------------------------------------------------------

static gboolean is_my_turn(const json_t *table)
{
    return json_array_size(json_object_get(table, "legal")) > 0;
}

static char *headline(const json_t *table)
{
    const char *phase = view_text(table, "phase");
    const char *to_move = view_text(table, "to_move");
    if (view_is(table, "discard"))
        return g_strdup("put three cards aside");
    if (is_my_turn(table))
        return g_strdup(view_is(table, "forced") ? "your turn: play, or leave" : "your turn");
    if (strcmp(phase, "over") == 0)
        return g_strdup("over");
    return *to_move ? g_strdup_printf("%s is to move", to_move) : g_strdup("the others choose");
}

static void draw_title(struct canvas *canvas)
{
    const json_t *table = canvas->table;
    g_autofree char *name = cut(view_text(table, "name"), 30);
    g_autofree char *left = g_strdup_printf("Game %d%s%s, round %d", view_number(table, "game"),
                                            *name ? ", " : "", name, view_number(table, "round"));
    g_autofree char *right = headline(table);
    glong gap = COLUMNS - g_utf8_strlen(left, -1) - g_utf8_strlen(right, -1);
    ink(canvas, DRAWING_TITLE, left);
    say(canvas, "%*s", (int)MAX(gap, 2), "");
    ink(canvas, DRAWING_TITLE, right);
    say(canvas, "\n\n");
}

static void draw_deadline(struct canvas *canvas)
{
    const char *deadline = view_text(canvas->table, "deadline");
    gint64 seconds;
    if (!utc_parse(deadline, strlen(deadline), &seconds))
        return;
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(seconds);
    g_autofree char *in_utc = g_date_time_format(utc, "%Y-%m-%d %H:%M UTC");
    g_autoptr(GDateTime) here = g_date_time_to_local(utc);
    g_autofree char *local = g_date_time_format(here, "%Y-%m-%d %H:%M %Z");
    if (canvas->style.local && strcmp(local, in_utc) != 0)
        say(canvas, "  Time until %s (%s)\n", local, in_utc);
    else
        say(canvas, "  Time until %s\n", in_utc);
}

static const char *state_of(const json_t *table, const json_t *seat)
{
    if (strcmp(view_text(seat, "nick"), view_text(table, "to_move")) == 0)
        return "to move";
    if (strcmp(view_text(table, "phase"), "discard") == 0)
        return view_is(seat, "discarded") ? "has put three aside" : "still chooses";
    if (view_is(seat, "in") || strcmp(view_text(table, "phase"), "over") == 0)
        return "";
    return "out of this round";
}

static void draw_seat(struct canvas *canvas, gsize i)
{
    const json_t *seat = json_array_get(json_object_get(canvas->table, "seats"), i);
    gboolean me = (int)i == view_number(view_you(canvas->table, NULL), "seat");
    g_autofree char *name = g_strdup_printf("%s%s", view_text(seat, "nick"),
                                            me                       ? " (you)"
                                            : view_is(seat, "robot") ? " (robot)"
                                                                     : "");
    g_autofree char *line = g_strdup_printf(
        "  %-*s %6d %8d %6d   %s", NAME_COLUMN, name, view_number(seat, "cards"),
        view_number(seat, "penalty"), view_number(seat, "bonus"), state_of(canvas->table, seat));
    g_strchomp(line);
    gboolean moves = strcmp(view_text(seat, "nick"), view_text(canvas->table, "to_move")) == 0;
    ink(canvas, moves ? DRAWING_TITLE : view_is(seat, "in") ? DRAWING_PLAIN : DRAWING_DIM, line);
    say(canvas, "\n");
}

static void draw_seats(struct canvas *canvas)
{
    g_autofree char *heads =
        g_strdup_printf("  %-*s %6s %8s %6s", NAME_COLUMN, "", "cards", "penalty", "bonus");
    ink(canvas, DRAWING_DIM, heads);
    say(canvas, "\n");
    for (gsize i = 0; i < json_array_size(json_object_get(canvas->table, "seats")); i++)
        draw_seat(canvas, i);
}

// ---- cards -------------------------------------------------------------------------------------

// What a card costs now: the cheapest legal play of its value, without a token or with one; -1: it
// can't be played.
static int card_cost(const json_t *table, int value)
{
    int best = -1;
    for (guint8 bonus = 0; bonus <= 1; bonus++) {
        struct move move = {MOVE_PLAY, (guint8)value, 1, bonus};
        int cost = view_cost(table, move);
        cost = cost >= 0 && bonus ? cost + 1 : cost;
        if (cost >= 0 && (best < 0 || cost < best))
            best = cost;
    }
    return best;
}

static enum drawing_ink card_ink(const json_t *table, int value)
{
    int cost = card_cost(table, value);
    return cost < 0 ? DRAWING_DIM : cost == 0 ? DRAWING_FREE : DRAWING_COSTS;
}

// In a hand whose turn it is the colours tell what can be played, and what for nothing.
static void draw_cards(struct canvas *canvas, const json_t *cards, gboolean judged)
{
    g_autoptr(GArray) row = g_array_new(FALSE, FALSE, sizeof(struct drawing_card));
    for (gsize i = 0; i < json_array_size(cards); i++) {
        int value = (int)json_integer_value(json_array_get(cards, i));
        struct drawing_card card = {value, judged ? card_ink(canvas->table, value) : DRAWING_PLAIN};
        g_array_append_val(row, card);
    }
    drawing_cards(canvas->out, style_of(canvas), (const struct drawing_card *)(void *)row->data,
                  row->len);
}

static void draw_pile(struct canvas *canvas)
{
    int top = view_number(canvas->table, "top");
    if (!top) {
        say(canvas, "  Nothing lies on the pile yet.\n\n");
        return;
    }
    json_auto_t *pile = json_pack("[i]", top);
    draw_cards(canvas, pile, FALSE);
    say(canvas, "  The pile shows %d.\n\n", top);
}

static void draw_hand(struct canvas *canvas)
{
    const json_t *hand = view_you(canvas->table, "hand");
    const json_t *aside = view_you(canvas->table, "discarded");
    g_autofree char *count = many((int)json_array_size(hand), "card");
    if (json_array_size(hand)) {
        say(canvas, "\n  Your hand, %s:\n", count);
        draw_cards(canvas, hand, is_my_turn(canvas->table));
    }
    if (json_array_size(aside) == 0)
        return;
    say(canvas, "  Put aside in this round:");
    for (gsize i = 0; i < json_array_size(aside); i++)
        say(canvas, " %d", (int)json_integer_value(json_array_get(aside, i)));
    say(canvas, "\n");
}

// ---- moves -------------------------------------------------------------------------------------

// A move as it is typed: "7 7 bonus" rather than the record's "7x2 bonus".
static char *typed(struct move move)
{
    char text[NOTATION_MOVE_MAX];
    if (move.kind != MOVE_PLAY) {
        notation_format_move(move, text);
        return g_strdup(text);
    }
    GString *out = g_string_new(NULL);
    for (int i = 0; i < move.count; i++)
        g_string_append_printf(out, "%s%d", i ? " " : "", move.value);
    g_string_append(out, move.bonus ? " bonus" : "");
    return g_string_free(out, FALSE);
}

static char *price(struct move move, int cost)
{
    g_autofree char *penalty = tokens(cost);
    if (!move.bonus)
        return g_steal_pointer(&penalty);
    return cost ? g_strdup_printf("%s, bonus token", penalty) : g_strdup("bonus token");
}

static void draw_move(struct canvas *canvas, const json_t *entry, gboolean last_column)
{
    const char *text = json_string_value(json_array_get(entry, 0));
    struct move move;
    gboolean parsed = notation_parse_move(text, strlen(text), &move);
    g_assert(parsed);
    int cost = (int)json_integer_value(json_array_get(entry, 1));
    g_autofree char *shown = typed(move);
    g_autofree char *costs = price(move, cost);
    g_autofree char *line = g_strdup_printf("  %-14s %s", shown, costs);
    ink(canvas, cost == 0 && !move.bonus ? DRAWING_FREE : DRAWING_PLAIN, line);
    if (last_column)
        say(canvas, "\n");
    else
        say(canvas, "%*s", (int)MAX(1, MOVE_COLUMN - (int)strlen(line)), "");
}

static void draw_legal(struct canvas *canvas)
{
    const json_t *legal = json_object_get(canvas->table, "legal");
    gsize n = json_array_size(legal);
    gsize rows = (n + 1) / 2;
    for (gsize row = 0; row < rows; row++) {
        gboolean alone = row + rows >= n;
        draw_move(canvas, json_array_get(legal, row), alone);
        if (!alone)
            draw_move(canvas, json_array_get(legal, row + rows), TRUE);
    }
}

static void draw_asked(struct canvas *canvas)
{
    if (view_is(canvas->table, "discard"))
        say(canvas, "  Put three cards aside, but not the 1: player23 discard A B C\n");
    else
        draw_legal(canvas);
}

// ---- the story so far --------------------------------------------------------------------------

static void draw_log(struct canvas *canvas)
{
    const json_t *log = json_object_get(canvas->table, "log");
    gboolean begun = FALSE;
    for (gsize i = 0; i < json_array_size(log); i++) {
        g_autofree char *event = sentence_of_line(json_string_value(json_array_get(log, i)));
        if (!event)
            continue;
        if (!begun)
            say(canvas, "\n  Since the last mail:\n");
        begun = TRUE;
        g_autofree char *shown = cut(event, COLUMNS - 4);
        say(canvas, "    %s\n", shown);
    }
}

static void draw_end(struct canvas *canvas)
{
    const json_t *scores = json_object_get(canvas->table, "scores");
    const json_t *winner = json_object_get(canvas->table, "winner");
    if (json_array_size(scores))
        say(canvas, "\n  At the end, after two less for each bonus token left:\n");
    for (gsize i = 0; i < json_array_size(scores); i++) {
        const json_t *score = json_array_get(scores, i);
        say(canvas, "    %-*s %d\n", NAME_COLUMN, view_text(score, "nick"),
            view_number(score, "result"));
    }
    for (gsize i = 0; i < json_array_size(winner); i++) {
        g_autofree char *name = cut(json_string_value(json_array_get(winner, i)), NAME_COLUMN);
        say(canvas, "%s%s", i == 0 ? "  The winner: " : ", ", name);
    }
    if (json_array_size(winner))
        say(canvas, "\n");
}

// ---- the whole ---------------------------------------------------------------------------------

char *draw_moves(const json_t *table, struct draw_style style)
{
    struct canvas canvas = {table, style, g_string_new(NULL)};
    draw_asked(&canvas);
    return g_string_free(canvas.out, FALSE);
}

char *draw_table(const json_t *table, struct draw_style style)
{
    struct canvas canvas = {table, style, g_string_new(NULL)};
    draw_title(&canvas);
    draw_pile(&canvas);
    draw_seats(&canvas);
    draw_hand(&canvas);
    if (is_my_turn(table))
        say(&canvas, "\n  Your moves:\n");
    else if (view_is(table, "discard"))
        say(&canvas, "\n");
    draw_asked(&canvas);
    draw_log(&canvas);
    draw_end(&canvas);
    if (*view_text(table, "deadline")) {
        say(&canvas, "\n");
        draw_deadline(&canvas);
    }
    return g_string_free(canvas.out, FALSE);
}

// SPDX-License-Identifier: MIT
// See chronicle.h.
#include "referee/archive/chronicle.h"

#include "referee/record/record.h"

#include <string.h>

// ---- events ------------------------------------------------------------------------------------

struct reader {
    struct chronicle *self;
    gint64 turn_at;                   // since when the seat to move could move
    int32_t penalty[RULES_SEATS_MAX]; // before the line
    guint8 bonus[RULES_SEATS_MAX];
};

static void see_table(const struct game *game, struct chronicle_event *event)
{
    for (unsigned s = 0; s < game->n_seats; s++) {
        const struct rules_seat *seat = &game->table.seats[s];
        event->penalty[s] = seat->penalty;
        event->bonus[s] = seat->bonus;
        event->held[s] = seat->hand.cards;
    }
}

static struct field next_field(struct line *line)
{
    struct field field = {line->end, 0};
    (void)line_field(line, &field);
    return field;
}

// The seat that a name in a line means. After a seat change it has the new name already.
static guint8 seat_of(const struct game *game, struct field nick)
{
    unsigned seat = game_find_seat(game, nick);
    return (guint8)(seat == RULES_NOBODY ? 0 : seat);
}

// Whoever is called so at a seat, from now on if not before. Names differ without regard to case.
static struct chronicle_sitter *sitter_of(struct chronicle_seat *seat, const char *nick)
{
    if (!seat->sitters)
        seat->sitters = g_array_new(FALSE, TRUE, sizeof(struct chronicle_sitter));
    for (guint i = 0; i < seat->sitters->len; i++) {
        struct chronicle_sitter *known = &g_array_index(seat->sitters, struct chronicle_sitter, i);
        if (g_ascii_strcasecmp(known->nick, nick) == 0)
            return known;
    }
    struct chronicle_sitter sitter = {.nick = ""};
    g_strlcpy(sitter.nick, nick, sizeof sitter.nick);
    g_array_append_val(seat->sitters, sitter);
    return &g_array_index(seat->sitters, struct chronicle_sitter, seat->sitters->len - 1);
}

static void keep_nick(struct chronicle_event *event, struct field nick)
{
    memcpy(event->nick, nick.text, MIN(nick.len, (gsize)LINE_NICK_MAX));
}

static void read_discard(struct reader *reader, const struct game *game, struct line *line,
                         struct chronicle_event *event)
{
    struct field cards = {line->end, 0};
    (void)line_rest(line, &cards);
    event->kind = CHRONICLE_DISCARD;
    event->mark = field_take_mark(&cards);
    event->cards = game->table.seats[event->seat].aside;
    event->thought = event->at - game->round_time;
    reader->turn_at = event->at;
}

static void read_move(struct reader *reader, const struct game *game, struct chronicle_event *event)
{
    event->kind = CHRONICLE_MOVE;
    event->mark = game->last_mark;
    event->move = game->last_move;
    event->cost = game->last_cost;
    event->back = reader->penalty[event->seat] + event->cost - event->penalty[event->seat];
    event->opening = event->move.kind == MOVE_PLAY && event->move.value == 1;
    event->left = event->move.kind == MOVE_LEAVE;
    event->finished = event->move.kind == MOVE_PLAY && event->held[event->seat] == 0;
    event->thought = event->opening ? -1 : event->at - reader->turn_at;
    reader->turn_at = event->at;
}

static void take(struct reader *reader, const struct game *game,
                 const struct chronicle_event *event)
{
    struct chronicle *self = reader->self;
    struct chronicle_seat *seat = &self->seats[event->seat];
    struct chronicle_sitter *sitter =
        event->kind == CHRONICLE_ROUND ? NULL : sitter_of(seat, event->nick);
    const unsigned round = event->round - 1u;
    for (unsigned s = 0; s < game->n_seats; s++) {
        reader->penalty[s] = event->penalty[s];
        reader->bonus[s] = event->bonus[s];
    }
    if (event->kind == CHRONICLE_MOVE) {
        seat->gained[round] += event->cost - event->back;
        seat->spent[round] = (guint8)(seat->spent[round] + event->move.bonus);
    }
    if (sitter && event->thought >= 0 && event->kind != CHRONICLE_SEAT_CHANGE) {
        seat->turns++;
        seat->own += event->mark == LINE_PLAYER;
        seat->missed += event->mark == LINE_CLOCK;
        seat->robot += event->mark == LINE_ROBOT;
        seat->thought += event->mark == LINE_PLAYER ? event->thought : 0;
        sitter->own += event->mark == LINE_PLAYER;
        sitter->missed += event->mark == LINE_CLOCK;
        sitter->thought += event->mark == LINE_PLAYER ? event->thought : 0;
    }
    g_array_append_vals(self->events, event, 1);
}

static void visit(const struct game *game, gsize number, const char *text, gsize len, void *data)
{
    struct reader *reader = data;
    struct chronicle *self = reader->self;
    struct line line = line_start(text, len);
    const struct field word = next_field(&line);
    const gboolean is_round = field_is(word, "round");
    const gboolean is_change = field_is(word, "seat-change");
    const gboolean is_discard = field_is(word, "discard");
    if (!is_round && !is_change && !is_discard && !field_is(word, "move"))
        return;
    struct chronicle_event event = {
        .line = (guint)number, .round = game->table.round, .thought = -1};
    struct field nick = next_field(&line);
    event.at = game->last_time;
    if (is_round) {
        event.round = (guint8)(game->table.round + 1);
        self->started = self->started ? self->started : event.at;
        for (unsigned s = 0; s < game->n_seats; s++)
            (void)sitter_of(&self->seats[s], game->seats[s].old_nick);
    } else if (is_change) {
        (void)next_field(&line); // the time
        nick = next_field(&line);
    }
    see_table(game, &event);
    if (!is_round) {
        event.seat = seat_of(game, nick);
        keep_nick(&event, nick);
    }
    if (is_discard || !(is_round || is_change))
        self->positions++;
    event.position = self->positions;
    if (is_discard) {
        (void)next_field(&line);
        read_discard(reader, game, &line, &event);
    } else if (is_change) {
        event.kind = CHRONICLE_SEAT_CHANGE;
    } else if (!is_round) {
        read_move(reader, game, &event);
    }
    take(reader, game, &event);
}

// ---- what it came to ---------------------------------------------------------------------------

// The dearest events of a seat: those that cost most, the earlier first among equals.
static void find_dearest(struct chronicle *self, unsigned s)
{
    struct chronicle_seat *seat = &self->seats[s];
    for (guint i = 0; i < self->events->len; i++) {
        const struct chronicle_event *event =
            &g_array_index(self->events, struct chronicle_event, i);
        if (event->seat != s || event->cost == 0)
            continue;
        guint at = seat->n_dearest;
        while (at > 0 &&
               g_array_index(self->events, struct chronicle_event, seat->dearest[at - 1]).cost <
                   event->cost)
            at--;
        if (at == CHRONICLE_DEAREST)
            continue;
        if (seat->n_dearest < CHRONICLE_DEAREST)
            seat->n_dearest++;
        memmove(seat->dearest + at + 1, seat->dearest + at,
                sizeof *seat->dearest * (seat->n_dearest - at - 1));
        seat->dearest[at] = i;
    }
}

static void sum_up(struct chronicle *self)
{
    const struct game *game = &self->game;
    self->settled = game->over && !game->cancelled;
    for (unsigned s = 0; s < game->n_seats; s++) {
        struct chronicle_seat *seat = &self->seats[s];
        g_strlcpy(seat->nick, game->seats[s].old_nick, sizeof seat->nick);
        g_strlcpy(seat->now, game->seats[s].nick, sizeof seat->now);
        (void)sitter_of(seat, seat->nick); // of a game that never began
        seat->luck = game->seats[s].luck;
        seat->bonus = game->table.seats[s].bonus;
        seat->result = game->results[s];
        seat->won = self->settled && (game->winners >> s & 1);
        seat->place = 1;
        for (unsigned other = 0; other < game->n_seats; other++)
            seat->place += game->results[other] < game->results[s];
        find_dearest(self, s);
    }
}

static gsize count_lines(const char *text, gsize len)
{
    gsize lines = 0;
    const char *end = text + len;
    for (; (text = memchr(text, '\n', (gsize)(end - text))); text++)
        lines++;
    return lines;
}

gboolean chronicle_read(struct chronicle *self, const char *text, gsize len, gboolean whole,
                        GError **error)
{
    struct record_fault fault = {0};
    struct reader reader = {.self = self};
    memset(self, 0, sizeof *self);
    self->events = g_array_new(FALSE, FALSE, sizeof(struct chronicle_event));
    const gboolean read = record_replay(&self->game, text, len, visit, &reader, &fault);
    // A game that runs ends where its next line would be: that is all that may be wrong with it.
    if (!read && (whole || self->game.lines != count_lines(text, len))) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "its record can't be read: line %" G_GSIZE_FORMAT ": %s", fault.line,
                    fault.reason);
        return FALSE;
    }
    self->ended = read ? self->game.last_time : 0;
    sum_up(self);
    return TRUE;
}

void chronicle_clear(struct chronicle *self)
{
    for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
        g_clear_pointer(&self->seats[s].sitters, g_array_unref);
    game_clear(&self->game);
    g_clear_pointer(&self->events, g_array_unref);
}

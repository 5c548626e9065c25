// SPDX-License-Identifier: MIT
// See page_log.h.
#include "referee/archive/page_log.h"

#include "storage/press.h"

#include <string.h>

enum { COLUMNS = 5 }; // besides those of the seats

struct log {
    const struct page *page;
    const struct page_game *game;
    json_t *rows;
    guint said; // words to the table, so far
    GError **error;
};

// A row over all columns: words is taken.
static gboolean add_line(struct log *log, const char *kind, char *words, const char *quote,
                         gint64 at)
{
    if (!words)
        return FALSE;
    g_autofree char *date = page_moment(log->page, at);
    json_array_append_new(log->rows, json_pack("{s:s, s:s, s:s, s:s, s:i}", "line", words, "kind",
                                               kind, "quote", quote, "date", date, "columns",
                                               COLUMNS + (int)log->game->chronicle->game.n_seats));
    g_free(words);
    return TRUE;
}

// ---- what somebody did -------------------------------------------------------------------------

static const char *did(const struct log *log, const struct chronicle_event *event)
{
    if (event->kind == CHRONICLE_DISCARD)
        return log->game->record ? "did-discard" : "did-discard-hidden";
    switch ((enum move_kind)event->move.kind) {
    case MOVE_PASS:
        return "did-pass";
    case MOVE_PASS_FORCE:
        return "did-pass-force";
    case MOVE_LEAVE:
        return "did-leave";
    case MOVE_PLAY:
        break;
    }
    return event->opening ? "did-open" : "did-play";
}

static json_t *cards_of(const struct log *log, const struct chronicle_event *event)
{
    json_t *out = json_array();
    if (event->kind == CHRONICLE_MOVE) {
        for (guint i = 0; i < event->move.count; i++)
            json_array_append_new(out, json_integer(event->move.value));
        return out;
    }
    for (guint value = 1; log->game->record && value <= RULES_VALUE_MAX; value++) {
        for (guint i = 0; i < event->cards.count[value]; i++)
            json_array_append_new(out, json_integer(value));
    }
    return out;
}

static char *note_of(const struct log *log, const struct chronicle_event *event)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    const struct page *page = log->page;
    if (event->move.bonus)
        g_ptr_array_add(notes, g_strdup(page_word(page, "note-bonus")));
    if (event->finished)
        g_ptr_array_add(notes, g_strdup(page_word(page, "note-finished")));
    if (event->back > 0) {
        char *back = page_sayf(page, log->error, "note-back", "{s:i}", "n", event->back);
        if (!back)
            return NULL;
        g_ptr_array_add(notes, back);
    }
    if (event->mark != LINE_PLAYER)
        g_ptr_array_add(notes, g_strdup(page_word(page, event->mark == LINE_CLOCK ? "note-clock"
                                                                                  : "note-robot")));
    g_ptr_array_add(notes, NULL);
    return g_strjoinv(", ", (char **)notes->pdata);
}

static gboolean add_event(struct log *log, const struct chronicle_event *event)
{
    g_autofree char *note = note_of(log, event);
    g_autofree char *thought =
        event->thought > 0 ? page_span(log->page, event->thought, log->error) : g_strdup("");
    if (!note || !thought)
        return FALSE;
    json_t *tokens = json_array();
    for (unsigned s = 0; s < log->game->chronicle->game.n_seats; s++)
        json_array_append_new(tokens, json_integer(event->penalty[s]));
    char cost[16] = "";
    if (event->cost > 0)
        g_snprintf(cost, sizeof cost, "+%d", event->cost);
    json_array_append_new(
        log->rows, json_pack("{s:n, s:i, s:s, s:s, s:o, s:s, s:s, s:s, s:o}", "line", "n",
                             (int)event->position, "who", event->nick, "what",
                             page_word(log->page, did(log, event)), "cards", cards_of(log, event),
                             "note", note, "cost", cost, "thought", thought, "tokens", tokens));
    return TRUE;
}

// ---- all of it ---------------------------------------------------------------------------------

// What was said before this line.
static gboolean add_said(struct log *log, guint line)
{
    const GPtrArray *press = log->game->press;
    for (; press && log->said < press->len; log->said++) {
        const struct press_row *said = g_ptr_array_index(press, log->said);
        if (said->line >= line)
            break;
        if (!people_hidden(log->game->people, said->nick) &&
            !add_line(log, "said",
                      page_sayf(log->page, log->error, "line-said", "{s:s}", "who", said->nick),
                      said->text, said->said_at))
            return FALSE;
    }
    return TRUE;
}

static gboolean add_any(struct log *log, const struct chronicle_event *event)
{
    switch (event->kind) {
    case CHRONICLE_ROUND:
        return add_line(
            log, "dealt",
            page_sayf(log->page, log->error, "line-round", "{s:i}", "round", (int)event->round), "",
            event->at);
    case CHRONICLE_SEAT_CHANGE:
        return add_line(
            log, "change",
            page_sayf(log->page, log->error, "line-seat-change", "{s:s}", "who", event->nick), "",
            event->at);
    case CHRONICLE_DISCARD:
    case CHRONICLE_MOVE:
        break;
    }
    return add_event(log, event);
}

json_t *page_log(const struct page *page, const struct page_game *game, GError **error)
{
    struct log log = {.page = page, .game = game, .rows = json_array(), .error = error};
    const GArray *events = game->chronicle->events;
    for (guint i = 0; i < events->len; i++) {
        const struct chronicle_event *event = &g_array_index(events, struct chronicle_event, i);
        if (!add_said(&log, event->line) || !add_any(&log, event)) {
            json_decref(log.rows);
            return NULL;
        }
    }
    if (!add_said(&log, G_MAXUINT)) {
        json_decref(log.rows);
        return NULL;
    }
    return log.rows;
}

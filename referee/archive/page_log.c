// SPDX-License-Identifier: MIT
// See page_log.h. End tags that HTML doesn't need are left out: a third of the bytes.
#include "referee/archive/page_log.h"

#include "storage/press.h"

#include <string.h>

enum { COLUMNS = 5, ROW_BYTES = 160 }; // besides those of the seats; about so many

struct log {
    const struct page *page;
    const struct page_log_game *game;
    GString *out;
    guint said; // words to the table, so far
    GError **error;
};

static void put(struct log *log, const char *markup)
{
    g_string_append(log->out, markup);
}

static void put_text(struct log *log, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            put(log, "&amp;");
            break;
        case '<':
            put(log, "&lt;");
            break;
        case '>':
            put(log, "&gt;");
            break;
        case '"':
            put(log, "&quot;");
            break;
        default:
            g_string_append_c(log->out, *text);
        }
    }
}

static void put_number(struct log *log, guint number)
{
    char digits[12];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    put(log, at);
}

// A row over all columns: words is taken.
static gboolean put_line(struct log *log, const char *kind, char *words, const char *quote,
                         gint64 at)
{
    if (!words)
        return FALSE;
    g_autofree char *moment = page_moment(log->page, at);
    put(log, "<tr class=\"");
    put(log, kind);
    put(log, "\"><td colspan=\"");
    put_number(log, COLUMNS + log->game->chronicle->game.n_seats);
    put(log, "\">");
    put_text(log, words);
    if (quote) {
        put(log, " <q dir=\"auto\">");
        put_text(log, quote);
        put(log, "</q>");
    }
    put(log, " <small>");
    put(log, moment);
    put(log, "</small>\n");
    g_free(words);
    return TRUE;
}

// ---- what somebody did -------------------------------------------------------------------------

static const char *did(const struct log *log, const struct chronicle_event *event)
{
    if (event->kind == CHRONICLE_DISCARD)
        return log->game->over ? "did-discard" : "did-discard-hidden";
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

static void put_card(struct log *log, guint value)
{
    put(log, " <b class=\"card\">");
    put_number(log, value);
    put(log, "</b>");
}

// What was put aside is told once the game is over.
static void put_cards(struct log *log, const struct chronicle_event *event)
{
    for (guint i = 0; event->kind == CHRONICLE_MOVE && i < event->move.count; i++)
        put_card(log, event->move.value);
    for (guint value = 1; log->game->over && value <= RULES_VALUE_MAX; value++) {
        for (guint i = 0; i < event->cards.count[value]; i++)
            put_card(log, value);
    }
}

// Small words behind it, with commas between them.
static void put_note(struct log *log, guint *n, const char *note)
{
    put(log, (*n)++ == 0 ? " <small>" : ", ");
    put_text(log, note);
}

static gboolean put_notes(struct log *log, const struct chronicle_event *event)
{
    const struct page *page = log->page;
    guint n = 0;
    if (event->move.bonus)
        put_note(log, &n, page_word(page, "note-bonus"));
    if (event->finished)
        put_note(log, &n, page_word(page, "note-finished"));
    if (event->back > 0) {
        g_autofree char *back = page_sayf(page, log->error, "note-back", "{s:i}", "n", event->back);
        if (!back)
            return FALSE;
        put_note(log, &n, back);
    }
    if (event->mark != LINE_PLAYER)
        put_note(log, &n, page_word(page, event->mark == LINE_CLOCK ? "note-clock" : "note-robot"));
    if (n > 0)
        put(log, "</small>");
    return TRUE;
}

static gboolean put_event(struct log *log, const struct chronicle_event *event)
{
    put(log, "<tr id=\"");
    put_number(log, event->position);
    put(log, "\"><td><a href=\"#");
    put_number(log, event->position);
    put(log, "\">");
    put_number(log, event->position);
    put(log, "</a><td>");
    put_text(log, event->nick);
    put(log, "<td>");
    put(log, page_word(log->page, did(log, event)));
    put_cards(log, event);
    if (!put_notes(log, event))
        return FALSE;
    put(log, "<td>");
    if (event->cost > 0) {
        put(log, "+");
        put_number(log, (guint)event->cost);
    }
    put(log, "<td>");
    if (event->thought > 0)
        page_add_span(log->page, event->thought, log->out);
    for (unsigned s = 0; s < log->game->chronicle->game.n_seats; s++) {
        put(log, "<td>");
        put_number(log, (guint)event->penalty[s]);
    }
    put(log, "\n");
    return TRUE;
}

// ---- all of it ---------------------------------------------------------------------------------

// What was said before this line.
static gboolean put_said(struct log *log, guint line)
{
    const GPtrArray *press = log->game->press;
    for (; press && log->said < press->len; log->said++) {
        const struct press_row *said = g_ptr_array_index(press, log->said);
        if (said->line >= line)
            break;
        if (!people_hidden(log->game->people, said->nick) &&
            !put_line(log, "said",
                      page_sayf(log->page, log->error, "line-said", "{s:s}", "who", said->nick),
                      said->text, said->said_at))
            return FALSE;
    }
    return TRUE;
}

static gboolean put_any(struct log *log, const struct chronicle_event *event)
{
    switch (event->kind) {
    case CHRONICLE_ROUND:
        return put_line(
            log, "dealt",
            page_sayf(log->page, log->error, "line-round", "{s:i}", "round", (int)event->round),
            NULL, event->at);
    case CHRONICLE_SEAT_CHANGE:
        return put_line(
            log, "change",
            page_sayf(log->page, log->error, "line-seat-change", "{s:s}", "who", event->nick), NULL,
            event->at);
    case CHRONICLE_DISCARD:
    case CHRONICLE_MOVE:
        break;
    }
    return put_event(log, event);
}

char *page_log(const struct page *page, const struct page_log_game *game, GError **error)
{
    const GArray *events = game->chronicle->events;
    struct log log = {.page = page,
                      .game = game,
                      .out = g_string_sized_new(events->len * ROW_BYTES),
                      .error = error};
    gboolean fine = TRUE;
    for (guint i = 0; fine && i < events->len; i++) {
        const struct chronicle_event *event = &g_array_index(events, struct chronicle_event, i);
        fine = put_said(&log, event->line) && put_any(&log, event);
    }
    fine = fine && put_said(&log, G_MAXUINT);
    return g_string_free(log.out, !fine);
}

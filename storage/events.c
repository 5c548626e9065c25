// SPDX-License-Identifier: MIT
// The lines of a game's log. See games.h; the schema refuses gaps and changes.
#include "storage/games.h"

#include "storage/statement.h"

static void clear_event(gpointer value)
{
    struct event *event = value;
    g_free(event->line);
    g_free(event->secret);
}

void event_free(struct event *event)
{
    if (!event)
        return;
    clear_event(event);
    g_free(event);
}

static void free_event(gpointer value)
{
    event_free(value);
}

// The column is named with its game, so that the place is "event:GAME:SEQ".
static void name_column(char out[ROW_PLACE_MAX], gint64 game)
{
    row_place(out, "event", game);
}

static char *open_secret(struct row *row, gint64 game, gint64 seq)
{
    char column[ROW_PLACE_MAX];
    name_column(column, game);
    return row_open_text(row, column, seq);
}

static void read_event(struct row *row, gpointer out)
{
    struct event *event = out;
    gint64 game = row_int(row);
    gint64 seq = row_int(row);
    event->line = row_dup(row);
    event->secret = row_is_null(row) ? NULL : open_secret(row, game, seq);
}

static const struct row_type event_type = {
    .size = sizeof(struct event), .read = read_event, .clear = clear_event};

gboolean events_append(struct store *store, gint64 game, guint seq, const char *line,
                       const char *secret, GError **error)
{
    char column[ROW_PLACE_MAX];
    name_column(column, game);
    g_autoptr(GBytes) sealed = statement_seal_text(store, column, seq, secret, SEAL_STEP_SMALL);
    return statement_change(
        store, "INSERT INTO event (game, seq, line, secret) VALUES (?1, ?2, ?3, ?4)",
        BINDS(bind_int(game), bind_int(seq), bind_text(line), bind_bytes(sealed)), error);
}

gboolean events_count(struct store *store, gint64 game, guint *out_count, GError **error)
{
    return statement_count(store,
                           "SELECT coalesce((SELECT lines FROM record WHERE game = ?1),"
                           " (SELECT max(seq) FROM event WHERE game = ?1), 0)",
                           BINDS(bind_int(game)), out_count, error);
}

gboolean events_load(struct store *store, gint64 game, GPtrArray **out_events, GError **error)
{
    return events_load_more(store, game, 0, out_events, error);
}

gboolean events_load_more(struct store *store, gint64 game, guint known, GPtrArray **out_events,
                          GError **error)
{
    return statement_pointers(
        store,
        "SELECT game, seq, line, secret FROM event WHERE game = ?1 AND seq > ?2 ORDER BY seq",
        BINDS(bind_int(game), bind_int(known)), &event_type, free_event, out_events, error);
}

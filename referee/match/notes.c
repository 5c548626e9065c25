// SPDX-License-Identifier: MIT
// See notes.h.
#include "referee/match/notes.h"

#include "storage/outbox.h"
#include "storage/watchers.h"

static gboolean add(struct desk *desk, struct outbound_row *row, const char *kind,
                    const json_t *notes, GError **error)
{
    row->kind = g_strdup(kind);
    row->notes = notes ? json_dumps(notes, JSON_COMPACT) : g_strdup("[]");
    row->created_at = row->next_at = desk->now;
    g_strlcpy(row->state, "noted", sizeof row->state);
    gboolean done = outbox_add(desk->store, row, error);
    outbound_row_clear(row);
    return done;
}

gboolean notes_to_player(struct desk *desk, gint64 player, gint64 game, const char *kind,
                         const json_t *notes, GError **error)
{
    struct outbound_row row = {.player = player, .game = game};
    return add(desk, &row, kind, notes, error);
}

gboolean notes_to_address(struct desk *desk, const char *address, const char *kind,
                          const json_t *notes, GError **error)
{
    struct outbound_row row = {.address = g_strdup(address)};
    return add(desk, &row, kind, notes, error);
}

gboolean notes_about_matter(struct desk *desk, gint64 matter, gint64 player, const char *address,
                            gint64 game, const char *kind, const json_t *notes, GError **error)
{
    struct outbound_row row = {.player = player,
                               .address = player ? NULL : g_strdup(address),
                               .game = game,
                               .matter = matter};
    return add(desk, &row, kind, notes, error);
}

// What happened at a table that has begun, to those who follow it.
static gboolean tell_watchers(struct desk *desk, const struct match *match, GError **error)
{
    g_autoptr(GArray) watchers = NULL;
    gboolean over = match->game.stage == GAME_DONE;
    if (match->game.n_seats == 0)
        return TRUE;
    if (!watchers_list(desk->store, match->row.id, &watchers, error))
        return FALSE;
    for (guint i = 0; i < watchers->len; i++) {
        const struct watcher_row *row = &g_array_index(watchers, struct watcher_row, i);
        if (row->told >= notes_watched_lines(match) || (row->at_end && !over) ||
            match_seat_of(match, row->player))
            continue;
        if (!notes_to_player(desk, row->player, match->row.id, NOTES_WATCH, NULL, error))
            return FALSE;
    }
    return TRUE;
}

guint notes_watched_lines(const struct match *match)
{
    return match->game.stage == GAME_DONE ? match->lines->len : (guint)match->game.public_lines;
}

gboolean notes_to_table(struct desk *desk, const struct match *match, gint64 except,
                        const char *kind, const json_t *note, GError **error)
{
    json_auto_t *notes = json_array();
    if (note)
        json_array_append_new(notes, json_deep_copy(note));
    for (guint i = 0; i < match->seats->len; i++) {
        const struct seat_row *seat = &g_array_index(match->seats, struct seat_row, i);
        if (seat->player == 0 || seat->player == except)
            continue;
        if (!notes_to_player(desk, seat->player, match->row.id, kind, notes, error))
            return FALSE;
    }
    return !g_str_equal(kind, NOTES_STATE) || tell_watchers(desk, match, error);
}

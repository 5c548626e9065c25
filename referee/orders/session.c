// SPDX-License-Identifier: MIT
// See session.h.
#include "referee/orders/session.h"

#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"

#include <stdarg.h>

void session_init(struct session *session, struct desk *desk, struct speaker *speaker)
{
    *session =
        (struct session){.desk = desk,
                         .speaker = speaker,
                         .game = speaker->has_matter ? speaker->matter.game : speaker->game,
                         .turn = speaker->turn,
                         .answered = speaker->has_matter ? speaker->matter.game : speaker->game,
                         .notes = json_array(),
                         .matches = g_ptr_array_new_with_free_func((GDestroyNotify)match_free)};
}

void session_clear(struct session *session)
{
    json_decref(session->notes);
    if (session->matches)
        g_ptr_array_unref(session->matches);
    *session = (struct session){0};
}

static void add_note(struct session *session, const char *say, const char *format, va_list values)
{
    json_t *note = json_object();
    if (format) {
        json_auto_t *packed = json_vpack_ex(NULL, 0, format, values);
        g_assert(packed); // values are UTF-8: they were checked when they came in
        json_object_update(note, packed);
    }
    json_object_set_new(note, "say", json_string(say));
    json_array_append_new(session->notes, note);
}

void session_note(struct session *session, const char *say, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_note(session, say, format, values);
    va_end(values);
}

void session_refuse(struct session *session, const char *say, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_note(session, say, format, values);
    va_end(values);
    session->failed = TRUE;
}

gboolean session_guess_game(struct session *session, GError **error)
{
    g_autoptr(GArray) games = NULL;
    if (session->game || !session->speaker->known)
        return TRUE;
    if (!games_of_player(session->desk->store, session->speaker->player.id, FALSE, &games, error))
        return FALSE;
    if (games->len == 1)
        session->game = g_array_index(games, gint64, 0);
    return TRUE;
}

gboolean session_match(struct session *session, gint64 game, gboolean seated, struct match **out,
                       GError **error)
{
    *out = NULL;
    if (game <= 0 && !session_guess_game(session, error))
        return FALSE;
    game = game > 0 ? game : session->game;
    if (game <= 0) {
        session_refuse(session, "no-game-named", NULL);
        return TRUE;
    }
    struct match *match = NULL;
    for (guint i = 0; i < session->matches->len && !match; i++) {
        struct match *known = g_ptr_array_index(session->matches, i);
        match = known->row.id == game ? known : NULL;
    }
    if (!match) {
        if (!match_load(session->desk, game, &match, error))
            return FALSE;
        if (match)
            g_ptr_array_add(session->matches, match);
    }
    if (!match || (seated && !match_seat_of(match, session->speaker->player.id))) {
        session_refuse(session, match ? "not-in-game" : "game-unknown", "{s:I}", "game",
                       (json_int_t)game);
        return TRUE;
    }
    *out = match;
    return TRUE;
}

gboolean session_is_proven(const struct session *session)
{
    return session->confirmed || session->speaker->how == SPEAKER_SIGNED;
}

// Saves what changed and tells the others at the table.
static gboolean finish_match(struct session *session, struct match *match, GError **error)
{
    if (!match->changed) // a plan alone is nobody else's business
        return !match->replanned || match_save(session->desk, match, error);
    if (!lobby_begin_if_full(session->desk, match, error) ||
        !match_save(session->desk, match, error))
        return FALSE;
    return notes_to_table(session->desk, match, session->speaker->player.id, NOTES_STATE, NULL,
                          error);
}

gboolean session_finish(struct session *session, GError **error)
{
    for (guint i = 0; i < session->matches->len; i++) {
        if (!finish_match(session, g_ptr_array_index(session->matches, i), error))
            return FALSE;
    }
    return TRUE;
}

gboolean session_save(struct session *session, GError **error)
{
    if (!session_finish(session, error))
        return FALSE;
    g_ptr_array_set_size(session->matches, 0);
    return TRUE;
}

// SPDX-License-Identifier: MIT
// Orders that only ask: status, hand, resend, history, games, standings, rules, help, mail page.
// They change nothing at a table.
#include "referee/archive/standings_read.h"
#include "referee/letter/letter_attach.h"
#include "referee/letter/letter_standings.h"
#include "referee/match/notes.h"
#include "referee/orders/orders.h"
#include "storage/watchers.h"

static void note_page(struct session *session, const char *page, gint64 game)
{
    json_array_append_new(session->notes,
                          json_pack("{s:s, s:I}", "page", page, "game", (json_int_t)game));
}

// The games that the speaker follows; none: and plays none.
static gboolean note_watched(struct session *session, gboolean none, GError **error)
{
    g_autoptr(GArray) games = NULL;
    if (!watchers_games(session->desk->store, session->speaker->player.id, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        struct match *match;
        if (!session_match(session, g_array_index(games, gint64, i), FALSE, &match, error))
            return FALSE;
        if (match)
            session_note(session, "games-state-watched", "{s:I, s:s}", "game",
                         (json_int_t)match->row.id, "title", match->row.name);
    }
    if (none && games->len == 0)
        session_note(session, "games-none", NULL);
    return TRUE;
}

gboolean order_games(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    const struct player *player = &session->speaker->player;
    g_autoptr(GArray) games = NULL;
    if (!session->speaker->known) {
        session_note(session, "games-none", NULL);
        return TRUE;
    }
    if (!games_of_player(session->desk->store, player->id, FALSE, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        struct match *match;
        if (!session_match(session, g_array_index(games, gint64, i), TRUE, &match, error))
            return FALSE;
        if (!match)
            continue;
        const struct seat_row *seat = match_seat_of(match, player->id);
        const struct table *table = &match->game.table;
        const char *state = !match_is_running(match)                       ? "games-state-open"
                            : match_waits_for(match, (unsigned)seat->seat) ? "games-state-turn"
                            : table->phase == RULES_PHASE_DISCARD          ? "games-state-discards"
                                                                           : "games-state-running";
        const char *who = table->phase == RULES_PHASE_PLAY && match_is_running(match)
                              ? match->game.seats[table->to_move].nick
                              : "";
        session_note(session, state, "{s:I, s:s, s:s}", "game", (json_int_t)match->row.id, "title",
                     match->row.name, "who", who);
    }
    return note_watched(session, games->len == 0, error);
}

// How a game stands, in a mail of its state, with one phrase to say why it comes.
static gboolean note_state(struct session *session, const struct command *command,
                           const char *phrase, GError **error)
{
    if (!session_guess_game(session, error))
        return FALSE;
    if (session->game == 0)
        return order_games(session, command, error);
    struct match *match;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (match)
        session_note(session, phrase, NULL);
    return TRUE;
}

gboolean order_status(struct session *session, const struct command *command, GError **error)
{
    return note_state(session, command, "as-asked", error);
}

// A mail got lost on its way, nobody knows which: all lines of the log are told once more.
gboolean order_resend(struct session *session, const struct command *command, GError **error)
{
    return note_state(session, command, NOTES_RESENT, error);
}

gboolean order_history(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *match;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (match)
        note_page(session, "history", match->row.id);
    return TRUE;
}

gboolean order_standings(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    g_autoptr(GArray) lines = NULL;
    if (!standings_read_store(session->desk->store, &lines, error))
        return FALSE;
    json_array_append_new(session->notes,
                          letter_standings_note(lines, session->speaker->player.id));
    return TRUE;
}

gboolean order_rules(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    (void)error;
    note_page(session, "rules", 0);
    return TRUE;
}

gboolean order_help(struct session *session, const struct command *command, GError **error)
{
    (void)error;
    if (command->who)
        json_array_append_new(session->notes, json_pack("{s:s}", "help", command->who));
    else
        note_page(session, "help", 0);
    return TRUE;
}

// The table in the browser is a big attachment, and the same every time: once a day is enough.
gboolean order_page(struct session *session, const struct command *command, GError **error)
{
    enum { DAY = 24 * 60 * 60 };
    struct player *player = &session->speaker->player;
    const gint64 now = session->desk->now;
    (void)command;
    if (player->page_at && now - player->page_at < DAY) {
        session_refuse(session, "page-again", NULL);
        return TRUE;
    }
    player->page_at = now;
    note_page(session, LETTER_ATTACH_PAGE, 0);
    return players_update(session->desk->store, player, error);
}

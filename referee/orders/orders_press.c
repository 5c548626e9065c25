// SPDX-License-Identifier: MIT
// Orders to talk: say to the table, tell to one player. Whose words may be passed on to whom.
#include "referee/match/notes.h"
#include "referee/orders/orders.h"
#include "storage/press.h"

// The game to talk in; NULL, and refused, when words aren't passed on.
static gboolean talking_match(struct session *session, struct match **out, GError **error)
{
    if (!session_match(session, session->game, TRUE, out, error))
        return FALSE;
    const char *phrase = !*out                                    ? NULL
                         : g_str_equal((*out)->row.press, "none") ? "press-none"
                         : session->speaker->player.muted         ? "press-muted"
                                                                  : NULL;
    if (phrase) {
        session_refuse(session, phrase, NULL);
        *out = NULL;
    }
    return TRUE;
}

gboolean order_say(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    if (!talking_match(session, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    const struct player *player = &session->speaker->player;
    const char *nick = match_seat_of(match, player->id)->nick;
    json_auto_t *note =
        json_pack("{s:s, s:s, s:s}", "say", "press-all", "who", nick, "quote", command->text);
    session_note(session, "said", "{s:s}", "quote", command->text);
    const struct press_row said = {.player = player->id,
                                   .line = (guint)match->game.public_lines,
                                   .said_at = session->desk->now,
                                   .text = command->text};
    if (!press_add(session->desk->store, match->row.id, &said, error))
        return FALSE;
    return notes_to_table(session->desk, match, player->id, NOTES_PRESS, note, error);
}

gboolean order_tell(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    if (!talking_match(session, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    const struct player *player = &session->speaker->player;
    const struct seat_row *to = NULL;
    for (guint i = 0; i < match->seats->len && !to; i++) {
        const struct seat_row *seat = match_seat(match, i);
        if (seat->player && seat->player != player->id &&
            g_ascii_strcasecmp(seat->nick, command->who) == 0)
            to = seat;
    }
    if (!to || g_str_equal(match->row.press, "public")) {
        session_refuse(session, to ? "press-public" : "tell-nobody", "{s:s}", "who", command->who);
        return TRUE;
    }
    const char *nick = match_seat_of(match, player->id)->nick;
    json_auto_t *notes =
        json_pack("[{s:s, s:s, s:s}]", "say", "press-you", "who", nick, "quote", command->text);
    session_note(session, "told", "{s:s, s:s}", "who", to->nick, "quote", command->text);
    return notes_to_player(session->desk, to->player, match->row.id, NOTES_PRESS, notes, error);
}

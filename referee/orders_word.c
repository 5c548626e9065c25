// SPDX-License-Identifier: MIT
// Orders that answer what was asked back: yes and no.
#include "referee/ask.h"
#include "referee/notes.h"
#include "referee/orders.h"
#include "referee/welcome.h"

// The nickname that the commands ask for, since the player is made before they run; NULL for none.
static const char *wanted_nick(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        if (command->verb == COMMAND_NEW)
            return command->game_wanted->nick;
        if (command->verb == COMMAND_JOIN || command->verb == COMMAND_NICK)
            return command->who;
    }
    return NULL;
}

// A player who said yes to a mail from another address: that one is theirs too.
static gboolean add_address(struct session *session, const struct matter_row *matter,
                            GError **error)
{
    g_autofree char *from = ask_from(matter);
    struct player owner;
    gboolean found;
    if (!from || !g_str_equal(matter->kind, ASK_ELSEWHERE))
        return TRUE;
    if (!players_find_address(session->desk->store, from, &owner, &found, error))
        return FALSE;
    return found || players_add_address(session->desk->store, session->speaker->player.id, from,
                                        FALSE, session->desk->now, error);
}

// Runs what waited, as if its mail had come now with the proof that it lacked.
static gboolean run_waiting(struct session *session, const GPtrArray *commands, GError **error)
{
    const struct matter_row *matter = &session->speaker->matter;
    gint64 game, turn;
    int seat;
    ask_place(matter, &game, &seat, &turn);
    if (!matters_settle(session->desk->store, matter->id, session->desk->now, error) ||
        !welcome_speaker(session, session->speaker->known ? NULL : wanted_nick(commands), error) ||
        !add_address(session, matter, error))
        return FALSE;
    session->game = session->speaker->game = game;
    session->turn = session->speaker->turn = turn;
    session->confirmed = TRUE;
    return session->failed || session_run_commands(session, commands, error);
}

gboolean order_yes(struct session *session, const struct command *command, GError **error)
{
    const struct speaker *speaker = session->speaker;
    if (speaker->has_matter && g_str_equal(speaker->matter.kind, NOTES_INVITATION)) {
        struct command join = {.verb = COMMAND_JOIN};
        return order_join(session, &join, error);
    }
    (void)command;
    g_autoptr(GPtrArray) commands = speaker->has_matter ? ask_commands(&speaker->matter) : NULL;
    if (!commands) {
        session_refuse(session, "nothing-asked-back", NULL);
        return TRUE;
    }
    return run_waiting(session, commands, error);
}

gboolean order_no(struct session *session, const struct command *command, GError **error)
{
    const struct speaker *speaker = session->speaker;
    if (speaker->has_matter && g_str_equal(speaker->matter.kind, NOTES_INVITATION))
        return order_decline(session, command, error);
    g_autoptr(GPtrArray) commands = speaker->has_matter ? ask_commands(&speaker->matter) : NULL;
    if (!commands) {
        session_refuse(session, "nothing-asked-back", NULL);
        return TRUE;
    }
    session_note(session, "forgotten", NULL);
    return matters_settle(session->desk->store, speaker->matter.id, session->desk->now, error);
}

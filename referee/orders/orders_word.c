// SPDX-License-Identifier: MIT
// Orders that answer what was asked back: yes and no.
#include "referee/match/notes.h"
#include "referee/orders/ask.h"
#include "referee/orders/orders.h"
#include "referee/orders/orders_agree.h"
#include "referee/orders/orders_run.h"
#include "referee/orders/welcome.h"

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

// The mail answered an invitation that went to another address: somebody handed it on, and it is
// this player's now.
static gboolean claim_invitation(struct session *session, gint64 matter, GError **error)
{
    struct store *store = session->desk->store;
    struct matter_row invited = {0};
    struct invitation_row row;
    gboolean found = FALSE;
    if (matter && !matters_find(store, matter, &invited, &found, error))
        return FALSE;
    gboolean theirs = found && g_str_equal(invited.kind, NOTES_INVITATION) && !invited.player;
    gboolean done =
        !theirs ||
        (games_find_invitation(store, invited.game, invited.address, &row, &found, error) &&
         (!found || g_str_equal(row.state, "joined") ||
          games_set_invitation(store, row.id, row.state, session->speaker->player.id, error)));
    matter_row_clear(&invited);
    return done;
}

// Whether somebody becomes known by these: not by asking for less.
static gboolean makes_known(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        if (command->verb != COMMAND_BLOCK && command->verb != COMMAND_UNBLOCK &&
            command->verb != COMMAND_FORGET_ME)
            return TRUE;
    }
    return FALSE;
}

// Whoever said yes is known from now on; under the wanted name, if that is free.
static gboolean welcome(struct session *session, const GPtrArray *commands, GError **error)
{
    const char *nick = wanted_nick(commands);
    if (session->speaker->known || !makes_known(commands))
        return TRUE;
    return welcome_speaker(session, NULL, error) && (!nick || welcome_name(session, nick, error));
}

// Runs what waited, as if its mail had come now with the proof that it lacked.
static gboolean run_waiting(struct session *session, const GPtrArray *commands, GError **error)
{
    struct speaker *speaker = session->speaker;
    struct ask_place place = ask_place(&speaker->matter);
    if (!matters_settle(session->desk->store, speaker->matter.id, session->desk->now, error) ||
        !welcome(session, commands, error) || !add_address(session, &speaker->matter, error) ||
        !claim_invitation(session, place.matter, error))
        return FALSE;
    session->game = speaker->game = place.game;
    session->turn = speaker->turn = place.turn;
    session->answered = g_str_equal(speaker->matter.kind, ASK_ADDRESS) ? 0 : place.game;
    session->confirmed = TRUE;
    speaker->has_matter = FALSE; // a yes among what waited answers nothing
    return session->failed || orders_run_more(session, commands, error);
}

// Whether somebody wants the speaker at a table, and this is the answer.
static gboolean is_invited(const struct speaker *speaker)
{
    return speaker->has_matter && (g_str_equal(speaker->matter.kind, NOTES_INVITATION) ||
                                   g_str_equal(speaker->matter.kind, NOTES_SUBSTITUTE));
}

gboolean order_yes(struct session *session, const struct command *command, GError **error)
{
    const struct speaker *speaker = session->speaker;
    if (speaker->has_matter && g_str_equal(speaker->matter.kind, ASK_NEW_PLACE))
        return orders_take_address(session, error);
    if (is_invited(speaker)) {
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
    if (is_invited(speaker))
        return order_decline(session, command, error);
    gboolean new_place = speaker->has_matter && g_str_equal(speaker->matter.kind, ASK_NEW_PLACE);
    g_autoptr(GPtrArray) commands = speaker->has_matter ? ask_commands(&speaker->matter) : NULL;
    if (!commands && !new_place) {
        gboolean done;
        if (!orders_disagree(session, &done, error))
            return FALSE;
        if (!done)
            session_refuse(session, "nothing-asked-back", NULL);
        return TRUE;
    }
    session_note(session, "forgotten", NULL);
    return matters_settle(session->desk->store, speaker->matter.id, session->desk->now, error);
}

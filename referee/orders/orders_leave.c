// SPDX-License-Identifier: MIT
// Orders of those who go, or want to know what would be left of them: block, unblock, forget me, my
// data.
//
// Decides what is left of somebody, and what they hear last. What becomes of their games stands in
// leaving.c.
#include "referee/letter/my_data.h"
#include "referee/match/leaving.h"
#include "referee/match/notes.h"
#include "referee/orders/orders.h"

// The address to which mail goes, or would.
static const char *own_address(const struct session *session)
{
    const struct speaker *speaker = session->speaker;
    return speaker->known ? speaker->player.address : speaker->address;
}

gboolean order_block(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct desk *desk = session->desk;
    const struct speaker *speaker = session->speaker;
    const struct player *player = speaker->known ? &speaker->player : NULL;
    const char *address = own_address(session);
    if (!session_save(session, error) ||
        (player && !leaving_games(desk, player, LEAVING_UNREACHED, error)) ||
        !leaving_invitations(desk, player ? player->id : 0, address, player ? player->nick : NULL,
                             error) ||
        !players_block(desk->store, address, PLAYERS_BLOCK_OWN, desk->now, error))
        return FALSE;
    session->blocked = TRUE;
    session->game = 0; // it is answered outside of games
    session_note(session, player ? "blocked-player" : "blocked", "{s:s}", "address", address);
    return TRUE;
}

gboolean order_unblock(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    const char *address = own_address(session);
    enum players_block block;
    if (!players_block_of(session->desk->store, address, &block, error))
        return FALSE;
    // What the operator blocked isn't heard, so it doesn't come as far as this.
    session_note(session,
                 block == PLAYERS_BLOCK_NONE ? "unblock-not"
                 : session->speaker->known   ? "unblocked-player"
                                             : "unblocked",
                 "{s:s}", "address", address);
    session->blocked = FALSE;
    return block == PLAYERS_BLOCK_NONE ||
           players_block(session->desk->store, address, PLAYERS_BLOCK_NONE, session->desk->now,
                         error);
}

// The last mail, to an address that isn't kept once it has left.
static gboolean say_farewell(struct desk *desk, const struct player *player, GError **error)
{
    const char *language = player->language[0] ? player->language : desk->config->language;
    json_auto_t *notes = json_pack("[{s:s, s:s, s:s}]", "say", "farewell", "nick", player->nick,
                                   "language", language);
    return notes_to_address(desk, player->address, NOTES_FAREWELL, notes, error);
}

gboolean order_forget(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct desk *desk = session->desk;
    struct speaker *speaker = session->speaker;
    if (!speaker->known) {
        session_note(session, "forget-nothing", NULL);
        return TRUE;
    }
    g_autoptr(GPtrArray) addresses = NULL;
    if (!session_save(session, error) ||
        !leaving_games(desk, &speaker->player, LEAVING_FOR_GOOD, error) ||
        !leaving_invitations(desk, speaker->player.id, speaker->player.address,
                             speaker->player.nick, error) ||
        !players_addresses(desk->store, speaker->player.id, &addresses, error) ||
        !players_forget(desk->store, speaker->player.id, desk->now, error) ||
        !say_farewell(desk, &speaker->player, error))
        return FALSE;
    speaker->forgotten = g_steal_pointer(&addresses);
    session->failed = TRUE; // nobody is there for what follows in the mail
    return TRUE;
}

gboolean order_my_data(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    (void)error;
    if (!session->speaker->known) {
        session_refuse(session, "not-known", NULL);
        return TRUE;
    }
    json_array_append_new(session->notes, json_pack("{s:s, s:s}", "page", MY_DATA_PAGE, "nick",
                                                    session->speaker->player.nick));
    session->settings = TRUE;
    return TRUE;
}

// SPDX-License-Identifier: MIT
// The order about where mail goes: address.
//
// Decides which address somebody may move to, and that both are asked: first the present one, so
// that nobody sends mails anywhere with an old ticket; then the new one. With its yes the old one
// is told, and is the player's no longer.
#include "base/address.h"
#include "referee/match/notes.h"
#include "referee/orders/ask.h"
#include "referee/orders/limits.h"
#include "referee/orders/orders.h"

#include <string.h>

// Whether the address is somebody else's, or wants no mail: which of the two isn't said.
static gboolean is_taken(struct session *session, const char *address, gboolean *out_is,
                         GError **error)
{
    struct store *store = session->desk->store;
    struct player owner;
    gboolean found, blocked;
    if (!players_find_address(store, address, &owner, &found, error) ||
        !players_is_blocked(store, address, &blocked, error))
        return FALSE;
    *out_is = blocked || (found && owner.id != session->speaker->player.id);
    return TRUE;
}

// Refuses what can't be.
static gboolean check(struct session *session, const char *address, GError **error)
{
    gboolean taken;
    if (!is_taken(session, address, &taken, error))
        return FALSE;
    if (taken || address_is_tagged(address, session->desk->config->address))
        session_refuse(session, "address-taken", "{s:s}", "address", address);
    else if (g_ascii_strcasecmp(address, session->speaker->player.address) == 0)
        session_refuse(session, "address-same", "{s:s}", "address", address);
    return TRUE;
}

// Asks the new address, as often as strangers are answered.
static gboolean ask_there(struct session *session, const char *address, GError **error)
{
    gboolean enough;
    if (!limits_stranger(session->desk, address, NOTES_NEW_ADDRESS, &enough, error))
        return FALSE;
    if (enough) {
        session_refuse(session, "address-limit", "{s:s}", "address", address);
        return TRUE;
    }
    session_note(session, "address-asked", "{s:s}", "address", address);
    return ask_new_address(session->desk, &session->speaker->player, address, error);
}

gboolean order_address(struct session *session, const struct command *command, GError **error)
{
    const char *wrong;
    g_autofree char *address = address_canonical(command->who, &wrong);
    gboolean proven = session_is_proven(session);
    if (!address) {
        session_refuse(session, "address-taken", "{s:s}", "address", command->who);
        return TRUE;
    }
    if (!check(session, address, error))
        return FALSE;
    if (session->failed)
        return TRUE;
    return proven ? ask_there(session, address, error) : ask_one(session, command, error);
}

// The old address hears of it, in case that it wasn't its reader who did this.
static gboolean tell_old(struct session *session, const char *old, GError **error)
{
    const struct player *player = &session->speaker->player;
    const char *language = player->language[0] ? player->language : session->desk->config->language;
    json_auto_t *notes = json_pack("[{s:s, s:s, s:s}]", "say", "address-moved-away", "nick",
                                   player->nick, "language", language);
    return notes_to_address(session->desk, old, NOTES_FAREWELL, notes, error);
}

gboolean orders_take_address(struct session *session, GError **error)
{
    struct speaker *speaker = session->speaker;
    struct store *store = session->desk->store;
    g_autofree char *address = g_strdup(speaker->matter.address);
    gint64 player = ask_of(&speaker->matter);
    gboolean found = FALSE;
    if (!matters_settle(store, speaker->matter.id, session->desk->now, error) ||
        !players_find(store, player, &speaker->player, &found, error))
        return FALSE;
    if (!found || speaker->player.forgotten_at) {
        session_refuse(session, "nothing-asked-back", NULL);
        return TRUE;
    }
    speaker->known = TRUE;
    speaker->has_matter = FALSE;
    if (!check(session, address, error))
        return FALSE;
    if (session->failed)
        return TRUE;
    g_autofree char *old = g_strdup(speaker->player.address);
    g_strlcpy(speaker->player.address, address, sizeof speaker->player.address);
    session_note(session, "address-set", "{s:s}", "address", address);
    session->settings = TRUE;
    return players_add_address(store, player, address, TRUE, session->desk->now, error) &&
           players_drop_address(store, player, old, error) && tell_old(session, old, error);
}

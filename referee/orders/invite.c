// SPDX-License-Identifier: MIT
// See invite.h.
#include "referee/orders/invite.h"

#include "base/address.h"
#include "referee/match/lobby.h"
#include "referee/match/notes.h"
#include "storage/matters.h"

#include <string.h>

static const gint64 day = 86400;

gboolean invite_find(struct desk *desk, const char *name, struct invite_guest *out, GError **error)
{
    struct player player = {0};
    gboolean found;
    const char *wrong;
    g_autofree char *address = strchr(name, '@') ? address_canonical(name, &wrong) : NULL;
    if (address ? !players_find_address(desk->store, address, &player, &found, error)
                : !players_find_nick(desk->store, name, &player, &found, error))
        return FALSE;
    *out = (struct invite_guest){.player = found ? player.id : 0};
    g_strlcpy(out->address, found ? player.address : address ? address : "", sizeof out->address);
    return TRUE;
}

// Whether another invitation of this player, or to this address, is too much for a day.
static gboolean is_too_much(struct desk *desk, gint64 inviter, const char *address,
                            gboolean *out_is, GError **error)
{
    gint64 since = desk->now - day;
    guint by_player, to_address;
    if (!games_count_invitations(desk->store, inviter, "", since, &by_player, error) ||
        !games_count_invitations(desk->store, 0, address, since, &to_address, error))
        return FALSE;
    guint most = (guint)desk->config->invitations_a_day;
    *out_is = by_player >= most || to_address >= most;
    return TRUE;
}

gboolean invite_why_not(struct desk *desk, gint64 inviter, const struct invite_guest *guest,
                        const char **out_phrase, GError **error)
{
    gboolean blocked, too_much;
    const char *address = guest->address;
    if (!players_is_blocked(desk->store, address, &blocked, error) ||
        !is_too_much(desk, inviter, address, &too_much, error))
        return FALSE;
    *out_phrase = address[0] == '\0'                                             ? "invite-unknown"
                  : blocked || address_is_tagged(address, desk->config->address) ? INVITE_BLOCKED
                  : too_much                                                     ? INVITE_LIMIT
                                                                                 : NULL;
    return TRUE;
}

// Stores what waits for the guest's answer, and notes the mail that asks.
static gboolean ask(struct desk *desk, gint64 game, const char *kind, const struct player *inviter,
                    const struct invite_guest *guest, json_t *data, GError **error)
{
    // Of a guest who isn't known, the inviter's language is the best guess.
    const char *language = inviter->language[0] ? inviter->language : desk->config->language;
    json_object_set_new(data, "language", json_string(language));
    struct matter_row matter = {.kind = g_strdup(kind),
                                .player = guest->player,
                                .address = g_strdup(guest->player ? "" : guest->address),
                                .game = game,
                                .data = json_dumps(data, JSON_COMPACT),
                                .created_at = desk->now,
                                .expires_at = desk->now + day * LOBBY_OPEN_DAYS};
    json_auto_t *notes = json_pack("[{s:s, s:s}]", "inviter", inviter->nick, "language", language);
    gboolean done = matters_add(desk->store, &matter, error) &&
                    notes_about_matter(desk, matter.id, guest->player, guest->address, game, kind,
                                       notes, error);
    matter_row_clear(&matter);
    return done;
}

gboolean invite_send(struct desk *desk, struct match *match, const struct player *inviter,
                     const struct invite_guest *guest, GError **error)
{
    struct invitation_row row = {.game = match->row.id,
                                 .player = guest->player,
                                 .inviter = inviter->id,
                                 .created_at = desk->now};
    g_strlcpy(row.address, guest->address, sizeof row.address);
    g_strlcpy(row.state, "open", sizeof row.state);
    match->row.due_at = MIN(match->row.due_at, desk->now + day * LOBBY_INVITATION_DAYS);
    match->changed = TRUE;
    json_auto_t *data = json_object();
    return games_invite(desk->store, &row, error) &&
           ask(desk, match->row.id, NOTES_INVITATION, inviter, guest, data, error);
}

// ---- somebody for a seat -----------------------------------------------------------------------

gboolean invite_is_enough(struct desk *desk, gint64 game, gboolean *out_is, GError **error)
{
    g_autoptr(GArray) asked = NULL;
    if (!matters_of_game(desk->store, NOTES_SUBSTITUTE, game, desk->now - day, &asked, error))
        return FALSE;
    *out_is = (int)asked->len >= desk->config->invitations_a_day;
    return TRUE;
}

struct invite_offer invite_offer(const struct matter_row *matter)
{
    json_auto_t *data = matter->data ? json_loads(matter->data, 0, NULL) : NULL;
    return (struct invite_offer){
        .seat = data ? (int)json_integer_value(json_object_get(data, "seat")) : -1,
        .player = json_integer_value(json_object_get(data, "player"))};
}

// Ends the questions about this seat that nobody has answered.
static gboolean end_offers(struct desk *desk, gint64 game, unsigned seat, GError **error)
{
    g_autoptr(GArray) asked = NULL;
    if (!matters_of_game(desk->store, NOTES_SUBSTITUTE, game, 0, &asked, error))
        return FALSE;
    for (guint i = 0; i < asked->len; i++) {
        struct matter_row matter = {0};
        gint64 id = g_array_index(asked, gint64, i);
        gboolean found;
        if (!matters_find(desk->store, id, &matter, &found, error))
            return FALSE;
        gboolean done = invite_offer(&matter).seat != (int)seat ||
                        matters_settle(desk->store, id, desk->now, error);
        matter_row_clear(&matter);
        if (!done)
            return FALSE;
    }
    return TRUE;
}

gboolean invite_substitute(struct desk *desk, const struct match *match, unsigned seat,
                           const struct player *inviter, const struct invite_guest *guest,
                           GError **error)
{
    json_auto_t *data =
        json_pack("{s:i, s:I}", "seat", (int)seat, "player", (json_int_t)inviter->id);
    return end_offers(desk, match->row.id, seat, error) &&
           ask(desk, match->row.id, NOTES_SUBSTITUTE, inviter, guest, data, error);
}

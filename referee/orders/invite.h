// SPDX-License-Identifier: MIT
// Asking somebody to a game: whom a name means, whether they may be asked, and the mail.
//
// Decides the limits of mails to people who may never have heard of this referee. Who may invite,
// and where there is room, is known by the orders.
#ifndef REFEREE_INVITE_H
#define REFEREE_INVITE_H

#include "referee/match/match.h"
#include "storage/players.h"

// Whom a nickname or an address means: a player (0: nobody known here) and the address to write to,
// "" where nobody is called so.
struct invite_guest {
    gint64 player;
    char address[PLAYER_ADDRESS_MAX + 1];
};
gboolean invite_find(struct desk *desk, const char *name, struct invite_guest *out,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Why this player can't write to the guest now, as a phrase; NULL where nothing speaks against it.
gboolean invite_why_not(struct desk *desk, gint64 inviter, const struct invite_guest *guest,
                        const char **out_phrase, GError **error) G_GNUC_WARN_UNUSED_RESULT;
#define INVITE_LIMIT   "invite-limit"   // the phrase for as many as a day allows
#define INVITE_BLOCKED "invite-blocked" // and that for those who want no mail

// Stores the invitation to an open game and notes its mail. Changes the match, which
// waits for the answer then.
gboolean invite_send(struct desk *desk, struct match *match, const struct player *inviter,
                     const struct invite_guest *guest, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Asks the guest to take over the inviter's seat in a running game. Earlier questions of that kind
// about the seat are off.
gboolean invite_substitute(struct desk *desk, const struct match *match, unsigned seat,
                           const struct player *inviter, const struct invite_guest *guest,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Whether that many such questions about a game are enough for a day.
gboolean invite_is_enough(struct desk *desk, gint64 game, gboolean *out_is,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What such a question is about, from its matter: the seat, and whose it was then.
struct invite_offer {
    int seat;
    gint64 player;
};
struct matter_row;
struct invite_offer invite_offer(const struct matter_row *matter);

#endif

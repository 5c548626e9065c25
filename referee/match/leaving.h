// SPDX-License-Identifier: MIT
// Whoever goes: what becomes of their seats and of the invitations that wait for them.
//
// Decides that robots take seats of running games, for good or until their player is back; that
// nobody sits in a game that waits for players without being reached; and who hears of it. Why
// somebody goes, and whether they were asked, is known by those who call this.
#ifndef REFEREE_LEAVING_H
#define REFEREE_LEAVING_H

#include "referee/setup/desk.h"
#include "storage/players.h"

enum leaving {
    LEAVING_FOR_GOOD, // to be forgotten: the seats are robots' from now on
    LEAVING_UNREACHED // wants no mail: robots sit in
};

// Takes the player out of all games that are open or running, saves them and notes who is told: a
// game that the player opened and that hasn't begun is closed. No match of theirs may be held
// unsaved elsewhere. Within a transaction. Errors: STORE_ERROR.
gboolean leaving_games(struct desk *desk, const struct player *player, enum leaving how,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Declines all invitations that wait for a player (id 0: somebody not known) or an address, and
// notes that whoever invited is told; who: what they call the one who goes, NULL for the address
// that they typed.
gboolean leaving_invitations(struct desk *desk, gint64 player, const char *address, const char *who,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

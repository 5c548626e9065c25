// SPDX-License-Identifier: MIT
// Before the game: seats are taken, and then it begins (spec: mail.md, "Before the game").
//
// Decides when a game is full and what beginning means. Who may open, invite and join is known by
// orders_lobby.c.
#ifndef REFEREE_LOBBY_H
#define REFEREE_LOBBY_H

#include "referee/match/match.h"
#include "storage/players.h"

enum { LOBBY_INVITATION_DAYS = 14, LOBBY_OPEN_DAYS = 30 };

// Seats that people can still take: those that robots don't get.
int lobby_free_seats(const struct match *match);

// Gives the player the next seat; there must be a free one.
void lobby_take_seat(struct desk *desk, struct match *match, const struct player *player);

// Begins the game: robots take the free seats, the cards are dealt, robots act. The game must be
// open, with two seats or more.
gboolean lobby_begin(struct desk *desk, struct match *match,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same, if it is open and all seats for people are taken; else nothing.
gboolean lobby_begin_if_full(struct desk *desk, struct match *match,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A player who had a seat of a game that hasn't begun has none any more; those behind move up. The
// caller stores it.
void lobby_give_seat_up(struct match *match, gint64 player);

// Invitations that nobody answered end, since the game begins or ends without them.
gboolean lobby_close_invitations(struct desk *desk, const struct match *match,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Ends a game that hasn't begun, which must be open, and its invitations. Changes the row; the
// caller saves it and tells the table.
gboolean lobby_cancel(struct desk *desk, struct match *match,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

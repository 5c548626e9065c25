// SPDX-License-Identifier: MIT
// Tickets: who may speak for which seat, because only that player's mailbox has seen them.
//
// Decides whether a ticket is genuine (spec: mail.md, "Ticket"). Knows neither mails nor whether a
// ticket's turn is still the current one.
#ifndef REFEREE_IDENTITY_H
#define REFEREE_IDENTITY_H

#include <glib.h>

enum {
    IDENTITY_MAC_LEN = 20,    // characters of Crockford base32, lower case
    IDENTITY_TICKET_MAX = 72, // "GAME.TURN.SEAT.MAC" with its NUL
    IDENTITY_KEY_BYTES = 32
};

// What a ticket stands for. Outside a game: game 0, turn the number of the pending matter, seat 0,
// player 0 where nobody is known yet.
struct identity_place {
    gint64 game;
    gint64 turn;
    int seat;
    gint64 player;
};

// Writes the ticket of a place.
void identity_ticket(const guint8 key[IDENTITY_KEY_BYTES], const struct identity_place *place,
                     char out[IDENTITY_TICKET_MAX]);

// Whether mac, normalised (20 characters), is that of the place. Takes the same time whatever mac
// is.
gboolean identity_check(const guint8 key[IDENTITY_KEY_BYTES], const struct identity_place *place,
                        const char *mac);

#endif

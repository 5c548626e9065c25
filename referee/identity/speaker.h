// SPDX-License-Identifier: MIT
// Who is speaking: what a mail proves about its sender (spec: mail.md, "Who is speaking").
//
// Decides from tickets, signatures and confirmed addresses. Knows nothing of what is said, nor what
// a given proof is good for.
#ifndef REFEREE_SPEAKER_H
#define REFEREE_SPEAKER_H

#include "referee/evidence/testimony.h"
#include "referee/setup/desk.h"
#include "referee/words/newtext.h"
#include "storage/matters.h"
#include "storage/players.h"

enum speaker_how {
    SPEAKER_STRANGER,  // nothing is proven, and the address is nobody's
    SPEAKER_ADDRESS,   // nothing is proven, but the address is a player's
    SPEAKER_ELSEWHERE, // a good ticket, but from an address that its owner never confirmed
    SPEAKER_TICKET,    // a good ticket, from an address of its owner
    SPEAKER_SIGNED     // signed with the player's registered key
};

enum speaker_fault {
    SPEAKER_FINE,
    SPEAKER_TWO_PLACES,     // good tickets of different seats, games or people
    SPEAKER_UNKNOWN_SIGNER, // nobody there is called so, or has no key
    SPEAKER_WRONG_SIGNATURE,
    SPEAKER_OTHER_REFEREE, // signed with the right key, for another referee
    // of OpenPGP, all by the right key
    SPEAKER_KEY_EXPIRED,
    SPEAKER_KEY_REVOKED,
    SPEAKER_SIGNATURE_EXPIRED,
    SPEAKER_SIGNATURE_WEAK,
    SPEAKER_UNCHECKED, // nothing here can check it
    SPEAKER_TOO_MANY   // so many mails came from there lately that it isn't checked
};

struct speaker {
    enum speaker_how how;
    enum speaker_fault fault;
    gboolean known; // player is set: who speaks, or (ELSEWHERE) whose ticket it is
    struct player player;
    char *address;        // where the mail came from, canonical; owned
    const char *language; // that of the words in the mail: en, fr, de; NULL when they don't tell
    gint64 game;          // of the ticket or the signature; 0: none
    int seat;
    gint64 turn;
    GPtrArray *forgotten;       // their addresses, forgotten as of this very mail; else NULL; owned
    gboolean has_matter;        // the ticket is that of a matter that still waits
    struct matter_row matter;   // owned
    struct testimony testimony; // what was signed, of SPEAKER_SIGNED; owned
    gboolean has_ticket;
    guint8 ticket_hash[32]; // of the ticket's text, for counting answers to it
};

// Finds out who sent a mail that came from address (canonical). Errors: STORE_ERROR, OPENPGP_ERROR.
gboolean speaker_find(struct desk *desk, const char *address, const struct newtext *text,
                      struct speaker *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Whether a ticket is genuine, of whatever seat or matter, and however old. Errors: STORE_ERROR.
gboolean speaker_is_genuine(struct desk *desk, const struct ticket *ticket, gboolean *out_is,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void speaker_clear(struct speaker *speaker); // takes a zeroed one

#endif

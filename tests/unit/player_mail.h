// SPDX-License-Identifier: MIT
// For tests of player/: the referee's mails as they come in, made by hand, with a key of their own.
#ifndef TESTS_UNIT_PLAYER_MAIL_H
#define TESTS_UNIT_PLAYER_MAIL_H

#include <glib.h>
#include <jansson.h>

// The test referee's key pair, and its public key in hex. Other seeds give other keys.
const guint8 *player_mail_secret(guint8 seed);
const char *player_mail_hex(guint8 seed);

// clara's table of game 14 in turn 37: it is her turn on a pile of 12. The caller owns it. Of the
// seed's referee.
json_t *player_mail_table(guint8 seed);
// The same where a discard is asked of her.
json_t *player_mail_deal(guint8 seed);

// The pieces of a mail; NULL: as the referee would write it.
struct player_mail {
    const json_t *table;   // NULL: no table
    const char *bytes;     // in place of the table's
    const char *signature; // of the part; "": none
    const char *encoded;   // the part's body, with Content-Transfer-Encoding: encoding
    const char *encoding;
    const char *reply_to, *subject, *message_id;
    const char *head;  // lines to put before all others
    const char *parts; // further parts, each from its delimiter on
    const char *text;
    guint8 seed; // whose key signs
};

// The mail's bytes, lines ended by LF. The caller owns them.
char *player_mail_make(const struct player_mail *mail);

#endif

// SPDX-License-Identifier: MIT
// A player's answer to one of the referee's mails, as a complete mail (spec: mail.md, "Signature";
// RFC 5322).
//
// Decides how an answer looks and where it goes. Doesn't know whether its commands are legal
// (choice.h), and needs no GMime: a program that has a struct mailfile can use it alone.
#ifndef PLAYER_ANSWER_H
#define PLAYER_ANSWER_H

#include "player/mailfile.h"

#define ANSWER_ERROR (answer_error_quark())
GQuark answer_error_quark(void);
enum answer_error { ANSWER_ERROR_IMPOSSIBLE }; // from these values no answer can be made

struct answer {
    const struct mailfile *mail; // what is answered; its table may be NULL
    const char *const *commands; // canonical lines, NULL-terminated, at least one
    const guint8 *secret;        // 64 bytes: signs them. NULL: the ticket has to do
    const char *referee_hex;     // the referee's key, when the mail has no table; else NULL
    const char *nick;            // whose command it is, when the mail has no table; else NULL
    const char *from;            // canonical address
    const char *message_id;      // of the answer, <…>
    gint64 now;                  // unix seconds
};

// The mail, its lines ended by LF: From, To, Subject, Date, Message-ID, In-Reply-To, References, no
// mark of an automatic mail, and a text of the commands (or the signed block that holds them) and
// the ticket. Errors: ANSWER_ERROR: nowhere to send it, no ticket, commands that can't be signed.
// The caller owns it.
char *answer_compose(const struct answer *answer, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Where an answer goes: Reply-To, as long as it is the address that the (signed) table names, with
// or without a tag; else that address. Without a table: Reply-To, or From. NULL: nowhere. The
// caller owns it.
char *answer_address(const struct mailfile *mail);

// The referee's own address: the table's; else that of the answer, without its tag. NULL: none. The
// caller owns it.
char *answer_referee(const struct mailfile *mail);

#endif

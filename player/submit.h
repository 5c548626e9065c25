// SPDX-License-Identifier: MIT
// Handing a mail to the server of the player's provider (RFC 6409), by libcurl.
//
// Decides what such a server may be called, and that nothing goes there in the clear but within
// this machine. Knows nothing of the mail, and where the password comes from is known by who calls.
#ifndef PLAYER_SUBMIT_H
#define PLAYER_SUBMIT_H

#include "player/send.h"

// A server: smtps://[USER@]HOST[:PORT] speaks TLS from the start, smtp:// takes it up first
// (STARTTLS), on this machine (localhost, 127.0.0.1, ::1) if it is offered.
struct submit_server {
    char *url;        // without the user
    char *host;       // for messages
    char *user;       // NULL: no login
    gboolean is_here; // this machine
};

// Takes the URL apart; out is cleared by submit_clear. What is wrong with it, or NULL.
const char *submit_read(const char *url, struct submit_server *out);
void submit_clear(struct submit_server *server); // takes a zeroed one

// Addresses are canonical (base/address.h), the mail's lines end with LF. password: where there
// is a user, else NULL. TRUE: the server has taken it. Errors: SEND_ERROR.
gboolean submit_mail(const struct submit_server *server, const char *password, const char *from,
                     const char *to, const char *mail, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

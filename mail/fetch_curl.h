// SPDX-License-Identifier: MIT
// A connection to a mail server, made and logged in by libcurl.
//
// Decides whom to believe: certificates are always checked, STARTTLS is insisted on unless plain
// was asked for. What is said after the login is fetch_imap*.c's and fetch_pop3.c's business:
// libcurl's own commands take parts of a mail for the server's words.
#ifndef MAIL_FETCH_CURL_H
#define MAIL_FETCH_CURL_H

#include "mail/fetch_config.h"
#include "mail/fetch_wire.h"

// Connects and logs in, within the seconds of config times FETCH_PATIENCE. *out_days: whole days
// that the server's certificate is good for; -1 without TLS. Errors: FETCH_ERROR_LATER, _LOGIN,
// _CERTIFICATE. The result is ended by fetch_wire_free.
fetch_wire *fetch_curl_connect(const struct fetch_config *config, int *out_days,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

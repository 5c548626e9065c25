// SPDX-License-Identifier: MIT
// What can go wrong between `fetch` and a server, as its answers call it (mail/fetch.h).
#ifndef MAIL_FETCH_ERROR_H
#define MAIL_FETCH_ERROR_H

#include <glib.h>

#define FETCH_ERROR fetch_error_quark()
GQuark fetch_error_quark(void);

// The order is that of the words below.
enum fetch_error {
    FETCH_ERROR_LATER,       // down, gone, silent
    FETCH_ERROR_LOGIN,       // user and password refused
    FETCH_ERROR_CERTIFICATE, // not proven to be the server that was asked for
    FETCH_ERROR_FOLDER,      // none, or not to be written
    FETCH_ERROR_PROTOCOL,    // nonsense
    FETCH_ERROR_REFUSED      // the hub's words are wrong
};

// The word for a code in an answer's "status".
const char *fetch_error_word(int code);

// Sets error, unless it is set already, and returns FALSE.
gboolean fetch_fail(GError **error, enum fetch_error code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#endif

// SPDX-License-Identifier: MIT
// The hub's side of `fetch`: starts it, asks about the mailbox on the server, gets mails.
//
// Decides nothing about mails. The contract of the JSON is mail/fetch.h; here is only who calls
// whom, and what the operator is told when it fails.
#ifndef REFEREE_FETCHER_H
#define REFEREE_FETCHER_H

#include "referee/setup/config.h"

typedef struct fetcher fetcher;

// The messages say which server, what is wrong, and what to do.
#define FETCHER_ERROR fetcher_error_quark()
GQuark fetcher_error_quark(void);
enum fetcher_error {
    FETCHER_ERROR_LATER, // the server is down, slow, or talks nonsense: try again later
    FETCHER_ERROR_CONFIG // it refuses us, or can't be believed: the operator has to do something
};

struct fetcher_state {
    gint64 validity; // imap: UIDVALIDITY; else 0
    gint64 total;    // mails that are there
    gint64 days;     // that the certificate is good for; -1: no TLS
};

// Starts PROGRAM (the path of libexec/fetch) and lets it log in where [receive] of config says.
// config must outlive the result, which is ended by fetcher_stop. Errors: FETCHER_ERROR,
// CONFIG_ERROR (the password), CHILD_ERROR_START. After an error of any call below, only
// fetcher_stop is of use.
fetcher *fetcher_start(const char *program, const struct config *config, struct fetcher_state *out,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

struct fetcher_mail {
    gint64 number; // imap: its UID; pop3: its place in this connection
    gint64 size;   // bytes, as the server says
    char *id;      // the server's lasting name for it; owned
};

// The next mails with a number above after, oldest first: a new array of struct fetcher_mail that
// frees them. *out_more: there are more behind them. What comes in during a connection isn't told.
gboolean fetcher_list(fetcher *self, gint64 after, GArray **out_mails, gboolean *out_more,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

struct fetcher_got {
    gint64 number;
    GBytes *raw;      // its first bytes, message-bytes and one at most; owned. NULL: none came,
    char *unreadable; // because the server can't give it and says this; owned. NULL: it is gone
};

// Gets mails that were listed, 1 to FETCHER_GET_MAX, ascending: a new array of struct fetcher_got,
// which frees them, about the first of them, at least one.
gboolean fetcher_get(fetcher *self, const gint64 *numbers, gsize count, GArray **out_got,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Tells the server that these, ascending, any number, are done: they are moved, deleted or marked.
gboolean fetcher_done(fetcher *self, const gint64 *numbers, gsize count,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether the folder for done mails is there. *out_used is FALSE where none is used.
gboolean fetcher_check(fetcher *self, gboolean *out_used, gboolean *out_there,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Takes leave; with POP3 mails are deleted only now.
gboolean fetcher_end(fetcher *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

void fetcher_stop(fetcher *self); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(fetcher, fetcher_stop)

enum { FETCHER_GET_MAX = 200 };

#endif

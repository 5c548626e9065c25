// SPDX-License-Identifier: MIT
// What IMAP and POP3 have in common for `fetch`: a mailbox whose mails are listed, got and done.
#ifndef MAIL_FETCH_MAILBOX_H
#define MAIL_FETCH_MAILBOX_H

#include "mail/fetch_config.h"
#include "mail/fetch_wire.h"

struct fetch_mail {
    gint64 number; // UID, or place
    gint64 size;   // as the server says
    char *id;      // pop3: its UIDL, owned; imap: NULL
};

// What became of a mail that was to be got.
struct fetch_got {
    const struct fetch_mail *mail;
    enum { FETCH_GOT_TEXT, FETCH_GOT_GONE, FETCH_GOT_UNREADABLE } what;
    GBytes *text; // of TEXT, owned
    char *detail; // of UNREADABLE, owned
};

struct fetch_state {
    gint64 validity; // imap: UIDVALIDITY; else 0
    gint64 total;    // mails that are there
};

enum { FETCH_MAILS_MAX = 1000000 }; // that one listing may have

// Errors of all calls: FETCH_ERROR. After one there is only close.
struct fetch_mailbox {
    // Chooses the folder on a connection that is logged in; config and wire outlive the result.
    gpointer (*open)(const struct fetch_config *config, fetch_wire *wire, struct fetch_state *out,
                     GError **error);
    // Fills an empty array of struct fetch_mail, which frees what it drops, with the mails that
    // have a number above after, ascending.
    gboolean (*list)(gpointer self, gint64 after, GArray *out, GError **error);
    // Gets mails, 1 or more and ascending; appends to an array of struct fetch_got what became of
    // the first of them: at least one, in their order.
    gboolean (*get)(gpointer self, const struct fetch_mail *const *mails, gsize count, GArray *out,
                    GError **error);
    // Does with them what config->keep says.
    gboolean (*done)(gpointer self, const struct fetch_mail *const *mails, gsize count,
                     GError **error);
    // Whether the folder for done mails is there; asked only where there is to be one.
    gboolean (*check)(gpointer self, gboolean *out_there, GError **error);
    // Takes leave: what was done holds from here on.
    gboolean (*end)(gpointer self, GError **error);
    void (*close)(gpointer self); // frees self; takes NULL
};

extern const struct fetch_mailbox fetch_imap, fetch_pop3;

#endif

// SPDX-License-Identifier: MIT
// One mail = one transaction, or one savepoint of it: who speaks, what is said, what follows.
//
// Decides what becomes of a mail as a whole: dropped, held, answered, asked back, acted on. What
// the gates find is gates.c's; what commands do is orders_run.c's.
#ifndef REFEREE_INTAKE_H
#define REFEREE_INTAKE_H

#include "referee/programs/reader.h"
#include "referee/setup/desk.h"

// Where a mail came from: unique, so that it is taken in once however often it is handed over.
struct intake_source {
    const char *file; // its name in the Maildir; NULL: it waits in the ledger
    gint64 row;       // there
    gboolean deadly;  // runs died of it: it is held unread
};

// A mail that is being taken in.
struct intake_mail {
    struct intake_source source;
    GBytes *raw;
    json_t *facts; // what stands in it; NULL when it kills its reader
    GError *error; // why this one, alone of all, wasn't taken in; NULL: it was
    gboolean kept; // it stands in the ledger, taken in or to be tried again later
};
void intake_mail_clear(struct intake_mail *mail); // but what its source names

// Reads a mail in the sandbox: its facts. Errors: READER_MISSING.
gboolean intake_read(reader *read, struct intake_mail *mail,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Takes in mails that were read: decides and stores everything in one transaction, in which each is
// whole or not there at all; but one that GnuPG fails at waits in the ledger, is tried again, and
// in the end answered without. A mail that was taken in before changes nothing. Errors: STORE_ERROR
// (all was rolled back: try again).
gboolean intake_mails(struct desk *desk, struct intake_mail *mails, guint n,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

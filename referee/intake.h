// SPDX-License-Identifier: MIT
// One mail = one transaction: who speaks, what is said, what follows.
//
// Decides what becomes of a mail as a whole: dropped, held, answered, asked back, acted on. What
// the gates find is gates.c's; what commands do is session.c's.
#ifndef REFEREE_INTAKE_H
#define REFEREE_INTAKE_H

#include "referee/setup/desk.h"
#include "referee/reader.h"

// Where a mail came from: unique, so that it is taken in once however often it is handed over.
struct intake_source {
    const char *source;    // "maildir"; of no interest where there is a row
    const char *source_id; // unique within it
    gint64 row;            // of the ledger, where the mail waits there already; else 0
    gboolean deadly;       // runs died of it: it is held unread
};

// Takes in one mail: reads it in the sandbox, then decides and stores everything in one
// transaction. A mail that was taken in before changes nothing. Errors: STORE_ERROR (rolled back:
// try again), READER_MISSING.
gboolean intake_mail(struct desk *desk, reader *read, const struct intake_source *source,
                     GBytes *raw, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

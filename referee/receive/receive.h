// SPDX-License-Identifier: MIT
// Mail in: from wherever [receive] says, and what waits in the ledger already.
//
// Decides the order: a mail is durable before it is acted on, and acted on before its file or its
// server is told. What a mail means is intake.c's business.
#ifndef REFEREE_RECEIVE_H
#define REFEREE_RECEIVE_H

#include "referee/setup/desk.h"

struct receive_result {
    guint mails;    // acted on
    gboolean heard; // all that there was could be read: who didn't write is late
};

// Takes in all there is. What fails keeps the rest waiting no longer than it must; the first error
// is returned, and out tells what was done all the same. Errors: STORE_ERROR, READER_ERROR,
// G_FILE_ERROR, FETCHER_ERROR, CONFIG_ERROR, CHILD_ERROR.
gboolean receive_run(struct desk *desk, struct receive_result *out,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// How many mails there are to take in; changes nothing. Errors as above.
gboolean receive_count(struct desk *desk, guint *out_count,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

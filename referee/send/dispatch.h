// SPDX-License-Identifier: MIT
// Sending what was noted: mails are made once, each in a transaction, and posted until they are
// accepted.
//
// Decides what becomes one mail, when a failed one is tried again, and when it is given up. How a
// mail reads is known by letter.c; how it travels by the program `post`.
#ifndef REFEREE_DISPATCH_H
#define REFEREE_DISPATCH_H

#include "referee/setup/desk.h"
#include "referee/language/wording.h"

// How it went.
struct dispatch_result {
    guint sent, later, failed;
};

// Makes mails of all rows that are noted and due. One that can't be made is left as it is and keeps
// no other from being made; one that can't be encrypted now is tried again after openpgp_pause, and
// in the end says only what may be open. The first such error is returned. Errors: STORE_ERROR,
// OPENPGP_ERROR, those of the templates.
gboolean dispatch_make(struct desk *desk, wording *words, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Posts all mails that are ready and due, as many as may go in an hour, none of them inside a
// transaction; a turn's clock starts when its mails are accepted. Nothing is started when there is
// nothing to post. A server that is down is asked once: the mail in hand is put off, the others
// stay due, and the error is POSTER_ERROR_DOWN. Errors: that, STORE_ERROR, CHILD_ERROR, and other
// POSTER_ERROR; what was posted before is settled.
gboolean dispatch_post(struct desk *desk, struct dispatch_result *out,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Seconds until a mail is tried again that was tried so often; -1: it is given up.
gint64 dispatch_pause(int tries);

#endif

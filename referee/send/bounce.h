// SPDX-License-Identifier: MIT
// Mails that come back: what counts, when nothing is sent to an address any more, and what lifts
// that (spec: mail.md, "Automatic mail").
//
// Decides from reports of undelivered mail (mail/read.h, "bounce") and from refusals of the
// transport. A report counts only when it came to the envelope address that was given to that very
// mail: nobody but those who handled the mail knows it.
#ifndef REFEREE_BOUNCE_H
#define REFEREE_BOUNCE_H

#include "referee/setup/desk.h"
#include "storage/outbox.h"
#include "storage/players.h"

#include <jansson.h>

enum {
    BOUNCE_MAILS = 3, // that came back for good
    BOUNCE_DAYS = 2   // and of how many days: then the address gets no more
};

// Takes what may be a report about a mail of ours. *out_reason, which the caller frees, says what
// came of it, for the log; NULL: it is none that counts. Within a transaction. Errors: STORE_ERROR.
gboolean bounce_take(struct desk *desk, const json_t *facts, char **out_reason,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A mail was refused by the transport, for its recipient, for good: marks the player, with the
// server's words, and counts like a report. Within a transaction.
gboolean bounce_refused(struct desk *desk, const struct outbound_row *row, const char *words,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The player was heard from: all is forgotten, mails go there again, and the clocks that stood for
// them go on. Changes *player likewise. Within a transaction.
gboolean bounce_heard(struct desk *desk, struct player *player,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

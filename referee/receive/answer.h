// SPDX-License-Identifier: MIT
// What a mail that passed the gates is answered: by its commands, by asking back, or by saying what
// was not understood. Each gets one answer, or, beyond the limits, none.
//
// Decides what which proof is good for (spec: mail.md, "Who is speaking"). How many answers are
// enough is known by limits.c.
#ifndef REFEREE_ANSWER_H
#define REFEREE_ANSWER_H

#include "referee/orders/session.h"
#include "referee/receive/gates.h"

// Within a transaction. *out_silent is set to TRUE when the mail gets no answer and does nothing;
// verdict is changed when the mail is asked back or refused as a whole.
gboolean answer_mail(struct desk *desk, struct speaker *speaker, const struct newtext *text,
                     struct gates_verdict *verdict, gboolean *out_silent,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

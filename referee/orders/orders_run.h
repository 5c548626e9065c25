// SPDX-License-Identifier: MIT
// What one mail's commands do: they run in order, the first that fails stops the rest, and
// everybody concerned is told (spec: mail.md).
//
// Decides which proof a command needs, and the one answer that the speaker gets. What a single
// command does stands in the orders_*.c; what was said and by whom was found out before.
#ifndef REFEREE_ORDERS_RUN_H
#define REFEREE_ORDERS_RUN_H

#include "referee/orders/session.h"

// Runs the commands (struct command *) of one mail and notes all mails that follow. Within the
// caller's transaction. Errors: STORE_ERROR; then the caller rolls back.
gboolean orders_run(struct session *session, const GPtrArray *commands,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Runs commands within the mail that runs: those that a yes sets free.
gboolean orders_run_more(struct session *session, const GPtrArray *commands,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

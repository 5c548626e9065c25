// SPDX-License-Identifier: MIT
// One run: mail in, the clock, mail out.
#ifndef REFEREE_TICK_H
#define REFEREE_TICK_H

#include "referee/setup/desk.h"

// What a run did.
struct tick_result {
    guint mails; // taken in
    guint timed; // games whose time was up
    guint sent, later, failed;
};

// Does one whole run on an open desk. What can't be done now (a server is down) doesn't keep the
// rest from being done; the first such error is returned at the end.
gboolean tick_run(struct desk *desk, struct tick_result *out,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Takes the lock of a directory that one run at a time holds. -1 when another run has it; else a
// descriptor, to be closed at the end. Errors: G_FILE_ERROR (then -1 too, with *error set).
int tick_lock(const char *dir, GError **error);

#endif

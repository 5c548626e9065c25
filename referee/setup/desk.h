// SPDX-License-Identifier: MIT
// What the hub's acting files work with: one data directory, opened, and the time of this run.
//
// Opened by the subcommands and handed down to what touches the database. The judging files (play,
// deadline, notice, robot, command, newtext) never see it: they get values.
#ifndef REFEREE_DESK_H
#define REFEREE_DESK_H

#include "referee/setup/config.h"
#include "referee/setup/journal.h"
#include "referee/setup/keys.h"
#include "storage/store.h"

// What became of questions to GnuPG in this run (openpgp.h, limits_openpgp.h).
struct desk_openpgp {
    guint failed; // how often the program that is asked didn't work
    guint looked; // signatures and keys out of mails that it was asked about; slow ones count more
    gboolean off; // what is being done goes on as if there were no GnuPG
};

struct match_memory;

struct desk {
    struct config *config;
    struct keys *keys;
    struct store *store;
    journal *journal;            // NULL: nothing is told
    struct match_memory *memory; // games as they were folded (match_memory.h), for as long as a run
                                 // keeps any, which frees it; else NULL
    gint64 now;                  // unix seconds: --now, or the clock
    struct desk_openpgp openpgp;
    char *left; // what the last run died over, and then all is done one by one (guard.h); or NULL
};

// Opens configuration, keys and database of a directory. Errors: CONFIG_ERROR, STORE_ERROR.
gboolean desk_open(struct desk *desk, const char *dir, gint64 now,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
void desk_close(struct desk *desk); // takes a zeroed one

// Ends the transaction that store_begin began: what happened in it is told in the journal when it
// is durable, and not at all when it is rolled back. Errors: STORE_ERROR.
gboolean desk_commit(struct desk *desk, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void desk_rollback(struct desk *desk);
// The one when all is done, the other (and FALSE, whose error is set already) when it isn't.
gboolean desk_end(struct desk *desk, gboolean done, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

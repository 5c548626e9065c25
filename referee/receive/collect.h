// SPDX-License-Identifier: MIT
// Mails from the mailbox on a server into the ledger, where they wait to be acted on.
//
// Decides which of the server's mails are new, and when the server may be told that one is done:
// not before it is durable here. Whatever stops this, the next run goes on: the ledger knows what
// was taken in by the server's name for it, and by its bytes where the server has changed its
// names.
#ifndef REFEREE_COLLECT_H
#define REFEREE_COLLECT_H

#include "referee/setup/desk.h"

typedef struct collect collect;

// Logs in where [receive] says. Errors: FETCHER_ERROR, CONFIG_ERROR, CHILD_ERROR_START,
// STORE_ERROR. The result is ended by collect_free. The desk must outlive it.
collect *collect_begin(struct desk *desk, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Stores some of the new mails as rows that wait, in one transaction. *out_count: how many;
// *out_more: whether to call it again. Errors as above, and FETCHER_ERROR_LATER when the whole
// takes longer than COLLECT_SECONDS: what is stored stays.
gboolean collect_some(collect *self, guint *out_count, gboolean *out_more,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Tells the server of all mails that are safe here, and takes leave. After the last collect_some.
// Error besides: FETCHER_ERROR_LATER where there was a mail that the server couldn't give.
gboolean collect_end(collect *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Counts the new mails, and stores nothing; instead of collect_some.
gboolean collect_count(collect *self, guint *out_count, GError **error) G_GNUC_WARN_UNUSED_RESULT;

void collect_free(collect *self); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(collect, collect_free)

enum { COLLECT_SECONDS = 900 };

#endif

// SPDX-License-Identifier: MIT
// See ledger.h.
#include "referee/receive/ledger.h"

#include "referee/receive/fingerprint.h"
#include "storage/inbox.h"

#include <sodium.h>
#include <string.h>

gboolean ledger_keep(struct desk *desk, const char *source, GBytes *raw, GError **error)
{
    guint8 id[16];
    char hex[2 * sizeof id + 1];
    randombytes_buf(id, sizeof id);
    sodium_bin2hex(hex, sizeof hex, id, sizeof id);
    struct inbound_row row = {.source_id = g_strdup(hex),
                              .message_id = g_strdup(""),
                              .sender = g_strdup(""),
                              .reason = g_strdup(""),
                              .received_at = desk->now,
                              .has_raw = TRUE};
    fingerprint_of(raw, row.raw);
    memcpy(row.digest, row.raw, sizeof row.digest); // until its content is read
    g_strlcpy(row.source, source, sizeof row.source);
    g_strlcpy(row.state, "waiting", sizeof row.state);
    gboolean done = store_begin(desk->store, error);
    if (done && inbox_add(desk->store, &row, raw, error)) {
        done = desk_commit(desk, error);
    } else if (done) {
        desk_rollback(desk);
        done = FALSE;
    }
    inbound_row_clear(&row);
    return done;
}

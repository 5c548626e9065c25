// SPDX-License-Identifier: MIT
// See unread.h.
#include "referee/receive/unread.h"

#include "referee/receive/gates.h"
#include "referee/receive/precedence.h"
#include "referee/receive/spool.h"
#include "storage/inbox.h"

#include <string.h>

// ---- names -------------------------------------------------------------------------------------

enum { NAMES_MAX = 10000 }; // of one file name used again and again

gboolean unread_name(struct desk *desk, const char *name, const guint8 print[FINGERPRINT_BYTES],
                     char **out_id, GError **error)
{
    gboolean used, known;
    if (!inbox_has_raw(desk->store, print, "", "", &known, error))
        return FALSE;
    for (int i = 0; i < NAMES_MAX; i++) {
        g_autofree char *id = i ? g_strdup_printf("%s again %d", name, i) : g_strdup(name);
        if (!inbox_has(desk->store, "maildir", id, &used, error))
            return FALSE;
        if (used && !known)
            continue;
        *out_id = g_steal_pointer(&id);
        return TRUE;
    }
    *out_id = g_strdup(name);
    return TRUE;
}

// ---- of those who were forgotten ---------------------------------------------------------------

static gboolean is_from(const GPtrArray *addresses, GBytes *raw)
{
    gsize len;
    const char *bytes = g_bytes_get_data(raw, &len);
    g_autofree char *sender = len > 0 ? precedence_sender(bytes, len) : NULL;
    for (guint i = 0; sender && i < addresses->len; i++)
        if (g_ascii_strcasecmp(sender, addresses->pdata[i]) == 0)
            return TRUE;
    return FALSE;
}

// A row that says nothing but that this mail is done with.
static struct inbound_row settled(struct desk *desk, GBytes *raw)
{
    struct inbound_row row = {.received_at = desk->now,
                              .message_id = g_strdup(""),
                              .sender = g_strdup(""),
                              .reason = g_strdup("its sender was forgotten before it was read"),
                              .has_raw = TRUE};
    g_strlcpy(row.state, "done", sizeof row.state);
    g_strlcpy(row.outcome, gates_outcome_name(GATES_DROP), sizeof row.outcome);
    g_strlcpy(row.gate, gates_gate_name(GATES_IDENTITY), sizeof row.gate);
    fingerprint_of(raw, row.raw);
    memcpy(row.digest, row.raw, sizeof row.digest);
    return row;
}

static gboolean drop_rows(struct desk *desk, const GPtrArray *addresses, GError **error)
{
    g_autoptr(GArray) ids = NULL;
    if (!inbox_waiting(desk->store, G_MAXINT64, G_MAXINT, &ids, error))
        return FALSE;
    for (guint i = 0; i < ids->len; i++) {
        gint64 id = g_array_index(ids, gint64, i);
        g_autoptr(GBytes) raw = NULL;
        if (!inbox_body(desk->store, id, &raw, error))
            return FALSE;
        if (!raw || !is_from(addresses, raw))
            continue;
        struct inbound_row row = settled(desk, raw);
        row.id = id;
        gboolean done = inbox_settle(desk->store, &row, FALSE, error);
        inbound_row_clear(&row);
        if (!done)
            return FALSE;
    }
    return TRUE;
}

// The row is what the run finds when it comes to the file: then it only puts that away.
static gboolean drop_file(struct desk *desk, const char *name, GBytes *raw, GError **error)
{
    g_autofree char *id = NULL;
    gboolean done_before;
    guint8 print[FINGERPRINT_BYTES];
    fingerprint_of(raw, print);
    if (!unread_name(desk, name, print, &id, error) ||
        !inbox_has(desk->store, "maildir", id, &done_before, error))
        return FALSE;
    if (done_before)
        return TRUE;
    struct inbound_row row = settled(desk, raw);
    g_strlcpy(row.source, "maildir", sizeof row.source);
    row.source_id = g_steal_pointer(&id);
    gboolean done = inbox_add(desk->store, &row, NULL, error);
    inbound_row_clear(&row);
    return done;
}

static gboolean drop_files(struct desk *desk, const GPtrArray *addresses, GError **error)
{
    const char *maildir = desk->config->receive_url;
    g_autoptr(GPtrArray) names = NULL;
    if (desk->config->receive != CONFIG_RECEIVE_MAILDIR || !spool_list(maildir, &names, NULL))
        return TRUE;
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        g_autoptr(GBytes) head = spool_read(maildir, name, PRECEDENCE_HEAD, NULL);
        if (!head || !is_from(addresses, head))
            continue;
        // As receive.c reads it: its bytes are part of its name.
        g_autoptr(GBytes) raw =
            spool_read(maildir, name, (gsize)desk->config->message_bytes + 1, NULL);
        if (raw && !drop_file(desk, name, raw, error))
            return FALSE;
    }
    return TRUE;
}

gboolean unread_drop(struct desk *desk, const GPtrArray *addresses, GError **error)
{
    return drop_rows(desk, addresses, error) && drop_files(desk, addresses, error);
}

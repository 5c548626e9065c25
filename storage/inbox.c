// SPDX-License-Identifier: MIT
// See inbox.h. Rows are never deleted: a row without a body still keeps its mail from acting twice.
#include "storage/inbox.h"

#include <string.h>

#include "storage/statement.h"

void inbound_row_clear(struct inbound_row *row)
{
    g_free(row->source_id);
    g_free(row->message_id);
    g_free(row->sender);
    g_free(row->reason);
    memset(row, 0, sizeof *row);
}

static void clear_row(gpointer value)
{
    inbound_row_clear(value);
}

static void free_row(gpointer value)
{
    inbound_row_clear(value);
    g_free(value);
}

static void read_inbound(struct row *row, gpointer out)
{
    struct inbound_row *mail = out;
    mail->id = row_int(row);
    row_text(row, mail->source, sizeof mail->source);
    mail->source_id = row_dup(row);
    mail->has_raw = row_flag(row);
    mail->message_id = row_dup(row);
    mail->sender = row_dup(row);
    mail->received_at = row_int(row);
    row_text(row, mail->state, sizeof mail->state);
    row_text(row, mail->outcome, sizeof mail->outcome);
    row_text(row, mail->gate, sizeof mail->gate);
    mail->reason = row_dup(row);
    mail->player = row_int(row);
    mail->game = row_int(row);
    mail->has_ticket = row_flag(row);
    mail->has_body = row_flag(row);
    mail->tries = row_small(row);
    mail->next_at = row_int(row);
}

static const struct row_type inbound_type = {
    .size = sizeof(struct inbound_row), .read = read_inbound, .clear = clear_row};

#define SELECT_INBOUND                                                                             \
    "SELECT id, source, source_id, raw IS NOT NULL, message_id, sender, received_at, state,"       \
    " outcome, gate, reason, player, game, ticket IS NOT NULL, body IS NOT NULL, tries,"           \
    " next_at FROM inbound "

// The keyed forms of what a row hashes.
struct hashes {
    guint8 digest[SEAL_DIGEST_BYTES], raw[SEAL_DIGEST_BYTES], ticket[SEAL_DIGEST_BYTES];
};

static struct hashes hashes_of(struct store *store, const struct inbound_row *row)
{
    struct hashes hashes;
    seal_digest(store->key, "digest", row->digest, hashes.digest);
    seal_digest(store->key, "raw", row->raw, hashes.raw);
    seal_digest(store->key, "ticket", row->ticket, hashes.ticket);
    return hashes;
}

// ---- the ledger -------------------------------------------------------------------------------

static gboolean insert(struct store *store, struct inbound_row *row, GError **error)
{
    struct hashes hashes = hashes_of(store, row);
    return statement_insert(
        store,
        "INSERT INTO inbound (source, source_id, digest, message_id, sender, received_at, state,"
        " outcome, gate, reason, player, game, ticket, raw, tries, next_at)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        BINDS(bind_text(row->source), bind_text(row->source_id),
              bind_blob(hashes.digest, sizeof hashes.digest), bind_text(row->message_id),
              bind_text(row->sender), bind_int(row->received_at),
              bind_text(row->state[0] ? row->state : "waiting"), bind_text(row->outcome),
              bind_text(row->gate), bind_text(row->reason), bind_id(row->player),
              bind_id(row->game),
              bind_blob(row->has_ticket ? hashes.ticket : NULL, sizeof hashes.ticket),
              bind_blob(row->has_raw ? hashes.raw : NULL, sizeof hashes.raw), bind_int(row->tries),
              bind_int(row->next_at)),
        &row->id, error);
}

static gboolean store_body(struct store *store, gint64 id, GBytes *body, GError **error)
{
    gsize len;
    const void *bytes = g_bytes_get_data(body, &len);
    g_autoptr(GBytes) sealed =
        statement_seal(store, "inbound.body", id, bytes ? bytes : "", len, SEAL_STEP_MAIL);
    return statement_change(store, "UPDATE inbound SET body = ?2 WHERE id = ?1",
                            BINDS(bind_int(id), bind_bytes(sealed)), error);
}

gboolean inbox_add(struct store *store, struct inbound_row *row, GBytes *body, GError **error)
{
    row->has_body = body != NULL;
    return insert(store, row, error) && (!body || store_body(store, row->id, body, error));
}

gboolean inbox_has(struct store *store, const char *source, const char *source_id,
                   gboolean *out_has, GError **error)
{
    return statement_truth(
        store, "SELECT EXISTS (SELECT 1 FROM inbound WHERE source = ?1 AND source_id = ?2)",
        BINDS(bind_text(source), bind_text(source_id)), out_has, error);
}

gboolean inbox_has_raw(struct store *store, const guint8 raw[32], const char *source,
                       const char *prefix, gboolean *out_has, GError **error)
{
    guint8 keyed[SEAL_DIGEST_BYTES];
    seal_digest(store->key, "raw", raw, keyed);
    return statement_truth(
        store,
        "SELECT EXISTS (SELECT 1 FROM inbound WHERE raw = ?1"
        " AND NOT (source = ?2 AND substr(source_id, 1, length(?3)) = ?3))",
        BINDS(bind_blob(keyed, sizeof keyed), bind_text(source), bind_text(prefix)), out_has,
        error);
}

// A player who was forgotten by this very mail leaves no trace in its row.
gboolean inbox_settle(struct store *store, const struct inbound_row *row, gboolean keep_body,
                      GError **error)
{
    struct hashes hashes = hashes_of(store, row);
    return statement_change(
        store,
        "WITH gone (yes) AS (SELECT EXISTS"
        " (SELECT 1 FROM player WHERE id = ?8 AND forgotten_at IS NOT NULL))"
        " UPDATE inbound SET state = ?2, outcome = ?3, gate = ?4, reason = iif(gone.yes, '', ?5),"
        " sender = iif(gone.yes, '', ?6), message_id = iif(gone.yes, '', ?7), player = ?8, game = "
        "?9,"
        " ticket = ?10, body = iif(?11 AND NOT gone.yes, body, NULL), digest = ?12 FROM gone"
        " WHERE id = ?1",
        BINDS(bind_int(row->id), bind_text(row->state), bind_text(row->outcome),
              bind_text(row->gate), bind_text(row->reason), bind_text(row->sender),
              bind_text(row->message_id), bind_id(row->player), bind_id(row->game),
              bind_blob(row->has_ticket ? hashes.ticket : NULL, sizeof hashes.ticket),
              bind_flag(keep_body), bind_blob(hashes.digest, sizeof hashes.digest)),
        error);
}

gboolean inbox_put_off(struct store *store, gint64 id, gint64 next_at, const char *reason,
                       GError **error)
{
    return statement_change(store,
                            "UPDATE inbound SET tries = tries + 1, next_at = ?2, reason = ?3"
                            " WHERE id = ?1 AND state = 'waiting'",
                            BINDS(bind_int(id), bind_int(next_at), bind_text(reason)), error);
}

gboolean inbox_waiting(struct store *store, gint64 now, guint limit, GArray **out_ids,
                       GError **error)
{
    return statement_ids(store,
                         "SELECT id FROM inbound WHERE state = 'waiting' AND next_at <= ?1"
                         " ORDER BY id LIMIT ?2",
                         BINDS(bind_int(now), bind_int(limit)), out_ids, error);
}

gboolean inbox_find(struct store *store, gint64 id, struct inbound_row *out_row,
                    gboolean *out_found, GError **error)
{
    return statement_find(store, SELECT_INBOUND "WHERE id = ?1", BINDS(bind_int(id)), &inbound_type,
                          out_row, out_found, error);
}

static void read_body(struct row *row, gpointer out)
{
    gint64 id = row_int(row);
    *(GBytes **)out = row_open(row, "inbound.body", id);
}

gboolean inbox_body(struct store *store, gint64 id, GBytes **out_body, GError **error)
{
    static const struct row_type type = {.size = sizeof(GBytes *), .read = read_body};
    gboolean found;
    *out_body = NULL;
    return statement_find(store, "SELECT id, body FROM inbound WHERE id = ?1", BINDS(bind_int(id)),
                          &type, out_body, &found, error);
}

// ---- questions --------------------------------------------------------------------------------

gboolean inbox_is_duplicate(struct store *store, const guint8 digest[32], gint64 id,
                            gboolean *out_duplicate, GError **error)
{
    guint8 keyed[SEAL_DIGEST_BYTES];
    seal_digest(store->key, "digest", digest, keyed);
    return statement_truth(store,
                           "SELECT EXISTS (SELECT 1 FROM inbound WHERE digest = ?1 AND id <> ?2"
                           " AND outcome IN ('act', 'ask'))",
                           BINDS(bind_blob(keyed, sizeof keyed), bind_int(id)), out_duplicate,
                           error);
}

// One statement for each index that can narrow it down.
gboolean inbox_has_message(struct store *store, const char *message_id, gint64 since,
                           gboolean *out_has, GError **error)
{
    return statement_truth(
        store, "SELECT EXISTS (SELECT 1 FROM inbound WHERE received_at >= ?2 AND message_id = ?1)",
        BINDS(bind_text(message_id), bind_int(since)), out_has, error);
}

gboolean inbox_count(struct store *store, const char *outcome, const char *sender,
                     const guint8 *ticket, gint64 since, guint *out_count, GError **error)
{
    const char *sql =
        ticket      ? "SELECT count(*) FROM inbound WHERE ticket = ?1 AND received_at >= ?2"
                      " AND (?3 = '' OR outcome = ?3) AND (?4 = '' OR sender = ?4)"
        : sender[0] ? "SELECT count(*) FROM inbound WHERE sender = ?4 AND received_at >= ?2"
                      " AND (?3 = '' OR outcome = ?3) AND ?1 IS NULL"
                    : "SELECT count(*) FROM inbound WHERE received_at >= ?2"
                      " AND (?3 = '' OR outcome = ?3) AND ?1 IS NULL AND ?4 = ''";
    guint8 keyed[SEAL_DIGEST_BYTES];
    if (ticket)
        seal_digest(store->key, "ticket", ticket, keyed);
    return statement_count(store, sql,
                           BINDS(bind_blob(ticket ? keyed : NULL, sizeof keyed), bind_int(since),
                                 bind_text(outcome), bind_text(sender)),
                           out_count, error);
}

gboolean inbox_list(struct store *store, const char *outcome, guint limit, GPtrArray **out_rows,
                    GError **error)
{
    const char *sql = strcmp(outcome, "hold") == 0 ? SELECT_INBOUND
                          "WHERE outcome = ?1 AND outcome = 'hold'"
                          " ORDER BY id DESC LIMIT ?2"
                                                   : SELECT_INBOUND
                          "WHERE ?1 = '' OR outcome = ?1 ORDER BY id DESC LIMIT ?2";
    return statement_pointers(store, sql, BINDS(bind_text(outcome), bind_int(limit)), &inbound_type,
                              free_row, out_rows, error);
}

// ---- signed blocks ----------------------------------------------------------------------------

gboolean inbox_sign_once(struct store *store, const guint8 hash[32], gint64 player, gint64 now,
                         gboolean *out_new, GError **error)
{
    guint8 keyed[SEAL_DIGEST_BYTES];
    guint count;
    seal_digest(store->key, "signed", hash, keyed);
    if (!statement_run(store,
                       "INSERT INTO signed (hash, player, at) VALUES (?1, ?2, ?3)"
                       " ON CONFLICT (hash) DO NOTHING",
                       BINDS(bind_blob(keyed, sizeof keyed), bind_int(player), bind_int(now)),
                       &count, error))
        return FALSE;
    *out_new = count == 1;
    return TRUE;
}

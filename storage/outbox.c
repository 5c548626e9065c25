// SPDX-License-Identifier: MIT
// See outbox.h. Every step of a row names the state it starts from, so that none is taken twice.
#include "storage/outbox.h"

#include <string.h>

#include "storage/packed.h"
#include "storage/statement.h"

void outbound_row_clear(struct outbound_row *row)
{
    g_free(row->address);
    g_free(row->kind);
    g_free(row->ticket);
    g_free(row->message_id);
    g_free(row->notes);
    g_free(row->body);
    g_free(row->detail);
    memset(row, 0, sizeof *row);
}

static void clear_row(gpointer value)
{
    outbound_row_clear(value);
}

static void free_row(gpointer value)
{
    outbound_row_clear(value);
    g_free(value);
}

// "" for NULL.
static char *open_text(struct row *row, const char *column, gint64 id)
{
    char *text = row_open_text(row, column, id);
    return text ? text : g_strdup("");
}

// ---- bodies -----------------------------------------------------------------------------------

// A text deflated, its size before it.
static GByteArray *deflated(const char *text, gsize len)
{
    g_autoptr(GBytes) packed = packed_quickly(text, len);
    GByteArray *out = g_byte_array_new();
    char size[24];
    int digits = g_snprintf(size, sizeof size, "%" G_GSIZE_FORMAT "\n", len);
    g_byte_array_append(out, (const guint8 *)size, (guint)digits);
    g_byte_array_append(out, g_bytes_get_data(packed, NULL), (guint)g_bytes_get_size(packed));
    return out;
}

// A body of the referee's own words takes one step, always the same, and is deflated where it is
// longer: that makes 3 to 6 KB of it, whichever hand and however many moves stand in it. How well
// others' words deflate beside a hand, or how much room a picture leaves in the last step, could
// tell something to those who have a copy of the file: a body with such is kept as it is, in bigger
// steps. A body begins with a brace; a deflated one with its size.
static GBytes *seal_body(struct store *store, const struct outbound_row *row)
{
    static const char column[] = "outbound.body";
    gsize len = row->body ? strlen(row->body) : 0;
    if (row->own && len < SEAL_STEP_LETTER)
        return statement_seal(store, column, row->id, row->body, len, SEAL_STEP_LETTER);
    g_autoptr(GByteArray) small = row->own ? deflated(row->body, len) : NULL;
    if (small && small->len < SEAL_STEP_LETTER)
        return statement_seal(store, column, row->id, small->data, small->len, SEAL_STEP_LETTER);
    return statement_seal(store, column, row->id, row->body, len, SEAL_STEP_MAIL);
}

static char *open_body(struct row *row, gint64 id)
{
    g_autoptr(GBytes) plain = row_open(row, "outbound.body", id);
    if (!plain)
        return NULL;
    gsize len;
    const char *bytes = g_bytes_get_data(plain, &len);
    const char *end = len > 0 && bytes[0] != '{' ? memchr(bytes, '\n', len) : NULL;
    if (!end)
        return g_strndup(bytes, len);
    const char *packed = end + 1;
    char *body = packed_open(packed, len - (gsize)(packed - bytes),
                             (gint64)g_ascii_strtoull(bytes, NULL, 10));
    if (!body)
        row_fault(row, "can't be unpacked");
    return body;
}

// ---- rows -------------------------------------------------------------------------------------

static void read_outbound(struct row *row, gpointer out)
{
    struct outbound_row *mail = out;
    mail->id = row_int(row);
    mail->player = row_int(row);
    mail->address = row_dup(row);
    mail->game = row_int(row);
    mail->matter = row_int(row);
    mail->kind = row_dup(row);
    row_text(row, mail->state, sizeof mail->state);
    mail->told_from = (guint)row_int(row);
    mail->told_to = (guint)row_int(row);
    mail->ticket = open_text(row, "outbound.ticket", mail->id);
    mail->message_id = open_text(row, "outbound.message_id", mail->id);
    mail->notes = row_open_text(row, "outbound.notes", mail->id);
    mail->body = open_body(row, mail->id);
    mail->created_at = row_int(row);
    mail->next_at = row_int(row);
    mail->settled_at = row_int(row);
    mail->tries = row_small(row);
    mail->detail = row_dup(row);
}

static const struct row_type outbound_type = {
    .size = sizeof(struct outbound_row), .read = read_outbound, .clear = clear_row};

#define SELECT_WITH_NOTES(notes)                                                                   \
    "SELECT id, player, address, game, matter, kind, state, told_from, told_to, ticket,"           \
    " message_id, " notes ", body, created_at, next_at, settled_at, tries, detail FROM outbound "
#define SELECT_OUTBOUND SELECT_WITH_NOTES("notes")
#define UNSENT          "state IN ('noted', 'ready')"
// It goes to somebody whom mails reach.
#define REACHED                                                                                    \
    "NOT EXISTS (SELECT 1 FROM address a WHERE a.player = outbound.player AND a.main = 1"          \
    " AND a.suspended_at IS NOT NULL)"

// It waits for nothing but its turn.
#define NOT_GATHERED "NOT (state = 'noted' AND next_at > created_at)"

static GBytes *seal_notes(struct store *store, gint64 id, const char *notes)
{
    return statement_seal_text(store, "outbound.notes", id, notes, SEAL_STEP_LARGE);
}

// Who has a ticket speaks for a player, so it is sealed, and so are the ids that hold it. NULL for
// "".
static GBytes *seal_ticket(struct store *store, const char *column, gint64 id, const char *text)
{
    return statement_seal_text(store, column, id, text && *text ? text : NULL, SEAL_STEP_SMALL);
}

// ---- the life of a row ------------------------------------------------------------------------

static gboolean insert(struct store *store, const struct outbound_row *row, GError **error)
{
    g_autoptr(GBytes) notes = seal_notes(store, row->id, row->notes);
    return statement_change(
        store,
        "INSERT INTO outbound (id, player, address, game, matter, kind, state, told_from, told_to,"
        " notes, created_at, next_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'noted', ?7, ?8, ?9, ?10,"
        " ?11)",
        BINDS(bind_int(row->id), bind_id(row->player), bind_text(row->address), bind_id(row->game),
              bind_id(row->matter), bind_text(row->kind), bind_int(row->told_from),
              bind_int(row->told_to), bind_bytes(notes), bind_int(row->created_at),
              bind_int(row->next_at)),
        error);
}

// The number is taken first, as SQLite would: what is sealed is bound to it.
gboolean outbox_add(struct store *store, struct outbound_row *row, GError **error)
{
    g_strlcpy(row->state, "noted", sizeof row->state);
    return statement_number(store, "SELECT 1 + coalesce(max(id), 0) FROM outbound", NO_BINDS,
                            &row->id, error) &&
           insert(store, row, error);
}

gboolean outbox_set_notes(struct store *store, gint64 id, const char *kind, const char *notes,
                          GError **error)
{
    g_autoptr(GBytes) sealed = seal_notes(store, id, notes);
    return statement_change(
        store, "UPDATE outbound SET kind = ?2, notes = ?3 WHERE id = ?1 AND state = 'noted'",
        BINDS(bind_int(id), bind_text(kind), bind_bytes(sealed)), error);
}

gboolean outbox_ready(struct store *store, const struct outbound_row *row, GError **error)
{
    g_autoptr(GBytes) notes = seal_notes(store, row->id, row->notes);
    g_autoptr(GBytes) ticket = seal_ticket(store, "outbound.ticket", row->id, row->ticket);
    g_autoptr(GBytes) message_id =
        seal_ticket(store, "outbound.message_id", row->id, row->message_id);
    g_autoptr(GBytes) body = seal_body(store, row);
    return statement_change(
        store,
        "UPDATE outbound SET state = 'ready', kind = ?2, told_from = ?3, told_to = ?4, ticket = ?5,"
        " message_id = ?6, notes = ?7, body = ?8, address = ?9, tries = 0, detail = '' WHERE id = "
        "?1 AND state = 'noted'",
        BINDS(bind_int(row->id), bind_text(row->kind), bind_int(row->told_from),
              bind_int(row->told_to), bind_bytes(ticket), bind_bytes(message_id), bind_bytes(notes),
              bind_bytes(body), bind_text(row->address)),
        error);
}

gboolean outbox_wait(struct store *store, gint64 id, gint64 next_at, GError **error)
{
    return statement_change(store,
                            "UPDATE outbound SET next_at = ?2 WHERE id = ?1 AND state = 'noted'",
                            BINDS(bind_int(id), bind_int(next_at)), error);
}

gboolean outbox_release(struct store *store, gint64 player, gint64 now, GError **error)
{
    return statement_run(store,
                         "UPDATE outbound SET next_at = ?2"
                         " WHERE player = ?1 AND state = 'noted' AND next_at > ?2",
                         BINDS(bind_int(player), bind_int(now)), NULL, error);
}

gboolean outbox_settle(struct store *store, gint64 id, const char *state, const char *detail,
                       gint64 now, GError **error)
{
    g_assert(strcmp(state, "noted") != 0 && strcmp(state, "ready") != 0);
    return statement_change(store,
                            "UPDATE outbound SET state = ?2, detail = ?3, settled_at = ?4,"
                            " address = iif(kind = 'farewell', '', address),"
                            " notes = NULL, body = NULL WHERE id = ?1 AND " UNSENT,
                            BINDS(bind_int(id), bind_text(state), bind_text(detail), bind_int(now)),
                            error);
}

gboolean outbox_later(struct store *store, gint64 id, gint64 next_at, const char *detail,
                      GError **error)
{
    return statement_change(store,
                            "UPDATE outbound SET next_at = ?2, detail = ?3, tries = tries + 1 "
                            "WHERE id = ?1 AND " UNSENT,
                            BINDS(bind_int(id), bind_int(next_at), bind_text(detail)), error);
}

// ---- questions --------------------------------------------------------------------------------

gboolean outbox_due(struct store *store, const char *state, gint64 now,
                    const struct outbound_place *after, guint limit, GPtrArray **out_rows,
                    GError **error)
{
    return statement_pointers(
        store,
        SELECT_WITH_NOTES("iif(state = 'noted', NULL, notes)") "WHERE " UNSENT
                                                               " AND state = ?1 AND next_at <= ?2 "
                                                               "AND (next_at, id) > (?3, ?4)"
                                                               " AND " REACHED
                                                               " ORDER BY next_at, id LIMIT ?5",
        BINDS(bind_text(state), bind_int(now), bind_int(after ? after->next_at : G_MININT64),
              bind_int(after ? after->id : 0), bind_int(limit)),
        &outbound_type, free_row, out_rows, error);
}

gboolean outbox_newest(struct store *store, gint64 *out_id, GError **error)
{
    return statement_number(store, "SELECT ifnull(max(id), 0) FROM outbound", NO_BINDS, out_id,
                            error);
}

gboolean outbox_unsent(struct store *store, gint64 player, gint64 game, GPtrArray **out_rows,
                       GError **error)
{
    return statement_pointers(
        store, SELECT_OUTBOUND "WHERE player IS ?1 AND game IS ?2 AND " UNSENT " ORDER BY id",
        BINDS(bind_id(player), bind_id(game)), &outbound_type, free_row, out_rows, error);
}

gboolean outbox_has_unsent(struct store *store, gint64 player, gint64 game, gboolean *out_has,
                           GError **error)
{
    return statement_truth(
        store,
        "SELECT EXISTS (SELECT 1 FROM outbound WHERE player IS ?1 AND game IS ?2 AND " UNSENT ")",
        BINDS(bind_id(player), bind_id(game)), out_has, error);
}

gboolean outbox_find(struct store *store, gint64 id, struct outbound_row *out_row,
                     gboolean *out_found, GError **error)
{
    return statement_find(store, SELECT_OUTBOUND "WHERE id = ?1", BINDS(bind_int(id)),
                          &outbound_type, out_row, out_found, error);
}

static void read_message_id(struct row *row, gpointer out)
{
    gint64 id = row_int(row);
    *(char **)out = open_text(row, "outbound.message_id", id);
}

static void free_text(gpointer value)
{
    g_free(*(char **)value);
}

// Out of an array of values, which gives them away, and in the other order.
static GPtrArray *turn_round(GArray *newest_first)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = newest_first->len; i-- > 0;)
        g_ptr_array_add(texts, g_steal_pointer(&g_array_index(newest_first, char *, i)));
    return texts;
}

gboolean outbox_thread(struct store *store, gint64 player, gint64 game, guint limit,
                       GPtrArray **out_ids, GError **error)
{
    static const struct row_type type = {
        .size = sizeof(char *), .read = read_message_id, .clear = free_text};
    g_autoptr(GArray) ids = NULL;
    if (!statement_list(store,
                        "SELECT id, message_id FROM outbound WHERE player IS ?1 AND game IS ?2"
                        " AND state = 'sent' AND message_id IS NOT NULL ORDER BY id DESC LIMIT ?3",
                        BINDS(bind_id(player), bind_id(game), bind_int(limit)), &type, &ids, error))
        return FALSE;
    *out_ids = turn_round(ids);
    return TRUE;
}

gboolean outbox_count_address(struct store *store, const char *address, gint64 since,
                              guint *out_count, GError **error)
{
    return statement_count(store,
                           "SELECT count(*) FROM outbound WHERE player IS NULL AND created_at >= ?1"
                           " AND (?2 = '' OR address = ?2)"
                           " AND kind <> 'invitation' AND state NOT IN ('dropped', 'replaced')",
                           BINDS(bind_int(since), bind_text(address)), out_count, error);
}

gboolean outbox_count_kind(struct store *store, const char *address, const char *kind, gint64 since,
                           guint *out_count, GError **error)
{
    return statement_count(store,
                           "SELECT count(*) FROM outbound WHERE player IS NULL AND created_at >= ?1"
                           " AND address = ?2 AND kind = ?3"
                           " AND state NOT IN ('dropped', 'replaced')",
                           BINDS(bind_int(since), bind_text(address), bind_text(kind)), out_count,
                           error);
}

gboolean outbox_count_answers(struct store *store, gint64 player, gint64 since, guint *out_count,
                              GError **error)
{
    return statement_count(store,
                           "SELECT count(*) FROM outbound WHERE player = ?1 AND created_at >= ?2"
                           " AND (kind = 'answer' OR kind = 'refused' OR kind = 'unclear')",
                           BINDS(bind_int(player), bind_int(since)), out_count, error);
}

gboolean outbox_count_sent(struct store *store, gint64 since, guint *out_count, GError **error)
{
    return statement_count(
        store, "SELECT count(*) FROM outbound WHERE state = 'sent' AND settled_at >= ?1",
        BINDS(bind_int(since)), out_count, error);
}

gboolean outbox_list(struct store *store, const char *state, guint limit, GPtrArray **out_rows,
                     GError **error)
{
    const char *sql = state[0] ? SELECT_OUTBOUND "WHERE state = ?1 ORDER BY id DESC LIMIT ?2"
                               : SELECT_OUTBOUND
                          "WHERE ?1 = '' AND state IN ('noted', 'ready', 'failed')"
                          " ORDER BY id DESC LIMIT ?2";
    return statement_pointers(store, sql, BINDS(bind_text(state), bind_int(limit)), &outbound_type,
                              free_row, out_rows, error);
}

struct queue {
    gint64 unsent, oldest_at;
};

static void read_queue(struct row *row, gpointer out)
{
    struct queue *queue = out;
    queue->unsent = row_int(row);
    queue->oldest_at = row_int(row);
}

gboolean outbox_queue(struct store *store, guint *out_unsent, gint64 *out_oldest_at, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct queue), .read = read_queue};
    struct queue queue = {0};
    gboolean found;
    if (!statement_find(store,
                        "SELECT count(*), min(created_at) FROM outbound WHERE " UNSENT
                        " AND " REACHED " AND " NOT_GATHERED,
                        NO_BINDS, &type, &queue, &found, error))
        return FALSE;
    *out_unsent = (guint)queue.unsent;
    *out_oldest_at = queue.oldest_at;
    return TRUE;
}

// SPDX-License-Identifier: MIT
// See receive.h.
#include "referee/receive.h"

#include "referee/collect.h"
#include "referee/guard.h"
#include "referee/intake.h"
#include "referee/precedence.h"
#include "referee/setup/place.h"
#include "referee/spool.h"
#include "referee/unread.h"
#include "storage/inbox.h"

// Strangers' mails of a Maildir that are looked at in one run, and for how long: a flood of them
// waits for the next ones, and the run ends soon enough for what players wrote meanwhile.
enum { READ_SECONDS = 30, STRANGERS = 500, STRANGERS_SECONDS = 60 };

static reader *make_reader(struct desk *desk)
{
    g_autofree char *program = place_program("read");
    return reader_start(program, (struct reader_limits){.bytes = (gsize)desk->config->message_bytes,
                                                        .seconds = READ_SECONDS});
}

// What went wrong while mails were taken in. The first error is kept.
struct trouble {
    GError *first;
    gboolean stop;   // nothing more can be taken in now
    gboolean unread; // a mail can't be read: somebody wasn't heard
};

// Takes wrong over. What is wrong with one mail alone (its file can't be read, the log of its game
// is damaged) keeps no other mail waiting; it stays where it is.
static void note(struct trouble *trouble, GError *wrong)
{
    gboolean file = wrong->domain == G_FILE_ERROR;
    gboolean one = file || wrong->domain == SPOOL_ERROR ||
                   g_error_matches(wrong, STORE_ERROR, STORE_ERROR_STOP);
    trouble->unread = trouble->unread || file;
    trouble->stop = trouble->stop || !one;
    if (trouble->first)
        g_error_free(wrong);
    else
        trouble->first = wrong;
}

static void note_end(struct trouble *trouble, GError *wrong)
{
    note(trouble, wrong);
    trouble->stop = TRUE;
}

// ---- players first -----------------------------------------------------------------------------

// In doubt it is. A database that can't be asked this is none to act on: nothing more is taken in.
static gboolean is_player(struct desk *desk, GBytes *raw, struct trouble *trouble)
{
    GError *wrong = NULL;
    gboolean is = TRUE;
    gsize len = 0;
    const char *bytes = raw ? g_bytes_get_data(raw, &len) : NULL;
    if (len > 0 && !precedence_is_player(desk, bytes, len, &is, &wrong)) {
        note_end(trouble, wrong);
        return TRUE;
    }
    return is;
}

// The rows in the order in which they are acted on: players' first, each kind as they came. No body
// is kept meanwhile, since each may be big.
static void sort_rows(struct desk *desk, GArray *ids, struct trouble *trouble)
{
    guint players = 0;
    for (guint i = 0; ids->len > 1 && i < ids->len; i++) {
        gint64 row = g_array_index(ids, gint64, i);
        g_autoptr(GBytes) raw = NULL;
        g_autoptr(GError) ignored = NULL;
        if (inbox_body(desk->store, row, &raw, &ignored) && !is_player(desk, raw, trouble))
            continue;
        g_array_remove_index(ids, i);
        g_array_insert_val(ids, players, row);
        players++;
    }
}

// The names, players' first. *out_players is how many those are.
static GPtrArray *sort_names(struct desk *desk, const GPtrArray *names, guint *out_players,
                             struct trouble *trouble)
{
    GPtrArray *sorted = g_ptr_array_new_with_free_func(g_free);
    *out_players = 0;
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autoptr(GBytes) head = spool_read(desk->config->receive_url, name, PRECEDENCE_HEAD, NULL);
        gboolean first = is_player(desk, head, trouble);
        g_ptr_array_insert(sorted, first ? (gint)(*out_players)++ : -1, g_strdup(name));
    }
    return sorted;
}

// ---- what waits --------------------------------------------------------------------------------

static gboolean receive_row(struct desk *desk, reader *read, gint64 id, GError **error)
{
    struct intake_source source = {.source = "ledger", .row = id};
    g_autoptr(GBytes) raw = NULL;
    if (!inbox_body(desk->store, id, &raw, error))
        return FALSE;
    if (!raw) // nothing is left to act on; held, it is seen
        raw = g_bytes_new_static("", 0);
    source.deadly = guard_enter_row(desk->config->dir, "row", id);
    gboolean done = intake_mail(desk, read, &source, raw, error);
    guard_leave(desk->config->dir);
    return done;
}

// Mails that `deliver` or a server brought into the ledger, and that nobody has acted on yet.
static void receive_waiting(struct desk *desk, reader *read, guint *count, struct trouble *trouble)
{
    g_autoptr(GArray) ids = NULL;
    GError *wrong = NULL;
    if (!inbox_waiting(desk->store, G_MAXINT, &ids, &wrong)) {
        note_end(trouble, wrong);
        return;
    }
    sort_rows(desk, ids, trouble);
    for (guint i = 0; i < ids->len && !trouble->stop; i++) {
        if (receive_row(desk, read, g_array_index(ids, gint64, i), &wrong))
            (*count)++;
        else
            note(trouble, g_steal_pointer(&wrong));
    }
}

// ---- a Maildir ---------------------------------------------------------------------------------

static gboolean receive_one(struct desk *desk, reader *read, const char *name, guint *count,
                            GError **error)
{
    const char *maildir = desk->config->receive_url;
    // One byte above the limit tells the reader that there is more; it needs no more of it.
    g_autoptr(GBytes) raw =
        spool_read(maildir, name, (gsize)desk->config->message_bytes + 1, error);
    if (!raw)
        return *error == NULL;
    g_autofree char *id = NULL;
    if (!unread_name(desk, name, raw, &id, error))
        return FALSE;
    struct intake_source source = {.source = "maildir", .source_id = id};
    source.deadly = guard_enter(desk->config->dir, "mail", name);
    gboolean done = intake_mail(desk, read, &source, raw, error);
    guard_leave(desk->config->dir);
    if (!done)
        return FALSE;
    (*count)++;
    return spool_done(maildir, name, error);
}

static void receive_maildir(struct desk *desk, reader *read, struct receive_result *out,
                            struct trouble *trouble)
{
    g_autoptr(GPtrArray) names = NULL;
    GError *wrong = NULL;
    guint players;
    if (!spool_list(desk->config->receive_url, &names, &wrong)) {
        note_end(trouble, wrong);
        return;
    }
    g_autoptr(GPtrArray) sorted = sort_names(desk, names, &players, trouble);
    gint64 until = G_MAXINT64;
    for (guint i = 0; i < sorted->len && !trouble->stop && i < players + STRANGERS; i++) {
        if (i == players)
            until = g_get_monotonic_time() + (gint64)STRANGERS_SECONDS * G_USEC_PER_SEC;
        if (g_get_monotonic_time() > until)
            break;
        if (!receive_one(desk, read, g_ptr_array_index(sorted, i), &out->mails, &wrong))
            note(trouble, g_steal_pointer(&wrong));
    }
    out->heard = !trouble->stop && !trouble->unread;
}

// ---- a server ----------------------------------------------------------------------------------

// Batch by batch, so that the ledger holds few bodies at a time. The server is told at the end of
// all: a folder that can't be moved to keeps no mail from being heard.
static void receive_server(struct desk *desk, reader *read, struct receive_result *out,
                           struct trouble *trouble)
{
    GError *wrong = NULL;
    g_autoptr(collect) from = collect_begin(desk, &wrong);
    gboolean more = from != NULL;
    if (!from)
        note_end(trouble, g_steal_pointer(&wrong));
    while (more && !trouble->stop) {
        guint stored;
        if (!collect_some(from, &stored, &more, &wrong))
            note_end(trouble, g_steal_pointer(&wrong));
        else if (stored > 0)
            receive_waiting(desk, read, &out->mails, trouble);
    }
    out->heard = !trouble->stop;
    if (out->heard && !collect_end(from, &wrong))
        note(trouble, wrong);
}

// ---- the whole ---------------------------------------------------------------------------------

static void receive_source(struct desk *desk, reader *read, struct receive_result *out,
                           struct trouble *trouble)
{
    switch (desk->config->receive) {
    case CONFIG_RECEIVE_MAILDIR:
        receive_maildir(desk, read, out, trouble);
        break;
    case CONFIG_RECEIVE_IMAP:
    case CONFIG_RECEIVE_POP3:
        receive_server(desk, read, out, trouble);
        break;
    case CONFIG_RECEIVE_NONE:
        out->heard = TRUE;
        break;
    }
}

gboolean receive_run(struct desk *desk, struct receive_result *out, GError **error)
{
    g_autoptr(reader) read = make_reader(desk);
    struct trouble trouble = {0};
    *out = (struct receive_result){0};
    receive_waiting(desk, read, &out->mails, &trouble);
    if (!trouble.stop)
        receive_source(desk, read, out, &trouble);
    if (!trouble.first)
        return TRUE;
    g_propagate_error(error, trouble.first);
    return FALSE;
}

static gboolean count_source(struct desk *desk, guint *out_count, GError **error)
{
    *out_count = 0;
    if (desk->config->receive == CONFIG_RECEIVE_NONE)
        return TRUE;
    if (desk->config->receive != CONFIG_RECEIVE_MAILDIR) {
        g_autoptr(collect) from = collect_begin(desk, error);
        return from && collect_count(from, out_count, error);
    }
    g_autoptr(GPtrArray) names = NULL;
    if (!spool_list(desk->config->receive_url, &names, error))
        return FALSE;
    *out_count = names->len;
    return TRUE;
}

gboolean receive_count(struct desk *desk, guint *out_count, GError **error)
{
    g_autoptr(GArray) waiting = NULL;
    if (!inbox_waiting(desk->store, G_MAXINT, &waiting, error) ||
        !count_source(desk, out_count, error))
        return FALSE;
    *out_count += waiting->len;
    return TRUE;
}

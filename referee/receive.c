// SPDX-License-Identifier: MIT
// See receive.h.
#include "referee/receive.h"

#include "referee/collect.h"
#include "referee/guard.h"
#include "referee/intake.h"
#include "referee/setup/place.h"
#include "referee/spool.h"
#include "storage/inbox.h"

enum { READ_SECONDS = 30 };

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
    gboolean one = file || g_error_matches(wrong, STORE_ERROR, STORE_ERROR_STOP);
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
    struct intake_source source = {.source = "maildir", .source_id = name};
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
    if (!spool_list(desk->config->receive_url, &names, &wrong)) {
        note_end(trouble, wrong);
        return;
    }
    for (guint i = 0; i < names->len && !trouble->stop; i++) {
        if (!receive_one(desk, read, g_ptr_array_index(names, i), &out->mails, &wrong))
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

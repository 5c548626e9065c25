// SPDX-License-Identifier: MIT
// See receive.h.
#include "referee/receive.h"

#include "referee/collect.h"
#include "referee/intake.h"
#include "referee/setup/place.h"
#include "referee/spool.h"
#include "storage/inbox.h"

enum { READ_SECONDS = 30, WAITING_BATCH = 100 };

static reader *make_reader(struct desk *desk)
{
    g_autofree char *program = place_program("read");
    return reader_start(program, (struct reader_limits){.bytes = (gsize)desk->config->message_bytes,
                                                        .seconds = READ_SECONDS});
}

// ---- what waits --------------------------------------------------------------------------------

// Mails that `deliver` or a server brought into the ledger, and that nobody has acted on yet.
static gboolean receive_waiting(struct desk *desk, reader *read, guint *count, GError **error)
{
    for (;;) {
        g_autoptr(GArray) ids = NULL;
        if (!inbox_waiting(desk->store, WAITING_BATCH, &ids, error))
            return FALSE;
        if (ids->len == 0)
            return TRUE;
        for (guint i = 0; i < ids->len; i++, (*count)++) {
            struct intake_source source = {.source = "ledger",
                                           .row = g_array_index(ids, gint64, i)};
            g_autoptr(GBytes) raw = NULL;
            if (!inbox_body(desk->store, source.row, &raw, error) ||
                !intake_mail(desk, read, &source, raw, error))
                return FALSE;
        }
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
    if (!intake_mail(desk, read, &source, raw, error))
        return FALSE;
    (*count)++;
    return spool_done(maildir, name, error);
}

// A file that can't be read is left, and told of, and keeps no other mail waiting.
static gboolean receive_maildir(struct desk *desk, reader *read, guint *count, GError **error)
{
    g_autoptr(GPtrArray) names = NULL;
    g_autoptr(GError) unreadable = NULL;
    if (!spool_list(desk->config->receive_url, &names, error))
        return FALSE;
    for (guint i = 0; i < names->len; i++) {
        g_autoptr(GError) wrong = NULL;
        if (receive_one(desk, read, g_ptr_array_index(names, i), count, &wrong))
            continue;
        if (wrong->domain != G_FILE_ERROR) {
            g_propagate_error(error, g_steal_pointer(&wrong));
            return FALSE;
        }
        if (!unreadable)
            unreadable = g_steal_pointer(&wrong);
    }
    if (!unreadable)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&unreadable));
    return FALSE;
}

// ---- a server ----------------------------------------------------------------------------------

// Batch by batch, so that the ledger holds few bodies at a time. The server is told at the end of
// all: a folder that can't be moved to keeps no mail from being heard.
static gboolean receive_server(struct desk *desk, reader *read, struct receive_result *out,
                               GError **error)
{
    g_autoptr(collect) from = collect_begin(desk, error);
    gboolean more = TRUE;
    if (!from)
        return FALSE;
    while (more) {
        guint stored;
        if (!collect_some(from, &stored, &more, error) ||
            (stored > 0 && !receive_waiting(desk, read, &out->mails, error)))
            return FALSE;
    }
    out->heard = TRUE;
    return collect_end(from, error);
}

// ---- the whole ---------------------------------------------------------------------------------

gboolean receive_run(struct desk *desk, struct receive_result *out, GError **error)
{
    g_autoptr(reader) read = make_reader(desk);
    *out = (struct receive_result){0};
    if (!receive_waiting(desk, read, &out->mails, error))
        return FALSE;
    switch (desk->config->receive) {
    case CONFIG_RECEIVE_MAILDIR:
        out->heard = receive_maildir(desk, read, &out->mails, error);
        return out->heard;
    case CONFIG_RECEIVE_IMAP:
    case CONFIG_RECEIVE_POP3:
        return receive_server(desk, read, out, error);
    case CONFIG_RECEIVE_NONE:
        out->heard = TRUE;
        return TRUE;
    }
    g_assert_not_reached();
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

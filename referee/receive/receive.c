// SPDX-License-Identifier: MIT
// See receive.h.
#include "referee/receive/receive.h"

#include "referee/programs/openpgp.h"
#include "referee/receive/collect.h"
#include "referee/receive/intake.h"
#include "referee/receive/precedence.h"
#include "referee/receive/spool.h"
#include "referee/setup/guard.h"
#include "referee/setup/place.h"
#include "storage/inbox.h"

// Strangers' mails of a Maildir that are looked at in one run, and for how long: a flood of them
// waits for the next ones, and the run ends soon enough for what players wrote meanwhile.
enum { READ_SECONDS = 30, STRANGERS = 500, STRANGERS_SECONDS = 60 };

// Of mails that share a transaction: what is read of them is held in memory meanwhile.
enum { BATCH_BYTES = 1024 * 1024 };

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
    gboolean one = file || wrong->domain == SPOOL_ERROR || wrong->domain == OPENPGP_ERROR ||
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

// One mail alone in its transaction.
static gboolean take_in(struct desk *desk, reader *read, struct intake_mail *mail, GError **error)
{
    if (!intake_read(read, mail, error) || !intake_mails(desk, mail, 1, error))
        return FALSE;
    if (!mail->error)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&mail->error));
    return FALSE;
}

static gboolean receive_row(struct desk *desk, reader *read, gint64 id, GError **error)
{
    struct intake_mail mail = {.source = {.row = id}};
    if (!inbox_body(desk->store, id, &mail.raw, error))
        return FALSE;
    if (!mail.raw) // nothing is left to act on; held, it is seen
        mail.raw = g_bytes_new_static("", 0);
    mail.source.deadly = guard_enter_row(desk->config->dir, desk->left, "row", id);
    gboolean done = take_in(desk, read, &mail, error);
    guard_leave(desk->config->dir);
    intake_mail_clear(&mail);
    return done;
}

// Mails that `deliver` or a server brought into the ledger, and that nobody has acted on yet.
static void receive_waiting(struct desk *desk, reader *read, guint *count, struct trouble *trouble)
{
    g_autoptr(GArray) ids = NULL;
    GError *wrong = NULL;
    if (!inbox_waiting(desk->store, desk->now, G_MAXINT, &ids, &wrong)) {
        note_end(trouble, wrong);
        return;
    }
    if (ids->len > 0)
        reader_begin(read);
    sort_rows(desk, ids, trouble);
    for (guint i = 0; i < ids->len && !trouble->stop; i++) {
        if (receive_row(desk, read, g_array_index(ids, gint64, i), &wrong))
            (*count)++;
        else
            note(trouble, g_steal_pointer(&wrong));
    }
}

// ---- a Maildir ---------------------------------------------------------------------------------

// A mail's bytes. One byte above the limit tells the reader that there is more; it needs no more of
// it. FALSE with no error: it is gone.
static gboolean read_file(struct desk *desk, const char *name, struct intake_mail *out,
                          GError **error)
{
    *out = (struct intake_mail){.source = {.file = name}};
    out->raw =
        spool_read(desk->config->receive_url, name, (gsize)desk->config->message_bytes + 1, error);
    return out->raw != NULL;
}

static gboolean receive_one(struct desk *desk, reader *read, const char *name, guint *count,
                            GError **error)
{
    struct intake_mail mail;
    if (!read_file(desk, name, &mail, error))
        return *error == NULL;
    mail.source.deadly = guard_enter(desk->config->dir, desk->left, "mail", name);
    gboolean done = take_in(desk, read, &mail, error);
    gboolean kept = done || mail.kept;
    guard_leave(desk->config->dir);
    intake_mail_clear(&mail);
    *count += done ? 1 : 0;
    return (!kept || spool_done(desk->config->receive_url, name, done ? error : NULL)) && done;
}

// ---- many at once ------------------------------------------------------------------------------

// Reads mails from a place in names on until there are enough for one transaction; *at is then
// behind the last. What can't be read is noted, and left out.
static GArray *read_some(struct desk *desk, reader *read, const GPtrArray *names, guint *at,
                         guint until, struct trouble *trouble)
{
    GArray *mails = g_array_new(FALSE, FALSE, sizeof(struct intake_mail));
    gsize bytes = 0;
    for (; *at < until && mails->len < (guint)desk->config->batch && bytes < BATCH_BYTES; (*at)++) {
        struct intake_mail mail;
        GError *wrong = NULL;
        const char *name = g_ptr_array_index(names, *at);
        gboolean there = read_file(desk, name, &mail, &wrong);
        mail.source.deadly = there && guard_enter(desk->config->dir, desk->left, "mail", name);
        if (there && intake_read(read, &mail, &wrong)) {
            bytes += g_bytes_get_size(mail.raw);
            g_array_append_val(mails, mail);
            continue;
        }
        intake_mail_clear(&mail);
        if (wrong)
            note(trouble, wrong);
        if (trouble->stop)
            break;
    }
    return mails;
}

// Puts away what was taken in; what wasn't stays where it is.
static void put_away(struct desk *desk, GArray *mails, guint *count, struct trouble *trouble)
{
    const char *maildir = desk->config->receive_url;
    GError *wrong = NULL;
    for (guint i = 0; i < mails->len; i++) {
        struct intake_mail *mail = &g_array_index(mails, struct intake_mail, i);
        *count += mail->error ? 0 : 1;
        if (mail->error)
            note(trouble, g_steal_pointer(&mail->error));
        if (!mail->kept)
            continue;
        if (!spool_move(maildir, mail->source.file, &wrong))
            note(trouble, g_steal_pointer(&wrong));
    }
    if (mails->len > 0 && !spool_sync(maildir, &wrong))
        note(trouble, wrong);
}

// When the run dies over them, the next one takes each in alone, and then it is known which it was.
static void receive_some(struct desk *desk, reader *read, const GPtrArray *names, guint *at,
                         guint until, guint *count, struct trouble *trouble)
{
    GError *wrong = NULL;
    GArray *mails = read_some(desk, read, names, at, until, trouble);
    gboolean done = mails->len == 0 || intake_mails(desk, (struct intake_mail *)(void *)mails->data,
                                                    mails->len, &wrong);
    guard_leave(desk->config->dir);
    if (done)
        put_away(desk, mails, count, trouble);
    else
        note(trouble, wrong);
    for (guint i = 0; i < mails->len; i++)
        intake_mail_clear(&g_array_index(mails, struct intake_mail, i));
    g_array_unref(mails);
}

static void receive_maildir(struct desk *desk, reader *read, struct receive_result *out,
                            struct trouble *trouble)
{
    g_autoptr(GPtrArray) names = NULL;
    GError *wrong = NULL;
    guint players, i = 0;
    if (!spool_list(desk->config->receive_url, &names, &wrong)) {
        note_end(trouble, wrong);
        return;
    }
    if (names->len > 0)
        reader_begin(read);
    g_autoptr(GPtrArray) sorted = sort_names(desk, names, &players, trouble);
    while (!desk->left && desk->config->batch > 1 && i < players && !trouble->stop)
        receive_some(desk, read, sorted, &i, players, &out->mails, trouble);
    gint64 until = G_MAXINT64;
    for (; i < sorted->len && !trouble->stop && i < players + STRANGERS; i++) {
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
    if (!inbox_waiting(desk->store, desk->now, G_MAXINT, &waiting, error) ||
        !count_source(desk, out_count, error))
        return FALSE;
    *out_count += waiting->len;
    return TRUE;
}

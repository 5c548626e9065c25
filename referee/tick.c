// SPDX-License-Identifier: MIT
// See tick.h. Mail comes in, becomes commands, the rules judge them, the record grows, everybody is
// told, mail goes out: this file is that sentence.
//
// The order makes a crash harmless. Received mail is durable before this begins; intake stores all
// that follows from a mail in one transaction; only then is the mail marked as done; only then are
// mails made and posted. Whatever is interrupted is done again: intake once, thanks to its ledger,
// and posting at least once, under the Message-ID that the mail has for good.
#include "referee/tick.h"

#include "base/fault.h"
#include "referee/clock.h"
#include "referee/commands.h"
#include "referee/dispatch.h"
#include "referee/intake.h"
#include "referee/options.h"
#include "referee/place.h"
#include "referee/spool.h"
#include "referee/timer.h"
#include "storage/games.h"
#include "storage/inbox.h"
#include "storage/matters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { READ_SECONDS = 30, WAITING_BATCH = 100 };

static reader *make_reader(struct desk *desk)
{
    g_autofree char *program = place_program("read");
    return reader_start(program, (struct reader_limits){.bytes = (gsize)desk->config->message_bytes,
                                                        .seconds = READ_SECONDS});
}

// ---- mail in -----------------------------------------------------------------------------------

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

// Mails that `deliver` put into the ledger and that nobody has acted on yet.
static gboolean receive_waiting(struct desk *desk, reader *read, guint *count, GError **error)
{
    for (;;) {
        g_autoptr(GArray) ids = NULL;
        if (!inbox_waiting(desk->store, WAITING_BATCH, &ids, error))
            return FALSE;
        if (ids->len == 0)
            return TRUE;
        for (guint i = 0; i < ids->len; i++, (*count)++) {
            struct intake_source source = {.source = "deliver",
                                           .row = g_array_index(ids, gint64, i)};
            g_autoptr(GBytes) raw = NULL;
            if (!inbox_body(desk->store, source.row, &raw, error) ||
                !intake_mail(desk, read, &source, raw, error))
                return FALSE;
        }
    }
}

static gboolean receive(struct desk *desk, guint *count, GError **error)
{
    g_autoptr(reader) read = make_reader(desk);
    if (!receive_waiting(desk, read, count, error))
        return FALSE;
    return desk->config->receive != CONFIG_RECEIVE_MAILDIR ||
           receive_maildir(desk, read, count, error);
}

// ---- the clock ---------------------------------------------------------------------------------

// Whether this machine's clock may time anybody out; after an outage nobody loses its time.
static gboolean judge_clock(struct desk *desk, gboolean *out_trusted, GError **error)
{
    gint64 last, interval, accepted;
    if (!store_get_int(desk->store, CLOCK_LAST_TICK, 0, &last, error) ||
        !store_get_int(desk->store, CLOCK_INTERVAL, 0, &interval, error) ||
        !store_get_int(desk->store, CLOCK_ACCEPTED, 0, &accepted, error))
        return FALSE;
    enum clock_stand stand = clock_judge(last, interval, desk->now);
    gboolean doubtful = stand == CLOCK_BACK || stand == CLOCK_JUMP;
    *out_trusted = !doubtful || accepted;
    if (!*out_trusted)
        return store_set_int(desk->store, CLOCK_HELD, desk->now, error);
    gint64 gap = desk->now - last;
    gboolean moves = stand == CLOCK_OUTAGE || (doubtful && gap > 0);
    if (moves && !games_put_off(desk->store, gap, error))
        return FALSE;
    if (stand == CLOCK_STEADY && gap > 0 && !store_set_int(desk->store, CLOCK_INTERVAL, gap, error))
        return FALSE;
    return store_set_int(desk->store, CLOCK_HELD, 0, error) &&
           store_set_int(desk->store, CLOCK_ACCEPTED, 0, error) &&
           store_set_int(desk->store, CLOCK_LAST_TICK, desk->now, error);
}

static gboolean keep_clock(struct desk *desk, guint *count, GError **error)
{
    gboolean trusted;
    guint expired;
    if (!store_begin(desk->store, error))
        return FALSE;
    if (!judge_clock(desk, &trusted, error) ||
        !matters_expire(desk->store, desk->now, &expired, error)) {
        store_rollback(desk->store);
        return FALSE;
    }
    return store_commit(desk->store, error) && (!trusted || timer_run(desk, count, error));
}

// ---- the run -----------------------------------------------------------------------------------

static gboolean post(struct desk *desk, struct tick_result *out, GError **error)
{
    g_autoptr(wording) words = wording_new(desk->config->templates);
    struct dispatch_result sent;
    if (!dispatch_make(desk, words, error))
        return FALSE;
    gboolean done = dispatch_post(desk, &sent, error);
    out->sent = sent.sent;
    out->later = sent.later;
    out->failed = sent.failed;
    return done;
}

gboolean tick_run(struct desk *desk, struct tick_result *out, GError **error)
{
    g_autoptr(GError) first = NULL;
    *out = (struct tick_result){0};
    gboolean received = receive(desk, &out->mails, &first);
    // Who could not be heard is not late: the clock stands still until the mailbox can be read.
    gboolean kept = received && keep_clock(desk, &out->timed, &first);
    gboolean posted = post(desk, out, first ? NULL : &first);
    if (received && kept && posted)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&first));
    return FALSE;
}

int tick_lock(const char *dir, GError **error)
{
    g_autofree char *path = g_build_filename(dir, "tick.lock", NULL);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        int code = errno;
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", path,
                    g_strerror(code));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    close(fd);
    return -1;
}

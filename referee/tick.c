// SPDX-License-Identifier: MIT
// See tick.h. Mail comes in, becomes commands, the rules judge them, the record grows, everybody is
// told, mail goes out: this file is that sentence.
//
// The order makes a crash harmless. Mail is durable before it is acted on; intake stores all that
// follows from a mail in one transaction; only then is the mail marked as done; only then are mails
// made and posted. Whatever is interrupted is done again: intake once, thanks to its ledger,
// and posting at least once, under the Message-ID that the mail has for good.
#include "referee/tick.h"

#include "base/fault.h"
#include "referee/clock.h"
#include "referee/commands.h"
#include "referee/dispatch.h"
#include "referee/receive.h"
#include "referee/timer.h"
#include "storage/games.h"
#include "storage/matters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

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
    struct receive_result in;
    *out = (struct tick_result){0};
    gboolean received = receive_run(desk, &in, &first);
    out->mails = in.mails;
    // Who could not be heard is not late: the clock stands still until the mailbox can be read.
    gboolean kept = in.heard && keep_clock(desk, &out->timed, first ? NULL : &first);
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

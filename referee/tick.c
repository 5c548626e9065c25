// SPDX-License-Identifier: MIT
// See tick.h. Mail comes in, becomes commands, the rules judge them, the record grows, everybody is
// told, mail goes out: this file is that sentence.
//
// The order makes a crash harmless. Mail is durable before it is acted on; intake stores all that
// follows from a mail in one transaction; only then is the mail marked as done; only then are mails
// made and posted. Whatever is interrupted is done again: intake once, thanks to its ledger,
// and posting at least once, under the Message-ID that the mail has for good.
#include "referee/tick.h"

#include "base/utc.h"
#include "referee/match/match_memory.h"
#include "referee/match/timer.h"
#include "referee/receive/receive.h"
#include "referee/send/dispatch.h"
#include "referee/setup/guard.h"
#include "referee/time/clock.h"
#include "storage/matters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// ---- the clock ---------------------------------------------------------------------------------

// What a look at the clock found. last: from when on it has been watched, 0 when it never was;
// held: an earlier run didn't believe it; often: runs come as often as one is noted.
struct clock_look {
    gboolean trusted, accepted, moves, held, often;
    gint64 last;
};

static gboolean look_at_clock(struct desk *desk, struct clock_look *out, GError **error)
{
    gint64 interval, said, held;
    if (!store_get_int(desk->store, CLOCK_LAST_TICK, 0, &out->last, error) ||
        !store_get_int(desk->store, CLOCK_INTERVAL, 0, &interval, error) ||
        !store_get_int(desk->store, CLOCK_HELD, 0, &held, error) ||
        !store_get_int(desk->store, CLOCK_ACCEPTED, 0, &said, error))
        return FALSE;
    enum clock_stand stand = clock_judge(out->last, interval, desk->now);
    gboolean doubtful = stand == CLOCK_BACK || stand == CLOCK_JUMP;
    out->accepted = doubtful && said;
    out->trusted = !doubtful || said;
    out->moves = stand == CLOCK_OUTAGE || doubtful;
    out->held = held || said;
    out->often = interval <= CLOCK_NOTED_EVERY;
    return TRUE;
}

static void note_span(struct desk *desk, enum journal_event event, const char *key, gint64 from)
{
    char since[UTC_TEXT], until[UTC_TEXT];
    utc_format(from, since);
    utc_format(desk->now, until);
    if (event == JOURNAL_OUTAGE)
        journal_note(desk->journal, desk->now, event, "{s:s, s:s}", key, since, "until", until);
    else
        journal_note(desk->journal, desk->now, event, "{s:s}", key, since);
}

// Nothing is timed out until the operator says so; or no turn loses the time that is over.
static gboolean settle_clock(struct desk *desk, struct clock_look *look, GError **error)
{
    if (!look->trusted) {
        note_span(desk, JOURNAL_CLOCK_HELD, "last", look->last);
        return store_set_int(desk->store, CLOCK_HELD, desk->now, error);
    }
    note_span(desk, JOURNAL_OUTAGE, "from", MIN(look->last, desk->now));
    if (!timer_note_outage(desk, MIN(look->last, desk->now), look->accepted, error))
        return FALSE;
    look->last = desk->now;
    return store_set_int(desk->store, CLOCK_HELD, 0, error) &&
           store_set_int(desk->store, CLOCK_ACCEPTED, 0, error) &&
           store_set_int(desk->store, CLOCK_LAST_TICK, desk->now, error);
}

// Who could not be heard is not late: no turn loses the time in which the mailbox couldn't be read.
static gboolean note_clock(struct desk *desk, gboolean heard, struct clock_look *look,
                           GError **error)
{
    guint expired;
    gint64 gap = look->last ? desk->now - look->last : 0;
    if (heard && !matters_expire(desk->store, desk->now, &expired, error))
        return FALSE;
    if (heard && look->last && gap < CLOCK_NOTED_EVERY && look->often && !look->held)
        return TRUE;
    if (!heard && gap > 0) {
        note_span(desk, JOURNAL_OUTAGE, "from", look->last);
        if (!timer_note_outage(desk, look->last, FALSE, error))
            return FALSE;
    }
    if (gap > 0 && !store_set_int(desk->store, CLOCK_INTERVAL, gap, error))
        return FALSE;
    look->last = desk->now;
    look->held = FALSE;
    look->often = gap < CLOCK_NOTED_EVERY;
    return store_set_int(desk->store, CLOCK_HELD, 0, error) &&
           store_set_int(desk->store, CLOCK_ACCEPTED, 0, error) &&
           store_set_int(desk->store, CLOCK_LAST_TICK, desk->now, error);
}

// One of the two, whole or not at all; then what was noted is done.
static gboolean whole(struct desk *desk, gboolean done, GError **error)
{
    return desk_end(desk, done, error) && timer_put_off(desk, error);
}

// Before anything is read: whether this machine's clock may time anybody out. After an outage
// nobody loses its time, whatever mails have come meanwhile. What an earlier run noted and didn't
// get done comes first.
static gboolean begin_clock(struct desk *desk, struct clock_look *out, GError **error)
{
    if (!timer_put_off(desk, error) || !look_at_clock(desk, out, error))
        return FALSE;
    if (!out->moves)
        return TRUE;
    return store_begin(desk->store, error) && whole(desk, settle_clock(desk, out, error), error);
}

static gboolean keep_clock(struct desk *desk, gboolean heard, struct clock_look *look,
                           gint64 *after, guint *count, GError **error)
{
    return store_begin(desk->store, error) &&
           whole(desk, note_clock(desk, heard, look, error), error) &&
           (!heard || timer_run(desk, after, count, error));
}

// ---- the run -----------------------------------------------------------------------------------

static gboolean post(struct desk *desk, struct tick_result *out, GError **error)
{
    g_autoptr(wording) words = wording_new(desk->config->templates);
    struct dispatch_result sent;
    gboolean done = dispatch_run(desk, words, &sent, error);
    out->sent += sent.sent;
    out->later += sent.later;
    out->failed += sent.failed;
    return done;
}

// Mail in, some of the games whose time has come, mail out. *after: see timer_run.
static gboolean run_round(struct desk *desk, struct clock_look *look, gint64 *after,
                          struct tick_result *out, GError **error)
{
    g_autoptr(GError) first = NULL;
    struct receive_result in;
    guint timed = 0;
    gboolean received = receive_run(desk, &in, &first);
    out->mails += in.mails;
    // A disk that fails says nothing of the mailbox: the next run tells how long it was.
    gboolean untold = !in.heard && first && first->domain == STORE_ERROR;
    gboolean kept = !look->trusted || untold ||
                    keep_clock(desk, in.heard, look, after, &timed, first ? NULL : &first);
    out->timed += timed;
    gboolean posted = post(desk, out, first ? NULL : &first);
    if (received && kept && posted)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&first));
    return FALSE;
}

// What the run did, and the sentence with which it ended early.
static void note_run(struct desk *desk, const struct tick_result *result, const GError *wrong)
{
    if (result->mails || result->timed || result->sent || result->later || result->failed)
        journal_note(desk->journal, desk->now, JOURNAL_RUN, "{s:i, s:i, s:i, s:i, s:i}", "mails",
                     (int)result->mails, "games", (int)result->timed, "sent", (int)result->sent,
                     "later", (int)result->later, "failed", (int)result->failed);
    g_autofree char *error = wrong ? g_utf8_make_valid(wrong->message, -1) : NULL;
    if (error)
        journal_note(desk->journal, desk->now, JOURNAL_FAILED, "{s:s}", "error", error);
    journal_write(desk->journal);
}

// However many deadlines are due at once: mail doesn't wait for all of them.
static gboolean run(struct desk *desk, struct tick_result *out, GError **error)
{
    struct clock_look look;
    gint64 before, after = 0;
    GError *first = NULL;
    g_free(desk->left);
    desk->left = guard_left(desk->config->dir);
    if (!begin_clock(desk, &look, &first)) {
        note_run(desk, out, first);
        g_propagate_error(error, first);
        return FALSE;
    }
    do {
        before = after;
        gboolean done = run_round(desk, &look, &after, out, first ? NULL : &first);
        g_assert(done || first);
    } while (after && after != before);
    note_run(desk, out, first);
    if (!first)
        return TRUE;
    g_propagate_error(error, first);
    return FALSE;
}

gboolean tick_run(struct desk *desk, struct tick_result *out, GError **error)
{
    *out = (struct tick_result){0};
    desk->memory = match_memory_new();
    gboolean done = run(desk, out, error);
    g_clear_pointer(&desk->memory, match_memory_free);
    return done;
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

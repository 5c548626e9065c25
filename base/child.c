// SPDX-License-Identifier: MIT
// See child.h. Our ends of the pipes don't block: every wait is a poll with what is left of the
// time, so neither a child that doesn't read nor one that doesn't answer can hold the hub.
#include "base/child.h"

#include "base/frame.h"
#include "base/spawn.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
    char *program;
    struct spawn at; // its pid is -1 once it is reaped
    int status;      // of waitpid; -1 as long as there is none
};

GQuark child_error_quark(void)
{
    return g_quark_from_static_string("child-error");
}

static void reap(child *self)
{
    if (self->at.pid < 0)
        return;
    while (waitpid(self->at.pid, &self->status, 0) < 0)
        if (errno != EINTR) {
            self->status = -1;
            break;
        }
    self->at.pid = -1;
}

static void end(child *self)
{
    spawn_close(&self->at.in);
    spawn_close(&self->at.out);
    if (self->at.pid > 0)
        kill(self->at.pid, SIGKILL);
    reap(self);
}

child *child_start(const char *const *argv, GError **error)
{
    signal(SIGPIPE, SIG_IGN);
    child *self = g_new0(child, 1);
    self->program = g_strdup(argv[0]);
    self->status = -1;
    self->at = (struct spawn){-1, -1, -1};
    int problem = access(argv[0], X_OK) == 0 ? spawn_start(&self->at, argv, SPAWN_OURS) : errno;
    if (problem == 0)
        return self;
    g_set_error(error, CHILD_ERROR, CHILD_ERROR_START, "%s can't be started: %s", argv[0],
                g_strerror(problem));
    child_stop(self, 0);
    return NULL;
}

gboolean child_alive(const child *self)
{
    return self->at.out >= 0;
}

// Ends the child and says why. Always FALSE.
static gboolean fail(child *self, enum child_error code, const char *what, GError **error)
{
    end(self);
    g_set_error(error, CHILD_ERROR, (int)code, "%s %s", self->program, what);
    return FALSE;
}

// It closed a pipe, which it does by ending; give it a moment to do so of itself.
static gboolean gone(child *self, GError **error)
{
    spawn_close(&self->at.in);
    for (int tries = 0; tries < 100 && self->at.pid > 0; tries++) {
        if (waitpid(self->at.pid, &self->status, WNOHANG) == self->at.pid)
            self->at.pid = -1;
        else
            g_usleep(1000);
    }
    g_autofree char *how = NULL;
    if (self->at.pid > 0)
        how = g_strdup("closed its pipe");
    else if (WIFSIGNALED(self->status))
        how = g_strdup_printf("was ended by signal %d", WTERMSIG(self->status));
    else
        how = g_strdup_printf("ended with status %d", WEXITSTATUS(self->status));
    return fail(self, CHILD_ERROR_GONE, how, error);
}

// Waits until fd is ready (or broken).
static gboolean await(child *self, int fd, short events, gint64 until, GError **error)
{
    for (;;) {
        gint64 left = (until - g_get_monotonic_time() + 999) / 1000;
        if (left <= 0)
            return fail(self, CHILD_ERROR_TIMEOUT, "took too long", error);
        struct pollfd end = {.fd = fd, .events = events};
        int n = poll(&end, 1, (int)MIN(left, G_MAXINT));
        if (n > 0)
            return TRUE;
        if (n < 0 && errno != EINTR)
            return fail(self, CHILD_ERROR_GONE, g_strerror(errno), error);
    }
}

static gboolean put(child *self, const void *bytes, gsize len, gint64 until, GError **error)
{
    const guint8 *from = bytes;
    while (len > 0) {
        ssize_t n = write(self->at.in, from, len);
        if (n > 0) {
            from += n;
            len -= (gsize)n;
        } else if (n < 0 && errno == EAGAIN) {
            if (!await(self, self->at.in, POLLOUT, until, error))
                return FALSE;
        } else if (n == 0 || errno != EINTR) {
            return gone(self, error);
        }
    }
    return TRUE;
}

static gboolean get(child *self, void *bytes, gsize len, gint64 until, GError **error)
{
    guint8 *to = bytes;
    while (len > 0) {
        ssize_t n = read(self->at.out, to, len);
        if (n > 0) {
            to += n;
            len -= (gsize)n;
        } else if (n < 0 && errno == EAGAIN) {
            if (!await(self, self->at.out, POLLIN, until, error))
                return FALSE;
        } else if (n == 0 || errno != EINTR) {
            return gone(self, error);
        }
    }
    return TRUE;
}

GBytes *child_ask(child *self, const void *bytes, gsize len, gsize max, guint seconds,
                  GError **error)
{
    g_assert(len <= G_MAXUINT32);
    if (!child_alive(self)) {
        g_set_error(error, CHILD_ERROR, CHILD_ERROR_GONE, "%s has ended before", self->program);
        return NULL;
    }
    const gint64 until = g_get_monotonic_time() + (gint64)seconds * G_USEC_PER_SEC;
    guint32 prefix;
    gsize whole;
    g_autofree guint8 *frame = frame_make(bytes, len, &whole);
    if (!put(self, frame, whole, until, error) || !get(self, &prefix, sizeof prefix, until, error))
        return NULL;
    gsize size = g_ntohl(prefix);
    if (size > max) {
        fail(self, CHILD_ERROR_FRAME, "gave an answer that is too long", error);
        return NULL;
    }
    g_autofree guint8 *answer = g_malloc(size + 1);
    if (!get(self, answer, size, until, error))
        return NULL;
    return g_bytes_new_take(g_steal_pointer(&answer), size);
}

json_t *child_ask_object(child *self, const char *text, gsize max, guint seconds, GError **error)
{
    g_autoptr(GBytes) bytes = child_ask(self, text, strlen(text), max, seconds, error);
    if (!bytes)
        return NULL;
    gsize len;
    const char *said = g_bytes_get_data(bytes, &len);
    json_t *answer = said ? json_loadb(said, len, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (json_is_object(answer))
        return answer;
    json_decref(answer);
    fail(self, CHILD_ERROR_FRAME, "answers no JSON object", error);
    return NULL;
}

int child_stop(child *self, guint seconds)
{
    if (!self)
        return -1;
    spawn_close(&self->at.in);
    const gint64 until = g_get_monotonic_time() + (gint64)seconds * G_USEC_PER_SEC;
    guint8 rest[512];
    // Its output ends when it does; what it still says is of no interest.
    while (self->at.pid > 0 && self->at.out >= 0) {
        gint64 left = (until - g_get_monotonic_time() + 999) / 1000;
        struct pollfd end_of = {.fd = self->at.out, .events = POLLIN};
        if (left <= 0 || poll(&end_of, 1, (int)MIN(left, G_MAXINT)) == 0)
            break;
        ssize_t n = read(self->at.out, rest, sizeof rest);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            break;
    }
    while (self->at.pid > 0 && g_get_monotonic_time() < until) {
        if (waitpid(self->at.pid, &self->status, WNOHANG) == self->at.pid)
            self->at.pid = -1;
        else
            g_usleep(500);
    }
    end(self);
    int status = self->status;
    g_free(self->program);
    g_free(self);
    return status;
}

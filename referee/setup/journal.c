// SPDX-License-Identifier: MIT
// See journal.h.
#include "referee/setup/journal.h"

#include "base/plain.h"
#include "base/utc.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct journal_kind kinds[JOURNAL_COUNT] = {
    [JOURNAL_MAIL] = {"mail", "mail outcome gate reason game",
                      "a mail came: it acted (act), was asked about (ask), dropped, or held; mail "
                      "show tells more"},
    [JOURNAL_SENT] = {"sent", "mail kind game", "a mail was taken by the server that sends"},
    [JOURNAL_PUT_OFF] =
        {"put-off", "mail kind game tries",
         "a mail wasn't taken, or GnuPG failed at it, and it is tried again; mail show has "
         "the words"},
    [JOURNAL_GIVEN_UP] = {"given-up", "mail kind game tries",
                          "a mail was refused for good, or not taken for five days"},
    [JOURNAL_GAME] = {"game", "game state",
                      "a game is open, running, over, cancelled or lapsed from here on"},
    [JOURNAL_MISSED] = {"missed", "game player", "a turn was missed, and the clock moved"},
    [JOURNAL_UNREACHABLE] = {"unreachable", "player",
                             "mail to a player came back for days; none goes there until they "
                             "write"},
    [JOURNAL_OPERATOR] = {"operator", "game",
                          "somebody used referee23; game show, player show "
                          "and clock tell what was done"},
    [JOURNAL_CLOCK_HELD] = {"clock-held", "last",
                            "the clock jumped since the last run: nobody is timed out until clock "
                            "accept"},
    [JOURNAL_OUTAGE] = {"outage", "from until",
                        "no run, or no look into the mailbox, for so long: every deadline moves "
                        "by it"},
    [JOURNAL_RUN] = {"run", "mails games sent later failed",
                     "a run is done, and had something to do: so many mails came, games were due, "
                     "mails were sent, put off, given up"},
    [JOURNAL_FAILED] = {"failed", "error",
                        "a run ended early, with this sentence; the next one goes on from there"},
};

struct journal {
    char *path; // NULL: fd isn't ours
    int fd;     // -1: nowhere
    gboolean complained;
    GString *noted;
};

const struct journal_kind *journal_kind(enum journal_event event)
{
    return &kinds[event];
}

// ---- where -------------------------------------------------------------------------------------

// systemd.exec, "JOURNAL_STREAM": device and inode of what it keeps.
static gboolean systemd_keeps(int fd)
{
    struct stat st;
    const char *said = g_getenv("JOURNAL_STREAM");
    if (!said || fstat(fd, &st) != 0)
        return FALSE;
    g_autofree char *own = g_strdup_printf("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT,
                                           (guint64)st.st_dev, (guint64)st.st_ino);
    return g_str_equal(said, own);
}

static void complain(journal *self, int code)
{
    g_autofree char *path = plain_line(self->path ? self->path : "standard error", -1);
    if (!self->complained)
        fprintf(stderr, "referee23: the journal isn't written: %s: %s\n", path, g_strerror(code));
    self->complained = TRUE;
}

journal *journal_open(const char *to)
{
    journal *self = g_new0(journal, 1);
    self->noted = g_string_new(NULL);
    self->fd = -1;
    if (g_str_equal(to, "stderr") || (g_str_equal(to, "systemd") && systemd_keeps(STDERR_FILENO)))
        self->fd = STDERR_FILENO;
    if (!g_path_is_absolute(to))
        return self;
    self->path = g_strdup(to);
    self->fd = open(to, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (self->fd < 0)
        complain(self, errno);
    return self;
}

void journal_close(journal *self)
{
    if (!self)
        return;
    if (self->path && self->fd >= 0)
        close(self->fd);
    g_free(self->path);
    g_string_free(self->noted, TRUE);
    g_free(self);
}

// ---- lines -------------------------------------------------------------------------------------

static gboolean is_plain(const char *text)
{
    for (; *text; text++)
        if (!g_ascii_isalnum(*text) && !strchr("-_.:/+", *text))
            return FALSE;
    return TRUE;
}

static void put_text(GString *out, const char *text)
{
    if (is_plain(text)) {
        g_string_append(out, text);
        return;
    }
    g_autofree char *plain = plain_line(text, -1);
    g_string_append_c(out, '"');
    for (const char *p = plain; *p; p++) {
        if (*p == '"')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *p);
    }
    g_string_append_c(out, '"');
}

static gboolean has_key(const struct journal_kind *kind, const char *key)
{
    g_auto(GStrv) keys = g_strsplit(kind->keys, " ", -1);
    return g_strv_contains((const char *const *)keys, key);
}

void journal_note(journal *self, gint64 now, enum journal_event event, const char *format, ...)
{
    const struct journal_kind *kind = &kinds[event];
    va_list args;
    if (!self || self->fd < 0)
        return;
    va_start(args, format);
    json_auto_t *values = json_vpack_ex(NULL, 0, format, args);
    va_end(args);
    g_assert(values);
    char time[UTC_TEXT];
    utc_format(now, time);
    g_string_append_printf(self->noted, "time=%s event=%s", time, kind->name);
    const char *key;
    json_t *value;
    json_object_foreach(values, key, value)
    {
        const char *text = json_string_value(value);
        json_int_t number = json_integer_value(value);
        g_assert(has_key(kind, key));
        if ((text && *text) || number)
            g_string_append_printf(self->noted, " %s=", key);
        if (text && *text)
            put_text(self->noted, text);
        else if (number)
            g_string_append_printf(self->noted, "%" JSON_INTEGER_FORMAT, number);
    }
    g_string_append_c(self->noted, '\n');
}

// Whole lines in one go, since others may write to it, too.
void journal_write(journal *self)
{
    if (!self || self->noted->len == 0)
        return;
    ssize_t n = write(self->fd, self->noted->str, self->noted->len);
    if (n != (ssize_t)self->noted->len)
        complain(self, n < 0 ? errno : ENOSPC);
    g_string_truncate(self->noted, 0);
}

void journal_drop(journal *self)
{
    if (self)
        g_string_truncate(self->noted, 0);
}

gsize journal_mark(const journal *self)
{
    return self ? self->noted->len : 0;
}

void journal_drop_from(journal *self, gsize mark)
{
    if (self)
        g_string_truncate(self->noted, mark);
}

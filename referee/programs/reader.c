// SPDX-License-Identifier: MIT
// See reader.h.
#include "referee/programs/reader.h"

#include <sys/wait.h>

#include "base/child.h"
#include "base/parcel.h"
#include "referee/programs/reader_shape.h"

enum {
    ANSWER = 8 * 1024 * 1024,  // bytes; more than the bounds of mail/read.h can add up to
    HEADER = 64 * 1024 + 4096, // READ_HEADER_BYTES there
};

struct reader {
    char *path;
    struct reader_limits limits;
    child *child; // NULL when none runs
};

GQuark reader_error_quark(void)
{
    return g_quark_from_static_string("reader-error");
}

reader *reader_start(const char *path, struct reader_limits limits)
{
    reader *self = g_new0(reader, 1);
    self->path = g_strdup(path);
    self->limits = limits;
    return self;
}

void reader_stop(reader *self)
{
    if (!self)
        return;
    child_stop(self->child, 0); // it holds nothing that could be lost
    g_free(self->path);
    g_free(self);
}

static gboolean start_child(reader *self, GError **error)
{
    g_autofree char *bytes = g_strdup_printf("%" G_GSIZE_FORMAT, self->limits.bytes);
    const char *const argv[] = {self->path, "--bytes", bytes, NULL};
    g_autoptr(GError) problem = NULL;
    self->child = child_start(argv, &problem);
    if (!self->child)
        g_set_error(error, READER_ERROR, READER_MISSING, "%s", problem->message);
    return self->child != NULL;
}

void reader_begin(reader *self)
{
    if (!self->child)
        (void)start_child(self, NULL);
}

// Whose fault the end of the child is: a signal (a crash, a limit, ours after the time) is the
// mail's; one that ends by itself couldn't work at all, and no mail is to blame.
static void give_up(reader *self, const char *why, GError **error)
{
    int status = child_stop(self->child, 0);
    self->child = NULL;
    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) != 0)
        g_set_error(error, READER_ERROR, READER_MISSING, "the reading program doesn't work: %s",
                    why);
    else
        g_set_error(error, READER_ERROR, READER_KILLED, "the mail can't be read: %s", why);
}

gboolean reader_read(reader *self, GBytes *raw, json_t **out, GError **error)
{
    *out = NULL;
    if (!self->child && !start_child(self, error))
        return FALSE;
    g_autoptr(GError) problem = NULL;
    gsize len = 0;
    const void *bytes = g_bytes_get_data(raw, &len);
    len = MIN(len, MAX(self->limits.bytes, HEADER) + 1); // above the limit only the header is read
    g_autoptr(GBytes) answer =
        child_ask(self->child, bytes, len, ANSWER, self->limits.seconds, &problem);
    if (!answer) {
        give_up(self, problem->message, error);
        return FALSE;
    }
    gsize size = 0;
    const char *parcel = g_bytes_get_data(answer, &size);
    json_t *facts = parcel ? parcel_unpack(parcel, size) : NULL;
    if (facts && reader_shape_holds(facts)) {
        *out = facts;
        return TRUE;
    }
    json_decref(facts);
    give_up(self, "its reader's answer makes no sense", error);
    return FALSE;
}

// SPDX-License-Identifier: MIT
// Delivery into a Maildir, durable before it is reported: written and synced in tmp/, renamed into
// new/, and new/ synced. Where letters come in batches, each is only written, and all that follows
// is done for all of them at the end: a disk that is asked for a hundred files at once writes them
// together.
//
// The file's name comes from the letter alone. So a crash after the rename and before the answer
// leaves one file, not two, when the same letter comes again; and a file left behind in tmp/ is in
// nobody's way, but is written anew.
#include "base/fault.h"
#include "base/write_all.h"
#include "mail/post_transport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { DIGEST_BYTES = 4096 };

// A letter in tmp/.
struct pending {
    int fd;
    char *name;
};

struct maildir {
    char *path, *host;
    int tmp, new; // folders
    gboolean batches;
    GArray *pending; // struct pending: not in new/ yet
};

static void close_pending(gpointer value)
{
    struct pending *pending = value;
    close(pending->fd);
    g_free(pending->name);
}

// What isn't in new/ never will be: whoever handed it over doesn't take it for safe.
static void forget_pending(struct maildir *dir)
{
    for (guint i = 0; i < dir->pending->len; i++)
        unlinkat(dir->tmp, g_array_index(dir->pending, struct pending, i).name, 0);
    g_array_set_size(dir->pending, 0);
}

static void maildir_close(gpointer self)
{
    struct maildir *dir = self;
    forget_pending(dir);
    g_array_unref(dir->pending);
    if (dir->tmp >= 0)
        close(dir->tmp);
    if (dir->new >= 0)
        close(dir->new);
    g_free(dir->path);
    g_free(dir->host);
    g_free(dir);
}

static int open_folder(const char *path, const char *name)
{
    g_autofree char *full = g_build_filename(path, name, NULL);
    return open(full, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static gpointer maildir_open(const json_t *config, const char *host, GError **error)
{
    const char *path = json_string_value(json_object_get(config, "path"));
    if (!path) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "\"path\" is missing");
        return NULL;
    }
    struct maildir *dir = g_new0(struct maildir, 1);
    dir->path = g_strdup(path);
    dir->host = g_strdup(host);
    dir->pending = g_array_new(FALSE, FALSE, sizeof(struct pending));
    g_array_set_clear_func(dir->pending, close_pending);
    dir->batches = json_is_true(json_object_get(config, "batches"));
    dir->tmp = open_folder(path, "tmp");
    dir->new = open_folder(path, "new");
    if (dir->tmp >= 0 && dir->new >= 0)
        return dir;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                "%s is no Maildir that can be opened (%s): it needs the folders tmp, new and cur",
                path, g_strerror(errno));
    maildir_close(dir);
    return NULL;
}

static int create(int folder, const char *name)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    int fd = openat(folder, name, flags, 0600);
    if (fd < 0 && errno == EEXIST && unlinkat(folder, name, 0) == 0)
        fd = openat(folder, name, flags, 0600); // a crash left it
    return fd;
}

static gboolean write_letter(int fd, const struct post_letter *letter)
{
    gsize len;
    const void *bytes = g_bytes_get_data(letter->bytes, &len);
    g_autofree char *top =
        g_strdup_printf("Return-Path: <%s>\nDelivered-To: %s\n", letter->from, letter->to);
    return write_all(fd, top, strlen(top)) && write_all(fd, bytes, len);
}

// Writes tmp/NAME; it is pending then. Takes over name.
static gboolean store(const struct maildir *dir, char *name, const struct post_letter *letter)
{
    fault_step("post:maildir-before-write");
    struct pending made = {create(dir->tmp, name), name};
    if (made.fd >= 0 && write_letter(made.fd, letter)) {
        if (dir->batches) // the disk may begin
            sync_file_range(made.fd, 0, 0, SYNC_FILE_RANGE_WRITE);
        g_array_append_val(dir->pending, made);
        return TRUE;
    }
    int saved = errno;
    if (made.fd >= 0) {
        unlinkat(dir->tmp, name, 0);
        close(made.fd);
    }
    g_free(name);
    errno = saved;
    return FALSE;
}

// Nothing is in new/ that isn't whole, whenever the machine stops: first all are synced.
static gboolean sync_pending(const struct maildir *dir)
{
    for (guint i = 0; i < dir->pending->len; i++) {
        fault_step("post:maildir-before-fsync");
        if (fsync(g_array_index(dir->pending, struct pending, i).fd) != 0)
            return FALSE;
        fault_step("post:maildir-after-fsync");
    }
    return TRUE;
}

static gboolean publish_pending(const struct maildir *dir)
{
    for (guint i = 0; i < dir->pending->len; i++) {
        const char *name = g_array_index(dir->pending, struct pending, i).name;
        fault_step("post:maildir-before-rename");
        if (renameat(dir->tmp, name, dir->new, name) != 0)
            return FALSE;
        fault_step("post:maildir-after-rename");
    }
    if (fsync(dir->new) != 0)
        return FALSE;
    fault_step("post:maildir-after-folder-fsync");
    return TRUE;
}

// Why a letter is not in the Maildir; the caller frees it.
static char *why(const struct maildir *dir, int problem)
{
    return g_strdup_printf("the Maildir %s: %s", dir->path, g_strerror(problem));
}

// Makes all that is pending safe in new/.
static gboolean maildir_sync(gpointer self, char **out_detail)
{
    struct maildir *dir = self;
    gboolean good = sync_pending(dir) && publish_pending(dir);
    if (good)
        g_array_set_size(dir->pending, 0);
    else
        *out_detail = why(dir, errno);
    forget_pending(dir);
    return good;
}

static char *name_of(const struct maildir *dir, const struct post_letter *letter)
{
    // Of its head, in which its id stands: nothing else tells letters apart.
    gsize len;
    const void *bytes = g_bytes_get_data(letter->bytes, &len);
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, MIN(len, DIGEST_BYTES));
    // Ordered by name as they were decided: by time, then by id.
    return g_strdup_printf("%" G_GINT64_FORMAT ".R%010" G_GINT64_FORMAT "_%.16s.%s", letter->date,
                           letter->id, digest, dir->host);
}

static enum post_outcome maildir_send(gpointer self, const struct post_letter *letter,
                                      char **out_detail)
{
    const struct maildir *dir = self;
    gboolean good = store(dir, name_of(dir, letter), letter);
    if (!good)
        *out_detail = why(dir, errno);
    good = good && (dir->batches || maildir_sync(self, out_detail));
    return good ? POST_SENT : POST_DOWN; // whatever was in its way is in the way of all
}

const struct post_transport post_maildir = {.name = "maildir",
                                            .open = maildir_open,
                                            .send = maildir_send,
                                            .sync = maildir_sync,
                                            .close = maildir_close};

// SPDX-License-Identifier: MIT
// Delivery into a Maildir, durable before it is reported: written and synced in tmp/, renamed into
// new/, and new/ synced; that once for many letters, where they come in batches.
//
// The file's name comes from the letter alone. So a crash after the rename and before the answer
// leaves one file, not two, when the same letter comes again; and a file left behind in tmp/ is in
// nobody's way, but is written anew.
#include "base/fault.h"
#include "mail/post_transport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { DIGEST_BYTES = 4096 };

struct maildir {
    char *host;
    int tmp, new; // folders
    gboolean batches;
};

static void maildir_close(gpointer self)
{
    struct maildir *dir = self;
    if (dir->tmp >= 0)
        close(dir->tmp);
    if (dir->new >= 0)
        close(dir->new);
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
    dir->host = g_strdup(host);
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

static gboolean write_all(int fd, const void *bytes, gsize len)
{
    const guint8 *from = bytes;
    while (len > 0) {
        ssize_t n = write(fd, from, len);
        if (n < 0 && errno != EINTR)
            return FALSE;
        if (n > 0) {
            from += n;
            len -= (gsize)n;
        }
    }
    return TRUE;
}

static int create(int folder, const char *name)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    int fd = openat(folder, name, flags, 0600);
    if (fd < 0 && errno == EEXIST && unlinkat(folder, name, 0) == 0)
        fd = openat(folder, name, flags, 0600); // a crash left it
    return fd;
}

// Writes and syncs tmp/NAME.
static gboolean store(const struct maildir *dir, const char *name, const struct post_letter *letter)
{
    fault_step("post:maildir-before-write");
    int fd = create(dir->tmp, name);
    if (fd < 0)
        return FALSE;
    gsize len;
    const void *bytes = g_bytes_get_data(letter->bytes, &len);
    g_autofree char *top =
        g_strdup_printf("Return-Path: <%s>\nDelivered-To: %s\n", letter->from, letter->to);
    gboolean good = write_all(fd, top, strlen(top)) && write_all(fd, bytes, len);
    fault_step("post:maildir-before-fsync");
    good = good && fsync(fd) == 0;
    int saved = errno;
    good = close(fd) == 0 && good;
    fault_step("post:maildir-after-fsync");
    errno = saved;
    return good;
}

static gboolean sync_folder(const struct maildir *dir)
{
    if (fsync(dir->new) != 0)
        return FALSE;
    fault_step("post:maildir-after-folder-fsync");
    return TRUE;
}

// Moves it to new/ and, unless there are more to come, makes that last.
static gboolean publish(const struct maildir *dir, const char *name)
{
    fault_step("post:maildir-before-rename");
    if (renameat(dir->tmp, name, dir->new, name) != 0)
        return FALSE;
    fault_step("post:maildir-after-rename");
    return dir->batches || sync_folder(dir);
}

static enum post_outcome maildir_send(gpointer self, const struct post_letter *letter,
                                      char **out_detail)
{
    const struct maildir *dir = self;
    // Of its head, in which its id stands: nothing else tells letters apart.
    gsize len;
    const void *bytes = g_bytes_get_data(letter->bytes, &len);
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, MIN(len, DIGEST_BYTES));
    // Ordered by name as they were decided: by time, then by id.
    g_autofree char *name =
        g_strdup_printf("%" G_GINT64_FORMAT ".R%010" G_GINT64_FORMAT "_%.16s.%s", letter->date,
                        letter->id, digest, dir->host);
    if (store(dir, name, letter) && publish(dir, name))
        return POST_SENT;
    *out_detail = g_strdup_printf("the Maildir: %s", g_strerror(errno));
    unlinkat(dir->tmp, name, 0);
    return POST_DOWN; // whatever was in its way is in the way of all
}

static gboolean maildir_sync(gpointer self, char **out_detail)
{
    if (sync_folder(self))
        return TRUE;
    *out_detail = g_strdup_printf("the Maildir: %s", g_strerror(errno));
    return FALSE;
}

const struct post_transport post_maildir = {.name = "maildir",
                                            .open = maildir_open,
                                            .send = maildir_send,
                                            .sync = maildir_sync,
                                            .close = maildir_close};

// SPDX-License-Identifier: MIT
// See fresh.h. link(2), not rename(2), gives a file its name: it fails where the name is taken.
#include "referee/fresh.h"
#include "base/fault.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean fail(const char *path, const char *what, GError **error)
{
    int code = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s: %s", path, what,
                g_strerror(code));
    return FALSE;
}

static gboolean sync_folder_of(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return fail(folder, "can't be opened", error);
    // Some file systems can't sync a folder and say EINVAL: then there is nothing to wait for.
    gboolean fine = fsync(fd) == 0 || errno == EINVAL || fail(folder, "can't be synced", error);
    close(fd);
    return fine;
}

static gboolean write_all(int fd, const char *bytes, gsize len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return FALSE;
        bytes += n;
        len -= (gsize)n;
    }
    return TRUE;
}

static gboolean settle(const char *name, const char *path, GError **error)
{
    fault_step("fresh:before-link");
    if (link(name, path) != 0) {
        gboolean there = errno == EEXIST;
        fail(path, there ? "is there already" : "can't be made", error);
        (void)g_unlink(name);
        return FALSE;
    }
    fault_step("fresh:after-link");
    if (g_unlink(name) != 0)
        return fail(name, "can't be removed", error);
    if (!sync_folder_of(path, error))
        return FALSE;
    fault_step("fresh:after-sync");
    return TRUE;
}

gboolean fresh_file(const char *path, const void *bytes, gsize len, GError **error)
{
    g_autofree char *name = g_strconcat(path, ".new", NULL);
    (void)g_unlink(name); // a leftover, or nothing; what can't be removed shows at once
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return fail(path, "can't be written", error);
    gboolean fine = write_all(fd, bytes, len) && fsync(fd) == 0;
    if (!fine)
        fail(path, "can't be written", error);
    if (close(fd) != 0 && fine)
        fine = fail(path, "can't be written", error);
    if (!fine) {
        (void)g_unlink(name);
        return FALSE;
    }
    return settle(name, path, error);
}

gboolean fresh_folder(const char *path, gboolean *out_made, GError **error)
{
    fault_step("fresh:before-folder");
    gboolean made = mkdir(path, 0700) == 0;
    if (!made && errno == EEXIST && g_file_test(path, G_FILE_TEST_IS_DIR))
        errno = 0;
    else if (!made)
        return fail(path, errno == EEXIST ? "is in the way" : "can't be made", error);
    if (made && !sync_folder_of(path, error))
        return FALSE;
    fault_step("fresh:after-folder");
    if (out_made)
        *out_made = made;
    return TRUE;
}

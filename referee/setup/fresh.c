// SPDX-License-Identifier: MIT
// See fresh.h. A file gets its name by a rename that fails where the name is taken.
#include "referee/setup/fresh.h"
#include "base/fault.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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

// Where the file system can't rename without replacing, a link and its removal do the same, but for
// a leftover when they are interrupted.
static gboolean move(const char *name, const char *path)
{
    if (renameat2(AT_FDCWD, name, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return TRUE;
    if (errno != EINVAL && errno != ENOSYS)
        return FALSE;
    return link(name, path) == 0 && unlink(name) == 0;
}

static gboolean settle(const char *name, const char *path, GError **error)
{
    fault_step("fresh:before-rename");
    if (!move(name, path)) {
        fail(path, errno == EEXIST ? "is there already" : "can't be made", error);
        (void)g_unlink(name);
        return FALSE;
    }
    fault_step("fresh:after-rename");
    if (!sync_folder_of(path, error))
        return FALSE;
    fault_step("fresh:after-sync");
    return TRUE;
}

gboolean fresh_file(const char *path, const void *bytes, gsize len, GError **error)
{
    g_autofree char *name = g_strconcat(path, ".new-XXXXXX", NULL);
    int fd = g_mkstemp_full(name, O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail(path, "can't be written", error);
    gboolean fine = write_all(fd, bytes, len) && fsync(fd) == 0;
    if (!fine)
        fail(path, "can't be written", error);
    if (close(fd) != 0 && fine)
        fine = fail(path, "can't be written", error);
    if (fine)
        return settle(name, path, error);
    (void)g_unlink(name);
    return FALSE;
}

// Something else has the name of a folder: for whoever called us, the same as a path through a
// file.
static gboolean in_the_way(const char *path, GError **error)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR,
                "%s is in the way: a folder is wanted there; move it", path);
    return FALSE;
}

gboolean fresh_folder(const char *path, gboolean *out_made, GError **error)
{
    fault_step("fresh:before-folder");
    gboolean made = mkdir(path, 0700) == 0;
    if (!made && errno == EEXIST && g_file_test(path, G_FILE_TEST_IS_DIR))
        errno = 0;
    else if (!made)
        return errno == EEXIST ? in_the_way(path, error) : fail(path, "can't be made", error);
    if (made && !sync_folder_of(path, error))
        return FALSE;
    fault_step("fresh:after-folder");
    if (out_made)
        *out_made = made;
    return TRUE;
}

void fresh_tidy(const char *path)
{
    static const char mark[] = ".new-";
    enum { RANDOM = 6 }; // letters, as mkstemp(3) puts them
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *prefix = g_strconcat(base, mark, NULL);
    g_autoptr(GDir) list = g_dir_open(folder, 0, NULL);
    for (const char *found; list && (found = g_dir_read_name(list));) {
        g_autofree char *left = g_build_filename(folder, found, NULL);
        if (g_str_has_prefix(found, prefix) && strlen(found) == strlen(prefix) + RANDOM)
            (void)g_unlink(left);
    }
}

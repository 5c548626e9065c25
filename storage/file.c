// SPDX-License-Identifier: MIT
// See file.h. Written under another name, synced, then linked or renamed, then the directory
// synced.
#include "storage/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "storage/store_error.h"

static gboolean fail(GError **error, int code, const char *path)
{
    if (code == EEXIST)
        g_set_error(
            error, STORE_ERROR, STORE_ERROR_STOP,
            "%s is there already, and is left as it is: choose another name, or move it away",
            path);
    else
        g_set_error(error, STORE_ERROR, STORE_ERROR_LATER,
                    "can't make %s: %s. Its directory must be there, writable, and have room.",
                    path, g_strerror(code));
    return FALSE;
}

int file_begin(const char *path, char **out_name, GError **error)
{
    char *name = g_strconcat(path, ".new-XXXXXX", NULL);
    int fd = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0) {
        fail(error, errno, path);
        g_free(name);
        return -1;
    }
    *out_name = name;
    return fd;
}

static gboolean sync_path(const char *path, int flags)
{
    int fd = open(path, flags | O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return FALSE;
    gboolean ok = fsync(fd) == 0;
    int code = errno;
    close(fd);
    errno = code;
    return ok;
}

static gboolean move(const char *name, const char *path, gboolean replace)
{
    if (replace)
        return rename(name, path) == 0;
    if (renameat2(AT_FDCWD, name, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return TRUE;
    if (errno != EINVAL && errno != ENOSYS)
        return FALSE;
    return link(name, path) == 0 && unlink(name) == 0; // file systems that can't do it in one
}

gboolean file_publish(const char *name, const char *path, gboolean replace, GError **error)
{
    g_autofree char *directory = g_path_get_dirname(path);
    if (!sync_path(name, 0))
        return fail(error, errno, path);
    fault_step("storage:file-before");
    if (!move(name, path, replace) || !sync_path(directory, O_DIRECTORY))
        return fail(error, errno, path);
    fault_step("storage:file-after");
    return TRUE;
}

void file_discard(const char *name)
{
    static const char *const beside[] = {"", "-journal", "-wal", "-shm"};
    for (guint i = 0; name && i < G_N_ELEMENTS(beside); i++) {
        g_autofree char *path = g_strconcat(name, beside[i], NULL);
        (void)g_unlink(path); // often not there
    }
}

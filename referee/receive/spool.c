// SPDX-License-Identifier: MIT
// See spool.h.
#include "referee/receive/spool.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

GQuark spool_error_quark(void)
{
    return g_quark_from_static_string("spool-error-quark");
}

static gboolean fail(GError **error, const char *path)
{
    int code = errno;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", path,
                g_strerror(code));
    return FALSE;
}

// A file that whoever runs this may not read stays that way until somebody does something about it.
static gboolean fail_to_read(GError **error, const char *path)
{
    if (errno == ELOOP || errno == EISDIR || errno == ENXIO)
        g_set_error(error, SPOOL_ERROR, SPOOL_ERROR_NO_MAIL,
                    "%s: it is no file, so it can't be a mail; take it out of there", path);
    else if (errno == EACCES || errno == EPERM)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_ACCES,
                    "%s: this user may not read it; chown it to the user who runs referee23, or "
                    "take it out of there. Until then no turn runs out.",
                    path);
    else
        fail(error, path);
    return FALSE;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

gboolean spool_list(const char *maildir, GPtrArray **out_names, GError **error)
{
    g_autofree char *path = g_build_filename(maildir, "new", NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, error);
    if (!dir)
        return FALSE;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        if (name[0] != '.')
            g_ptr_array_add(names, g_strdup(name));
    }
    g_ptr_array_sort(names, by_name);
    *out_names = g_steal_pointer(&names);
    return TRUE;
}

// Reads up to max bytes; a mail is delivered whole, so what is there is all of it.
static GBytes *read_up_to(int fd, const char *path, gsize max, GError **error)
{
    struct stat status;
    int known = fstat(fd, &status);
    if (known == 0 && !S_ISREG(status.st_mode))
        errno = EISDIR;
    if (known < 0 || !S_ISREG(status.st_mode)) {
        fail_to_read(error, path);
        return NULL;
    }
    gsize size = status.st_size > 0 ? (gsize)status.st_size : 0;
    gsize want = MIN(size, max);
    g_autofree guint8 *bytes = g_malloc(want ? want : 1);
    gsize have = 0;
    while (have < want) {
        ssize_t n = read(fd, bytes + have, want - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            fail(error, path);
            return NULL;
        }
        if (n == 0)
            break;
        have += (gsize)n;
    }
    return g_bytes_new_take(g_steal_pointer(&bytes), have);
}

GBytes *spool_read(const char *maildir, const char *name, gsize max, GError **error)
{
    g_autofree char *path = g_build_filename(maildir, "new", name, NULL);
    // A link or a pipe that somebody put there is no mail, and must not be followed or waited for.
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) {
        if (errno != ENOENT)
            fail_to_read(error, path);
        return NULL;
    }
    GBytes *bytes = read_up_to(fd, path, max, error);
    close(fd);
    return bytes;
}

gboolean spool_sync(const char *maildir, GError **error)
{
    g_autofree char *path = g_build_filename(maildir, "cur", NULL);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return fail(error, path);
    gboolean done = fsync(fd) == 0 || fail(error, path);
    close(fd);
    if (done)
        fault_step("spool:done-after");
    return done;
}

enum { NAMES_MAX = 10000 }; // of one file name used again and again

// Moves the file under a name that is free there. FALSE with errno: it can't be moved.
static gboolean move_aside(const char *from, const char *folder, const char *name)
{
    gsize stem = strcspn(name, ":"); // the flags stand behind it
    const char *flags = name[stem] ? name + stem : ":2,S";
    for (int i = 0; i < NAMES_MAX; i++) {
        g_autofree char *again = i ? g_strdup_printf(".%d", i) : g_strdup("");
        g_autofree char *free_name = g_strdup_printf("%.*s%s%s", (int)stem, name, again, flags);
        g_autofree char *to = g_build_filename(folder, free_name, NULL);
        if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
            return TRUE;
        if (errno != EEXIST)
            return FALSE;
    }
    return FALSE;
}

gboolean spool_move(const char *maildir, const char *name, GError **error)
{
    g_autofree char *from = g_build_filename(maildir, "new", name, NULL);
    g_autofree char *folder = g_build_filename(maildir, "cur", NULL);
    fault_step("spool:done-before");
    return move_aside(from, folder, name) || errno == ENOENT || fail(error, from);
}

gboolean spool_done(const char *maildir, const char *name, GError **error)
{
    return spool_move(maildir, name, error) && spool_sync(maildir, error);
}

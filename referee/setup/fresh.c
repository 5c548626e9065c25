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

struct fresh {
    char *path;
    char *name; // until it has the path
    FILE *file;
};

static void free_fresh(struct fresh *fresh)
{
    g_free(fresh->path);
    g_free(fresh->name);
    g_free(fresh);
}

void fresh_drop(struct fresh *fresh)
{
    if (!fresh)
        return;
    fclose(fresh->file);
    (void)g_unlink(fresh->name);
    free_fresh(fresh);
}

struct fresh *fresh_begin(const char *path, GError **error)
{
    g_autofree char *name = g_strconcat(path, ".new-XXXXXX", NULL);
    int fd = g_mkstemp_full(name, O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) {
        fail(path, "can't be written", error);
        return NULL;
    }
    FILE *file = fdopen(fd, "w");
    g_assert(file);
    struct fresh *fresh = g_new0(struct fresh, 1);
    *fresh = (struct fresh){g_strdup(path), g_steal_pointer(&name), file};
    return fresh;
}

gboolean fresh_add(struct fresh *fresh, const void *bytes, gsize len, GError **error)
{
    return fwrite(bytes, 1, len, fresh->file) == len ||
           fail(fresh->path, "can't be written", error);
}

gboolean fresh_finish(struct fresh *fresh, GError **error)
{
    gboolean fine = fflush(fresh->file) == 0 && fsync(fileno(fresh->file)) == 0;
    if (!fine) {
        fail(fresh->path, "can't be written", error);
        fresh_drop(fresh);
        return FALSE;
    }
    fclose(fresh->file); // nothing is left to be written
    fine = settle(fresh->name, fresh->path, error);
    free_fresh(fresh);
    return fine;
}

gboolean fresh_file(const char *path, const void *bytes, gsize len, GError **error)
{
    struct fresh *fresh = fresh_begin(path, error);
    if (!fresh)
        return FALSE;
    if (fresh_add(fresh, bytes, len, error))
        return fresh_finish(fresh, error);
    fresh_drop(fresh);
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

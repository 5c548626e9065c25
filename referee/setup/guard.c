// SPDX-License-Identifier: MIT
// See guard.h. The file survives the end of a process without fsync, which is all that it is for.
// It holds one line, and blanks up to a size that is always the same: so it is written over for
// each thing of a batch. A file that is cut and written anew goes to the disk each time, on ext4.
#include "referee/setup/guard.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 1024, NAME_MAX_SHOWN = 512 };

static char *path_of(const char *dir)
{
    return g_build_filename(dir, "under-way", NULL);
}

// Replaces the text of the file; where that fails there is none.
static void write_text(const char *path, const char *text)
{
    char all[TEXT_MAX];
    gsize len = strlen(text);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    g_assert(len < sizeof all);
    memset(all, ' ', sizeof all);
    memcpy(all, text, len);
    all[len] = '\n';
    gboolean whole = write(fd, all, sizeof all) == (ssize_t)sizeof all;
    close(fd);
    if (!whole)
        unlink(path);
}

static char *read_text(const char *path)
{
    char text[TEXT_MAX + 1] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    ssize_t n = fd >= 0 ? read(fd, text, TEXT_MAX) : -1;
    if (fd >= 0)
        close(fd);
    return n > 0 ? g_strndup(text, strcspn(text, "\n")) : NULL;
}

char *guard_left(const char *dir)
{
    g_autofree char *path = path_of(dir);
    return read_text(path);
}

gboolean guard_enter(const char *dir, const char *left, const char *kind, const char *name)
{
    g_autofree char *path = path_of(dir);
    // A name may hold anything that a file's name can.
    g_autofree char *safe = g_strescape(name, NULL);
    g_autofree char *what = g_strdup_printf("%s %.*s", kind, NAME_MAX_SHOWN, safe);
    const char *same = left ? strchr(left, ' ') : NULL;
    gint64 tries = same && g_str_equal(same + 1, what) ? g_ascii_strtoll(left, NULL, 10) : 0;
    g_autofree char *now = g_strdup_printf("%" G_GINT64_FORMAT " %s", tries + 1, what);
    write_text(path, now);
    return tries >= GUARD_TRIES;
}

gboolean guard_enter_row(const char *dir, const char *left, const char *kind, gint64 id)
{
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, id);
    return guard_enter(dir, left, kind, name);
}

void guard_leave(const char *dir)
{
    g_autofree char *path = path_of(dir);
    unlink(path);
}

// SPDX-License-Identifier: MIT
// See known.h.
#include "player/known.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

GQuark known_error_quark(void)
{
    return g_quark_from_static_string("known-error");
}

static gboolean is_key(const char *text)
{
    return strlen(text) == KNOWN_KEY - 1 && strspn(text, "0123456789abcdef") == KNOWN_KEY - 1;
}

gboolean known_find(const char *path, const char *address, char out_key[KNOWN_KEY],
                    gboolean *out_found, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) failure = NULL;
    *out_found = FALSE;
    if (!g_file_get_contents(path, &text, NULL, &failure)) {
        if (g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
            return TRUE;
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        char *line = g_strstrip(lines[i]);
        if (*line == '\0' || *line == '#')
            continue;
        char *key = strchr(line, ' ');
        if (key)
            *key++ = '\0';
        if (!key || !is_key(g_strchug(key))) {
            g_set_error(error, KNOWN_ERROR, KNOWN_ERROR_WRONG,
                        "%s: line %u is not ADDRESS KEY; mend it or take it out", path, i + 1);
            return FALSE;
        }
        if (!*out_found && g_ascii_strcasecmp(line, address) == 0) {
            memcpy(out_key, key, KNOWN_KEY);
            *out_found = TRUE;
        }
    }
    return TRUE;
}

// Whether what is in the file so far ends with its line: a person may have written there too.
static gboolean ends_with_line(int fd)
{
    char last = '\n';
    off_t len = lseek(fd, 0, SEEK_END);
    return len <= 0 || pread(fd, &last, 1, len - 1) != 1 || last == '\n';
}

static gboolean append(int fd, const char *address, const char *key)
{
    g_autofree char *line =
        g_strdup_printf("%s%s %s\n", ends_with_line(fd) ? "" : "\n", address, key);
    gssize n = write(fd, line, strlen(line));
    if (n >= 0 && n < (gssize)strlen(line))
        errno = ENOSPC;
    return n == (gssize)strlen(line) && fsync(fd) == 0;
}

gboolean known_add(const char *path, const char *address, const char *key, GError **error)
{
    fault_step("player:before-referee");
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    gboolean fine = fd >= 0 && append(fd, address, key);
    if (!fine) {
        int saved = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(saved),
                    "%s can't be written: %s", path, g_strerror(saved));
    }
    if (fd >= 0)
        close(fd);
    fault_step("player:after-referee");
    return fine;
}

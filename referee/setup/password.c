// SPDX-License-Identifier: MIT
// See password.h. The file is opened once and looked at through its descriptor, so that what was
// checked is what is read.
#include "referee/setup/password.h"

#include "referee/setup/config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

enum { PASSWORD_MAX = 1024 };

static gboolean fail(GError **error, const char *path, const char *what)
{
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_WRONG, "%s: %s", path, what);
    return FALSE;
}

static gboolean is_below(const char *path, const char *folder)
{
    gsize len = folder ? strlen(folder) : 0;
    return len > 0 && strncmp(path, folder, len) == 0 && path[len] == '/' && !strstr(path, "/../");
}

static gboolean is_credential(const char *path)
{
    return is_below(path, g_getenv("CREDENTIALS_DIRECTORY")) || is_below(path, "/run/credentials");
}

static gboolean check(int fd, const char *path, GError **error)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return fail(error, path, g_strerror(errno));
    if (!S_ISREG(st.st_mode))
        return fail(error, path, "it is no file");
    if ((st.st_mode & 077) && !is_credential(path))
        return fail(error, path,
                    "others may read this password; chmod go-rwx it, and change the "
                    "password");
    return TRUE;
}

// The first line of what was read, a new string.
static char *first_line(const char *bytes, gsize len, const char *path, GError **error)
{
    const char *end = memchr(bytes, '\n', len);
    gsize line = end ? (gsize)(end - bytes) : len;
    if (line > 0 && bytes[line - 1] == '\r')
        line--;
    if (!end && len > PASSWORD_MAX)
        fail(error, path, "its first line is too long for a password");
    else if (line == 0)
        fail(error, path, "it is empty; put the password in its first line");
    else if (memchr(bytes, '\0', line) || !g_utf8_validate(bytes, (gssize)line, NULL))
        fail(error, path, "its first line is no text");
    else
        return g_strndup(bytes, line);
    return NULL;
}

static char *read_line(int fd, const char *path, GError **error)
{
    char bytes[PASSWORD_MAX + 1] = "";
    gsize have = 0;
    ssize_t n = 1;
    while (n != 0 && have < sizeof bytes) {
        n = read(fd, bytes + have, sizeof bytes - have);
        if (n < 0 && errno != EINTR) {
            fail(error, path, g_strerror(errno));
            return NULL;
        }
        have += n > 0 ? (gsize)n : 0;
    }
    char *password = first_line(bytes, have, path, error);
    sodium_memzero(bytes, sizeof bytes);
    return password;
}

char *password_read(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        fail(error, path, g_strerror(errno));
        return NULL;
    }
    char *password = check(fd, path, error) ? read_line(fd, path, error) : NULL;
    close(fd);
    return password;
}

void password_free(char *password)
{
    if (password)
        sodium_memzero(password, strlen(password));
    g_free(password);
}

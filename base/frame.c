// SPDX-License-Identifier: MIT
// See frame.h.
#include "base/frame.h"

#include "base/write_all.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static gboolean fail(GError **error, int code, const char *what)
{
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", what,
                g_strerror(code));
    return FALSE;
}

// Reads up to len bytes; *out_len tells how many came before the other side closed.
static gboolean read_all(int fd, guint8 *bytes, gsize len, gsize *out_len, GError **error)
{
    gsize have = 0;
    while (have < len) {
        ssize_t n = read(fd, bytes + have, len - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(error, errno, "reading from a helper program");
        if (n == 0)
            break;
        have += (gsize)n;
    }
    *out_len = have;
    return TRUE;
}

guint8 *frame_make(const void *bytes, gsize len, gsize *out_len)
{
    guint32 prefix = g_htonl((guint32)len);
    guint8 *whole = g_malloc(sizeof prefix + len);
    memcpy(whole, &prefix, sizeof prefix);
    if (len > 0)
        memcpy(whole + sizeof prefix, bytes, len);
    *out_len = sizeof prefix + len;
    return whole;
}

gboolean frame_write(int fd, const void *bytes, gsize len, GError **error)
{
    if (len > G_MAXUINT32)
        return fail(error, EINVAL, "a message for a helper program is too long");
    gsize size;
    g_autofree guint8 *whole = frame_make(bytes, len, &size);
    return write_all(fd, whole, size) || fail(error, errno, "writing to a helper program");
}

GBytes *frame_read(int fd, gsize max, GError **error)
{
    guint32 prefix = 0;
    gsize have = 0;
    if (!read_all(fd, (guint8 *)&prefix, sizeof prefix, &have, error) || have == 0)
        return NULL;
    gsize len = g_ntohl(prefix);
    if (have < sizeof prefix) {
        fail(error, EIO, "a helper program's answer was cut short");
        return NULL;
    }
    if (len > max) {
        fail(error, EINVAL, "a helper program's answer is too long");
        return NULL;
    }
    g_autofree guint8 *bytes = g_malloc(len ? len : 1);
    if (!read_all(fd, bytes, len, &have, error))
        return NULL;
    if (have < len) {
        fail(error, EIO, "a helper program's answer was cut short");
        return NULL;
    }
    return g_bytes_new_take(g_steal_pointer(&bytes), len);
}

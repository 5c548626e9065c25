// SPDX-License-Identifier: MIT
// See write_all.h.
#include "base/write_all.h"

#include <errno.h>
#include <unistd.h>

gboolean write_all(int fd, const void *bytes, gsize len)
{
    const guint8 *from = bytes;
    while (len > 0) {
        const ssize_t n = write(fd, from, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return FALSE;
        from += n;
        len -= (gsize)n;
    }
    return TRUE;
}

// SPDX-License-Identifier: MIT
// See packed.h.
#include "storage/packed.h"

#include <string.h>
#include <zlib.h>

static GBytes *pack(const char *text, gsize len, int level)
{
    uLongf size = compressBound((uLong)len);
    g_autofree guint8 *bytes = g_malloc(size);
    int code = compress2(bytes, &size, (const Bytef *)text, (uLong)len, level);
    if (code == Z_MEM_ERROR)
        g_error("no memory left to keep a text");
    g_assert(code == Z_OK);
    return size < len ? g_bytes_new(bytes, size) : g_bytes_new(text, len);
}

GBytes *packed_make(const char *text, gsize len)
{
    return pack(text, len, Z_BEST_COMPRESSION);
}

GBytes *packed_quickly(const char *text, gsize len)
{
    return pack(text, len, Z_BEST_SPEED);
}

char *packed_open(const void *bytes, gsize len, gint64 size)
{
    if (size < 0 || size > PACKED_MAX || len > (gsize)size)
        return NULL;
    g_autofree char *text = g_malloc((gsize)size + 1);
    uLongf got = (uLongf)size;
    uLong used = (uLong)len;
    text[size] = '\0';
    if (len == (gsize)size)
        memcpy(text, bytes, len);
    else if (uncompress2((Bytef *)text, &got, bytes, &used) != Z_OK || got != (uLongf)size ||
             used != (uLong)len)
        return NULL;
    return memchr(text, '\0', (gsize)size) ? NULL : g_steal_pointer(&text);
}

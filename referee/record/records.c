// SPDX-License-Identifier: MIT
// See records.h. One buffer holds the record at hand and what was read beyond it.
#include "referee/record/records.h"

#include "referee/record/chain.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { READ_AT_ONCE = 1 << 16 };

enum { TITLE_MAX = sizeof CHAIN_EVIDENCE - 1 };

struct records {
    int fd;
    GByteArray *bytes;
    gsize used; // how much of it was handed out by the last call
    gsize line; // of what comes behind that
    bool eof, done;
};

static bool fail(GError **error, const char *what)
{
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s: %s", what,
                g_strerror(errno));
    return false;
}

struct records *records_open(const char *path, GError **error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fail(error, "can't be opened");
        return NULL;
    }
    struct records *records = g_new0(struct records, 1);
    records->fd = fd;
    records->bytes = g_byte_array_new();
    records->line = 1;
    return records;
}

void records_close(struct records *records)
{
    if (!records)
        return;
    close(records->fd);
    g_byte_array_unref(records->bytes);
    g_free(records);
}

static bool fill(struct records *records, GError **error)
{
    const guint before = records->bytes->len;
    g_byte_array_set_size(records->bytes, before + READ_AT_ONCE);
    ssize_t n;
    do {
        n = read(records->fd, records->bytes->data + before, READ_AT_ONCE);
    } while (n < 0 && errno == EINTR);
    g_byte_array_set_size(records->bytes, before + (n > 0 ? (guint)n : 0));
    records->eof = n == 0;
    return n >= 0 || fail(error, "can't be read");
}

// Takes the first len bytes away, and counts their lines.
static void drop(struct records *records, gsize len)
{
    if (len == 0)
        return;
    const guint8 *at = records->bytes->data;
    const guint8 *end = at + len;
    while (at < end && (at = memchr(at, '\n', (gsize)(end - at)))) {
        records->line++;
        at++;
    }
    g_byte_array_remove_range(records->bytes, 0, (guint)len);
}

static bool begins(const guint8 *bytes, gsize len, const char *title)
{
    return len >= strlen(title) && memcmp(bytes, title, strlen(title)) == 0;
}

static bool is_title(const guint8 *bytes, gsize len)
{
    return begins(bytes, len, CHAIN_RECORD) || begins(bytes, len, CHAIN_EVIDENCE);
}

// Where the record at the buffer's start ends; what is too large is dropped on the way.
static bool find_end(struct records *records, gsize *out_end, bool *out_too_large, GError **error)
{
    gsize seen = 0; // no title begins before this
    *out_too_large = false;
    for (;;) {
        const guint8 *newline =
            records->bytes->len > seen
                ? memchr(records->bytes->data + seen, '\n', records->bytes->len - seen)
                : NULL;
        const gsize next =
            newline ? (gsize)(newline - records->bytes->data) + 1 : records->bytes->len;
        const bool whole = records->eof || records->bytes->len - next >= TITLE_MAX;
        if (newline && whole && is_title(newline + 1, records->bytes->len - next)) {
            *out_end = next;
            return true;
        }
        if (records->eof && !newline) {
            *out_end = records->bytes->len;
            return true;
        }
        if (newline && whole) {
            seen = next;
            continue;
        }
        seen = newline ? next - 1 : next;
        if (seen > RECORDS_PART_MAX) {
            *out_too_large = true;
            drop(records, seen);
            seen = 0;
        }
        if (!fill(records, error))
            return false;
    }
}

bool records_next(struct records *records, struct records_part *out, GError **error)
{
    gsize end;
    if (records->done)
        return false;
    drop(records, records->used);
    records->used = 0;
    const gsize line = records->line;
    if (!find_end(records, &end, &out->too_large, error))
        return false;
    out->too_large = out->too_large || end > RECORDS_PART_MAX;
    out->text = out->too_large || end == 0 ? "" : (const char *)records->bytes->data;
    out->len = out->too_large ? 0 : end;
    out->is_evidence = begins((const guint8 *)out->text, out->len, CHAIN_EVIDENCE);
    out->line = line;
    out->last = records->done = records->eof && end == records->bytes->len;
    records->used = end;
    return true;
}

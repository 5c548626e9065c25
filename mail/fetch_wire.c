// SPDX-License-Identifier: MIT
// See fetch_wire.h.
#include "mail/fetch_wire.h"

#include "mail/fetch.h"
#include "mail/fetch_error.h"

#include <string.h>

struct fetch_wire {
    const struct fetch_wire_ends *ends;
    gpointer data;
    guint seconds;
    gint64 until; // of the question, on the monotonic clock
    gsize from, to;
    guint8 buffer[64 * 1024]; // from `from` to `to`: come, and not taken yet
};

fetch_wire *fetch_wire_new(const struct fetch_wire_ends *ends, gpointer data, guint seconds)
{
    fetch_wire *wire = g_new0(fetch_wire, 1);
    wire->ends = ends;
    wire->data = data;
    wire->seconds = seconds;
    fetch_wire_begin(wire);
    return wire;
}

void fetch_wire_free(fetch_wire *wire)
{
    if (!wire)
        return;
    wire->ends->close(wire->data);
    g_free(wire);
}

void fetch_wire_begin(fetch_wire *wire)
{
    wire->until = g_get_monotonic_time() + (gint64)wire->seconds * FETCH_PATIENCE * G_USEC_PER_SEC;
}

// How long the next wait may take: the silence, or what is left of the question.
static int patience(const fetch_wire *wire)
{
    gint64 left = (wire->until - g_get_monotonic_time() + 999) / 1000;
    return (int)CLAMP(left, 0, (gint64)wire->seconds * 1000);
}

static gboolean too_slow(const fetch_wire *wire, GError **error)
{
    if (g_get_monotonic_time() >= wire->until)
        return fetch_fail(error, FETCH_ERROR_LATER, "the server is too slow");
    return fetch_fail(error, FETCH_ERROR_LATER, "the server has said nothing for %u seconds",
                      wire->seconds);
}

// What an end returned instead of bytes. Always FALSE.
static gboolean failed(const fetch_wire *wire, gssize n, GError *cause, GError **error)
{
    if (cause)
        g_propagate_error(error, cause);
    else if (n == 0)
        fetch_fail(error, FETCH_ERROR_LATER, "the server has closed the connection");
    else
        too_slow(wire, error);
    return FALSE;
}

gboolean fetch_wire_put(fetch_wire *wire, const char *text, GError **error)
{
    const guint8 *bytes = (const guint8 *)text;
    gsize len = strlen(text);
    while (len > 0) {
        GError *cause = NULL;
        gssize n = wire->ends->write(wire->data, bytes, len, patience(wire), &cause);
        if (n <= 0)
            return failed(wire, n, cause, error);
        bytes += n;
        len -= (gsize)n;
    }
    return TRUE;
}

const guint8 *fetch_wire_look(fetch_wire *wire, gsize *out_len, GError **error)
{
    // A server that never pauses is as slow as one that never speaks.
    if (wire->from == wire->to) {
        GError *cause = NULL;
        int ms = patience(wire);
        gssize n =
            ms == 0 ? -1
                    : wire->ends->read(wire->data, wire->buffer, sizeof wire->buffer, ms, &cause);
        if (n <= 0) {
            failed(wire, n, cause, error);
            return NULL;
        }
        wire->from = 0;
        wire->to = (gsize)n;
    }
    *out_len = wire->to - wire->from;
    return wire->buffer + wire->from;
}

void fetch_wire_skip(fetch_wire *wire, gsize len)
{
    g_assert(len <= wire->to - wire->from);
    wire->from += len;
}

static void append_line(GString *out, const guint8 *bytes, gsize len)
{
    for (gsize i = 0; i < len; i++) {
        char c = (char)bytes[i];
        g_string_append_c(out, g_ascii_iscntrl(c) && c != '\t' ? ' ' : c);
    }
}

gboolean fetch_wire_line(fetch_wire *wire, GString *out, GError **error)
{
    gboolean cr = FALSE; // the last byte so far; it isn't in out yet
    for (;;) {
        gsize len;
        const guint8 *bytes = fetch_wire_look(wire, &len, error);
        if (!bytes)
            return FALSE;
        const guint8 *lf = memchr(bytes, '\n', len);
        gsize taken = lf ? (gsize)(lf - bytes) : len;
        gsize shown = taken > 0 && bytes[taken - 1] == '\r' ? taken - 1 : taken;
        if (out->len + shown + 1 > FETCH_WIRE_LINE_MAX)
            return fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server sends an endless line");
        if (cr && taken > 0)
            g_string_append_c(out, ' ');
        append_line(out, bytes, shown);
        cr = shown < taken || (cr && taken == 0);
        fetch_wire_skip(wire, lf ? taken + 1 : taken);
        if (lf)
            return TRUE;
    }
}

gboolean fetch_wire_take(fetch_wire *wire, guint64 len, gsize keep, GByteArray *out, GError **error)
{
    while (len > 0) {
        gsize have;
        const guint8 *bytes = fetch_wire_look(wire, &have, error);
        if (!bytes)
            return FALSE;
        gsize n = (gsize)MIN((guint64)have, len);
        gsize kept = MIN(n, keep);
        if (kept > 0)
            g_byte_array_append(out, bytes, (guint)kept);
        keep -= kept;
        len -= n;
        fetch_wire_skip(wire, n);
    }
    return TRUE;
}

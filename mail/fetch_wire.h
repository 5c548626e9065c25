// SPDX-License-Identifier: MIT
// A connection read in lines and counted bytes, none of which may be endless.
//
// Decides how long a line may be, how long a server may be silent and how long a question may take
// in all. Knows nothing of what is said, nor how the bytes travel: that is what its ends do.
#ifndef MAIL_FETCH_WIRE_H
#define MAIL_FETCH_WIRE_H

#include <glib.h>

typedef struct fetch_wire fetch_wire;

enum { FETCH_WIRE_LINE_MAX = 64 * 1024 };

// The two ends of a connection. Both wait ms milliseconds at most, and return the bytes that they
// moved; 0: the other side has closed; -1: it took too long, or *error says what else.
struct fetch_wire_ends {
    gssize (*read)(gpointer data, guint8 *bytes, gsize len, int ms, GError **error);
    gssize (*write)(gpointer data, const guint8 *bytes, gsize len, int ms, GError **error);
    void (*close)(gpointer data); // frees data
};

// seconds: how long the other side may be silent. Takes data. Ended by fetch_wire_free.
fetch_wire *fetch_wire_new(const struct fetch_wire_ends *ends, gpointer data, guint seconds);
void fetch_wire_free(fetch_wire *wire); // takes NULL

// A new question begins: it may take FETCH_PATIENCE times the seconds.
void fetch_wire_begin(fetch_wire *wire);

// All calls below return FALSE with FETCH_ERROR_LATER when the other side is gone or too slow, and
// with FETCH_ERROR_PROTOCOL for what no server says. After an error the connection is of no use.

gboolean fetch_wire_put(fetch_wire *wire, const char *text,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The next line, without its CR LF (or LF), appended to out, which then has FETCH_WIRE_LINE_MAX
// bytes at most. Controls but for tabs become blanks.
gboolean fetch_wire_line(fetch_wire *wire, GString *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The next len bytes; of these the first keep are appended to out, which may be NULL when keep
// is 0.
gboolean fetch_wire_take(fetch_wire *wire, guint64 len, gsize keep, GByteArray *out,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What has come and wasn't taken yet, waiting until that is one byte at least; borrowed. NULL on an
// error.
const guint8 *fetch_wire_look(fetch_wire *wire, gsize *out_len, GError **error);
// Takes len bytes of that.
void fetch_wire_skip(fetch_wire *wire, gsize len);

#endif

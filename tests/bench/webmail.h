// SPDX-License-Identifier: MIT
// A reply as a common webmail writes it, of 7 to 9 KB: multipart/alternative in quoted-printable,
// the new words on top, below them the answered mail with exactly WEBMAIL_LINES quoted lines, in
// both parts. The mails that bench_turn measures with.
#ifndef BENCH_WEBMAIL_H
#define BENCH_WEBMAIL_H

#include <glib.h>

enum { WEBMAIL_LINES = 60 };

struct webmail {
    const char *to, *from, *subject; // plain addresses; the subject of what is answered
    const char *answers;             // its Message-ID, <…>
    const char *words;               // the new words, one line
    const char *quoted;              // its text
    const char *ticket;              // ends the last quoted line
    gint64 date;
    guint number; // makes its ids its own
};

// The bytes of the mail.
GString *webmail_write(const struct webmail *reply);

#endif

// SPDX-License-Identifier: MIT
// A header block as slices of the raw mail, found by our own scan before any library sees a byte.
//
// It decides what a header field is and when a block is too much (gate 1 of spec/mail.md); what a
// field means, others ask. Nothing is copied: the slices live as long as the mail.
#ifndef MAIL_READ_HEAD_H
#define MAIL_READ_HEAD_H

#include <glib.h>

enum {
    READ_HEAD_FIELDS = 200,      // fields in a block
    READ_HEAD_FIELD = 8 * 1024,  // bytes in a field, its folded lines included
    READ_HEAD_BLOCK = 64 * 1024, // bytes in a block
};

struct read_field {
    const char *name; // not terminated, as are all slices here
    gsize name_len;
    const char *value; // after the colon; may hold line breaks where it was folded
    gsize value_len;
};

struct read_head {
    struct read_field fields[READ_HEAD_FIELDS];
    gsize count;
    gsize body; // where the first byte after the blank line stands; the length when there is none
    const char *size; // NULL, or why gate 1 holds this block; then the rest isn't meant to be used
    gboolean odd;     // a line in it is no header field (RFC 5322 2.2)
};

// Scans the block at the start of bytes. Line ends are CR LF or LF (RFC 5322 wants the first; a
// Maildir has the second). A name may be followed by blanks before the colon (RFC 5322 4.5.1).
void read_head_scan(const char *bytes, gsize len, struct read_head *out);

// The next field of this name from *index on, without regard to case, or NULL;
// *index moves behind it.
const struct read_field *read_head_next(const struct read_head *head, const char *name,
                                        gsize *index);

// The first field of this name, or NULL.
const struct read_field *read_head_find(const struct read_head *head, const char *name);

// Whether the field's name begins with prefix, without regard to case.
gboolean read_head_begins(const struct read_field *field, const char *prefix);

// The value on one line (RFC 5322 2.2.3), without blanks around it. May hold any byte but NUL, CR
// and LF. The caller frees it.
char *read_head_value(const struct read_field *field);

// The value without comments (RFC 5322 3.2.2), in small ASCII letters: for
// fields that hold a token.
char *read_head_token(const struct read_field *field);

#endif

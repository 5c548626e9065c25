// SPDX-License-Identifier: MIT
// The parts of a mail as slices of its bytes: where multiparts begin and end,
// and what cannot be told.
//
// Ours, and not GMime's tree, for three reasons: of an attached mail it takes no more than the
// count of its parts, it costs a fixed amount of memory whatever the mail is made of (GMime builds
// an object for each of two million parts before anybody can count them), and it says which part
// has a header that is none or a boundary that never comes. What a media type, a disposition or a
// charset is, GMime reads.
#ifndef MAIL_READ_TREE_H
#define MAIL_READ_TREE_H

#include <glib.h>

#include "mail/read_head.h"

enum {
    READ_TREE_PARTS = 20,  // parts that hold no others
    READ_TREE_LEVELS = 10, // multiparts and attached mails inside one another
    READ_TREE_PLACES = 48, // parts of both kinds
};

enum read_encoding {
    READ_ENCODING_PLAIN, // 7bit, 8bit, binary, or nothing said
    READ_ENCODING_QUOTED_PRINTABLE,
    READ_ENCODING_BASE64,
    READ_ENCODING_UNKNOWN,
};

struct read_part {
    char type[64];     // "text/plain", small letters; what is said, or the default of RFC 2045 5.2
    char charset[64];  // small letters; "" when none is named
    char method[24];   // of text/calendar, small letters
    char protocol[64]; // of multipart/signed, small letters
    gboolean flowed, delsp; // RFC 3676
    gboolean attachment;    // a disposition that isn't inline (RFC 2183)
    gboolean tnef;          // winmail.dat
    gboolean key_file;      // a file whose name ends as those of keys and signatures do
    enum read_encoding encoding;
    const char *raw; // the part with its header; of the whole mail, the mail
    gsize raw_len;
    const char *body; // the part's body, still encoded
    gsize body_len;
    int parent;          // index of the multipart around it, -1 for the mail as a whole
    guint position;      // its number among its siblings, from 0
    const char *trouble; // NULL, or what is wrong with its own header, whatever is inside
};

struct read_tree {
    struct read_part
        parts[READ_TREE_PLACES]; // in the order of the mail; the first is the mail as a whole
    guint count;
    const char *size;    // NULL, or why gate 1 holds the mail
    const char *trouble; // NULL, or what is wrong with the multiparts as such (gate 7)
};

// Walks the mail whose header was scanned as head. Parts of attached mails (message/rfc822) count
// for the bounds, and are not in the tree: message/* is a leaf there.
void read_tree_walk(const char *bytes, gsize len, const struct read_head *head,
                    struct read_tree *out);

// Whether the part's type is exactly this, or begins with it where it ends in a slash.
gboolean read_tree_is(const struct read_part *part, const char *type);

#endif

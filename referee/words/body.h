// SPDX-License-Identifier: MIT
// The text of a mail as lines, and where old words may begin in it.
//
// Decides which lines are boundaries (spec: mail.md, gate 7): quoted, an attribution, a header
// block, a marker of an original or forwarded message, a rule, a signature, a ticket line, a line
// that the referee once sent. Knows no commands: which lines are new and what they say is decided
// in run.c and newtext_read.c. No backtracking; every line is looked at a bounded number of times.
// Pure.
#ifndef REFEREE_BODY_H
#define REFEREE_BODY_H

#include "referee/words/fold.h"

#include <glib.h>

// A command's line is indented by so many columns at most.
enum { BODY_INDENT_MAX = 3 };

// How a line, without quote marks and blanks at its ends, stands to what the referee once sent to
// this player. PART: at least 20 characters of it are the beginning or the end of a line that was
// sent (a client wrapped it).
enum body_sent { BODY_UNSENT, BODY_SENT_PART, BODY_SENT_LINE };

// Everything from BODY_QUOTE on is a boundary.
enum body_kind {
    BODY_TEXT,
    BODY_BLANK,
    BODY_QUOTE,       // begins with >
    BODY_BAR,         // another mark of quoting: | » │ RA>
    BODY_RULE,        // punctuation only, `-- ` too
    BODY_PHONE,       // "Sent from my …" and its kin
    BODY_MARKER,      // of an original, forwarded or signed message
    BODY_HEADER,      // From: Sent: To: …
    BODY_ATTRIBUTION, // somebody wrote:
    BODY_TICKET,
    BODY_KNOWN
};

struct body_line {
    char *text; // without line end; of format=flowed without the blank that was stuffed in front
    struct fold fold;
    enum body_kind kind;
    gboolean soft;    // format=flowed: ends in a blank, goes on in the next line
    gboolean control; // holds a stray CR or another control character
    gboolean certain; // an attribution that says a date, an address, or "wrote"
};

struct body {
    struct body_line *lines;
    guint n;
    gboolean delsp;
};

// Splits and sorts a text. known may be NULL. The caller clears it.
void body_init(struct body *body, const char *text, gboolean flowed, gboolean delsp,
               enum body_sent (*known)(const char *line, gpointer data), gpointer known_data);
void body_clear(struct body *body); // takes a zeroed one

gboolean body_is_boundary(enum body_kind kind);
// The first boundary at or below line i; body->n when there is none.
guint body_boundary(const struct body *body, guint i);
// The first line at or below i that isn't blank; body->n when there is none.
guint body_skip_blank(const struct body *body, guint i);
// Whether format=flowed joins line i to the next.
gboolean body_flows_on(const struct body *body, guint i);
// Whether line i is a marker of a forwarded message.
gboolean body_is_forward(const struct body *body, guint i);

// What body.c asks of its parts; for nobody else.
gboolean boundary_is_phone(const struct fold *line);    // boundary.c
gboolean boundary_is_marker(const struct fold *line);   // boundary.c
gboolean boundary_is_forward(const struct fold *line);  // boundary.c
gboolean boundary_is_rule(const struct fold *line);     // boundary.c
enum body_kind boundary_quote(const struct fold *line); // boundary.c: QUOTE, BAR or TEXT
void header_mark(struct body *body);                    // header.c
void attribution_mark(struct body *body);               // attribution.c

#endif

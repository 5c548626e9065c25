// SPDX-License-Identifier: MIT
// Tickets as text: finding GAME.TURN.SEAT.MAC in a mail, and writing it the one way.
//
// Decides what looks like a ticket (spec: mail.md, "Ticket"). Whether it is a genuine one is
// decided by identity.c, whether it is of use by intake.c. Pure.
#ifndef REFEREE_TICKET_H
#define REFEREE_TICKET_H

#include <glib.h>

enum { TICKET_MAC_LEN = 20, TICKET_TEXT_MAX = 72, TICKET_FOUND_MAX = 256 };

struct ticket {
    gint64 game, turn;
    int seat;
    char mac[TICKET_MAC_LEN + 1]; // Crockford base32, normalised: small, 0 for o, 1 for i and l
};

// Reads a ticket at the start of text, at most len bytes (-1: up to the NUL). Letters without case,
// hyphens in the MAC ignored. Returns how many bytes it takes, 0 when there is none or when letters
// or digits go on behind it.
gsize ticket_parse(const char *text, gssize len, struct ticket *out);

// Writes it in its one form.
void ticket_format(const struct ticket *ticket, char out[TICKET_TEXT_MAX]);

gboolean ticket_equal(const struct ticket *a, const struct ticket *b);

// An array of struct ticket, to gather in. The caller unrefs it.
GArray *ticket_list_new(void);

// These add what they find, each once, in the order in which it stands there, at most
// TICKET_FOUND_MAX in all.
void ticket_find_in_address(GArray *tickets, const char *address); // referee+TICKET@host
void ticket_find_in_id(GArray *tickets, const char *id);           // <TICKET.N@host>, <TICKET@host>
void ticket_find_in_text(GArray *tickets, const char *text);       // anywhere, quoted text too

// Whether a line is a ticket line: `ticket GAME.TURN.SEAT.MAC`, or that alone, whatever quote marks
// and blanks stand before it.
gboolean ticket_is_line(const char *line);
// Whether a ticket stands anywhere in it.
gboolean ticket_is_in(const char *text);

#endif

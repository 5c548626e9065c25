// SPDX-License-Identifier: MIT
// The journal: what runs say of what they did, a line an event, for an operator and for machines
// (logfmt): time=2026-11-30T08:12:44Z event=mail mail=in-7 outcome=act gate=act game=14
//
// Decides which events there are, what each may tell, and how a line is written. It is for looking
// at: what counts is the database, and nothing is kept from being done because no line can be
// written. No line holds a card, a ticket, words of a mail or an address.
#ifndef REFEREE_JOURNAL_H
#define REFEREE_JOURNAL_H

#include <glib.h>

typedef struct journal journal;

enum journal_event {
    JOURNAL_MAIL,
    JOURNAL_SENT,
    JOURNAL_PUT_OFF,
    JOURNAL_GIVEN_UP,
    JOURNAL_GAME,
    JOURNAL_MISSED,
    JOURNAL_UNREACHABLE,
    JOURNAL_OPERATOR,
    JOURNAL_CLOCK_HELD,
    JOURNAL_OUTAGE,
    JOURNAL_RUN,
    JOURNAL_FAILED,
    JOURNAL_COUNT
};

// What an event is called, the keys that it may have apart by blanks, and what it means.
struct journal_kind {
    const char *name, *keys, *means;
};
const struct journal_kind *journal_kind(enum journal_event event);

// Where the journal of a referee goes: "systemd" (standard error when systemd keeps that, else
// nowhere), "stderr", "none", or the path of a file, which is added to. Never NULL; where the file
// can't be written, says so once on standard error. journal_close drops what isn't written.
journal *journal_open(const char *to);
void journal_close(journal *journal); // takes NULL

// Notes an event. Its keys and values are packed as json_pack's format says ("{s:I, s:s}"): texts
// and numbers; an empty text, NULL ("s?") and 0 are left out. Takes NULL, and then notes nothing.
void journal_note(journal *journal, gint64 now, enum journal_event event, const char *format, ...);

// What was noted has happened and is written; or it hasn't, since its transaction was rolled back.
void journal_write(journal *journal);
void journal_drop(journal *journal);
// Where what is noted from now on begins; and what was noted from there on hasn't happened, since a
// savepoint was undone.
gsize journal_mark(const journal *journal);
void journal_drop_from(journal *journal, gsize mark);

#endif

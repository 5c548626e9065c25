// SPDX-License-Identifier: MIT
// One of the referee's mails, found, read, and believed only when its table is signed by a referee
// that this player knows. What goes wrong is told on standard error, in one line.
//
// Decides what is believed, and what exit status a failure has (spec: interface.md).
#ifndef PLAYER_CHECKED_H
#define PLAYER_CHECKED_H

#include "player/mailbox.h"
#include "player/settings.h"
#include "player/unlock.h"

struct checked_wishes {
    const char *where;   // mailbox.h; NULL: standard input, or if that is a terminal, the Maildir
    const char *referee; // the key it must be, 64 hex digits in any case; NULL: the known one
    enum mailbox_want want;
    struct unlock *unlock; // opens what is sealed
    gint64 game;           // which game it has to be about; 0: any
    gboolean bare; // a table.json without its mail will do; it is told that nobody signed it
};

// Opens and checks; a sealed table is opened with the player's key. A referee met for the first
// time is believed, told of, and remembered. Returns EXIT_DONE with *out set, for the caller to
// free; else the status to end with.
int checked_open(const struct settings *settings, const struct checked_wishes *wishes,
                 struct mailfile **out) G_GNUC_WARN_UNUSED_RESULT;

// The key of the referee that a mail without a table is from, into out of 65 bytes: the one wished
// for, else the known one. Returns EXIT_DONE, or the status to end with; out is "" when the referee
// isn't known.
int checked_referee(const struct settings *settings, const struct checked_wishes *wishes,
                    const struct mailfile *mail, char *out) G_GNUC_WARN_UNUSED_RESULT;

// Tells an error in one line and frees it. Returns the exit status it means: 75 for what may go
// away by itself, 78 for a file of settings that has to be mended, 2 for how the program was
// called, 1 for the rest.
int checked_report(GError *error);

#endif

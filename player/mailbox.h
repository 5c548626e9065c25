// SPDX-License-Identifier: MIT
// Where a player's mails lie: a file, standard input, or a Maildir in which the newest counts.
//
// Decides which mail is meant. What is in it is mailfile.h's.
#ifndef PLAYER_MAILBOX_H
#define PLAYER_MAILBOX_H

#include "player/mailfile.h"

#define MAILBOX_ERROR (mailbox_error_quark())
GQuark mailbox_error_quark(void);
enum mailbox_error { MAILBOX_ERROR_NONE }; // no such mail of a referee's is there

// What the mail has to have.
enum mailbox_want { MAILBOX_TABLE, MAILBOX_ANY };

// where: a file, "-" for standard input, or a folder, which is a Maildir: of its newest 500 files
// in cur and new (by the time of their writing, then by name) the first that a referee sent and
// that has what is wanted and is about that game (0: any). Changes nothing there. Errors:
// G_FILE_ERROR, MAILFILE_ERROR, MAILBOX_ERROR. The caller owns the mail.
struct mailfile *mailbox_open(const char *where, enum mailbox_want want, gint64 game,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// What the commands of one mail share: who speaks, the games that they are about, and what the
// speaker is to be told.
//
// Decides which game a command means, and what follows from one that has changed: it begins when it
// is full, is saved, and its table is told. Which commands there are is known by orders_run.c.
#ifndef REFEREE_SESSION_H
#define REFEREE_SESSION_H

#include "referee/identity/speaker.h"
#include "referee/match/match.h"
#include "referee/words/command.h"

#include <jansson.h>

struct session {
    struct desk *desk;
    struct speaker *speaker;
    gint64 game;        // what the commands are about; 0: none. Set by the ticket, `new` and `join`
    gint64 turn;        // at which this mail may move in the game of its ticket
    gint64 moved;       // the game in which a command of this mail has acted; 0: none
    gint64 answered;    // the game of the mail that this one answers; 0: none
    gboolean confirmed; // the commands come back with the yes that was asked for
    // For the speaker: array of {"say": PHRASE, …}, {"page": TEMPLATE, …} or {"help": WORD}.
    json_t *notes;
    gboolean failed;    // a command failed: what follows isn't tried
    gboolean blocked;   // the speaker wants no more mail: the answer is the last one
    gboolean settings;  // one of the speaker's settings was changed: the answer lists them all
    GPtrArray *matches; // struct match *, loaded so far
    const GPtrArray *commands; // of the mail, and
    guint at;                  // the one that runs
};

void session_init(struct session *session, struct desk *desk, struct speaker *speaker);
void session_clear(struct session *session);

// An order: what one command does. A wrong wish is session_refuse and TRUE; FALSE is a GError.
typedef gboolean order(struct session *session, const struct command *command, GError **error);

// Adds a note for the speaker. The values are packed as json_pack's format says ("{s:s}"), NULL for
// none; "say" is added.
void session_note(struct session *session, const char *say, const char *format, ...);
// The same, and the command has failed.
void session_refuse(struct session *session, const char *say, const char *format, ...);

// Saves what the commands have changed and notes who at the tables is told.
gboolean session_finish(struct session *session, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same in the midst of them: what follows works on what is stored.
gboolean session_save(struct session *session, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether these words are more than a mail that could be old or forwarded: they came back with the
// yes that was asked for, or are signed.
gboolean session_is_proven(const struct session *session);

// Where the mail names no game: the one of a player who is in no other, which it can only mean.
// Moves still need that game's ticket.
gboolean session_guess_game(struct session *session, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The game that the command is about, loaded once a session: *out is NULL, and the command refused,
// when there is none or the speaker has no seat in it (seated).
gboolean session_match(struct session *session, gint64 game, gboolean seated, struct match **out,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

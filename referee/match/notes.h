// SPDX-License-Identifier: MIT
// Noting what is to be told: rows of the outbox that are rendered later, together, once a run.
//
// Decides whom an event concerns. How it is said is known by letter.c and the templates.
#ifndef REFEREE_NOTES_H
#define REFEREE_NOTES_H

#include "referee/match/match.h"

#include <jansson.h>

// Kinds of noted mails. Those about a game become one mail of its latest state; the others stand
// alone.
#define NOTES_STATE        "state"    // something happened at the table
#define NOTES_RECEIPT      "receipt"  // an answer: what you said has happened at the table
#define NOTES_REFUSED      "refused"  // an answer: that did not work
#define NOTES_UNCLEAR      "unclear"  // an answer: that was not understood
#define NOTES_ANSWER       "answer"   // an answer
#define NOTES_BLOCKED      "blocked"  // an answer: no more mail from now on. Goes out all the same
#define NOTES_FAREWELL     "farewell" // an answer: forgotten. To an address that isn't kept
#define NOTES_PRESS        "press"    // somebody said something
#define NOTES_ANNOUNCEMENT "announcement" // the operator said something
#define NOTES_REMINDER     "reminder"
#define NOTES_MISSED       "missed"
#define NOTES_INVITATION   "invitation"  // with a matter
#define NOTES_NEW_ADDRESS  "new-address" // with a matter, to an address
#define NOTES_CONFIRM      "confirm"     // with a matter, to an address
#define NOTES_ASK          "ask"         // with a matter, to a player
#define NOTES_SUBSTITUTE   "substitute"  // with a matter: somebody offers a seat
#define NOTES_STRANGER     "stranger"    // to an address
#define NOTES_WATCH        "watch"       // to somebody who follows a game without a seat in it

// The note that asks for all lines of the log in one mail.
#define NOTES_RESENT "resent"

// A mail to a player, about a game (0: none). notes may be NULL; its reference is kept by the
// caller.
gboolean notes_to_player(struct desk *desk, gint64 player, gint64 game, const char *kind,
                         const json_t *notes, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// A mail to somebody who isn't known here.
gboolean notes_to_address(struct desk *desk, const char *address, const char *kind,
                          const json_t *notes, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// A mail about a matter: to its player, else to its address.
gboolean notes_about_matter(struct desk *desk, gint64 matter, gint64 player, const char *address,
                            gint64 game, const char *kind, const json_t *notes,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The news of a game to everybody who sits there, but for one player (0: nobody), with a note for
// all of them or NULL. Watchers hear of NOTES_STATE, without the note, where there are public lines
// that they don't know.
gboolean notes_to_table(struct desk *desk, const struct match *match, gint64 except,
                        const char *kind, const json_t *note,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// How many lines of a game its watchers can have been told: the public ones, and at its end all.
guint notes_watched_lines(const struct match *match);

#endif

// SPDX-License-Identifier: MIT
// What all at a table have to want before it is done: calling the game off, stopping its clocks.
//
// Decides whose word is needed, how long it counts, and how it is shown. What is done then is known
// by those who ask.
#ifndef REFEREE_CONSENT_H
#define REFEREE_CONSENT_H

#include "referee/match/match.h"

#include <jansson.h>

enum { CONSENT_DAYS = 14 }; // a word counts so long

#define CONSENT_CANCEL "cancel"
#define CONSENT_PAUSE  "pause"

// The player of a seat wants it. *out_new: and hadn't said so before. *out_all: now everybody does
// who plays a seat of this game; a robot, and whoever has one sit in, agrees. Errors: STORE_ERROR.
gboolean consent_give(struct desk *desk, struct match *match, unsigned seat, const char *kind,
                      gboolean *out_new, gboolean *out_all,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether anybody wants it; kind NULL: either of them.
gboolean consent_wanted(struct desk *desk, const struct match *match, const char *kind,
                        gboolean *out_wanted, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether the seat's player may ask for it: not within a day of having asked in vain, or of having
// had it without anybody else's word, since each time is a mail to all. Who joins in what somebody
// else wants always may.
gboolean consent_may_ask(struct desk *desk, const struct match *match, unsigned seat,
                         const char *kind, gboolean *out_may,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What was wanted is done; or somebody doesn't want any of it.
gboolean consent_done(struct desk *desk, const struct match *match, const char *kind,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean consent_refuse(struct desk *desk, const struct match *match,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What a mail to a seat's player says about all that is wanted, and about clocks that stand: a new
// array of notes (letter_notes.h).
gboolean consent_notes(struct desk *desk, const struct match *match, unsigned seat, json_t **out,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

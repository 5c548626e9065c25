// SPDX-License-Identifier: MIT
// How much is enough: answers to one ticket, to one player, to one address, to all strangers
// (spec: mail.md, "Unclear mails", gate 5). Whoever writes more, by hand or by a machine that
// answers every answer, is still read, and what acts at the table acts; but nothing is answered.
//
// Decides from what was sent and received before. Knows nothing of what a mail says.
#ifndef REFEREE_LIMITS_H
#define REFEREE_LIMITS_H

#include "referee/identity/speaker.h"

enum {
    LIMITS_UNCLEAR_A_TICKET = 2,
    LIMITS_UNCLEAR_A_DAY = 10,
    // answers that tell no news: to questions, wrong moves, settings, words passed on
    LIMITS_ANSWERS_AN_HOUR = 30,
    LIMITS_ANSWERS_A_DAY = 100,
    LIMITS_UNPROVEN_A_DAY = 10, // to mails that prove nothing, since anybody can write them
    LIMITS_MATTER_A_DAY = 10,   // to somebody who was asked and isn't known yet
    LIMITS_HELD_A_DAY = 100     // mails kept for the operator whole
};

// Whether this sender, or this ticket, was told often enough that something was unclear. *out_last
// (may be NULL): once more, and then no more for this ticket. Errors, of all of these: STORE_ERROR.
gboolean limits_unclear(struct desk *desk, const struct speaker *speaker, gboolean *out_enough,
                        gboolean *out_last, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether whoever speaks gets no more answers at present: a player, or somebody whose matter this
// is.
gboolean limits_answers(struct desk *desk, const struct speaker *speaker, gboolean *out_enough,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether a stranger gets no more answers of a kind today: NOTES_STRANGER (the help), NOTES_ANSWER,
// NOTES_CONFIRM, NOTES_NEW_ADDRESS: one each, since the help says what to write next; and so many
// all together. Of these the second half is for those whose words are clear, so that junk doesn't
// use up what newcomers need.
gboolean limits_stranger(struct desk *desk, const char *address, const char *kind,
                         gboolean *out_enough, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether no more mails are kept for the operator today; of others only that they came is known.
gboolean limits_held(struct desk *desk, gboolean *out_enough,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

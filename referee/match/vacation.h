// SPDX-License-Identifier: MIT
// Vacation: which days a player is away, and how many are left (spec: mail.md, "Time").
//
// Decides which days may be taken and given back. What vacation does to a deadline is worked out in
// deadline.c; what it is to games, in vacation_tell.h.
#ifndef REFEREE_VACATION_H
#define REFEREE_VACATION_H

#include "referee/setup/desk.h"
#include "referee/time/deadline.h"
#include "storage/players.h"

// The time that a player (0: nobody) is away, of all that ends at `since` or later: a new array of
// struct deadline_span, in order and without overlaps.
gboolean vacation_spans(struct desk *desk, gint64 player, gint64 since, GArray **out,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What others may know: whole days left in this year of the player's zone, and the last day of a
// vacation that the player is on now, or -1.
struct vacation_stand {
    int left;
    int away_until;
};
gboolean vacation_stand(struct desk *desk, gint64 player, struct vacation_stand *out,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum vacation_answer {
    VACATION_TAKEN,
    VACATION_ALREADY, // all of these days were taken before
    VACATION_PAST,    // they are over
    VACATION_FAR,     // later than the end of next year
    VACATION_TOO_LONG // more than are left in a year
};
// What came of it: the days taken (those before today are left out), and for which year how many
// were, or are, left.
struct vacation_result {
    enum vacation_answer answer;
    struct deadline_days days;
    int year, left;
};
// Takes days for a player, and stores them only when all of them can be had.
gboolean vacation_take(struct desk *desk, const struct player *player, struct deadline_days days,
                       struct vacation_result *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same, whatever is left: what the operator grants. days are whole, first <= last.
gboolean vacation_grant(struct desk *desk, const struct player *player, struct deadline_days days,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum vacation_back {
    VACATION_NONE,   // there was none
    VACATION_ENDED,  // today is its last day
    VACATION_DROPPED // it hadn't begun: all planned days are given back
};
// Ends the vacation that today is in; where there is none, and planned days are meant, too, gives
// those back. What was done is put into *out.
gboolean vacation_give_back(struct desk *desk, const struct player *player, gboolean planned,
                            enum vacation_back *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Who plays how well: the finished games of one referee, folded into a line for each player.
//
// A result counts for whoever began in the seat, whoever ended it (a substitute, a robot). All
// robots are one player, called "robot"; a game in which somebody sat twice moves them by what both
// seats teach. Cancelled games don't count. Games count in the order in which they ended, then by
// number, so that anybody who has the records finds the same figures. Punctuality is kept beside
// the strength, and moves nothing.
//
// Knows no database: standings_read.h gives it games.
#ifndef REFEREE_STANDINGS_H
#define REFEREE_STANDINGS_H

#include "referee/archive/rating.h"

enum { STANDING_NICK_MAX = 20, STANDING_ROBOT = 0 };

// One player. `who` tells players apart: the database's number; from records alone, any.
struct standing {
    gint64 who; // STANDING_ROBOT for robots
    char nick[STANDING_NICK_MAX + 1];
    gboolean hidden; // a player who is private, or forgotten: no page or mail to others names them
    struct rating rating;
    guint games;
    guint won;     // alone or shared
    gint64 tokens; // the sum of the final counts
    guint turns;   // moves and discards that were theirs to make
    guint missed;  // of those the clock made
};

// What a game was for whoever began in a seat.
struct standings_seat {
    gint64 who;
    gint64 count; // the penalty tokens at the end
    guint turns, missed;
};

struct standings;
struct standings *standings_new(void);
void standings_free(struct standings *standings); // takes NULL

// The next game, of n seats (2 to RATING_SEATS_MAX).
void standings_add(struct standings *standings, const struct standings_seat *seats, unsigned n);

// The line of a player, to be given a name; NULL: no game yet. Valid until the next call with this
// standings.
struct standing *standings_find(struct standings *standings, gint64 who);

// All lines (struct standing), best first: by rating_floor, then by name. The caller owns the
// array; the standings are used up and freed.
GArray *standings_order(struct standings *standings);

#endif

// SPDX-License-Identifier: MIT
// Making moves: one way for players, for the clock and for robots.
//
// Decides nothing of the rules (referee/rules) and nothing of who may: it judges by the one, and is
// called by those who know the other. What follows from a move by itself, follows here: openings,
// rounds, the end, robots' answers.
#ifndef REFEREE_PLAY_H
#define REFEREE_PLAY_H

#include "referee/match/match.h"

// Judges a seat's move or discard and, when it is legal, makes it and lets robots and plans answer,
// until the game waits for a person or is over. An illegal one changes nothing. A player's own move
// (LINE_PLAYER) ends that player's plan.
struct verdict play_move(struct desk *desk, struct match *match, unsigned seat, struct move move,
                         enum line_mark mark);
struct verdict play_discard(struct desk *desk, struct match *match, unsigned seat,
                            const uint8_t cards[RULES_DISCARD_MAX], enum line_mark mark);

// Lets the robots do what the game waits for them to do, and plays what fits of the plan of whoever
// is to move.
void play_on(struct desk *desk, struct match *match);

// A robot takes the seat (for_good: it is nobody's any more), or its player takes it back. In the
// record the seat is called robot-N, or what it was called before the robot came; where somebody
// else at the table has that name by now, what its player is called elsewhere (own), or player-N.
// FALSE, and nothing changed, when the game is over or the seat is that already.
gboolean play_robot_sits(struct desk *desk, struct match *match, unsigned seat, gboolean for_good);
gboolean play_comes_back(struct desk *desk, struct match *match, unsigned seat, const char *own);

// Ends a running game before its time; the record gives the reason, one line. FALSE, and nothing
// changed, when it is over (match->game.reason).
gboolean play_cancel(struct desk *desk, struct match *match, const char *why);
// The reason where its players wanted it.
#define PLAY_AGREED "by agreement of all players"

#endif

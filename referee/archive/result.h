// SPDX-License-Identifier: MIT
// What a finished record says about its seats: who began there, the count at the end, the turns.
//
// Reads the lines of a record that has been checked, in either form; it checks nothing itself, and
// makes of any other text something harmless. Knows nothing of strength: that is rating.h.
#ifndef REFEREE_RESULT_H
#define REFEREE_RESULT_H

#include "referee/record/line.h"

struct result_seat {
    char starter[LINE_NICK_MAX + 1]; // the name with which the game began
    char nick[LINE_NICK_MAX + 1];    // the name now
    gint64 count;                    // penalty tokens after the settlement
    guint turns;                     // moves and discards that were the starter's to make
    guint missed;                    // of those the clock made
};

struct result {
    gint64 game;     // its number
    gint64 ended;    // unix seconds; 0: not over
    gboolean counts; // it was played to its end: not cancelled
    unsigned n_seats;
    struct result_seat seats[RULES_SEATS_MAX];
};

// Begin with a zeroed result, and give it each line in order, without its newline.
void result_take(struct result *result, const char *line, gsize len);

// The same for a whole text.
struct result result_read(const char *text, gsize len);

// Whether such a name is a robot's: only they are called robot-something.
gboolean result_is_robot(const char *nick);

#endif

// SPDX-License-Identifier: MIT
// A game's table as text, after an event of its record: JSON for programs, a table for people.
//
// Shows every hand: for finished records, and for those who may know.
#ifndef REFEREE_REPLAY_H
#define REFEREE_REPLAY_H

#include "base/drawing.h"
#include "referee/record/game.h"

// Adds the object of spec/replay.md and a newline; number is the line's in its file.
void replay_json(const struct game *game, gsize number, GString *out);

// Adds what a person wants to see after this line: nothing, a heading, or an event and the table.
void replay_table(const struct game *game, gsize number, const char *line, gsize len, bool colours,
                  GString *out);

// A position on a screen of its own: what happened, the pile, every hand, in which the colours tell
// what can be played. At most 78 columns and as many rows, none ended after the last.
struct replay_place {
    gsize at, count;      // the position, from 1, of how many
    const char *sentence; // what happened
    bool is_move;         // and has a cost
    const char *below;    // for the last row
    int rows;             // of the screen: with too few the cards are small
};
void replay_screen(const struct game *game, const struct replay_place *place,
                   struct drawing_style style, GString *out);

#endif

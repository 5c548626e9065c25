// SPDX-License-Identifier: MIT
// A game's table as text, after an event of its record: JSON for programs, a table for people.
//
// Shows every hand: for finished records, and for those who may know.
#ifndef REFEREE_REPLAY_H
#define REFEREE_REPLAY_H

#include "referee/record/game.h"

// Adds the object of spec/replay.md and a newline; number is the line's in its file.
void replay_json(const struct game *game, gsize number, GString *out);

// Adds what a person wants to see after this line: nothing, a heading, or an event and the table.
void replay_table(const struct game *game, gsize number, const char *line, gsize len, bool colours,
                  GString *out);

#endif

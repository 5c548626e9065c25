// SPDX-License-Identifier: MIT
// Which words of a mail are new, and which commands they are.
//
// Decides where the player's own words end and whether they say one thing clearly (spec: mail.md,
// gates 7 and 8). In doubt it asks: one command too many is a move that nobody made. Knows no game
// and no database; what the referee once wrote to this player it is told through a callback. Pure.
#ifndef REFEREE_NEWTEXT_READ_H
#define REFEREE_NEWTEXT_READ_H

#include "referee/words/newtext.h"

// The caller clears out.
void newtext_read(const struct newtext_input *input, struct newtext *out);
// Reads no more than tells who speaks: the tickets, and all of it where something may be signed.
// Returns whether it was all.
gboolean newtext_read_who(const struct newtext_input *input, struct newtext *out);

#endif

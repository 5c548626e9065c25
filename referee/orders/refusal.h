// SPDX-License-Identifier: MIT
// Why a move can't be, in the words of the player's language: a verdict of the rules as a note.
#ifndef REFEREE_REFUSAL_H
#define REFEREE_REFUSAL_H

#include "referee/orders/session.h"

// Refuses the running command with the reason of the verdict, which isn't RULES_LEGAL.
void refusal_note(struct session *session, const struct match *match, struct verdict verdict);

#endif

// SPDX-License-Identifier: MIT
// A record stepped through on a terminal, position by position, with keys.
//
// Decides the keys, and leaves the terminal as it was, also when a signal ends the program. What a
// position looks like is replay.h's.
#ifndef REFEREE_REPLAY_STEP_H
#define REFEREE_REPLAY_STEP_H

#include "referee/record/record.h"

// Whether standard input and output are a terminal on which a screen can be drawn.
bool replay_step_can(void);

// Steps through, until the user has seen enough; a record that isn't legal throughout, as far as it
// is. False, with *out_fault, when it isn't.
bool replay_step(const char *text, gsize len, struct record_fault *out_fault);

#endif

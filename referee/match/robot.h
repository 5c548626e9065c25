// SPDX-License-Identifier: MIT
// The robot: reads one seat's table.json (spec: table.md) and says what it does.
//
// Decides one discard or one move at a time, from that object alone: it knows no game, no record,
// no clock, and no card that its seat may not know. The same table always gets the same answer.
#ifndef REFEREE_ROBOT_H
#define REFEREE_ROBOT_H

#include <jansson.h>
#include <stdbool.h>

enum { ROBOT_ANSWER_MAX = 24 };

// Writes one command in the notation of spec/rules.md, NUL-terminated, into out of ROBOT_ANSWER_MAX
// bytes: `discard 3 17 23` where the table asks for a discard, else one of its legal moves (`7x2
// bonus`, `pass`, `leave`). False, and "", when the table asks nothing of this seat, or isn't what
// table.md says.
// A table at which only robots are left to move ends, also with stall=0: see may_pass.
bool robot_answer(const json_t *table, char *out);

#endif

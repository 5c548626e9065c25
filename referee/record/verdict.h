// SPDX-License-Identifier: MIT
// Why a move or discard is illegal, as an English half sentence for operators and checkers. What
// players read comes from the templates, in their own language.
#ifndef REFEREE_VERDICT_H
#define REFEREE_VERDICT_H

#include "referee/rules/rules.h"

enum { VERDICT_TEXT = 128 };

// Into out of VERDICT_TEXT bytes, NUL-terminated: "the pile shows 16 and 7 is below it".
void verdict_text(struct verdict verdict, char *out);

#endif

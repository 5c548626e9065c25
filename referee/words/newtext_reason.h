// SPDX-License-Identifier: MIT
// Why a mail is unclear, said in a sentence. For newtext.c; others read newtext.sentence.
#ifndef REFEREE_NEWTEXT_REASON_H
#define REFEREE_NEWTEXT_REASON_H

#include "referee/words/newtext.h"

// An English sentence, printable. The caller owns it.
char *newtext_sentence(const struct newtext_input *input, const struct newtext *result);

#endif

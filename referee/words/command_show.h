// SPDX-License-Identifier: MIT
// Commands as a player would type them in their own language, for mails that name them.
//
// Decides which words of the canonical form have another in that language. What is shown can be
// typed: it reads as the same command. Pure.
#ifndef REFEREE_COMMAND_SHOW_H
#define REFEREE_COMMAND_SHOW_H

#include "referee/words/words.h"

// The language called so; English where it is none of ours.
enum words_language command_show_language(const char *name);

// A command in its canonical form ("pass force"), in the language ("passen zwingen"). What begins
// with no command word comes back as it is. The caller owns it.
char *command_show(const char *canonical, enum words_language language);

#endif

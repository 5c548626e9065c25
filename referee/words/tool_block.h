// SPDX-License-Identifier: MIT
// What minisign or ssh-keygen signed, read: `referee KEY`, `game N`, `turn N`, `seat NICK`, each in
// a line, and commands below them (spec: mail.md, "Signature").
//
// Decides whether the text is that from its first line to its last: nothing in it may be left over.
// Knows neither the signature nor the rest of the mail. Pure.
#ifndef REFEREE_TOOL_BLOCK_H
#define REFEREE_TOOL_BLOCK_H

#include "referee/words/run.h"
#include "referee/words/signed.h"

// Reads the text that is covered into block and the referee's key that it names. NEWTEXT_FINE:
// block->commands are what it says; NEWTEXT_BLOCK: block->fault says what is wrong; any other
// reason is that of a command. block is zeroed before; the caller clears it and owns *out_referee.
enum newtext_reason tool_block_read(const char *text, const struct run_options *options,
                                    struct signed_block *block, char **out_referee);

#endif

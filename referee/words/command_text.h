// SPDX-License-Identifier: MIT
// Commands as text: the line that asks one, read, and the one form in which it is written.
//
// Decides whether one line of text is a command in full, is one that was understood and can't be,
// or only begins like one (spec: mail.md, "Commands" and gate 8). Knows no player, no game, no
// mail, and nothing of the lines around: which lines of a mail count is decided in newtext_read.c.
// Pure.
#ifndef REFEREE_COMMAND_TEXT_H
#define REFEREE_COMMAND_TEXT_H

#include "referee/words/command.h"
#include "referee/words/fold.h"
#include "referee/words/words.h"

// Reads one line. Only for COMMAND_LINE_COMMAND out_command is set, and the caller clears it; it is
// zeroed otherwise. out_wrong may be NULL.
// A PLAN comes without its lines, which stand below (plan_text_parse, command_is_end). SAY and TELL
// come with the text of this line, which may be "": theirs goes on below. The same for a KEY.
enum command_line command_parse(const struct fold *line, unsigned languages,
                                struct command *out_command, struct command_wrong *out_wrong);

// The same for a bare string.
enum command_line command_parse_text(const char *text, unsigned languages,
                                     struct command *out_command, struct command_wrong *out_wrong);

// Whether a text is a command and nothing else, in any language.
gboolean command_is_whole(const char *text);

// Whether the line is the `end` of a plan.
gboolean command_is_end(const struct fold *line, unsigned languages);

// The one canonical form (spec: interface.md). The caller owns it.
char *command_format(const struct command *command);

// Whether an address can be written to: its shape (address.h), and a domain of two labels at least,
// or localhost.
gboolean command_address_ok(const char *address);

// Whether a player may be called that: ASCII letters, digits, - _ . alone (fairness.md: names stand
// in records), a letter or digit first, not digits alone, nothing that is a command by itself, at
// most COMMAND_NICK_MAX bytes. COMMAND_FINE, COMMAND_FAULT_NICK or _RESERVED.
enum { COMMAND_NICK_MAX = 20 };
enum command_fault command_nick_fault(const char *nick);
// A nickname like what somebody wrote, "claire-dubois" for "Claire Dubois"; "" when there is none.
// The caller owns it.
char *command_nick_near(const char *written);

#endif

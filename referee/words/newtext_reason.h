// SPDX-License-Identifier: MIT
// Why a mail is unclear: every reason there is, its name, and the sentence that says it.
//
// Decides how a reason is told to the operator; players get theirs from templates, in their own
// language. Doesn't know when one holds. Pure.
#ifndef REFEREE_NEWTEXT_REASON_H
#define REFEREE_NEWTEXT_REASON_H

#include "referee/words/command_verb.h"
#include "referee/words/signed.h"

enum newtext_reason {
    NEWTEXT_FINE,
    NEWTEXT_TROUBLE,    // the mail itself can't be read surely: input.trouble
    NEWTEXT_NO_TEXT,    // neither text nor HTML
    NEWTEXT_EMPTY,      // nothing new stands in it
    NEWTEXT_ONLY_QUOTE, // nothing but quoted lines
    NEWTEXT_FORWARD,    // a forwarded mail and no command
    NEWTEXT_SEE_HTML,   // the text only says that one should see the HTML
    NEWTEXT_COMMENTS_ONLY,
    NEWTEXT_NO_COMMAND,    // the first line is no command
    NEWTEXT_NEAR_MISS,     // a line that begins like a command and isn't one
    NEWTEXT_WRONG,         // understood, and can't be: wrong says why
    NEWTEXT_LATER_COMMAND, // a command further down, after other words
    NEWTEXT_AMONG_QUOTES,  // a command between or below quoted lines
    NEWTEXT_FLOWED,        // a command that goes on in the next line
    NEWTEXT_STRAY,
    NEWTEXT_TOO_MANY,      // commands
    NEWTEXT_PRESS_TICKET,  // free text that holds a ticket
    NEWTEXT_PRESS_COMMAND, // free text with a line that would be a command
    NEWTEXT_PRESS_KNOWN,   // free text that holds the referee's words
    NEWTEXT_HTML_DIFFERS,  // text and HTML say different commands
    NEWTEXT_BLOCK,         // a signed block that is broken or isn't all commands: block.fault
    NEWTEXT_TWO_BLOCKS,
    NEWTEXT_BLOCK_AND_MORE, // a command beside a signed block
    NEWTEXT_REASON_COUNT
};

// A short name for logs and templates: "later-command". Never NULL.
const char *newtext_reason_name(enum newtext_reason reason);

// An English sentence, printable. trouble is said of NEWTEXT_TROUBLE, wrong of NEWTEXT_WRONG, block
// of NEWTEXT_BLOCK; line 0: of none. The caller owns it.
char *newtext_reason_sentence(enum newtext_reason reason, const char *trouble,
                              const struct command_wrong *wrong, enum signed_fault block,
                              unsigned line);

#endif

// SPDX-License-Identifier: MIT
// A mail while its words are read: what its parts share. For newtext_*.c alone.
//
// Decides how a text that is signed, and one that isn't, is read by itself. Doesn't know which text
// of a mail counts: that is newtext_read.c.
#ifndef REFEREE_NEWTEXT_PARTS_H
#define REFEREE_NEWTEXT_PARTS_H

#include "referee/words/newtext.h"
#include "referee/words/reading.h"

// What is at work while one mail is read.
struct newtext_work {
    const struct newtext_input *input;
    struct newtext *out;
    struct run_options options;
    const char *text; // the part that counts: the text, or the HTML where there is no text
    char *unflowed;   // that text where its soft breaks had to be undone; else NULL; owned
    gboolean flowed, delsp;
};

// Keeps the first reason for which a mail is unclear, and its line (from 1; 0: none).
void newtext_ask(struct newtext *out, enum newtext_reason reason, guint at);
void newtext_body(const struct newtext_work *work, const char *text, struct body *out);

// Native blocks, and what minisign or ssh-keygen signed: looks for them and reads the one; FALSE
// when there is none (newtext_blocks.c).
gboolean newtext_read_blocks(struct newtext_work *work);

// The text itself, signed with OpenPGP or not (newtext_text.c).
void newtext_read_text(struct newtext_work *work);

#endif

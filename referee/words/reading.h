// SPDX-License-Identifier: MIT
// One text of a mail, read: its commands, or why it is unclear.
//
// Decides what may stand before the commands, whether an answer below the quote counts, and what
// must not stand further down (spec: mail.md, gate 7). Knows nothing of the mail's other parts:
// newtext_read.c puts those together. Pure.
#ifndef REFEREE_READING_H
#define REFEREE_READING_H

#include "referee/words/body.h"
#include "referee/words/newtext.h"
#include "referee/words/run.h"

struct reading {
    struct run run;
    enum newtext_reason reason; // NEWTEXT_FINE: run.commands are what the text says
    guint at;                   // the line it is about
};

// The caller clears it.
void reading_init(struct reading *reading, const struct body *body,
                  const struct newtext_input *input, const struct run_options *options);
void reading_clear(struct reading *reading); // takes a zeroed one

// The first line behind what may stand before the commands: blank lines, banner, ticket, one
// greeting.
guint reading_head(const struct body *body, const char *const *banner);
// Whether a line from i up to the first boundary would be a command; its number into *at.
gboolean reading_later(const struct body *body, guint i, unsigned languages, guint *at);

#endif

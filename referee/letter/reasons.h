// SPDX-License-Identifier: MIT
// Why a mail was unclear, in the reader's language.
//
// Decides which phrases say it. What was unclear is found by newtext_read.c; logs and `explain`
// have its English sentence.
#ifndef REFEREE_REASONS_H
#define REFEREE_REASONS_H

#include "referee/language/wording.h"
#include "referee/words/newtext.h"

// What is to be noted of an unclear text: {"why": …, "line": …, "fault": …, "word": …, "verb":
// the command that is wrong, "read": the line as it was written, "meant": array of commands}. The
// caller owns it.
json_t *reasons_note(const struct newtext *text);

// The note as a sentence, or two parts of one: phrases `reason-WHY`, with the line by `reason-at`.
// "word" must be fit for a sentence of ours (wrap_quote). The caller owns it. NULL and an error of
// the phrases.
char *reasons_say(const json_t *note, const struct wording_language *language, GError **error);

#endif

// SPDX-License-Identifier: MIT
// The one line of greeting that may stand before the commands.
//
// Decides what is a greeting and nothing more (spec: mail.md, gate 7): a greeting word of the three
// languages, a name, `,` `!` `.`, an emoji. A greeting that goes on as a sentence is none: its next
// line would be the end of that sentence, and no command.
#ifndef REFEREE_GREETING_H
#define REFEREE_GREETING_H

#include "referee/words/fold.h"

#include <glib.h>

gboolean greeting_is(const struct fold *line);

#endif

// SPDX-License-Identifier: MIT
// What a line that is no command was probably meant to be.
//
// Decides which commands are near enough to be named in "did you mean". Nothing that it finds is
// ever acted on: whoever meant it sends it. Pure.
#ifndef REFEREE_MEANT_H
#define REFEREE_MEANT_H

#include <glib.h>

enum { MEANT_MAX = 2, MEANT_LINE_MAX = 200 };

// Up to MEANT_MAX commands in their canonical form, the likeliest first, NULL-terminated; for a
// line with a slip in a word ("paly 7 7"), words of any language ("ich passe"), marks around it
// ("[play 5]"), or a line of a mail of ours as it is printed ("· 7 7 … free"). Longer lines than
// MEANT_LINE_MAX characters mean nothing. Freed by g_strfreev.
char **meant_commands(const char *line) G_GNUC_WARN_UNUSED_RESULT;

#endif

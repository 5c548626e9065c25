// SPDX-License-Identifier: MIT
// Words in a mail that aren't the referee's own: what somebody wrote, and commands that are named.
//
// Decides where such words may be wrapped, so that no line of a mail acts when it comes back
// quoted.
#ifndef REFEREE_LETTER_QUOTE_H
#define REFEREE_LETTER_QUOTE_H

#include "referee/language/wording.h"

enum { LETTER_QUOTE_MAX = 200 }; // characters of what is only repeated

// Whether words alone on a line of a mail are a command (a wrap_risky).
gboolean letter_quote_is_command(const char *words);

// A command in its canonical form as the reader would type it, in brackets, at most
// LETTER_QUOTE_MAX characters of it, harmless however it is wrapped. Somebody whose address isn't
// confirmed is told the verb alone: nobody is to be mailed a stranger's words in our name. The
// caller owns it.
char *letter_quote_command(const char *canonical, gboolean confirmed,
                           const struct wording_language *language);

// Somebody else's text in the quotation marks of the reader's language, at most LETTER_QUOTE_MAX
// characters of it, harmless however it is wrapped. The caller owns it.
char *letter_quote(const char *text, const struct wording_language *language, GError **error);
// The same, at most so many characters of it.
char *letter_quote_most(const char *text, guint most, const struct wording_language *language,
                        GError **error);

#endif

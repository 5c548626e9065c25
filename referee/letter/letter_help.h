// SPDX-License-Identifier: MIT
// What `help WORD` is answered with: a section of the guide, or what is near that word.
//
// Decides which section a word means. What it says stands in templates/LANG/guide.txt.
#ifndef REFEREE_LETTER_HELP_H
#define REFEREE_LETTER_HELP_H

#include "referee/language/wording.h"

// The section for a word in its plain form (fold_key), in the reader's language, whichever language
// the word is of. NULL: there is none, or an error.
const struct guide_section *letter_help_find(const struct wording_language *language,
                                             const char *word, GError **error);

// The answer as text. The caller owns it. NULL and an error of the templates.
char *letter_help(const struct wording_language *language, const char *word, GError **error);

#endif

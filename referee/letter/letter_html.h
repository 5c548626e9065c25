// SPDX-License-Identifier: MIT
// A mail as HTML: its text laid out, or a game's state in the layout that it has for itself.
//
// Decides which layout a mail takes and what of its text stands where. What is said is in the data.
#ifndef REFEREE_LETTER_HTML_H
#define REFEREE_LETTER_HTML_H

#include "referee/language/wording.h"

#include <jansson.h>

// template: the text's; text: as that made it, not wrapped. data: the text's, with its buttons;
// what layouts want besides is set in it. The caller owns the result; NULL and an error: those of
// the layout.
char *letter_html(const struct wording_language *language, const char *template,
                  const char *subject, const char *text, json_t *data,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

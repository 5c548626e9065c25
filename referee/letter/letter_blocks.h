// SPDX-License-Identifier: MIT
// Plain text taken apart for HTML: paragraphs that flow, and lists.
//
// Decides what belongs together in a text as mails have it. Knows nothing of what it says.
#ifndef REFEREE_LETTER_BLOCKS_H
#define REFEREE_LETTER_BLOCKS_H

#include "referee/language/wrap.h"

#include <jansson.h>

// The text as an array of {"text": a paragraph, or null, "items": the lines of a list, "list",
// "dots": which of the two it is}. Lines of a paragraph become one; a line that begins with "- " or
// "· " is an item of a list, and what is indented below it belongs to it. A dot stays with its
// item: what stands behind one can be typed, and must not stand alone. A line "ticket …" is left
// out: layouts have their own place for it. Words that
// would be risky at the start of a line are tied (wrap_tie). The caller owns the result.
json_t *letter_blocks(const char *text, wrap_risky *is_risky);

#endif

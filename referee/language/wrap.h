// SPDX-License-Identifier: MIT
// Lines of plain text for mails: broken at blanks, at most so wide.
//
// Knows columns, not meanings.
#ifndef REFEREE_WRAP_H
#define REFEREE_WRAP_H

#include <glib.h>

enum { WRAP_COLUMNS = 72, WRAP_WIDEST = 78 };

// Whether words could do harm alone on a line.
typedef gboolean wrap_risky(const char *words);

// A copy of the text in which no line is wider than columns, as far as blanks allow it. What
// follows "- " or "· " at a line's start stays aligned behind it. U+00A0 is no place to break. A
// line is broken a little earlier where its end, torn off once more by a narrower program, would be
// risky. The caller owns the result.
char *wrap_text(const char *text, guint columns, wrap_risky *is_risky);

// One line that a reader's program will wrap as it likes: where words at a line's start would be
// risky (up to WRAP_WIDEST columns of them), the blank before them becomes U+00A0. The caller owns
// the result.
char *wrap_tie(const char *line, wrap_risky *is_risky);

// Text that somebody else wrote, made fit for a sentence of ours: one line between the quotation
// marks of the reader's language, controls gone, at most max characters (an ellipsis tells that
// there was more), and every risky word tied by U+00A0 to its neighbours, up to one that is none or
// to a mark, so that no wrapping on the way leaves a line that is a command. The caller owns the
// result.
char *wrap_quote(const char *text, guint max, const char *open, const char *close,
                 wrap_risky *is_risky);

#endif

// SPDX-License-Identifier: MIT
// Text from anywhere made fit for one line of a terminal or a log.
//
// Decides what may be shown as it is. Knows nothing of what the text says.
#ifndef BASE_PLAIN_H
#define BASE_PLAIN_H

#include <glib.h>

// A copy in which every control character (C0, DEL, C1), line and paragraph separator, mark that
// turns the direction of writing, and byte that is no UTF-8 is written as \xHH or \u{HHHH}, and a
// backslash as two, so that nothing shown can move the cursor or pretend to be something else.
// len -1: up to the NUL. The caller owns the result.
char *plain_line(const char *text, gssize len);

// The same for a text of several lines: LF stays, CR LF becomes LF, a tab stays a tab, and a
// backslash stays one.
char *plain_text(const char *text, gssize len);

// The words of a text, such as what a server or a program said, in one line of at most max bytes:
// what can't be shown as it is, and blanks, become one blank; what is no UTF-8 is marked (U+FFFD).
// The caller owns the result.
char *plain_words(const char *text, gsize max);

#endif

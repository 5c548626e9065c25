// SPDX-License-Identifier: MIT
// Whether a text that the referee sends could act when it comes back (spec: mail.md, "Nothing the
// referee writes can act when quoted back"). For tests of templates and of whole mails.
#ifndef TESTS_QUOTING_H
#define TESTS_QUOTING_H

#include <glib.h>

enum { QUOTING_NARROW = 40, QUOTING_WIDE = 78 };

// Asserts (cmocka) that text, LF line ends, is no command and adds none: as it is, quoted with `>
// `, forwarded, and each of these re-wrapped at every width from 40 to 78, before and after the
// marks were put; above it nothing, a move, or words. what names the text in messages.
void quoting_check(const char *text, const char *what);
// The same, re-wrapped at some of the widths only: for tests with very many mails.
void quoting_check_widths(const char *text, const char *what, guint from, guint to);

// How many mails were read in all calls, so that a test can tell that it did something.
guint quoting_count(void);

// The text re-wrapped at blanks: no line is longer than width, unless a word is. The caller owns
// it.
char *quoting_wrap(const char *text, guint width);
// The text with `> ` before each line. The caller owns it.
char *quoting_mark(const char *text);

#endif

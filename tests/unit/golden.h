// SPDX-License-Identifier: MIT
// Mails held against what they were: tests/golden/LANGUAGE/NAME.txt and
// NAME.html. With GOLDEN=write in the
// environment (make golden) they are written anew instead, for the difference to be read.
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "tests/unit/club.h"

// The subject and the text of a mail, and its HTML. What chance made (tickets, hashes) is written
// as x, so that a golden mail changes only when its words do. Fails the test where it isn't the
// same.
void golden_check(const struct club_mail *mail, const char *language, const char *name);

// The text as it stands in the file. The caller owns it.
char *golden_text(const char *language, const char *name);

// How many were compared or written.
guint golden_count(void);

#endif

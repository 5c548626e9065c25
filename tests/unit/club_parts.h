// SPDX-License-Identifier: MIT
// What the files of the club share; tests include club.h alone.
#ifndef TESTS_CLUB_PARTS_H
#define TESTS_CLUB_PARTS_H

#include "tests/unit/club.h"

// Takes the mails that went out since, in the order in which they were made, and checks them.
void club_gather(struct club *club);
void club_mail_free(struct club_mail *mail);

// Whether the text holds these words, wherever they are wrapped.
gboolean club_has(const struct club_mail *mail, const char *words);

// The lines that the reading program makes of a part in HTML; the caller owns them.
char *club_html_lines(const char *html);

#endif

// SPDX-License-Identifier: MIT
// Entries for a calendar as iCalendar (RFC 5545), published without asking for an answer (RFC 5546,
// 3.2.1).
//
// Decides the form alone: times in UTC, lines folded at 75 bytes, texts escaped. What an entry says
// was found good by post_mail.c.
#ifndef MAIL_POST_CALENDAR_H
#define MAIL_POST_CALENDAR_H

#include "mail/post_mail.h"

#define POST_CALENDAR_NAME "turn.ics"

// All entries of a mail (one at least) as one calendar, its lines ended by CR LF. The caller owns
// it.
char *post_calendar(const struct post_mail *mail);

#endif

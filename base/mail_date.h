// SPDX-License-Identifier: MIT
// A time as the Date of a mail has it (RFC 5322, 3.3), for all who write mails.
#ifndef BASE_MAIL_DATE_H
#define BASE_MAIL_DATE_H

#include <glib.h>

// "Mon, 30 Nov 2026 08:00:00 +0000": in UTC, and in English whatever the locale. at: unix seconds.
// The caller owns it.
char *mail_date(gint64 at);

#endif

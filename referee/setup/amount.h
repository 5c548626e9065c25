// SPDX-License-Identifier: MIT
// Amounts as an operator writes them: 48h, 2d; 512K, 2M.
//
// Decides the form and the bounds. Knows nothing of what is measured.
#ifndef REFEREE_AMOUNT_H
#define REFEREE_AMOUNT_H

#include <glib.h>

enum { AMOUNT_HOUR = 3600, AMOUNT_DAY = 86400 };

// A whole decimal number without sign, min to max, nothing around it. FALSE: it isn't.
gboolean amount_parse_number(const char *text, gint64 min, gint64 max, gint64 *out);

// A time of whole hours or days, "48h" or "2d", as seconds between min and max.
gboolean amount_parse_time(const char *text, gint64 min, gint64 max, gint64 *out);

// "2d" where it is whole days, else "47h" where it is whole hours, else "90s". The caller owns it.
char *amount_format_time(gint64 seconds);

// A number of bytes, with K or M (times 1024, a B or iB behind it is fine), between min and max.
gboolean amount_parse_bytes(const char *text, gint64 min, gint64 max, gint64 *out);

#endif

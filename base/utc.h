// SPDX-License-Identifier: MIT
// Points in time as text: 2026-11-30T08:12:44Z, the one form that records, mails and options use.
//
// Knows the Gregorian calendar from year 1 to 9999; no time zones, no leap seconds, no clock.
#ifndef BASE_UTC_H
#define BASE_UTC_H

#include <glib.h>
#include <stdbool.h>

enum { UTC_TEXT = 21 }; // 20 characters and a NUL

// Reads exactly that form, the whole of the len bytes, and only real dates. Unix seconds into
// *out_seconds; false, and nothing written, for anything else.
bool utc_parse(const char *text, gsize len, gint64 *out_seconds);

// Writes it into out of UTC_TEXT bytes. The seconds lie within the years 1 to 9999.
void utc_format(gint64 seconds, char *out);

#endif

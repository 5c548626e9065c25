// SPDX-License-Identifier: MIT
// Header text made fit to be shown: subjects and names, decoded (RFC 2047), on one line, bounded.
//
// It never decides anything from them. Ours because GMime 3.2.13 loses all but the first of two
// base64 words side by side, and decodes line breaks and escape codes as they come.
#ifndef MAIL_READ_SHOW_H
#define MAIL_READ_SHOW_H

#include <glib.h>

// The value of a header field, encoded words decoded, made clean. At most max bytes of UTF-8. The
// caller frees it; never NULL.
char *read_show_header(const char *value, gsize max);

// Makes text clean: valid UTF-8, NFC, no controls, no direction marks, blanks of
// every kind collapsed.
char *read_show_clean(const char *text, gsize max);

#endif

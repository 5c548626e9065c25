// SPDX-License-Identifier: MIT
// Values of headers as they stand on the wire: folded, and encoded where they are not ASCII.
//
// Why not GMime's own: it writes names in Cyrillic and the like as several base64 words, of which
// GMime 3.2.13, the reader in Debian 12, keeps only the first; it encodes a signature as a word; it
// folds an address away from its header's name. Here every encoded word is Q (RFC 2047 4.2), holds
// whole characters, and nothing is folded but at a blank that is there.
//
// All values are checked before (post_check.h); a line end in one is a mistake of the program.
#ifndef MAIL_POST_HEADER_H
#define MAIL_POST_HEADER_H

#include <glib.h>

enum { POST_HEADER_LINE = 78 }; // RFC 5322 2.1.1

// `Name: value` folded at blanks so that no line is longer than POST_HEADER_LINE where that is
// possible. Ends with a line end. The caller frees it.
char *post_header_fold(const char *name, const char *value);

// One line for people as it stands in the header `name`: as it is where ASCII can say it and no
// reader would change it, else as encoded words with blanks between them. The caller frees it.
char *post_header_text(const char *name, const char *text);

// `display <address>`, or just the address where display is "". The caller frees it.
char *post_header_mailbox(const char *name, const char *display, const char *address);

#endif

// SPDX-License-Identifier: MIT
// Charsets to UTF-8, strictly and from a list: a label that isn't on it is unknown, whatever the C
// library would make of it (UTF-7 and `//IGNORE` hide bytes, H66).
#ifndef MAIL_READ_CHARSET_H
#define MAIL_READ_CHARSET_H

#include <glib.h>

// Opens a converter for every charset of the list that isn't built in as a table, and keeps it: the
// C library loads them from files, which the sandbox forbids later. To be called once, before the
// sandbox closes.
void read_charset_init(void);

// Converts bytes from the charset of this label (small letters) to a new string without a BOM, of
// which the caller owns the memory. *reason tells in words why not, when NULL is returned: a label
// unknown, a byte that the charset doesn't allow, a NUL. Labels of Latin-1 mean windows-1252, as
// everywhere. An empty label: UTF-8 (so ASCII too), and if it isn't that, windows-1252, with
// *guessed set.
char *read_charset_decode(const char *label, const char *bytes, gsize len, gsize *out_len,
                          gboolean *guessed, const char **reason);

// The same for a text whose end may be wrong without harm: what its charset doesn't allow, and a
// NUL, stands as U+FFFD, and the rest is read on. NULL for an unknown label, for UTF-16 and for
// charsets with escapes: behind a wrong byte of theirs nothing is sure.
char *read_charset_decode_marked(const char *label, const char *bytes, gsize len, gsize *out_len,
                                 gboolean *guessed);

#endif

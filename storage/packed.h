// SPDX-License-Identifier: MIT
// Long texts made small: deflated (zlib), or as they are where that is no longer. Internal to
// storage.
//
// Beside what packed_make gives stands how many bytes the text has; where both are equally long, it
// is the text itself. Whoever looks with sqlite3 finds it readable by sqlar_uncompress(text, size),
// which takes the same form.
#ifndef STORAGE_PACKED_H
#define STORAGE_PACKED_H

#include <glib.h>

// The same text always gives the same bytes, with the same zlib. The caller owns them.
GBytes *packed_make(const char *text, gsize len);    // for good
GBytes *packed_quickly(const char *text, gsize len); // for a while: less work, a few bytes more

// The text of size bytes; NULL when these aren't what is made here, or the text would be
// longer than PACKED_MAX. The caller owns it.
enum { PACKED_MAX = 16 * 1024 * 1024 };
char *packed_open(const void *bytes, gsize len, gint64 size);

#endif

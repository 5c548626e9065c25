// SPDX-License-Identifier: MIT
// Writing to a file or a pipe until all is written: write(2) may write less, or be interrupted.
#ifndef BASE_WRITE_ALL_H
#define BASE_WRITE_ALL_H

#include <glib.h>

// Writes all bytes to fd, which blocks. FALSE: errno says why; some of them may be written.
gboolean write_all(int fd, const void *bytes, gsize len) G_GNUC_WARN_UNUSED_RESULT;

#endif

// SPDX-License-Identifier: MIT
// Length-prefixed messages over a pipe: four bytes, the length in network order, then that many
// bytes.
//
// How the hub talks to the mail programs. It knows nothing of what the bytes mean.
#ifndef BASE_FRAME_H
#define BASE_FRAME_H

#include <glib.h>

// The frame of at most G_MAXUINT32 bytes, to be written at once: who waits for it wakes once. The
// caller frees it with g_free.
guint8 *frame_make(const void *bytes, gsize len, gsize *out_len) G_GNUC_WARN_UNUSED_RESULT;

// Writes one frame, all of it, going on after interruptions and short writes. Errors: G_FILE_ERROR
// (G_FILE_ERROR_PIPE when the other side is gone; SIGPIPE must be ignored by the caller).
gboolean frame_write(int fd, const void *bytes, gsize len,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Reads one frame of at most max bytes into a new GBytes (of which the caller owns a reference).
// Returns NULL without an error when the other side closed the pipe between two frames. Errors:
// G_FILE_ERROR; G_FILE_ERROR_INVAL for a frame above max, G_FILE_ERROR_IO for one cut short.
GBytes *frame_read(int fd, gsize max, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

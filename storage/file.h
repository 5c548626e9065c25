// SPDX-License-Identifier: MIT
// New files that are there whole or not at all, whenever the machine stops. Internal to storage.
#ifndef STORAGE_FILE_H
#define STORAGE_FILE_H

#include <glib.h>

// A new empty file (mode 0600) beside path under a name of its own, which the caller owns. Returns
// its descriptor, or -1. Errors: STORE_ERROR, LATER.
int file_begin(const char *path, char **out_name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Makes the file called name durable, and known as path. When there is something at path already,
// it is replaced, or (replace FALSE) left as it is, which is a STOP. Errors else: LATER.
gboolean file_publish(const char *name, const char *path, gboolean replace,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Removes a file that was begun and not published, and what SQLite may have put beside it. NULL is
// allowed.
void file_discard(const char *name);

#endif

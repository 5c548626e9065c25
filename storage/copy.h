// SPDX-License-Identifier: MIT
// A consistent copy of a database that others may be using. Internal to storage.
#ifndef STORAGE_COPY_H
#define STORAGE_COPY_H

#include <glib.h>

// Copies the last committed state of the database at from to a new file at to (mode 0600), durably
// and whole. replace: whatever is at to goes; else that is a STOP. Errors else as of
// statement_error.
gboolean copy_database(const char *from, const char *to, gboolean replace,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

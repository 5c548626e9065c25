// SPDX-License-Identifier: MIT
// The password of a mail server, from its file or a systemd credential.
//
// Decides which files are fit to hold one. Knows nothing of servers.
#ifndef REFEREE_PASSWORD_H
#define REFEREE_PASSWORD_H

#include <glib.h>

// The first line of the file at path. A file that others may read or change is refused, unless it
// is a credential: those are guarded by systemd, below $CREDENTIALS_DIRECTORY or /run/credentials.
// The caller frees the result with password_free. Errors: CONFIG_ERROR_WRONG, which name the file
// and never say what is in it.
char *password_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Wipes and frees; takes NULL.
void password_free(char *password);

#endif

// SPDX-License-Identifier: MIT
// A folder in which GnuPG keeps the one key of one question.
#ifndef MAIL_OPENPGP_HOME_H
#define MAIL_OPENPGP_HOME_H

#include <glib.h>

// Makes it, in the folder for temporary files, with the configuration that keeps gpg by itself, at
// the time `now`. The path, which the caller owns; NULL and an error.
char *openpgp_home_make(gint64 now, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Removes it and all that is in it.
void openpgp_home_remove(const char *path);

#endif

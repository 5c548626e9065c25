// SPDX-License-Identifier: MIT
// Asking: for a passphrase without showing it, for a yes. On the terminal, or from a file for
// scripts.
//
// Decides how it is asked. What it is for is known by who calls.
#ifndef PLAYER_PASSPHRASE_H
#define PLAYER_PASSPHRASE_H

#include <glib.h>

enum { PASSPHRASE_MAX = 1023 }; // bytes

#define PASSPHRASE_ERROR (passphrase_error_quark())
GQuark passphrase_error_quark(void);
enum passphrase_error {
    PASSPHRASE_ERROR_NO_TERMINAL, // nobody can be asked
    PASSPHRASE_ERROR_CANCELLED,   // Ctrl-C, or the end of input
    PASSPHRASE_ERROR_WRONG        // too long, empty, or the second isn't the first
};

// The first line of a file, or of an open descriptor when the path is NULL. Errors: G_FILE_ERROR,
// PASSPHRASE_ERROR_WRONG. Wiped and freed by passphrase_free.
char *passphrase_from(const char *path, int fd, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Asks on the process's terminal, with echo off; twice for a new one, which may not be empty.
// Errors: PASSPHRASE_ERROR. Wiped and freed by passphrase_free.
char *passphrase_ask(const char *prompt, gboolean is_new, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void passphrase_free(char *passphrase); // takes NULL

// Whether there is a terminal to ask on.
gboolean passphrase_can_ask(void);
// A question that "y" or "yes" affirms; everything else, no terminal too, is no. question ends
// without a blank.
gboolean passphrase_confirm(const char *question);

#endif

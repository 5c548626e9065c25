// SPDX-License-Identifier: MIT
// The referees that this player knows: a file of lines `ADDRESS KEY`, the key in 64 hex digits.
// A referee is believed when it is met for the first time, and held to its key from then on.
//
// Decides whether a key is the one that was seen before. Checks no signature.
#ifndef PLAYER_KNOWN_H
#define PLAYER_KNOWN_H

#include <glib.h>

#define KNOWN_ERROR (known_error_quark())
GQuark known_error_quark(void);
enum known_error { KNOWN_ERROR_WRONG }; // the file has to be mended: exit status 78

enum { KNOWN_KEY = 65 }; // hex digits and a NUL

// The key of a referee, by its canonical address, without regard to case. *out_found FALSE: it is
// not known yet; also when there is no such file. Errors: G_FILE_ERROR; KNOWN_ERROR, naming the
// line.
gboolean known_find(const char *path, const char *address, char out_key[KNOWN_KEY],
                    gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Adds a line, durably; makes the file (0600) when there is none. Errors: G_FILE_ERROR.
gboolean known_add(const char *path, const char *address, const char *key,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

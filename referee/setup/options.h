// SPDX-License-Identifier: MIT
// What stands before the subcommand on referee23's command line: -C DIR and --now TIME.
#ifndef REFEREE_OPTIONS_H
#define REFEREE_OPTIONS_H

#include <glib.h>

// Set once by main before a subcommand runs. dir is never NULL; dir_given says whether -C or
// $REFEREE23_DIR named it.
struct options {
    const char *dir;
    gboolean dir_given;
    gint64 now; // unix seconds
};
const struct options *options_get(void);
void options_set(const struct options *options);

enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_WRONG_USAGE = 2, EXIT_LATER = 75, EXIT_CONFIGURATION = 78 };

#endif

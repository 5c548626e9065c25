// SPDX-License-Identifier: MIT
// Where the program's own files lie: its helpers and its templates.
//
// Decides between the build tree and an installation, by where this program itself was started
// from. Knows nothing of what the files hold, or whether they are there.
#ifndef REFEREE_PLACE_H
#define REFEREE_PLACE_H

#include <glib.h>

// The path of a program of libexec ("read", "post"): beside this program in a build tree, else in
// the installation that this program belongs to, else in the one it was built for. The caller owns
// it.
char *place_program(const char *name);

// The folder of templates, found likewise.
char *place_templates(void);

#endif

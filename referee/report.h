// SPDX-License-Identifier: MIT
// How a command tells that the world has failed.
//
// Decides which exit status an error means to whoever called us. How an error reads is known by
// whoever made it.
#ifndef REFEREE_REPORT_H
#define REFEREE_REPORT_H

#include <glib.h>

// Prints "referee23: MESSAGE" on standard error, control characters escaped, and gives the exit
// status that the error means: 75 for what may go away by itself, 78 for what the operator has to
// mend, 1 for the rest. Frees the error.
int report_error(GError *error);

#endif

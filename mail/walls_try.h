// SPDX-License-Identifier: MIT
// Trying to get out: what a walled-in program would do that was taken over, and whether it can.
#ifndef MAIL_WALLS_TRY_H
#define MAIL_WALLS_TRY_H

#include <glib.h>

// What is tried.
enum walls_try {
    WALLS_TRY_FILES = 1,   // read and write what isn't ours
    WALLS_TRY_NETWORK = 2, // sockets of both kinds
    WALLS_TRY_OTHERS = 4,  // trace and signal another process
    WALLS_TRY_CODE = 8,    // new processes, and memory that can be run
    WALLS_TRY_PROGRAM = 16 // run another program; last: this one would be gone
};

// Tries these and prints a line for each, `wall` in front. TRUE when all was refused.
gboolean walls_try(const char *wall, unsigned which);

// The same in a process of its own, closed in by close_wall, so that one wall doesn't hide a hole
// in another.
gboolean walls_try_alone(const char *wall, gboolean (*close_wall)(void), unsigned which);

#endif

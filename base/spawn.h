// SPDX-License-Identifier: MIT
// Another program started beside us, with a pipe to its standard input and one from its output.
//
// Decides what it inherits: those two, its standard error, our environment, and nothing else. Who
// started it waits for it, and ends it where it takes too long.
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <glib.h>
#include <sys/types.h>

struct spawn {
    pid_t pid;
    int in, out; // our ends, which don't block; -1 once closed
};

// How it stands to us.
enum spawn_kind {
    SPAWN_OURS,    // a program of ours: its standard error is ours
    SPAWN_STRANGE, // its standard error is its output, and it leads a group of its own, with which
                   // whatever it starts can be ended
};

// Starts argv[0], a path (PATH is not searched), with argv, NULL at its end. 0; or an errno, then
// nothing is open. That we ignore SIGPIPE it doesn't inherit.
int spawn_start(struct spawn *out, const char *const *argv,
                enum spawn_kind kind) G_GNUC_WARN_UNUSED_RESULT;

// Closes one of the ends, if it is open.
void spawn_close(int *end);

#endif

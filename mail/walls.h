// SPDX-License-Identifier: MIT
// Walls that a program builds around itself before it touches what strangers sent: limits, Landlock
// (which files), seccomp (which system calls).
//
// Knows how each is built, not who needs what: that is said by the programs, `read`
// (read_sandbox.c) and `openpgp` (openpgp_walls.c).
#ifndef MAIL_WALLS_H
#define MAIL_WALLS_H

#include <glib.h>
#include <sys/resource.h>

// The address sanitizer maps terabytes, and makes calls of its own.
#if defined(__SANITIZE_ADDRESS__)
#define WALLS_UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WALLS_UNDER_ASAN 1
#endif
#endif

// What may still be done with a file, or with all below a folder.
enum walls_right { WALLS_READ = 1, WALLS_WRITE = 2, WALLS_RUN = 4, WALLS_ALL = 8 };

struct walls_path {
    const char *path; // one that isn't there is passed over
    unsigned rights;
};

// All return FALSE, and say why on standard error, when the kernel doesn't do it.

// Forgets the environment, and gives up any way to more rights.
gboolean walls_begin(void);
gboolean walls_limit(__rlimit_resource_t what, rlim_t most);
// No files any more but these. Without Landlock (kernels before 5.13) nothing happens, and it is
// TRUE.
gboolean walls_close_files(const struct walls_path *paths, gsize n);
gboolean walls_has_landlock(void);
// No system calls any more but these; memory that can be run is mapped only where `code` says so.
// Refused ones fail with EPERM instead of killing: libraries try what they can do without.
gboolean walls_close_calls(const int *allowed, gsize n, gboolean code);

#endif

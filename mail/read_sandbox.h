// SPDX-License-Identifier: MIT
// The walls around `read`: limits, Landlock, seccomp. They know nothing of mail.
#ifndef MAIL_READ_SANDBOX_H
#define MAIL_READ_SANDBOX_H

#include <glib.h>

// Closes the process in: no new files, no network, no programs, little memory. From here on only
// reading and writing what is open, memory and the time are allowed; anything else fails with
// EPERM. Returns FALSE, and says why on standard error, when the kernel has no seccomp; without
// Landlock (kernels before 5.13) it goes on.
gboolean read_sandbox_close(void);

// Gives the next mail this many seconds of processor time; beyond them the process dies (SIGPROF).
void read_sandbox_allow(guint seconds);

// Closes the process in, but for trying before what each wall forbids alone, and then what all do;
// a line on standard output for each try. TRUE when all was refused.
gboolean read_sandbox_test(void);

#endif

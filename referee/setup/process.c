// SPDX-License-Identifier: MIT
// See process.h.
#include "referee/setup/process.h"

#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

gboolean process_begin(void)
{
    const struct rlimit none = {0, 0};
    signal(SIGPIPE, SIG_IGN);
    umask(077);
    (void)setrlimit(RLIMIT_CORE, &none); // what is less can always be had
    if (sodium_init() >= 0)
        return TRUE;
    (void)arguments_no("libsodium doesn't start");
    return FALSE;
}

int process_end(int status)
{
    errno = 0;
    gboolean fine = fflush(stdout) == 0 && !ferror(stdout);
    if (fine || errno == EPIPE)
        return status;
    int lost = arguments_no("the answer can't be written: %s", g_strerror(errno));
    return status == EXIT_DONE ? lost : status;
}

// SPDX-License-Identifier: MIT
// See read_sandbox.h.
#include "mail/read_sandbox.h"

#include <seccomp.h>
#include <stdio.h>
#include <sys/time.h>

#include "mail/walls.h"
#include "mail/walls_try.h"

#ifdef WALLS_UNDER_ASAN
// The leak checker needs system calls that are closed by then; leaks are looked
// for in the unit tests.
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}
#endif

enum { MEMORY = 384 * 1024 * 1024 };

static gboolean set_limits(void)
{
    gboolean good = walls_limit(RLIMIT_CORE, 0);
#ifndef WALLS_UNDER_ASAN // which maps terabytes
    good = good && walls_limit(RLIMIT_AS, MEMORY);
#endif
    // NPROC counts a user's processes, not ours, but 0 forbids any new one;
    // NOFILE forbids new files.
    return good && walls_limit(RLIMIT_NPROC, 0) && walls_limit(RLIMIT_NOFILE, 0);
}

static gboolean close_files(void)
{
    return walls_close_files(NULL, 0);
}

static gboolean close_calls(void)
{
    static const int allowed[] = {
        SCMP_SYS(read),
        SCMP_SYS(write),
        SCMP_SYS(close),
        SCMP_SYS(brk),
        SCMP_SYS(munmap),
        SCMP_SYS(mremap),
        SCMP_SYS(madvise),
        SCMP_SYS(futex),
        SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday),
        SCMP_SYS(time),
        SCMP_SYS(setitimer),
        SCMP_SYS(rt_sigreturn),
        SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(getpid),
        SCMP_SYS(gettid),
        SCMP_SYS(tgkill),
        SCMP_SYS(exit),
        SCMP_SYS(exit_group),
        SCMP_SYS(fstat),
        SCMP_SYS(newfstatat),
        SCMP_SYS(lseek),
        SCMP_SYS(restart_syscall),
        SCMP_SYS(getrandom),
        SCMP_SYS(sched_yield),
#ifdef WALLS_UNDER_ASAN
        SCMP_SYS(sigaltstack),
        SCMP_SYS(rt_sigaction),
#endif
    };
    return walls_close_calls(allowed, G_N_ELEMENTS(allowed), FALSE);
}

gboolean read_sandbox_close(void)
{
    return walls_begin() && close_files() && set_limits() && close_calls();
}

void read_sandbox_allow(guint seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

gboolean read_sandbox_test(void)
{
    const unsigned all =
        WALLS_TRY_FILES | WALLS_TRY_NETWORK | WALLS_TRY_OTHERS | WALLS_TRY_CODE | WALLS_TRY_PROGRAM;
    gboolean good = TRUE;
    if (walls_has_landlock())
        good = walls_try_alone("Landlock", close_files, WALLS_TRY_FILES | WALLS_TRY_PROGRAM);
    else
        puts("Landlock: this kernel has none");
    good = walls_try_alone("seccomp", close_calls, all) && good;
    return good && read_sandbox_close() && walls_try("together", all);
}

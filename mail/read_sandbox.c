// SPDX-License-Identifier: MIT
// See read_sandbox.h. seccomp(2) and landlock(7); the numbers of Landlock's system calls are those
// of the kernel's headers, since Debian 12's C library doesn't wrap them.
#include "mail/read_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif

#ifdef UNDER_ASAN
// The leak checker needs system calls that are closed by then; leaks are looked
// for in the unit tests.
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}
#endif

enum { MEMORY = 384 * 1024 * 1024 };

static gboolean fail(const char *what, int code)
{
    fprintf(stderr, "read: %s: %s\n", what, g_strerror(code));
    return FALSE;
}

static gboolean limit(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit limits = {most, most};
    return setrlimit(what, &limits) == 0;
}

static gboolean set_limits(void)
{
    gboolean good = limit(RLIMIT_CORE, 0);
#ifndef UNDER_ASAN // which maps terabytes
    good = good && limit(RLIMIT_AS, MEMORY);
#endif
    // NPROC counts a user's processes, not ours, but 0 forbids any new one;
    // NOFILE forbids new files.
    good = good && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_NOFILE, 0);
    return good || fail("can't set limits", errno);
}

// A ruleset that handles every right of the kernel's version and grants none.
static gboolean close_files(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return errno == ENOSYS || errno == EOPNOTSUPP || fail("Landlock", errno);
    struct landlock_ruleset_attr rights = {.handled_access_fs = (1ULL << 13) - 1};
    if (version >= 2)
        rights.handled_access_fs |= 1ULL << 13; // refer
    if (version >= 3)
        rights.handled_access_fs |= 1ULL << 14; // truncate
    long rules = syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
    if (rules < 0)
        return fail("Landlock", errno);
    long closed = syscall(SYS_landlock_restrict_self, (int)rules, 0);
    int code = errno;
    close((int)rules);
    return closed == 0 || fail("Landlock", code);
}

static gboolean allow_calls(scmp_filter_ctx filter)
{
    static const int ALLOWED[] = {
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
#ifdef UNDER_ASAN
        SCMP_SYS(sigaltstack),
        SCMP_SYS(rt_sigaction),
#endif
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ALLOWED); i++) {
        int code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, ALLOWED[i], 0);
        if (code < 0)
            return fail("seccomp", -code);
    }
    // Memory that can be run is nobody's need after the start.
    const struct scmp_arg_cmp not_run = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    int code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, not_run);
    code = code ? code : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, not_run);
    return code == 0 || fail("seccomp", -code);
}

// Refused calls fail instead of killing: libraries try to open what they can do without.
static gboolean close_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return fail("seccomp", ENOMEM);
    gboolean good = allow_calls(filter);
    int code = good ? seccomp_load(filter) : 0;
    seccomp_release(filter);
    return good && (code == 0 || fail("seccomp", -code));
}

// What the caller had in its environment is nobody's business in here.
static void forget_environment(void)
{
    for (char **entry = environ; entry && *entry; entry++)
        explicit_bzero(*entry, strlen(*entry));
    clearenv();
}

gboolean read_sandbox_close(void)
{
    forget_environment();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return fail("no_new_privs", errno);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return close_files() && set_limits() && close_calls();
}

void read_sandbox_allow(guint seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

// ---- the test ----------------------------------------------------------------------------------

static gboolean tell(const char *what, gboolean refused)
{
    printf("%s: %s\n", what, refused ? "refused" : "ALLOWED");
    return refused;
}

gboolean read_sandbox_test(void)
{
    char *const arguments[] = {(char *)"true", NULL};
    char *const nothing[] = {NULL};
    gboolean good = tell("open a file to read", open("/etc/passwd", O_RDONLY | O_CLOEXEC) < 0);
    good = tell("open a file to write", open("/tmp/read-was-here", O_WRONLY | O_CREAT, 0600) < 0) &&
           good;
    good = tell("make a socket", socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) < 0) && good;
    good = tell("make a local socket", socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) < 0) && good;
    good = tell("make a process", syscall(SYS_clone, 17, NULL, NULL, NULL, NULL) < 0) && good;
    good = tell("run a program", execve("/bin/true", arguments, nothing) < 0) && good;
    good = tell("trace another process", syscall(SYS_ptrace, 16, 1, NULL, NULL) < 0) && good;
    good = tell("signal another process", syscall(SYS_kill, getppid(), 0) < 0) && good;
    good = tell("make memory executable", mprotect(NULL, 0, PROT_EXEC) < 0) && good;
    return good;
}

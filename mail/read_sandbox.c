// SPDX-License-Identifier: MIT
// See read_sandbox.h. seccomp(2) and landlock(7); the numbers of Landlock's system calls are those
// of the kernel's headers, since Debian 12's C library doesn't wrap them.
#include "mail/read_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
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

static long landlock_version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// A ruleset that handles every right of the kernel's version and grants none.
static gboolean close_files(void)
{
    long version = landlock_version();
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

// What is tried; each is refused when it returns less than 0.
static int open_to_read(void)
{
    return open("/etc/passwd", O_RDONLY | O_CLOEXEC);
}

static int open_to_write(void)
{
    return open("/tmp/read-was-here", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}

static int run_program(void)
{
    char *const arguments[] = {(char *)"true", NULL};
    char *const nothing[] = {NULL};
    return execve("/bin/true", arguments, nothing);
}

static int make_socket(void)
{
    return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static int make_local_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static int make_process(void)
{
    long pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (pid == 0)
        _exit(0);
    return pid < 0 ? -1 : 0;
}

// One that isn't there: whoever gets so far as to be told that might have had another one.
static int trace_process(void)
{
    return syscall(SYS_ptrace, PTRACE_ATTACH, INT_MAX, NULL, NULL) < 0 && errno == ESRCH ? 0 : -1;
}

static int signal_process(void)
{
    return (int)syscall(SYS_kill, getppid(), 0);
}

static int make_code(void)
{
    return mprotect(NULL, 0, PROT_EXEC);
}

static const struct {
    const char *name;
    int (*try)(void);
    gboolean is_file; // Landlock alone refuses it
} attempts[] = {
    {"open a file to read", open_to_read, TRUE},
    {"open a file to write", open_to_write, TRUE},
    {"make a socket", make_socket, FALSE},
    {"make a local socket", make_local_socket, FALSE},
    {"make a process", make_process, FALSE},
    {"trace another process", trace_process, FALSE},
    {"signal another process", signal_process, FALSE},
    {"make memory executable", make_code, FALSE},
    {"run a program", run_program, TRUE}, // last: this one would be gone
};

static gboolean try_all(const char *wall, gboolean files_only)
{
    gboolean good = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(attempts); i++) {
        if (files_only && !attempts[i].is_file)
            continue;
        gboolean refused = attempts[i].try() < 0;
        printf("%s: %s: %s\n", wall, attempts[i].name, refused ? "refused" : "ALLOWED");
        fflush(stdout);
        good = good && refused;
    }
    return good;
}

// One wall alone, in a process of its own, so that one doesn't hide a hole in the other.
static gboolean try_alone(const char *wall, gboolean (*close_wall)(void), gboolean files_only)
{
    enum { GOOD = 23 }; // which no program ends with that was run after all
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        gboolean closed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && close_wall();
        _exit(closed && try_all(wall, files_only) ? GOOD : 1);
    }
    gboolean ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == GOOD;
}

gboolean read_sandbox_test(void)
{
    gboolean good = TRUE;
    if (landlock_version() >= 1)
        good = try_alone("Landlock", close_files, TRUE);
    else
        puts("Landlock: this kernel has none");
    good = try_alone("seccomp", close_calls, FALSE) && good;
    return good && read_sandbox_close() && try_all("together", FALSE);
}

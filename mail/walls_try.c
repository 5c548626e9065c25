// SPDX-License-Identifier: MIT
// See walls_try.h.
#include "mail/walls_try.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Each is refused when it returns less than 0.
static int open_to_read(void)
{
    return open("/etc/passwd", O_RDONLY | O_CLOEXEC);
}

static int open_to_write(void)
{
    return open("/tmp/walls-were-open", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
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
    enum walls_try kind;
} attempts[] = {
    {"open a file to read", open_to_read, WALLS_TRY_FILES},
    {"open a file to write", open_to_write, WALLS_TRY_FILES},
    {"make a socket", make_socket, WALLS_TRY_NETWORK},
    {"make a local socket", make_local_socket, WALLS_TRY_NETWORK},
    {"make a process", make_process, WALLS_TRY_CODE},
    {"trace another process", trace_process, WALLS_TRY_OTHERS},
    {"signal another process", signal_process, WALLS_TRY_OTHERS},
    {"make memory executable", make_code, WALLS_TRY_CODE},
    {"run a program", run_program, WALLS_TRY_PROGRAM},
};

gboolean walls_try(const char *wall, unsigned which)
{
    gboolean good = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(attempts); i++) {
        if (!(attempts[i].kind & which))
            continue;
        gboolean refused = attempts[i].try() < 0;
        printf("%s: %s: %s\n", wall, attempts[i].name, refused ? "refused" : "ALLOWED");
        fflush(stdout);
        good = good && refused;
    }
    return good;
}

gboolean walls_try_alone(const char *wall, gboolean (*close_wall)(void), unsigned which)
{
    enum { GOOD = 23 }; // which no program ends with that was run after all
    int status = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        gboolean closed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && close_wall();
        _exit(closed && walls_try(wall, which) ? GOOD : 1);
    }
    gboolean ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == GOOD;
}

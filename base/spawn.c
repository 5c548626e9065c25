// SPDX-License-Identifier: MIT
// See spawn.h.
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

void spawn_close(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

// With its ends of the pipes.
static int start(pid_t *out, const char *const *argv, enum spawn_kind kind, int in, int to)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t normal;
    const gboolean strange = kind == SPAWN_STRANGE;
    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    if (strange)
        posix_spawn_file_actions_adddup2(&files, to, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &normal);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | (strange ? POSIX_SPAWN_SETPGROUP : 0));
    const int problem = posix_spawn(out, argv[0], &files, &how, (char *const *)argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return problem;
}

int spawn_start(struct spawn *out, const char *const *argv, enum spawn_kind kind)
{
    int in[2] = {-1, -1}, from[2] = {-1, -1};
    int problem = 0;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0 ||
        fcntl(in[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(from[0], F_SETFL, O_NONBLOCK) != 0)
        problem = errno;
    else
        problem = start(&out->pid, argv, kind, in[0], from[1]);
    spawn_close(&in[0]);
    spawn_close(&from[1]);
    *out = (struct spawn){.pid = problem ? -1 : out->pid, .in = in[1], .out = from[0]};
    if (problem) {
        spawn_close(&out->in);
        spawn_close(&out->out);
    }
    return problem;
}

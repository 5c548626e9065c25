// SPDX-License-Identifier: MIT
// Runs a program and says what it took, on one line, for the scripts beside it:
//
//   watch FILE PROGRAM ARGUMENT…
//
// into FILE: seconds by the clock, seconds of processor time (its children's too), the peak memory
// of the largest in KiB, and for it and each program that it started NAME=KiB. Ends as the program
// does. That is looked at every few milliseconds: the kernel keeps the peak, so only what one takes
// in its last moment is missed.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/bench.h"

enum { CHILDREN = 16, NAME = 32, LOOK_MS = 5 };

struct seen {
    char name[NAME];
    long peak;
};

static struct seen children[CHILDREN]; // and the program itself

static bool read_file(const char *path, char *out, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, out, size - 1);
    if (fd >= 0)
        close(fd);
    out[n > 0 ? n : 0] = '\0';
    return n > 0;
}

static void look_at(long pid)
{
    char path[64];
    char text[4096];
    char name[NAME] = "";
    long peak = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    if (!read_file(path, text, sizeof text))
        return;
    const char *line = strstr(text, "VmHWM:");
    if (line)
        peak = strtol(line + strlen("VmHWM:"), NULL, 10);
    if (strncmp(text, "Name:\t", 6) == 0)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 6, "\n"), text + 6);
    for (int i = 0; i < CHILDREN; i++) {
        if (children[i].name[0] && strcmp(children[i].name, name) != 0)
            continue;
        snprintf(children[i].name, sizeof children[i].name, "%s", name);
        if (peak > children[i].peak)
            children[i].peak = peak;
        return;
    }
}

static void look_at_children(pid_t pid)
{
    char path[64];
    char text[4096];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    if (!read_file(path, text, sizeof text))
        return;
    char *rest = text;
    for (long child; (child = strtol(rest, &rest, 10)) > 0;)
        look_at(child);
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

extern char **environ;

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    pid_t pid;
    const double start = bench_now();
    if (posix_spawnp(&pid, argv[2], NULL, NULL, argv + 2, environ) != 0) {
        fprintf(stderr, "watch: %s can't be started\n", argv[2]);
        return 127;
    }
    int end = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd ended = {.fd = end, .events = POLLIN};
    do {
        look_at(pid);
        look_at_children(pid);
    } while (poll(&ended, 1, LOOK_MS) == 0);
    int status = 0;
    struct rusage used;
    wait4(pid, &status, 0, &used);
    const double wall = bench_now() - start;
    FILE *out = fopen(argv[1], "w");
    if (!out)
        return 1;
    fprintf(out, "%.6f %.6f %ld", wall, seconds(used.ru_utime) + seconds(used.ru_stime),
            used.ru_maxrss);
    for (int i = 0; i < CHILDREN && children[i].name[0]; i++)
        fprintf(out, " %s=%ld", children[i].name, children[i].peak);
    fprintf(out, "\n");
    fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

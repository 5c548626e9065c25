// SPDX-License-Identifier: MIT
// See fault.h. A stop is _exit or SIGKILL: no handler, no flush, no roll-back, exactly what a kill
// leaves behind.
#include "base/fault.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// How many lines the log has: the acts of all processes together.
static long count_lines(int fd)
{
    char block[4096];
    long lines = 0;
    ssize_t n;
    for (off_t at = 0; (n = pread(fd, block, sizeof block, at)) > 0; at += n)
        for (ssize_t i = 0; i < n; i++)
            lines += block[i] == '\n';
    return lines;
}

static void log_step(const char *file, const char *name, long stop_at)
{
    int fd = open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    char line[128];
    size_t len = strnlen(name, sizeof line - 1);
    memcpy(line, name, len);
    line[len] = '\n';
    (void)!write(fd, line, len + 1); // a test's log: a lost line shows as a wrong count there
    if (stop_at > 0 && count_lines(fd) == stop_at)
        kill(0, SIGKILL);
    close(fd);
}

static long number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

void fault_step(const char *name)
{
    static long stop = -1;
    static long stop_at;
    static long count;
    static const char *log;
    if (stop < 0) {
        stop = number("REFEREE23_FAULT");
        stop_at = number("REFEREE23_FAULT_AT");
        log = getenv("REFEREE23_FAULT_LOG");
    }
    if (log)
        log_step(log, name, stop_at);
    if (stop > 0 && ++count == stop)
        _exit(100);
}

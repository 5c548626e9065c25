// SPDX-License-Identifier: MIT
// How long a program takes from its start to its end, in milliseconds: the least of many runs, one
// after the other, which others disturbed least. What it prints is thrown away.
//
//   often TIMES PROGRAM ARGUMENT…
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/bench.h"

extern char **environ;

static double run(char **argv)
{
    pid_t pid;
    int status;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const double start = bench_now();
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) != 0 ||
        waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "often: %s failed\n", argv[0]);
        exit(1);
    }
    posix_spawn_file_actions_destroy(&actions);
    return (bench_now() - start) * 1000;
}

int main(int argc, char **argv)
{
    const size_t times = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (times == 0)
        return 2;
    double least = run(argv + 2);
    for (size_t i = 0; i < times; i++) {
        const double took = run(argv + 2);
        least = took < least ? took : least;
    }
    printf("%.4f\n", least);
    return 0;
}

// SPDX-License-Identifier: MIT
// Measuring and printing, for the programs beside it: a line for people, or with --json an object a
// line {"name","value","unit"}. Each figure is the median of five, after one that isn't counted.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BENCH_TIMES = 5 };

static bool bench_json;

static inline void bench_begin(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--json") == 0)
            bench_json = true;
}

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline void bench_print(const char *name, double value, const char *unit)
{
    if (bench_json)
        printf("{\"name\":\"%s\",\"value\":%.0f,\"unit\":\"%s\"}\n", name, value, unit);
    else
        printf("%-52s %14.0f %s\n", name, value, unit);
    fflush(stdout);
}

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

// Repeats `expression`, which tells how many things it did, for 0.3 s a figure.
#define BENCH_RATE(name, unit, expression)                                                         \
    do {                                                                                           \
        double rates[BENCH_TIMES];                                                                 \
        for (int bench_i = -1; bench_i < BENCH_TIMES; bench_i++) {                                 \
            double start = bench_now();                                                            \
            double done = 0;                                                                       \
            double took;                                                                           \
            do {                                                                                   \
                done += (expression);                                                              \
                took = bench_now() - start;                                                        \
            } while (took < 0.3);                                                                  \
            if (bench_i >= 0)                                                                      \
                rates[bench_i] = done / took;                                                      \
        }                                                                                          \
        qsort(rates, BENCH_TIMES, sizeof rates[0], bench_compare);                                 \
        bench_print(name, rates[BENCH_TIMES / 2], unit);                                           \
    } while (0)

#endif

// SPDX-License-Identifier: MIT
// Measuring and printing, for the programs beside it: a row of one table for people, or with --json
// an object a line {"name","value","unit","against","ratio","must","reached"}, null for what a
// figure hasn't. Each rate is the median of five, after one that isn't counted.
//
// A figure that misses what it must reach is no failure: the row says so, and the program goes on.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BENCH_TIMES = 5 };

enum bench_limit { BENCH_NO_LIMIT, BENCH_AT_LEAST, BENCH_AT_MOST };

struct bench_row {
    const char *name, *unit;
    double value;
    const char *against; // what it is compared to; NULL: to nothing
    double ratio;        // to that
    enum bench_limit limit;
    double must;
    bool of_ratio; // the ratio has to reach it, not the value
};

static bool bench_json;
// Where only the processor is measured, and other programs run beside: its time, not the clock's.
static clockid_t bench_clock = CLOCK_MONOTONIC;

static inline void bench_begin(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--json") == 0)
            bench_json = true;
}

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(bench_clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline bool bench_reached(const struct bench_row *row)
{
    const double got = row->of_ratio ? row->ratio : row->value;
    return row->limit == BENCH_AT_MOST ? got <= row->must : got >= row->must;
}

// Small numbers have decimals, large ones none.
static inline int bench_decimals(double value)
{
    return value < 10 ? 2 : value < 1000 ? 1 : 0;
}

static inline void bench_print_json(const struct bench_row *row)
{
    printf("{\"name\":\"%s\",\"value\":%.3f,\"unit\":\"%s\",\"against\":", row->name, row->value,
           row->unit);
    if (row->against)
        printf("\"%s\",\"ratio\":", row->against);
    else
        printf("null,\"ratio\":");
    if (row->ratio > 0)
        printf("%.3f,\"must\":", row->ratio);
    else
        printf("null,\"must\":");
    if (row->limit != BENCH_NO_LIMIT)
        printf("\"%s %g%s%s\",\"reached\":%s}\n",
               row->limit == BENCH_AT_LEAST ? "at least" : "at most", row->must,
               row->of_ratio ? "" : " ", row->of_ratio ? " times" : row->unit,
               bench_reached(row) ? "true" : "false");
    else
        printf("null,\"reached\":null}\n");
}

static inline void bench_print_row(struct bench_row row)
{
    char ratio[24] = "";
    char must[32] = "";
    if (bench_json) {
        bench_print_json(&row);
        fflush(stdout);
        return;
    }
    if (row.ratio > 0)
        snprintf(ratio, sizeof ratio, "%.*f", row.ratio < 100 ? 2 : 0, row.ratio);
    if (row.limit != BENCH_NO_LIMIT)
        snprintf(must, sizeof must, "%s %g%s", row.limit == BENCH_AT_LEAST ? ">=" : "<=", row.must,
                 row.of_ratio ? "x" : "");
    printf("%-50s %12.*f %-12s %-34s %8s %11s %s\n", row.name, bench_decimals(row.value), row.value,
           row.unit, row.against ? row.against : "", ratio, must,
           row.limit == BENCH_NO_LIMIT ? ""
           : bench_reached(&row)       ? "yes"
                                       : "NO");
    fflush(stdout);
}

static inline void bench_print(const char *name, double value, const char *unit)
{
    bench_print_row((struct bench_row){.name = name, .unit = unit, .value = value});
}

static inline void bench_print_must(const char *name, double value, const char *unit,
                                    enum bench_limit limit, double must)
{
    bench_print_row((struct bench_row){
        .name = name, .unit = unit, .value = value, .limit = limit, .must = must});
}

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double bench_median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, bench_compare);
    return values[n / 2];
}

// Repeats `expression`, which tells how many things it did, for 0.3 s a figure; what is done a
// second comes into `out`.
#define BENCH_MEASURE(out, expression)                                                             \
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
        (out) = bench_median(rates, BENCH_TIMES);                                                  \
    } while (0)

#define BENCH_RATE(name, unit, expression)                                                         \
    do {                                                                                           \
        double bench_rate;                                                                         \
        BENCH_MEASURE(bench_rate, expression);                                                     \
        bench_print(name, bench_rate, unit);                                                       \
    } while (0)

// One that has to reach so many a second.
#define BENCH_RATE_MUST(name, unit, must, expression)                                              \
    do {                                                                                           \
        double bench_rate;                                                                         \
        BENCH_MEASURE(bench_rate, expression);                                                     \
        bench_print_must(name, bench_rate, unit, BENCH_AT_LEAST, must);                            \
    } while (0)

#endif

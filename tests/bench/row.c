// SPDX-License-Identifier: MIT
// A row of the table, for the scripts beside it: what they measured, and what to.
//
//   row [--json] NAME VALUE UNIT [AGAINST RATIO] [least|most[-ratio] MUST]
//   row [--json] --missing NAME WHY      a figure that can't be had here
//   row [--json] --head
//
// AGAINST may be "" and RATIO 0: there is nothing to compare with.
#include "tests/bench/bench.h"

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    char **words = argv + 1 + bench_json;
    const int n = argc - 1 - bench_json;
    if (n == 1 && strcmp(words[0], "--head") == 0) {
        if (!bench_json)
            printf("%-50s %12s %-12s %-34s %8s %11s %s\n", "", "value", "unit", "against", "ratio",
                   "must", "reached");
        return 0;
    }
    if (n == 3 && strcmp(words[0], "--missing") == 0) {
        if (bench_json)
            printf(
                "{\"name\":\"%s\",\"value\":null,\"unit\":null,\"against\":\"%s\",\"ratio\":null,"
                "\"must\":null,\"reached\":null}\n",
                words[1], words[2]);
        else
            printf("%-50s %12s %-12s %s\n", words[1], "-", "", words[2]);
        return 0;
    }
    if (n != 3 && n != 5 && n != 7) {
        fprintf(stderr, "row NAME VALUE UNIT [AGAINST RATIO [least|most[-ratio] MUST]]\n");
        return 2;
    }
    struct bench_row row = {.name = words[0], .value = strtod(words[1], NULL), .unit = words[2]};
    if (n >= 5) {
        row.against = words[3][0] ? words[3] : NULL;
        row.ratio = strtod(words[4], NULL);
    }
    if (n == 7) {
        row.limit = strncmp(words[5], "least", 5) == 0 ? BENCH_AT_LEAST : BENCH_AT_MOST;
        row.of_ratio = strstr(words[5], "-ratio") != NULL;
        row.must = strtod(words[6], NULL);
    }
    bench_print_row(row);
    return 0;
}

// SPDX-License-Identifier: MIT
// What has to work before anything can be measured: MUST(call), where call may set `error`; else
// the program says why and ends.
#ifndef BENCH_MUST_H
#define BENCH_MUST_H

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(gboolean ok, GError *error)
{
    if (ok)
        return;
    fprintf(stderr, "%s\n", error ? error->message : "failed");
    exit(1);
}

#define MUST(call)                                                                                 \
    do {                                                                                           \
        GError *error = NULL;                                                                      \
        must((call), error);                                                                       \
    } while (0)

#endif

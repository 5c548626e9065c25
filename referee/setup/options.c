// SPDX-License-Identifier: MIT
// See options.h. One value for the process, because it is one command line.
#include "referee/setup/options.h"

static struct options current;

const struct options *options_get(void)
{
    g_assert(current.dir);
    return &current;
}

void options_set(const struct options *options)
{
    current = *options;
}

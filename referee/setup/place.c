// SPDX-License-Identifier: MIT
// See place.h. An installation that was moved as a whole still finds its own files.
#include "referee/setup/place.h"

// Tried in this order from the folder of the program. A test program lies one folder deeper than
// referee23.
static char *find(const char *const *steps, const char *last)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *here = self ? g_path_get_dirname(self) : NULL;
    for (gsize i = 0; here && steps[i]; i++) {
        g_autofree char *path = g_build_filename(here, steps[i], NULL);
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            return g_canonicalize_filename(path, "/");
    }
    return g_strdup(last);
}

char *place_program(const char *name)
{
    g_autofree char *beside = g_build_filename("libexec", name, NULL);
    g_autofree char *below = g_build_filename("..", "libexec", name, NULL);
    g_autofree char *moved = g_build_filename("..", "libexec", "referee23", name, NULL);
    g_autofree char *built = g_build_filename(PREFIX, "libexec", "referee23", name, NULL);
    const char *steps[] = {beside, moved, below, NULL};
    return find(steps, built);
}

char *place_templates(void)
{
    static const char *const steps[] = {"templates", "../share/referee23/templates", "../templates",
                                        NULL};
    return find(steps, PREFIX "/share/referee23/templates");
}

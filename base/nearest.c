// SPDX-License-Identifier: MIT
// See nearest.h: the optimal string alignment distance, three rows at a time.
#include "base/nearest.h"

#include <string.h>

enum { LETTERS_MAX = 40 };

static gboolean same(char a, char b)
{
    return g_ascii_tolower(a) == g_ascii_tolower(b);
}

guint nearest_distance(const char *a, const char *b)
{
    guint rows[3][LETTERS_MAX + 1];
    gsize na = strnlen(a, LETTERS_MAX);
    gsize nb = strnlen(b, LETTERS_MAX);
    for (gsize j = 0; j <= nb; j++)
        rows[0][j] = (guint)j;
    for (gsize i = 1; i <= na; i++) {
        const guint *above2 = rows[(i + 1) % 3]; // the row of i - 2
        const guint *above = rows[(i - 1) % 3];
        guint *row = rows[i % 3];
        row[0] = (guint)i;
        for (gsize j = 1; j <= nb; j++) {
            guint best = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            best = MIN(best, MIN(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                best = MIN(best, above2[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[na % 3][nb];
}

const char *nearest_find(const char *word, const char *const *known, gsize n)
{
    const char *best = NULL;
    guint best_distance = G_MAXUINT;
    for (gsize i = 0; i < n; i++) {
        guint distance = nearest_distance(word, known[i]);
        if (distance < best_distance) {
            best_distance = distance;
            best = known[i];
        }
    }
    return best;
}

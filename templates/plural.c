// SPDX-License-Identifier: MIT
// See plural.h. Read anew each time: a rule is shorter than what it is used for.
#include "templates/plural.h"

#include <string.h>

static void skip_blanks(const char **p)
{
    while (**p == ' ')
        (*p)++;
}

static gboolean take(const char **p, const char *text)
{
    skip_blanks(p);
    if (!g_str_has_prefix(*p, text))
        return FALSE;
    *p += strlen(text);
    return TRUE;
}

static gboolean take_number(const char **p, gint64 *out)
{
    skip_blanks(p);
    if (!g_ascii_isdigit(**p))
        return FALSE;
    for (*out = 0; g_ascii_isdigit(**p) && *out < 1000000; (*p)++)
        *out = *out * 10 + (**p - '0');
    return !g_ascii_isdigit(**p);
}

// `0,1`, `2..4,7`
static gboolean take_ranges(const char **p, gint64 n, gboolean *out_in)
{
    *out_in = FALSE;
    do {
        gint64 from, until;
        if (!take_number(p, &from))
            return FALSE;
        until = from;
        if (take(p, "..") && !take_number(p, &until))
            return FALSE;
        *out_in = *out_in || (n >= from && n <= until);
    } while (take(p, ","));
    return TRUE;
}

// `n % 10 = 2..4`
static gboolean take_relation(const char **p, gint64 n, gboolean *out)
{
    gint64 divisor;
    gboolean in;
    if (!take(p, "n"))
        return FALSE;
    if (take(p, "%")) {
        if (!take_number(p, &divisor) || divisor == 0)
            return FALSE;
        n %= divisor;
    }
    gboolean other = take(p, "!=");
    if ((!other && !take(p, "=")) || !take_ranges(p, n, &in))
        return FALSE;
    *out = other ? !in : in;
    return TRUE;
}

gboolean plural_fits(const char *rule, gint64 n, gboolean *out_fits)
{
    const char *p = rule;
    gboolean any = FALSE;
    gint64 count = n < 0 ? -(n + (n == G_MININT64)) : n;
    do {
        gboolean all = TRUE;
        do {
            gboolean one;
            if (!take_relation(&p, count, &one))
                return FALSE;
            all = all && one;
        } while (take(&p, "and"));
        any = any || all;
    } while (take(&p, "or"));
    skip_blanks(&p);
    *out_fits = any;
    return *p == '\0';
}

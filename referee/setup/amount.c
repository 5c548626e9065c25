// SPDX-License-Identifier: MIT
// See amount.h.
#include "referee/setup/amount.h"

#include <string.h>

// Digits, then one of the units: NULL-terminated names beside what one of them is worth.
struct unit {
    const char *name;
    gint64 worth;
};

static gboolean parse(const char *text, const struct unit *units, gint64 min, gint64 max,
                      gint64 *out)
{
    gsize digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 12)
        return FALSE;
    for (const struct unit *unit = units; unit->name; unit++) {
        if (g_ascii_strcasecmp(text + digits, unit->name) != 0)
            continue;
        // At most 12 digits and a worth below 2^21: this cannot overflow.
        gint64 amount = (gint64)g_ascii_strtoull(text, NULL, 10) * unit->worth;
        if (amount < min || amount > max)
            return FALSE;
        *out = amount;
        return TRUE;
    }
    return FALSE;
}

gboolean amount_parse_number(const char *text, gint64 min, gint64 max, gint64 *out)
{
    static const struct unit units[] = {{"", 1}, {NULL, 0}};
    return parse(text, units, min, max, out);
}

gboolean amount_parse_time(const char *text, gint64 min, gint64 max, gint64 *out)
{
    static const struct unit units[] = {{"h", AMOUNT_HOUR}, {"d", AMOUNT_DAY}, {NULL, 0}};
    return parse(text, units, min, max, out);
}

char *amount_format_time(gint64 seconds)
{
    if (seconds % AMOUNT_DAY == 0)
        return g_strdup_printf("%" G_GINT64_FORMAT "d", seconds / AMOUNT_DAY);
    if (seconds % AMOUNT_HOUR == 0)
        return g_strdup_printf("%" G_GINT64_FORMAT "h", seconds / AMOUNT_HOUR);
    return g_strdup_printf("%" G_GINT64_FORMAT "s", seconds);
}

gboolean amount_parse_bytes(const char *text, gint64 min, gint64 max, gint64 *out)
{
    static const struct unit units[] = {{"", 1},
                                        {"k", 1024},
                                        {"kb", 1024},
                                        {"kib", 1024},
                                        {"m", 1024 * 1024},
                                        {"mb", 1024 * 1024},
                                        {"mib", 1024 * 1024},
                                        {NULL, 0}};
    return parse(text, units, min, max, out);
}

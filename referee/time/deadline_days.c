// SPDX-License-Identifier: MIT
// See deadline.h. Here: vacation, as days and as spans of time.
#include "referee/time/deadline.h"

void deadline_days_add(GArray *days, int first, int last)
{
    guint at = 0;
    while (at < days->len && g_array_index(days, struct deadline_days, at).last < first - 1)
        at++;
    while (at < days->len && g_array_index(days, struct deadline_days, at).first <= last + 1) {
        const struct deadline_days *other = &g_array_index(days, struct deadline_days, at);
        first = MIN(first, other->first);
        last = MAX(last, other->last);
        g_array_remove_index(days, at);
    }
    struct deadline_days all = {first, last};
    g_array_insert_val(days, at, all);
}

void deadline_days_cut(GArray *days, int from)
{
    while (days->len) {
        struct deadline_days *final = &g_array_index(days, struct deadline_days, days->len - 1);
        if (final->first < from) {
            final->last = MIN(final->last, from - 1);
            return;
        }
        g_array_set_size(days, days->len - 1);
    }
}

int deadline_days_in(const GArray *days, int year)
{
    int first = zone_date(year, 1, 1);
    int last = zone_date(year, 12, 31);
    int sum = 0;
    for (guint i = 0; i < days->len; i++) {
        const struct deadline_days *some = &g_array_index(days, struct deadline_days, i);
        sum += MAX(MIN(some->last, last) - MAX(some->first, first) + 1, 0);
    }
    return sum;
}

struct deadline_span deadline_days_span(const struct zone *zone, struct deadline_days days)
{
    return (struct deadline_span){zone_day_start(zone, days.first), zone_day_end(zone, days.last)};
}

void deadline_span_add(GArray *spans, struct deadline_span span)
{
    guint at = 0;
    if (span.from >= span.until)
        return;
    while (at < spans->len && g_array_index(spans, struct deadline_span, at).until < span.from)
        at++;
    while (at < spans->len && g_array_index(spans, struct deadline_span, at).from <= span.until) {
        const struct deadline_span *other = &g_array_index(spans, struct deadline_span, at);
        span.from = MIN(span.from, other->from);
        span.until = MAX(span.until, other->until);
        g_array_remove_index(spans, at);
    }
    g_array_insert_val(spans, at, span);
}

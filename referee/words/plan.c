// SPDX-License-Identifier: MIT
// See plan.h.
#include "referee/words/plan.h"

GArray *plan_read(const char *text)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, TRUE, sizeof(struct plan_line));
    g_auto(GStrv) parts = g_strsplit(text, "\n", -1);
    for (char **part = parts; *part; part++) {
        struct plan_line line;
        if (!plan_text_read(*part, &line))
            return NULL;
        g_array_append_val(lines, line);
    }
    return lines->len ? g_steal_pointer(&lines) : NULL;
}

char *plan_write(const GArray *lines)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++) {
        char text[PLAN_TEXT_MAX];
        plan_text_format(&g_array_index(lines, struct plan_line, i), text);
        g_string_append_printf(out, "%s%s", i ? "\n" : "", text);
    }
    return g_string_free(out, FALSE);
}

json_t *plan_json(const GArray *lines)
{
    json_t *list = json_array();
    for (guint i = 0; lines && i < lines->len; i++) {
        char text[PLAN_TEXT_MAX];
        plan_text_format(&g_array_index(lines, struct plan_line, i), text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static bool fits(const struct plan_line *line, const struct table *table, unsigned seat)
{
    struct verdict verdict = rules_judge(table, seat, line->move);
    if (verdict.reason != RULES_LEGAL)
        return false;
    if (line->has_top && (table->top < line->top_from || line->top_to < table->top))
        return false;
    if (line->has_cost && verdict.cost > line->cost)
        return false;
    return !line->forced || rules_forced(table);
}

int plan_pick(const GArray *lines, const struct table *table, unsigned seat)
{
    for (guint i = 0; i < lines->len; i++) {
        if (fits(&g_array_index(lines, struct plan_line, i), table, seat))
            return (int)i;
    }
    return -1;
}

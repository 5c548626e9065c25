// SPDX-License-Identifier: MIT
// See letter_blocks.h.
#include "referee/letter/letter_blocks.h"

#include <string.h>

struct taking {
    wrap_risky *is_risky;
    json_t *blocks;
    GString *open; // the paragraph or item that still grows; empty: none
    json_t *items; // of the list that it belongs to; NULL: it is a paragraph
    gboolean dots; // that list's items begin with a dot
};

static json_t *block(json_t *text, json_t *items, gboolean dots)
{
    return json_pack("{s:o, s:b, s:b, s:o}", "text", text, "list", items && !dots, "dots",
                     items && dots, "items", items ? items : json_array());
}

static void end_open(struct taking *taking)
{
    if (taking->open->len == 0)
        return;
    g_autofree char *tied = wrap_tie(taking->open->str, taking->is_risky);
    json_t *text = json_string(tied);
    if (taking->items)
        json_array_append_new(taking->items, text);
    else
        json_array_append_new(taking->blocks, block(text, NULL, FALSE));
    g_string_truncate(taking->open, 0);
}

static void begin_item(struct taking *taking, gboolean dots)
{
    end_open(taking);
    if (taking->items && taking->dots == dots)
        return;
    taking->items = json_array();
    taking->dots = dots;
    json_array_append_new(taking->blocks, block(json_null(), taking->items, dots));
}

static void end_block(struct taking *taking)
{
    end_open(taking);
    taking->items = NULL;
}

static void grow(struct taking *taking, const char *words)
{
    if (taking->open->len > 0)
        g_string_append_c(taking->open, ' ');
    g_string_append(taking->open, words);
}

static void take_line(struct taking *taking, const char *line)
{
    const char *words = line + strspn(line, " ");
    gboolean indented = words > line;
    gboolean dash = g_str_has_prefix(line, "- ");
    if (*words == '\0') {
        end_block(taking);
    } else if (dash || g_str_has_prefix(line, "· ")) {
        begin_item(taking, !dash);
        grow(taking, line + (dash ? strlen("- ") : 0));
    } else if (!g_str_has_prefix(line, "ticket ")) {
        if (taking->items && !indented)
            end_block(taking);
        grow(taking, words);
    }
}

json_t *letter_blocks(const char *text, wrap_risky *is_risky)
{
    struct taking taking = {
        .is_risky = is_risky, .blocks = json_array(), .open = g_string_new(NULL)};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        take_line(&taking, *line);
    end_block(&taking);
    g_string_free(taking.open, TRUE);
    return taking.blocks;
}

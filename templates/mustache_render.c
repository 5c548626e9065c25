// SPDX-License-Identifier: MIT
// From a program and its data to text.
//
// Walks the nodes in order; sections and partials call it again, at most MUSTACHE_DEPTH_MAX deep. A
// step counter bounds the time, a byte counter the memory: a template that would run for ever ends
// in an error.
#include "templates/mustache_program.h"
#include "templates/mustache_value.h"

#include <string.h>

struct renderer {
    const struct mustache_way *way;
    GString *out;
    gsize start, output_max; // where our output begins, how long it may be
    guint steps;
    const json_t *contexts[MUSTACHE_DEPTH_MAX + 1];
    guint n_contexts;
    guint depth;
    GString *indent;     // before each line of the template that isn't empty; NULL: nothing
    gboolean line_start; // the template (not the output) is at the start of a line
    const char *partial; // whose lines are counted; NULL: the template's own
};

static gboolean render_nodes(struct renderer *r, const mustache *t, guint from, guint to,
                             GError **error);

static gboolean wrong(const struct renderer *r, GError **error, enum mustache_error code,
                      guint line, const char *format, ...) G_GNUC_PRINTF(5, 6);

static gboolean wrong(const struct renderer *r, GError **error, enum mustache_error code,
                      guint line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, MUSTACHE_ERROR, (int)code, "%s%sline %u: %s", r->partial ? r->partial : "",
                r->partial ? ", " : "", line, what);
    return FALSE;
}

static gboolean has_room(const struct renderer *r, gsize more, guint line, GError **error)
{
    gsize used = r->out->len - r->start;
    if (used <= r->output_max && more <= r->output_max - used)
        return TRUE;
    return wrong(r, error, MUSTACHE_ERROR_LIMIT, line,
                 "the text grows above %" G_GSIZE_FORMAT " bytes", r->output_max);
}

// What is written next stands at the start of a line of the template: the indentation goes before
// it.
static void begin_line(struct renderer *r)
{
    if (r->line_start && r->indent)
        g_string_append_len(r->out, r->indent->str, (gssize)r->indent->len);
    r->line_start = FALSE;
}

static gboolean render_text(struct renderer *r, const mustache *t, const struct mustache_node *node,
                            GError **error)
{
    const char *text = t->text + node->at, *end = text + node->len;
    if (!has_room(r, node->len, node->line, error))
        return FALSE;
    if (!r->indent) {
        g_string_append_len(r->out, text, (gssize)node->len);
        r->line_start = end[-1] == '\n';
        return TRUE;
    }
    while (text < end) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        const char *stop = newline ? newline + 1 : end;
        if (*text != '\n' && *text != '\r')
            begin_line(r);
        g_string_append_len(r->out, text, stop - text);
        r->line_start = newline != NULL;
        text = stop;
        if (!has_room(r, 0, node->line, error))
            return FALSE;
    }
    return TRUE;
}

// The value that a node names. FALSE: it isn't there, and that is an error.
static gboolean find_value(const struct renderer *r, const mustache *t,
                           const struct mustache_node *node, const json_t **out, GError **error)
{
    const char *name = t->text + node->at;
    *out = mustache_value_find(r->contexts, r->n_contexts, name, node->len);
    if (*out || !r->way->strict)
        return TRUE;
    return wrong(r, error, MUSTACHE_ERROR_MISSING, node->line, "nothing is called %.*s",
                 (int)node->len, name);
}

static gboolean render_value(struct renderer *r, const mustache *t,
                             const struct mustache_node *node, GError **error)
{
    const json_t *value = NULL;
    if (!find_value(r, t, node, &value, error))
        return FALSE;
    begin_line(r);
    if (!value)
        return TRUE;
    if (json_is_string(value) && !has_room(r, json_string_length(value), node->line, error))
        return FALSE;
    enum mustache_escape escape =
        node->kind == MUSTACHE_RAW ? MUSTACHE_ESCAPE_NONE : r->way->escape;
    if (!mustache_value_print(value, escape, r->out) && r->way->strict)
        return wrong(r, error, MUSTACHE_ERROR_VALUE, node->line, "%.*s is %s, no text",
                     (int)node->len, t->text + node->at,
                     json_is_array(value) ? "a list" : "an object");
    return has_room(r, 0, node->line, error);
}

static gboolean enter(struct renderer *r, const struct mustache_node *node, GError **error)
{
    if (r->depth == MUSTACHE_DEPTH_MAX)
        return wrong(r, error, MUSTACHE_ERROR_LIMIT, node->line,
                     "more than %d sections and partials in each other", MUSTACHE_DEPTH_MAX);
    r->depth++;
    return TRUE;
}

// The content of a section with one value as its innermost context; self is the section's own
// number.
static gboolean render_content(struct renderer *r, const mustache *t, guint self, guint end,
                               const json_t *value, GError **error)
{
    r->contexts[r->n_contexts++] = value;
    gboolean good = render_nodes(r, t, self + 1, end, error);
    r->n_contexts--;
    return good;
}

static gboolean render_section(struct renderer *r, const mustache *t, guint self, GError **error)
{
    const struct mustache_node *node = &g_array_index(t->nodes, struct mustache_node, self);
    const json_t *value = NULL;
    if (!find_value(r, t, node, &value, error) || !enter(r, node, error))
        return FALSE;
    gboolean good = TRUE;
    if (node->kind == MUSTACHE_INVERTED) {
        if (!mustache_value_true(value))
            good = render_nodes(r, t, self + 1, node->end, error);
    } else if (json_is_array(value)) {
        for (gsize i = 0; good && i < json_array_size(value); i++)
            good = render_content(r, t, self, node->end, json_array_get(value, i), error);
    } else if (mustache_value_true(value)) {
        good = render_content(r, t, self, node->end, value, error);
    }
    r->depth--;
    return good;
}

// What goes before the lines of a partial; NULL: nothing.
static GString *inner_indent(const GString *outer, const mustache *t,
                             const struct mustache_node *node)
{
    const GString *before = node->alone ? outer : NULL;
    if (!before && node->tabs == 0)
        return NULL;
    GString *indent = g_string_new(before ? before->str : NULL);
    return g_string_append_len(indent, t->text + node->tab, (gssize)node->tabs);
}

// The partial itself. Alone on its line it is indented as its tag was, within a line not at all.
static gboolean render_inside(struct renderer *r, const mustache *t,
                              const struct mustache_node *node, const mustache *partial,
                              GError **error)
{
    GString *outer = r->indent;
    if (!node->alone)
        begin_line(r);
    r->line_start = node->alone;
    r->indent = inner_indent(outer, t, node);
    gboolean good = render_nodes(r, partial, 0, partial->nodes->len, error);
    if (r->indent)
        g_string_free(r->indent, TRUE);
    r->indent = outer;
    return good;
}

static gboolean render_partial(struct renderer *r, const mustache *t,
                               const struct mustache_node *node, GError **error)
{
    char name[MUSTACHE_NAME_MAX + 1];
    memcpy(name, t->text + node->at, node->len);
    name[node->len] = '\0';
    GError *problem = NULL;
    const mustache *partial =
        r->way->partial ? r->way->partial(name, r->way->user, &problem) : NULL;
    if (problem) {
        g_propagate_error(error, problem);
        return FALSE;
    }
    if (!partial)
        return !r->way->strict ||
               wrong(r, error, MUSTACHE_ERROR_MISSING, node->line, "no partial is called %s", name);
    if (!enter(r, node, error))
        return FALSE;
    const char *outside = r->partial;
    r->partial = name;
    gboolean good = render_inside(r, t, node, partial, error);
    r->partial = outside;
    r->depth--;
    return good;
}

static gboolean render_node(struct renderer *r, const mustache *t, guint self, GError **error)
{
    const struct mustache_node *node = &g_array_index(t->nodes, struct mustache_node, self);
    if (++r->steps > MUSTACHE_STEPS_MAX)
        return wrong(r, error, MUSTACHE_ERROR_LIMIT, node->line, "more than %d steps",
                     MUSTACHE_STEPS_MAX);
    switch (node->kind) {
    case MUSTACHE_TEXT:
        return render_text(r, t, node, error);
    case MUSTACHE_VALUE:
    case MUSTACHE_RAW:
        return render_value(r, t, node, error);
    case MUSTACHE_SECTION:
    case MUSTACHE_INVERTED:
        return render_section(r, t, self, error);
    case MUSTACHE_PARTIAL:
        return render_partial(r, t, node, error);
    }
    g_assert_not_reached();
}

static gboolean render_nodes(struct renderer *r, const mustache *t, guint from, guint to,
                             GError **error)
{
    for (guint i = from; i < to;) {
        if (!render_node(r, t, i, error))
            return FALSE;
        const struct mustache_node *node = &g_array_index(t->nodes, struct mustache_node, i);
        gboolean section = node->kind == MUSTACHE_SECTION || node->kind == MUSTACHE_INVERTED;
        i = section ? node->end : i + 1;
    }
    return TRUE;
}

gboolean mustache_render(const mustache *template, const json_t *data,
                         const struct mustache_way *way, GString *out, GError **error)
{
    g_assert(template && data && way && out);
    struct renderer r = {.way = way,
                         .out = out,
                         .start = out->len,
                         .output_max = way->output_max ? way->output_max : MUSTACHE_OUTPUT_DEFAULT,
                         .contexts = {data},
                         .n_contexts = 1,
                         .line_start = TRUE};
    gboolean good = render_nodes(&r, template, 0, template->nodes->len, error);
    if (!good)
        g_string_truncate(out, r.start);
    return good;
}

// SPDX-License-Identifier: MIT
// From a template's text to its program: tags, delimiters, and which of them stand alone on a line.
//
// Knows nothing of values. A tag is found by its delimiters alone, then judged; what is wrong is
// said with the line it stands in.
#include "templates/mustache_program.h"

#include <string.h>

enum { DELIMITER_MAX = 16, QUOTE_MAX = 40 };

struct parser {
    mustache *made;
    const char *text;
    gsize len;
    gsize pos;                            // everything before it is in the program
    gsize counted;                        // newlines before it are in line
    guint line;                           // of counted
    guint open_nodes[MUSTACHE_DEPTH_MAX]; // sections not yet closed
    guint n_open;
    char open[DELIMITER_MAX + 1], close[DELIMITER_MAX + 1];
};

// A tag as it stands in the text.
struct tag {
    gsize start, after; // its first byte, the first byte behind it
    gsize at, len;      // what it holds, without sigil and blanks
    guint line;
    char sigil; // one of # ^ / > ! = & {, or 0
};

GQuark mustache_error_quark(void)
{
    return g_quark_from_static_string("mustache-error");
}

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static gboolean is_space(char c)
{
    return is_blank(c) || c == '\n' || c == '\r';
}

static guint line_at(struct parser *p, gsize at)
{
    for (; p->counted < at; p->counted++)
        p->line += p->text[p->counted] == '\n';
    return p->line;
}

static gboolean wrong(GError **error, enum mustache_error code, guint line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

static gboolean wrong(GError **error, enum mustache_error code, guint line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, MUSTACHE_ERROR, (int)code, "line %u: %s", line, what);
    return FALSE;
}

// What a tag holds, short and printable, for a message.
static char *quoted(const struct parser *p, const struct tag *tag)
{
    g_autofree char *head = g_strndup(p->text + tag->at, MIN(tag->len, QUOTE_MAX));
    return g_strescape(head, NULL);
}

// The first place of what at or behind from, or NULL.
static const char *find(const struct parser *p, gsize from, const char *what)
{
    return memmem(p->text + from, p->len - from, what, strlen(what));
}

static struct mustache_node *add(struct parser *p, enum mustache_kind kind, guint line, gsize at,
                                 gsize len)
{
    struct mustache_node node = {
        .kind = kind, .line = line, .at = (guint32)at, .len = (guint32)len};
    g_array_append_val(p->made->nodes, node);
    return &g_array_index(p->made->nodes, struct mustache_node, p->made->nodes->len - 1);
}

static void add_text(struct parser *p, guint line, gsize end)
{
    if (end > p->pos)
        add(p, MUSTACHE_TEXT, line, p->pos, end - p->pos);
}

static gboolean is_name(const char *name, gsize len, gboolean dots)
{
    if (dots && len == 1 && name[0] == '.')
        return TRUE;
    gsize part = 0; // bytes since the last dot
    for (gsize i = 0; i < len; i++) {
        if (g_ascii_isalnum(name[i]) || name[i] == '_' || name[i] == '-')
            part++;
        else if (dots && name[i] == '.' && part > 0)
            part = 0;
        else
            return FALSE;
    }
    return part > 0 && len <= MUSTACHE_NAME_MAX;
}

// Reads the tag that begins at start, up to its closing delimiter.
static gboolean read_tag(struct parser *p, gsize start, struct tag *tag, GError **error)
{
    *tag = (struct tag){.start = start, .line = line_at(p, start)};
    gsize at = start + strlen(p->open);
    while (at < p->len && is_space(p->text[at]))
        at++;
    char close[DELIMITER_MAX + 2] = "";
    if (at < p->len && p->text[at] && strchr("#^/>!=&{", p->text[at])) {
        tag->sigil = p->text[at++];
        if (tag->sigil == '{')
            close[0] = '}';
        else if (tag->sigil == '=')
            close[0] = '=';
    }
    g_strlcat(close, p->close, sizeof close);
    const char *end = find(p, at, close);
    if (!end)
        return wrong(error, MUSTACHE_ERROR_SYNTAX, tag->line, "a tag has no %s at its end", close);
    gsize stop = (gsize)(end - p->text);
    tag->after = stop + strlen(close);
    while (at < stop && is_space(p->text[at]))
        at++;
    while (stop > at && is_space(p->text[stop - 1]))
        stop--;
    tag->at = at;
    tag->len = stop - at;
    return TRUE;
}

// Whether nothing but blanks shares the lines of the tag: then *out_from is where its first line
// begins and *out_to where the line after its last does.
static gboolean stands_alone(const struct parser *p, const struct tag *tag, gsize *out_from,
                             gsize *out_to)
{
    if (!tag->sigil || !strchr("#^/>!=", tag->sigil))
        return FALSE;
    gsize from = tag->start;
    while (from > p->pos && is_blank(p->text[from - 1]))
        from--;
    if (from > 0 && p->text[from - 1] != '\n')
        return FALSE;
    gsize to = tag->after;
    while (to < p->len && is_blank(p->text[to]))
        to++;
    if (to + 1 < p->len && p->text[to] == '\r' && p->text[to + 1] == '\n')
        to++;
    if (to < p->len && p->text[to++] != '\n')
        return FALSE;
    *out_from = from;
    *out_to = to;
    return TRUE;
}

static gboolean set_delimiters(struct parser *p, const struct tag *tag, GError **error)
{
    const char *s = p->text + tag->at;
    gsize first = 0;
    while (first < tag->len && !is_space(s[first]))
        first++;
    gsize second = first;
    while (second < tag->len && is_space(s[second]))
        second++;
    gsize len = tag->len - second;
    gboolean good = first > 0 && len > 0 && first <= DELIMITER_MAX && len <= DELIMITER_MAX;
    for (gsize i = 0; good && i < tag->len; i++)
        good = i >= first && i < second ? is_space(s[i]) : g_ascii_isgraph(s[i]) && s[i] != '=';
    if (!good)
        return wrong(error, MUSTACHE_ERROR_SYNTAX, tag->line, "these can't be delimiters");
    memcpy(p->open, s, first);
    p->open[first] = '\0';
    memcpy(p->close, s + second, len);
    p->close[len] = '\0';
    return TRUE;
}

static gboolean open_section(struct parser *p, const struct tag *tag, GError **error)
{
    if (p->n_open == MUSTACHE_DEPTH_MAX)
        return wrong(error, MUSTACHE_ERROR_LIMIT, tag->line, "more than %d sections in each other",
                     MUSTACHE_DEPTH_MAX);
    p->open_nodes[p->n_open++] = p->made->nodes->len;
    add(p, tag->sigil == '#' ? MUSTACHE_SECTION : MUSTACHE_INVERTED, tag->line, tag->at, tag->len);
    return TRUE;
}

static gboolean close_section(struct parser *p, const struct tag *tag, GError **error)
{
    g_autofree char *name = quoted(p, tag);
    if (p->n_open == 0)
        return wrong(error, MUSTACHE_ERROR_SYNTAX, tag->line, "section %s ends and never began",
                     name);
    struct mustache_node *node =
        &g_array_index(p->made->nodes, struct mustache_node, p->open_nodes[--p->n_open]);
    if (node->len != tag->len || memcmp(p->text + node->at, p->text + tag->at, tag->len) != 0)
        return wrong(error, MUSTACHE_ERROR_SYNTAX, tag->line,
                     "section %s ends where %.*s of line %u is open", name,
                     (int)MIN(node->len, QUOTE_MAX), p->text + node->at, node->line);
    node->end = p->made->nodes->len;
    return TRUE;
}

// Puts the tag into the program. from is where its line begins if it stands alone there, else
// tag->start.
static gboolean act(struct parser *p, const struct tag *tag, gboolean alone, gsize from,
                    GError **error)
{
    if (tag->sigil == '!')
        return TRUE;
    if (tag->sigil == '=')
        return set_delimiters(p, tag, error);
    if (!is_name(p->text + tag->at, tag->len, tag->sigil != '>')) {
        g_autofree char *name = quoted(p, tag);
        return wrong(error, MUSTACHE_ERROR_SYNTAX, tag->line, "\"%s\" is no name", name);
    }
    switch (tag->sigil) {
    case '#':
    case '^':
        return open_section(p, tag, error);
    case '/':
        return close_section(p, tag, error);
    case '>': {
        struct mustache_node *node = add(p, MUSTACHE_PARTIAL, tag->line, tag->at, tag->len);
        node->alone = alone;
        node->tab = (guint32)from;
        node->tabs = (guint32)(tag->start - from);
        return TRUE;
    }
    default:
        add(p, tag->sigil ? MUSTACHE_RAW : MUSTACHE_VALUE, tag->line, tag->at, tag->len);
        return TRUE;
    }
}

static gboolean parse(struct parser *p, GError **error)
{
    while (p->pos < p->len) {
        guint line = line_at(p, p->pos);
        const char *open = find(p, p->pos, p->open);
        if (!open)
            break;
        struct tag tag;
        if (!read_tag(p, (gsize)(open - p->text), &tag, error))
            return FALSE;
        gsize from = tag.start, to = tag.after;
        gboolean alone = stands_alone(p, &tag, &from, &to);
        add_text(p, line, from);
        if (!act(p, &tag, alone, from, error))
            return FALSE;
        p->pos = to;
    }
    add_text(p, line_at(p, p->pos), p->len);
    if (p->n_open == 0)
        return TRUE;
    const struct mustache_node *node =
        &g_array_index(p->made->nodes, struct mustache_node, p->open_nodes[p->n_open - 1]);
    return wrong(error, MUSTACHE_ERROR_SYNTAX, node->line, "section %.*s never ends",
                 (int)MIN(node->len, QUOTE_MAX), p->text + node->at);
}

mustache *mustache_parse(const char *text, gsize len, GError **error)
{
    if (len > MUSTACHE_TEMPLATE_MAX) {
        wrong(error, MUSTACHE_ERROR_LIMIT, 1, "a template has more than %d bytes",
              MUSTACHE_TEMPLATE_MAX);
        return NULL;
    }
    g_autoptr(mustache) made = g_new(mustache, 1);
    made->text = g_malloc(len + 1);
    if (len > 0)
        memcpy(made->text, text, len);
    made->text[len] = '\0';
    made->nodes = g_array_new(FALSE, FALSE, sizeof(struct mustache_node));
    struct parser p = {
        .made = made, .text = made->text, .len = len, .line = 1, .open = "{{", .close = "}}"};
    return parse(&p, error) ? g_steal_pointer(&made) : NULL;
}

void mustache_free(mustache *template)
{
    if (!template)
        return;
    g_free(template->text);
    g_array_unref(template->nodes);
    g_free(template);
}

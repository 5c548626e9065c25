// SPDX-License-Identifier: MIT
// See body.h. Here: lines, and their kinds one by one; what needs several lines is in header.c and
// attribution.c.
#include "referee/words/body.h"

#include "referee/words/ticket.h"

#include <string.h>

gboolean body_is_boundary(enum body_kind kind)
{
    return kind >= BODY_QUOTE;
}

static enum body_kind kind_of(struct body_line *line,
                              enum body_sent (*known)(const char *line, gpointer data),
                              gpointer known_data)
{
    const struct fold *fold = &line->fold;
    if (fold_is_empty(fold))
        return BODY_BLANK;
    enum body_kind quote = boundary_quote(fold);
    if (quote != BODY_TEXT)
        return quote;
    if (ticket_is_line(line->text))
        return BODY_TICKET;
    if (known) {
        g_autofree char *plain = fold_cut(fold, fold->from, fold->to);
        if (known(plain, known_data) == BODY_SENT_LINE)
            return BODY_KNOWN;
    }
    if (boundary_is_rule(fold))
        return BODY_RULE;
    if (boundary_is_phone(fold))
        return BODY_PHONE;
    return boundary_is_marker(fold) ? BODY_MARKER : BODY_TEXT;
}

static gboolean has_control(const char *text)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if ((c < ' ' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
            c == 0xfffd)
            return TRUE;
    }
    return FALSE;
}

// Takes the stuffed blank off and sees whether the line goes on (RFC 3676). Quoted lines are left
// as they are: nothing in them counts.
static const char *unflow(const char *text, gboolean *soft)
{
    gsize len = strlen(text);
    *soft = len > 0 && text[len - 1] == ' ' && strcmp(text, "-- ") != 0;
    return *text == ' ' ? text + 1 : text;
}

static void line_init(struct body_line *line, const char *text, gboolean flowed)
{
    memset(line, 0, sizeof *line);
    if (flowed)
        text = unflow(text, &line->soft);
    line->text = g_strdup(text);
    line->control = has_control(text);
    fold_init(&line->fold, text, -1);
}

void body_init(struct body *body, const char *text, gboolean flowed, gboolean delsp,
               enum body_sent (*known)(const char *line, gpointer data), gpointer known_data)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    body->n = g_strv_length(lines);
    body->lines = g_new(struct body_line, MAX(body->n, 1));
    body->delsp = delsp;
    for (guint i = 0; i < body->n; i++)
        line_init(&body->lines[i], lines[i], flowed);
    for (guint i = 0; i < body->n; i++)
        body->lines[i].kind = kind_of(&body->lines[i], known, known_data);
    header_mark(body);
    attribution_mark(body);
}

void body_clear(struct body *body)
{
    for (guint i = 0; i < body->n; i++) {
        g_free(body->lines[i].text);
        fold_clear(&body->lines[i].fold);
    }
    g_free(body->lines);
    memset(body, 0, sizeof *body);
}

guint body_boundary(const struct body *body, guint i)
{
    while (i < body->n && !body_is_boundary(body->lines[i].kind))
        i++;
    return i;
}

guint body_skip_blank(const struct body *body, guint i)
{
    while (i < body->n && body->lines[i].kind == BODY_BLANK)
        i++;
    return i;
}

gboolean body_flows_on(const struct body *body, guint i)
{
    if (!body->lines[i].soft || i + 1 >= body->n)
        return FALSE;
    const struct body_line *next = &body->lines[i + 1];
    return next->kind != BODY_BLANK && next->kind != BODY_QUOTE && strcmp(next->text, "-- ") != 0;
}

gboolean body_is_forward(const struct body *body, guint i)
{
    return i < body->n && body->lines[i].kind == BODY_MARKER &&
           boundary_is_forward(&body->lines[i].fold);
}

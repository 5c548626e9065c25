// SPDX-License-Identifier: MIT
// See plan_text.h.
#include "referee/words/plan_text.h"

#include "referee/rules/notation.h"
#include "referee/words/scan.h"

#include <string.h>

// Where the next `if` of the line stands, from pos on; end when there is none.
static gsize next_if(const struct scan *scan, gsize pos)
{
    struct scan ahead = scan_part(scan, pos, scan->end);
    while (!scan_done(&ahead)) {
        gsize at = ahead.pos;
        gsize from, to;
        if (scan_word(&ahead, WORD_IF))
            return at;
        scan_token(&ahead, &from, &to);
    }
    return scan->end;
}

static gboolean read_top(struct scan *part, struct plan_line *out)
{
    gint64 a, b;
    scan_blanks(part);
    if (out->has_top || !scan_number(part, &a, NULL))
        return FALSE;
    scan_blanks(part);
    if (!scan_char(part, '.') || !scan_char(part, '.'))
        return FALSE;
    scan_blanks(part);
    if (!scan_number(part, &b, NULL) || a < 1 || b > RULES_VALUE_MAX || a > b)
        return FALSE;
    out->has_top = TRUE;
    out->top_from = (guint8)a;
    out->top_to = (guint8)b;
    return TRUE;
}

static gboolean read_cost(struct scan *part, struct plan_line *out)
{
    gint64 n;
    scan_blanks(part);
    if (out->has_cost || !scan_char(part, '<') || !scan_char(part, '='))
        return FALSE;
    scan_blanks(part);
    if (!scan_number(part, &n, NULL) || n > PLAN_TEXT_COST_MAX)
        return FALSE;
    out->has_cost = TRUE;
    out->cost = (int)n;
    return TRUE;
}

// `cost<=2` is one token: the word before the sign is looked for by itself.
static gboolean word_before_sign(struct scan *part)
{
    gsize from, to;
    scan_blanks(part);
    from = to = part->pos;
    while (to < part->end && part->line->fold[to] != ' ' && part->line->fold[to] != '<')
        to++;
    struct scan word = scan_part(part, from, to);
    if (!scan_word(&word, WORD_COST))
        return FALSE;
    part->pos = to;
    return TRUE;
}

static gboolean read_condition(struct scan *part, struct plan_line *out)
{
    if (!scan_word(part, WORD_IF))
        return FALSE;
    gboolean read = FALSE;
    if (scan_word(part, WORD_TOP)) {
        read = read_top(part, out);
    } else if (word_before_sign(part)) {
        read = read_cost(part, out);
    } else if (scan_word(part, WORD_FORCED)) {
        read = !out->forced;
        out->forced = TRUE;
    }
    return read && scan_done(part);
}

gboolean plan_text_parse(const struct fold *line, unsigned languages, struct plan_line *out)
{
    memset(out, 0, sizeof *out);
    struct scan scan;
    scan_begin(&scan, line, languages);
    if (scan.end - scan.pos > FOLD_LINE_MAX)
        return FALSE;
    gsize at = next_if(&scan, scan.pos);
    struct scan move = scan_part(&scan, scan.pos, at);
    if (scan_move(&move, &out->move, NULL) != COMMAND_LINE_COMMAND)
        return FALSE;
    while (at < scan.end) {
        struct scan rest = scan_part(&scan, at, scan.end);
        gsize from, to;
        scan_token(&rest, &from, &to);
        gsize next = next_if(&scan, to);
        struct scan part = scan_part(&scan, at, next);
        if (!read_condition(&part, out))
            return FALSE;
        at = next;
    }
    return TRUE;
}

gboolean plan_text_read(const char *text, struct plan_line *out)
{
    struct fold line;
    fold_init(&line, text, -1);
    gboolean read = plan_text_parse(&line, WORDS_EN, out);
    fold_clear(&line);
    return read;
}

void plan_text_format(const struct plan_line *plan, char out[PLAN_TEXT_MAX])
{
    gsize n = notation_format_move(plan->move, out);
    if (plan->has_top)
        n += (gsize)g_snprintf(out + n, PLAN_TEXT_MAX - n, " if top %d..%d", plan->top_from,
                               plan->top_to);
    if (plan->has_cost)
        n += (gsize)g_snprintf(out + n, PLAN_TEXT_MAX - n, " if cost <= %d", plan->cost);
    if (plan->forced)
        n += (gsize)g_snprintf(out + n, PLAN_TEXT_MAX - n, " if forced");
    g_assert(n < PLAN_TEXT_MAX);
}

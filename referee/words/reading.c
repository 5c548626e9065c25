// SPDX-License-Identifier: MIT
// See reading.h.
#include "referee/words/reading.h"

#include "referee/words/greeting.h"
#include "referee/words/phrase.h"

#include <string.h>

static void fail(struct reading *reading, enum newtext_reason reason, guint at)
{
    if (reading->reason == NEWTEXT_FINE) {
        reading->reason = reason;
        reading->at = at;
    }
}

static gboolean is_banner(const struct fold *line, const char *const *banner)
{
    g_autofree char *text = fold_cut(line, line->from, line->to);
    for (; banner && *banner; banner++) {
        struct fold wanted;
        fold_init(&wanted, *banner, -1);
        g_autofree char *other = fold_cut(&wanted, wanted.from, wanted.to);
        fold_clear(&wanted);
        if (*other && strcmp(text, other) == 0)
            return TRUE;
    }
    return FALSE;
}

guint reading_head(const struct body *body, const char *const *banner)
{
    gboolean greeted = FALSE;
    guint i = 0;
    for (; i < body->n; i++) {
        const struct body_line *line = &body->lines[i];
        if (line->kind == BODY_BLANK || line->kind == BODY_TICKET || is_banner(&line->fold, banner))
            continue;
        if (greeted || body_flows_on(body, i) || line->fold.indent > BODY_INDENT_MAX ||
            !greeting_is(&line->fold))
            break;
        greeted = TRUE;
    }
    return i;
}

gboolean reading_later(const struct body *body, guint i, unsigned languages, guint *at)
{
    guint end = body_boundary(body, i);
    for (; i < end; i++) {
        if (run_would_match(body, i, languages)) {
            *at = i;
            return TRUE;
        }
    }
    return FALSE;
}

// Whether line i begins old text without marks: a header block, a marker, or an attribution with no
// quoted line below it. Nothing in such text was typed now.
static gboolean is_old_text(const struct body *body, guint i)
{
    enum body_kind kind = body->lines[i].kind;
    if (kind != BODY_ATTRIBUTION)
        return kind == BODY_MARKER || kind == BODY_HEADER;
    while (i < body->n &&
           (body->lines[i].kind == BODY_ATTRIBUTION || body->lines[i].kind == BODY_BLANK))
        i++;
    return i == body->n || body->lines[i].kind != BODY_QUOTE;
}

// The first quoted line from the boundary on; body->n when old text without marks comes first.
static guint quote_at(const struct body *body, guint i)
{
    while (i < body->n && body->lines[i].kind != BODY_QUOTE && !is_old_text(body, i))
        i++;
    return i < body->n && body->lines[i].kind == BODY_QUOTE ? i : body->n;
}

// A bare command between or below quoted lines: was it typed there, or did a client lose a mark?
static void check_quotes(struct reading *reading, const struct body *body, guint boundary,
                         unsigned languages)
{
    for (guint i = quote_at(body, boundary); i < body->n; i++) {
        enum body_kind kind = body->lines[i].kind;
        if (kind == BODY_RULE || kind == BODY_PHONE || is_old_text(body, i))
            return;
        if (kind == BODY_TEXT && run_would_match(body, i, languages))
            fail(reading, NEWTEXT_AMONG_QUOTES, i);
    }
}

// A stray CR, a NUL, a byte that the charset doesn't allow (the reader writes U+FFFD for the two).
static void check_stray(struct reading *reading, const struct body *body, guint end)
{
    for (guint i = 0; i < end; i++)
        if (strchr(body->lines[i].text, '\r') || strstr(body->lines[i].text, "\357\277\275"))
            fail(reading, NEWTEXT_STRAY, i);
}

// Everything below the run that can make it unclear.
static void check_tail(struct reading *reading, const struct body *body,
                       const struct run_options *options)
{
    guint later;
    guint next = reading->run.next;
    guint boundary = body_boundary(body, next);
    check_stray(reading, body, boundary);
    if (reading_later(body, next, options->languages, &later))
        fail(reading, NEWTEXT_LATER_COMMAND, later);
    check_quotes(reading, body, boundary, options->languages);
}

// Where an answer below the quote would begin: everything above is blank, quoted, or one
// attribution. body->n when the text has another shape.
static guint below_quote(const struct body *body, const char *const *banner)
{
    guint i = 0;
    while (i < body->n &&
           (body->lines[i].kind == BODY_BLANK || is_banner(&body->lines[i].fold, banner)))
        i++;
    while (i < body->n && body->lines[i].kind == BODY_ATTRIBUTION && body->lines[i].certain)
        i++;
    i = body_skip_blank(body, i);
    guint quoted = 0;
    for (; i < body->n; i++) {
        if (body->lines[i].kind == BODY_QUOTE)
            quoted++;
        else if (body->lines[i].kind != BODY_BLANK)
            break;
    }
    return quoted > 0 && i < body->n && body->lines[i - 1].kind == BODY_BLANK ? i : body->n;
}

// Whether nothing but a signature stands from line i on.
static gboolean only_signature(const struct body *body, guint i)
{
    i = body_skip_blank(body, i);
    if (i == body->n)
        return TRUE;
    if (body->lines[i].kind != BODY_RULE && body->lines[i].kind != BODY_PHONE)
        return FALSE;
    for (; i < body->n; i++) {
        enum body_kind kind = body->lines[i].kind;
        if (kind == BODY_QUOTE || kind == BODY_BAR || kind == BODY_ATTRIBUTION ||
            kind == BODY_MARKER || kind == BODY_HEADER || kind == BODY_KNOWN)
            return FALSE;
    }
    return TRUE;
}

// Reads the answer below the quote; FALSE when the text has another shape.
static gboolean read_below(struct reading *reading, const struct body *body,
                           const char *const *banner, const struct run_options *options)
{
    guint start = below_quote(body, banner);
    if (start == body->n || body_is_boundary(body->lines[start].kind))
        return FALSE;
    struct run below;
    run_read(body, start, options, &below);
    if (below.count == 0 && below.reason == NEWTEXT_FINE) {
        run_clear(&below);
        return FALSE;
    }
    run_clear(&reading->run);
    reading->run = below;
    reading->reason = NEWTEXT_FINE;
    if (below.reason != NEWTEXT_FINE)
        fail(reading, below.reason, below.at);
    check_stray(reading, body, below.next);
    if (!only_signature(body, below.next))
        fail(reading, NEWTEXT_AMONG_QUOTES, start);
    return TRUE;
}

static gboolean is_about_html(const struct body *body, guint end)
{
    enum { FEW_LINES = 8 };
    guint lines = 0;
    gboolean html = FALSE;
    for (guint i = 0; i < end; i++) {
        const struct fold *fold = &body->lines[i].fold;
        g_autofree char *text = phrase_plain(fold, fold->from, fold->to);
        lines += body->lines[i].kind != BODY_BLANK;
        html = html || strstr(text, "html");
    }
    return html && lines <= FEW_LINES;
}

// Why there is no command.
static void say_why_nothing(struct reading *reading, const struct body *body,
                            const struct newtext_input *input)
{
    guint first = body_skip_blank(body, 0);
    guint boundary = body_boundary(body, first);
    if (first == body->n)
        fail(reading, NEWTEXT_EMPTY, 0);
    else if (body_is_forward(body, boundary))
        fail(reading, NEWTEXT_FORWARD, boundary);
    else if (first == boundary)
        fail(reading, body->lines[first].kind == BODY_PHONE ? NEWTEXT_EMPTY : NEWTEXT_ONLY_QUOTE,
             first);
    else if (reading->run.comments && body_skip_blank(body, reading->run.next) >= boundary)
        fail(reading, NEWTEXT_COMMENTS_ONLY, first);
    else if (input->html && is_about_html(body, boundary))
        fail(reading, NEWTEXT_SEE_HTML, first);
    else
        fail(reading, NEWTEXT_NO_COMMAND, reading->run.next < body->n ? reading->run.next : first);
}

void reading_init(struct reading *reading, const struct body *body,
                  const struct newtext_input *input, const struct run_options *options)
{
    memset(reading, 0, sizeof *reading);
    guint head = reading_head(body, input->banner);
    run_read(body, head, options, &reading->run);
    if (reading->run.reason != NEWTEXT_FINE) {
        check_stray(reading, body, body_boundary(body, reading->run.next));
        fail(reading, reading->run.reason, reading->run.at);
    } else if (reading->run.count == 0 && read_below(reading, body, input->banner, options))
        return;
    check_tail(reading, body, options);
    if (reading->run.count == 0)
        say_why_nothing(reading, body, input);
}

void reading_clear(struct reading *reading)
{
    run_clear(&reading->run);
    memset(reading, 0, sizeof *reading);
}

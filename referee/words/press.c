// SPDX-License-Identifier: MIT
// Free text of `say` and `tell`: from its command to the first boundary, as it was written.
//
// What is said goes to the table. So it must hold nothing that the referee wrote to one player
// alone: a quote that lost its marks would show a hand.
#include "referee/words/command_text.h"
#include "referee/words/run.h"

#include "referee/words/ticket.h"

#include <string.h>

static guint unclear(struct run *run, enum newtext_reason reason, guint at)
{
    if (run->reason == NEWTEXT_FINE) {
        run->reason = reason;
        run->at = at;
    }
    return at;
}

// Four numbers of cards in a row, in brackets or not, as a hand is shown.
static gboolean holds_hand(const struct fold *line)
{
    guint cards = 0;
    gsize i = line->from;
    while (i < line->to) {
        gunichar c = line->fold[i];
        if (c < '0' || c > '9') {
            if (c != ' ' && c != '[' && c != ']' && c != ',')
                cards = 0;
            i++;
            continue;
        }
        guint value = 0;
        for (; i < line->to && line->fold[i] >= '0' && line->fold[i] <= '9'; i++)
            value = value > RULES_VALUE_MAX ? value : value * 10 + (line->fold[i] - '0');
        cards = value >= 1 && value <= RULES_VALUE_MAX ? cards + 1 : 0;
        if (cards >= 4)
            return TRUE;
    }
    return FALSE;
}

// Sixteen hex digits by themselves, letters among them: the head of a log.
static gboolean holds_head(const struct fold *line)
{
    guint run = 0;
    guint letters = 0;
    for (gsize i = line->from; i <= line->to; i++) {
        gunichar c = i < line->to ? line->fold[i] : 0;
        gboolean hex = c < 128 && g_ascii_isxdigit((char)c);
        if (!hex && run == 16 && letters > 0 && letters < 16 && !g_unichar_isalnum(c))
            return TRUE;
        gboolean inside = run == 0 && i > line->from && g_unichar_isalnum(line->fold[i - 1]);
        run = hex && !inside ? run + 1 : 0;
        letters = run == 0 ? 0 : letters + (c >= 'a');
    }
    return FALSE;
}

// A number of a card in brackets, `[7]`: so the referee shows cards, and `[23]` begins its
// subjects.
static gboolean holds_card(const struct fold *line)
{
    for (gsize i = line->from; i + 2 < line->to; i++) {
        gsize k = i + 1;
        while (line->fold[i] == '[' && k < line->to && k < i + 3 && line->fold[k] >= '0' &&
               line->fold[k] <= '9')
            k++;
        if (k > i + 1 && k < line->to && line->fold[k] == ']')
            return TRUE;
    }
    return FALSE;
}

// Words that only the referee writes, for when a quote has lost its marks and its attribution.
static gboolean looks_like_ours(const struct fold *line)
{
    return line->fold[line->from] == 0xb7 || holds_card(line) || holds_hand(line) ||
           holds_head(line);
}

static gboolean ends_in_ticket_word(const struct fold *line)
{
    g_autofree char *text = fold_cut(line, line->from, line->to);
    gsize len = strlen(text);
    return len >= 6 && g_ascii_strcasecmp(text + len - 6, "ticket") == 0;
}

static gboolean is_command(const char *text, unsigned languages)
{
    struct command command;
    enum command_line read = command_parse_text(text, languages, &command, NULL);
    gboolean is = read == COMMAND_LINE_COMMAND && !command.sentence;
    command_clear(&command);
    return is;
}

// Whether a line of free text makes it unclear, and why.
// text: what stands behind the command in its own line, NULL for the lines below.
static enum newtext_reason judge(const struct body *body, guint i, const char *text,
                                 const struct run_options *options)
{
    const struct body_line *line = &body->lines[i];
    const struct fold *fold = &line->fold;
    if (line->kind == BODY_BLANK)
        return NEWTEXT_FINE;
    if (line->control)
        return NEWTEXT_STRAY;
    if (ticket_is_in(line->text) || ends_in_ticket_word(fold))
        return NEWTEXT_PRESS_TICKET;
    if (looks_like_ours(fold))
        return NEWTEXT_PRESS_KNOWN;
    if (text ? is_command(text, options->languages) : run_would_match(body, i, options->languages))
        return NEWTEXT_PRESS_COMMAND;
    if (options->known) {
        g_autofree char *plain = fold_cut(fold, fold->from, fold->to);
        if (options->known(plain, options->known_data) != BODY_UNSENT)
            return NEWTEXT_PRESS_KNOWN;
    }
    return NEWTEXT_FINE;
}

// Old text often lost its marks and stands four blanks to the right.
static gboolean ends_here(const struct body_line *line)
{
    return body_is_boundary(line->kind) ||
           (line->kind == BODY_TEXT && line->fold.indent > BODY_INDENT_MAX);
}

static void append(GString *text, const struct body *body, guint i, gboolean joined)
{
    const struct fold *fold = &body->lines[i].fold;
    g_autofree char *words = fold_cut(fold, fold->from, fold->to);
    if (text->len > 0 && *words && !joined)
        g_string_append_c(text, ' ');
    g_string_append(text, words);
}

// With delsp the blank at the end of a line that goes on is none (RFC 3676, 4.2); one before it is.
static gboolean joins_without_blank(const struct body *body, guint i)
{
    const char *text = body->lines[i].text;
    gsize len = strlen(text);
    return body->delsp && body_flows_on(body, i) && !(len >= 2 && text[len - 2] == ' ');
}

guint press_read(const struct body *body, guint i, const struct run_options *options,
                 struct command *command, struct run *run)
{
    GString *text = g_string_new(command->text);
    guint paragraphs = 1;
    enum newtext_reason reason = judge(body, i, command->text, options);
    if (reason != NEWTEXT_FINE)
        unclear(run, reason, i);
    guint k = i + 1;
    for (; k < body->n && !ends_here(&body->lines[k]); k++) {
        if (body->lines[k].kind == BODY_TEXT && body->lines[k - 1].kind == BODY_BLANK)
            paragraphs++;
        reason = judge(body, k, NULL, options);
        if (reason != NEWTEXT_FINE)
            unclear(run, reason, k);
        append(text, body, k, text->len > 0 && joins_without_blank(body, k - 1));
    }
    // A ticket line below one paragraph was written by a link; below more it may be the last line
    // of an old mail.
    if (k < body->n && body->lines[k].kind == BODY_TICKET && paragraphs > 1)
        unclear(run, NEWTEXT_PRESS_KNOWN, k);
    g_free(command->text);
    command->text = g_string_free(text, FALSE);
    if (!*command->text) {
        run->wrong = (struct command_wrong){COMMAND_FAULT_TEXT, command->verb, TRUE, 0, ""};
        unclear(run, NEWTEXT_WRONG, i);
    }
    return k;
}

// SPDX-License-Identifier: MIT
// See run.h.
#include "referee/words/run.h"

#include "referee/words/command_text.h"
#include "referee/words/scan.h"

#include <string.h>

static void fail(struct run *run, enum newtext_reason reason, guint at)
{
    if (run->reason == NEWTEXT_FINE) {
        run->reason = reason;
        run->at = at;
    }
}

static void fail_wrong(struct run *run, enum command_fault fault, enum command_verb verb,
                       const struct body_line *line, guint at)
{
    if (run->reason != NEWTEXT_FINE)
        return;
    run->wrong = (struct command_wrong){.fault = fault, .verb = verb, .sure = TRUE};
    if (line) {
        struct scan scan = {&line->fold, line->fold.from, line->fold.to, WORDS_ALL};
        scan_wrong_word(&run->wrong, fault, &scan, scan.pos, scan.end);
    }
    fail(run, NEWTEXT_WRONG, at);
}

gboolean run_would_match(const struct body *body, guint i, unsigned languages)
{
    const struct body_line *line = &body->lines[i];
    struct command command;
    struct command_wrong wrong;
    if (line->kind == BODY_BLANK || line->fold.indent > BODY_INDENT_MAX)
        return FALSE;
    enum command_line read = command_parse(&line->fold, languages, &command, &wrong);
    // "ja gern" is chat down there, and a lone "weiter" the end of a sentence; "ich passe" isn't
    gboolean chat = command.sentence && (command.verb != COMMAND_MOVE || command.sentence == 1);
    command_clear(&command);
    return (read == COMMAND_LINE_COMMAND && !chat) ||
           (read == COMMAND_LINE_WRONG && command_wrong_cards(&wrong) &&
            g_unichar_isalpha(line->fold.fold[line->fold.from]));
}

// Adds a command unless the same stands there already: a move that is said twice is made once.
static void add(struct run *run, struct command *command, const struct run_options *options,
                guint at)
{
    g_autofree char *text = command_format(command);
    run->count++;
    if (run->count > options->limit)
        fail(run, NEWTEXT_TOO_MANY, at);
    for (guint i = 0; i < run->commands->len; i++) {
        g_autofree char *other = command_format(run->commands->pdata[i]);
        if (strcmp(text, other) == 0) {
            command_clear(command);
            return;
        }
    }
    g_ptr_array_add(run->commands, g_memdup2(command, sizeof *command));
    memset(command, 0, sizeof *command);
}

// The lines of a plan, from line i on, up to its `end`. Returns the line behind it.
static guint plan_read(const struct body *body, guint i, const struct run_options *options,
                       struct command *command, struct run *run)
{
    for (; i < body->n && !body_is_boundary(body->lines[i].kind); i++) {
        const struct body_line *line = &body->lines[i];
        struct plan_line plan;
        if (line->kind == BODY_BLANK || line->fold.fold[line->fold.from] == '#')
            continue;
        if (body_flows_on(body, i))
            fail(run, NEWTEXT_FLOWED, i);
        gboolean indented = line->fold.indent > BODY_INDENT_MAX;
        if (!indented && command_is_end(&line->fold, options->languages)) {
            if (command->plan->len == 0)
                fail_wrong(run, COMMAND_FAULT_PLAN_EMPTY, COMMAND_PLAN, NULL, i);
            return i + 1;
        }
        if (indented || !plan_text_parse(&line->fold, options->languages, &plan)) {
            fail_wrong(run, COMMAND_FAULT_PLAN_LINE, COMMAND_PLAN, line, i);
            return i;
        }
        if (command->plan->len >= PLAN_TEXT_LINES_MAX) {
            fail_wrong(run, COMMAND_FAULT_PLAN_LONG, COMMAND_PLAN, NULL, i);
            return i;
        }
        g_array_append_val(command->plan, plan);
    }
    fail_wrong(run, COMMAND_FAULT_PLAN_END, COMMAND_PLAN, NULL, i);
    return i;
}

static gboolean is_line(const struct body_line *line, const char *wanted)
{
    g_autofree char *text = fold_cut(&line->fold, line->fold.from, line->fold.to);
    return strcmp(text, wanted) == 0;
}

// The armored key below `key openpgp`. Returns the line behind it, i when there is none.
static guint armor_read(const struct body *body, guint i, struct command *command)
{
    guint first = body_skip_blank(body, i);
    g_autoptr(GString) text = g_string_new(NULL);
    if (first == body->n || !is_line(&body->lines[first], "-----BEGIN PGP PUBLIC KEY BLOCK-----"))
        return i;
    for (guint k = first; k < body->n && !body->lines[k].control; k++) {
        const struct fold *fold = &body->lines[k].fold;
        g_autofree char *line = fold_cut(fold, fold->from, fold->to);
        g_string_append_printf(text, "%s\n", line);
        if (is_line(&body->lines[k], "-----END PGP PUBLIC KEY BLOCK-----")) {
            command->text = g_strdup(text->str);
            return k + 1;
        }
    }
    return i;
}

// A long key that a mail program wrapped: the line and the next, read as one.
static gboolean wrapped_key(const struct body *body, guint i, const struct run_options *options,
                            struct command *command)
{
    struct command read;
    if (i + 1 >= body->n || body->lines[i + 1].kind != BODY_TEXT)
        return FALSE;
    g_autofree char *both = g_strdup_printf("%s %s", body->lines[i].text, body->lines[i + 1].text);
    gboolean is =
        command_parse_text(both, options->languages, &read, NULL) == COMMAND_LINE_COMMAND &&
        read.verb == COMMAND_KEY;
    if (is) {
        command_clear(command);
        *command = read;
    } else {
        command_clear(&read);
    }
    return is;
}

// What stands below a command's first line and belongs to it. Returns the line behind all of it.
static guint take_rest(const struct body *body, guint i, const struct run_options *options,
                       struct command *command, struct run *run)
{
    if (command->verb == COMMAND_SAY || command->verb == COMMAND_TELL)
        return press_read(body, i, options, command, run);
    if (body_flows_on(body, i))
        fail(run, NEWTEXT_FLOWED, i);
    if (command->verb == COMMAND_PLAN)
        return plan_read(body, i + 1, options, command, run);
    if (command->verb == COMMAND_KEY && command->key == COMMAND_KEY_OPENPGP)
        return armor_read(body, i + 1, command);
    if (command->verb == COMMAND_KEY && command->key != COMMAND_KEY_SEAL && !command->text &&
        wrapped_key(body, i, options, command))
        return i + 2;
    return i + 1;
}

// `referee KEY`, `game N`, `turn N`, `seat NICK` in the text of a foreign signature.
static gboolean signature_line(const struct fold *line, struct run *run)
{
    struct scan scan;
    gsize from, to;
    char key[FOLD_KEY_MAX];
    gint64 number;
    scan_begin(&scan, line, WORDS_EN);
    if (!scan_token(&scan, &from, &to) || !fold_key(line, from, to, key, NULL))
        return FALSE;
    scan_blanks(&scan);
    if ((strcmp(key, "game") == 0 || strcmp(key, "turn") == 0) &&
        scan_number(&scan, &number, NULL) && scan_done(&scan)) {
        *(key[0] == 'g' ? &run->game : &run->turn) = number;
        return TRUE;
    }
    if ((strcmp(key, "seat") != 0 && strcmp(key, "referee") != 0) ||
        !scan_token(&scan, &from, &to) || !scan_done(&scan))
        return FALSE;
    char **field = key[0] == 's' ? &run->seat : &run->referee;
    g_free(*field);
    *field = fold_cut(line, from, to);
    return TRUE;
}

// A long line of options or addresses that a mail program wrapped: what follows looks like more of
// it.
static gboolean goes_on(const struct run *run, const struct fold *line)
{
    if (!run->touching || run->commands->len == 0)
        return FALSE;
    const struct command *last = run->commands->pdata[run->commands->len - 1];
    gunichar sign = last->verb == COMMAND_NEW ? '=' : last->verb == COMMAND_INVITE ? '@' : 0;
    for (gsize i = line->from; sign && i < line->to && line->fold[i] != ' '; i++)
        if (line->fold[i] == sign)
            return TRUE;
    return FALSE;
}

// Reads line i. Returns the line to go on with, i itself where the run ends.
static guint read_line(const struct body *body, guint i, const struct run_options *options,
                       struct run *run)
{
    const struct body_line *line = &body->lines[i];
    struct command command;
    struct command_wrong wrong;
    if (line->kind == BODY_KNOWN || line->kind == BODY_TICKET ||
        line->fold.indent > BODY_INDENT_MAX)
        return i;
    enum command_line read = command_parse(&line->fold, options->languages, &command, &wrong);
    if (read == COMMAND_LINE_COMMENT) {
        if (body_flows_on(body, i))
            fail(run, NEWTEXT_FLOWED, i);
        run->comments = TRUE;
        return i + 1;
    }
    if (read == COMMAND_LINE_COMMAND && command.sentence && run->count > 0) {
        command_clear(&command);
        return i;
    }
    if (read == COMMAND_LINE_COMMAND) {
        guint next = take_rest(body, i, options, &command, run);
        add(run, &command, options, i);
        run->touching = TRUE;
        return next;
    }
    if (options->signature && signature_line(&line->fold, run))
        return i + 1;
    if (body_is_boundary(line->kind))
        return i;
    if (read == COMMAND_LINE_WRONG && wrong.fault == COMMAND_FAULT_KEY &&
        wrapped_key(body, i, options, &command)) {
        add(run, &command, options, i);
        run->touching = TRUE;
        return i + 2;
    }
    command_clear(&command);
    gboolean first = run->count == 0;
    if (read == COMMAND_LINE_WRONG && (wrong.sure || run->touching || first)) {
        if (run->reason == NEWTEXT_FINE)
            run->wrong = wrong;
        fail(run, NEWTEXT_WRONG, i);
    } else if (goes_on(run, &line->fold) ||
               ((read == COMMAND_LINE_NEAR || read == COMMAND_LINE_WRONG) &&
                (run->touching || first))) {
        fail(run, NEWTEXT_NEAR_MISS, i);
    }
    return i;
}

void run_read(const struct body *body, guint start, const struct run_options *options,
              struct run *run)
{
    memset(run, 0, sizeof *run);
    run->commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    run->game = run->turn = -1;
    guint i = start;
    while (i < body->n) {
        if (body->lines[i].kind == BODY_BLANK) {
            run->touching = FALSE;
            i++;
            continue;
        }
        guint next = read_line(body, i, options, run);
        if (next == i)
            break;
        i = next;
    }
    run->next = i;
}

void run_clear(struct run *run)
{
    g_clear_pointer(&run->commands, g_ptr_array_unref);
    g_clear_pointer(&run->referee, g_free);
    g_clear_pointer(&run->seat, g_free);
    memset(run, 0, sizeof *run);
}

// SPDX-License-Identifier: MIT
// See newtext_read.h. Here: the parts of a mail put together: text or HTML, signed blocks, tickets.
#include "referee/words/newtext_read.h"

#include "referee/words/command_text.h"
#include "referee/words/key_file.h"
#include "referee/words/meant.h"
#include "referee/words/newtext_parts.h"

#include <string.h>

static gboolean is_blank(const char *text)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c != '\n' && c != '\r' && !fold_blank(c) && !fold_invisible(c))
            return FALSE;
    }
    return TRUE;
}

// Whether two texts hold the same letters and digits, or one the beginning of the other: HTML
// turned to text differs in much that is no word.
static gboolean same_words(const char *a, const char *b)
{
    for (;;) {
        while (*a && !g_unichar_isalnum(g_utf8_get_char(a)))
            a = g_utf8_next_char(a);
        while (*b && !g_unichar_isalnum(g_utf8_get_char(b)))
            b = g_utf8_next_char(b);
        if (!*a || !*b)
            return TRUE;
        if (g_utf8_get_char(a) != g_utf8_get_char(b))
            return FALSE;
        a = g_utf8_next_char(a);
        b = g_utf8_next_char(b);
    }
}

static gboolean same_command(const struct command *a, const struct command *b)
{
    if (a->verb == b->verb && (a->verb == COMMAND_SAY || a->verb == COMMAND_TELL ||
                               a->verb == COMMAND_LUCK || a->verb == COMMAND_KEY))
        return g_strcmp0(a->who, b->who) == 0 &&
               same_words(a->text ? a->text : "", b->text ? b->text : "");
    g_autofree char *x = command_format(a);
    g_autofree char *y = command_format(b);
    return strcmp(x, y) == 0;
}

// Whether the HTML says other commands than the text did. One that says none adds nothing.
static gboolean html_differs(const struct newtext_work *work, const GPtrArray *commands)
{
    struct body body;
    struct reading reading;
    body_init(&body, work->input->html, FALSE, FALSE, work->input->known, work->input->known_data);
    reading_init(&reading, &body, work->input, &work->options);
    const GPtrArray *others = reading.run.commands;
    gboolean differs = others->len > 0 && others->len != commands->len;
    for (guint i = 0; !differs && i < others->len; i++)
        differs = !same_command(others->pdata[i], commands->pdata[i]);
    reading_clear(&reading);
    body_clear(&body);
    return differs;
}

// ---- all together ------------------------------------------------------------------------------

static GArray *find_tickets(const struct newtext_input *input)
{
    GArray *tickets = ticket_list_new();
    for (const char *const *p = input->addresses; p && *p; p++)
        ticket_find_in_address(tickets, *p);
    for (const char *const *p = input->ids; p && *p; p++)
        ticket_find_in_id(tickets, *p);
    if (input->text)
        ticket_find_in_text(tickets, input->text);
    if (input->html)
        ticket_find_in_text(tickets, input->html);
    return tickets;
}

static void read_parts(struct newtext_work *work)
{
    const struct newtext_input *input = work->input;
    struct newtext *out = work->out;
    gboolean text = input->text && !is_blank(input->text);
    work->text = text ? input->text : (input->html ? input->html : input->text);
    work->flowed = work->text == input->text && input->flowed;
    work->delsp = work->flowed && input->delsp;
    if (!work->text) {
        work->text = "";
        if (!newtext_read_blocks(work))
            newtext_ask(out, NEWTEXT_NO_TEXT, 0);
        return;
    }
    if (newtext_read_blocks(work))
        return;
    newtext_read_text(work);
    if (out->reason == NEWTEXT_FINE && text && input->html && html_differs(work, out->commands))
        newtext_ask(out, NEWTEXT_HTML_DIFFERS, 0);
}

// ---- keys in files -----------------------------------------------------------------------------

static gboolean has_secret(const struct newtext_input *input)
{
    const char *const *attached = input->attached;
    for (guint i = 0; attached && attached[i]; i++)
        if (key_file_is_secret(attached[i]))
            return TRUE;
    return input->text && key_file_is_secret(input->text);
}

// The one key of that kind among the attachments; NULL when there is none, or more. The caller owns
// it.
static char *attached_key(const struct newtext_input *input, enum command_key kind)
{
    const char *const *attached = input->attached;
    char *found = NULL;
    for (guint i = 0; attached && attached[i]; i++) {
        char *key = key_file_public(kind, attached[i]);
        if (key && found && strcmp(key, found) != 0) {
            g_free(key);
            g_free(found);
            return NULL;
        }
        if (key) {
            g_free(found);
            found = key;
        }
    }
    return found;
}

// Keys that are attached. Where the words are signed an attachment isn't, or needn't be: then the
// words have to say which one is meant.
static void fetch_keys(const struct newtext_work *work)
{
    struct newtext *out = work->out;
    gboolean is_signed = newtext_has_block(out) || out->covered;
    for (guint i = 0; i < out->commands->len; i++) {
        struct command *command = out->commands->pdata[i];
        if (command->verb != COMMAND_KEY || command->key == COMMAND_KEY_SEAL)
            continue;
        if (!command->text && (!is_signed || command->who))
            command->text = attached_key(work->input, command->key);
        enum command_fault fault = has_secret(work->input) ? COMMAND_FAULT_KEY_SECRET
                                   : !command->text        ? COMMAND_FAULT_KEY_FILE
                                                           : COMMAND_FINE;
        if (fault != COMMAND_FINE && out->reason == NEWTEXT_FINE) {
            out->wrong = (struct command_wrong){.fault = fault, .verb = COMMAND_KEY, .sure = TRUE};
            newtext_ask(out, NEWTEXT_WRONG, 0);
        }
    }
}

// Keeps the line at which the reading ended, and what it may have been meant to be.
static void keep_line(const struct newtext_work *work)
{
    struct newtext *out = work->out;
    gboolean old = out->reason == NEWTEXT_ONLY_QUOTE; // may be a line of ours, copied
    if (out->line == 0 ||
        (!old && out->reason != NEWTEXT_NO_COMMAND && out->reason != NEWTEXT_NEAR_MISS &&
         out->reason != NEWTEXT_WRONG && out->reason != NEWTEXT_LATER_COMMAND &&
         out->reason != NEWTEXT_AMONG_QUOTES))
        return;
    g_auto(GStrv) lines = g_strsplit(work->text, "\n", (gint)out->line + 1);
    if (g_strv_length(lines) < out->line)
        return;
    struct fold fold;
    fold_init(&fold, lines[out->line - 1], -1);
    g_autofree char *line = fold_cut(&fold, fold.from, fold.to);
    gboolean marked = fold.from < fold.to && fold.fold[fold.from] == '>';
    fold_clear(&fold);
    gboolean counted = out->reason == NEWTEXT_WRONG && command_wrong_cards(&out->wrong);
    g_auto(GStrv) meant = marked || counted ? NULL : meant_commands(line);
    if (old && (!meant || !*meant))
        return;
    out->read = g_steal_pointer(&line);
    out->meant = g_steal_pointer(&meant);
}

static void begin(const struct newtext_input *input, struct newtext *out)
{
    memset(out, 0, sizeof *out);
    out->signed_game = out->signed_turn = -1;
    out->signed_tickets = ticket_list_new();
    out->commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    out->tickets = find_tickets(input);
}

gboolean newtext_read_who(const struct newtext_input *input, struct newtext *out)
{
    gboolean is_signed = input->openpgp || (input->attached && input->attached[0]) ||
                         (input->text && signed_may_stand_in(input->text)) ||
                         (input->html && signed_may_stand_in(input->html));
    if (is_signed)
        newtext_read(input, out);
    else
        begin(input, out);
    return is_signed;
}

void newtext_read(const struct newtext_input *input, struct newtext *out)
{
    begin(input, out);
    struct newtext_work work = {
        .input = input,
        .out = out,
        .options = {.languages = words_languages(input->language),
                    .limit = input->limit ? input->limit : NEWTEXT_COMMANDS_MAX,
                    .known = input->known,
                    .known_data = input->known_data}};
    read_parts(&work);
    fetch_keys(&work);
    if (input->trouble) {
        out->reason = NEWTEXT_FINE;
        newtext_ask(out, NEWTEXT_TROUBLE, 0);
    }
    if (out->reason == NEWTEXT_FINE && out->commands->len == 0)
        newtext_ask(out, NEWTEXT_EMPTY, 0);
    out->outcome = out->reason == NEWTEXT_FINE ? NEWTEXT_ACT : NEWTEXT_ASK;
    if (out->outcome != NEWTEXT_ACT)
        g_ptr_array_set_size(out->commands, 0);
    if (out->outcome != NEWTEXT_ACT && work.text)
        keep_line(&work);
    out->sentence = newtext_reason_sentence(out->reason, input->trouble, &out->wrong,
                                            out->block.fault, out->line);
    g_free(work.unflowed);
}

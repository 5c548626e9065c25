// SPDX-License-Identifier: MIT
// See newtext.h. Here: the parts of a mail put together: text or HTML, signed blocks, tickets.
#include "referee/words/newtext.h"

#include "referee/words/meant.h"
#include "referee/words/newtext_reason.h"
#include "referee/words/reading.h"
#include "referee/words/tool_block.h"

#include <string.h>

// What is at work while one mail is read.
struct work {
    const struct newtext_input *input;
    struct newtext *out;
    struct run_options options;
    const char *text; // the part that counts: the text, or the HTML where there is no text
    gboolean flowed, delsp;
};

static void ask(struct newtext *out, enum newtext_reason reason, guint at)
{
    if (out->reason == NEWTEXT_FINE) {
        out->reason = reason;
        out->line = at;
    }
}

static void body_of(struct body *body, const struct work *work, const char *text)
{
    body_init(body, text, work->flowed, work->delsp, work->input->known, work->input->known_data);
}

static gboolean is_blank(const char *text)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c != '\n' && c != '\r' && !fold_blank(c) && !fold_invisible(c))
            return FALSE;
    }
    return TRUE;
}

// The commands of a reading, taken out of it.
static void take_commands(struct newtext *out, struct reading *reading)
{
    g_ptr_array_unref(out->commands);
    out->commands = g_steal_pointer(&reading->run.commands);
    out->signed_referee = g_steal_pointer(&reading->run.referee);
    out->signed_seat = g_steal_pointer(&reading->run.seat);
    out->signed_game = reading->run.game;
    out->signed_turn = reading->run.turn;
}

static void take_reading(struct newtext *out, struct reading *reading)
{
    if (reading->reason != NEWTEXT_FINE) {
        ask(out, reading->reason, reading->at + 1);
        out->wrong = reading->run.wrong;
    }
    take_commands(out, reading);
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
static gboolean html_differs(const struct work *work, const GPtrArray *commands)
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

// ---- blocks: native ones, and what minisign or ssh-keygen signed ------------------------------

// The text without the lines of its blocks.
static char *without_lines(const char *text, const GArray *taken)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        if (i < taken->len && g_array_index(taken, gboolean, i))
            *lines[i] = '\0';
    return g_strjoinv("\n", lines);
}

static GArray *no_lines(const char *text)
{
    guint n = 1;
    for (const char *p = text; *p; p++)
        n += *p == '\n';
    GArray *taken = g_array_new(FALSE, TRUE, sizeof(gboolean));
    g_array_set_size(taken, n);
    return taken;
}

// Whether the text beside a block says a command too.
static gboolean commands_beside(struct work *work, const GArray *taken)
{
    struct body body;
    struct reading reading;
    g_autofree char *rest = without_lines(work->text, taken);
    body_of(&body, work, rest);
    reading_init(&reading, &body, work->input, &work->options);
    gboolean beside = reading.run.count > 0 || reading.reason == NEWTEXT_WRONG ||
                      reading.reason == NEWTEXT_LATER_COMMAND ||
                      reading.reason == NEWTEXT_AMONG_QUOTES;
    reading_clear(&reading);
    body_clear(&body);
    return beside;
}

// Whether a signed text says what it is meant for. One that doesn't is good for nothing: it is read
// like any text, and its signature proves nothing.
static gboolean says_its_purpose(const char *text)
{
    static const char *const words[] = {"referee ", "game ", "turn ", "seat "};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gboolean said = FALSE;
    for (guint i = 0; lines[i]; i++)
        for (guint w = 0; w < G_N_ELEMENTS(words); w++)
            said = said || g_ascii_strncasecmp(lines[i], words[w], strlen(words[w])) == 0;
    return said;
}

static void take_lines(GArray *taken, const struct signed_foreign *block)
{
    for (guint i = block->first; i <= block->last && i < taken->len; i++)
        g_array_index(taken, gboolean, i) = TRUE;
}

// What minisign or ssh-keygen signed in this text; the first is kept in foreign unless there is one
// already. Returns how many there are, two for more; their lines are told to taken.
static unsigned find_tools(const char *text, GArray *taken, struct signed_foreign *foreign)
{
    unsigned found = 0;
    g_autoptr(GArray) seen = g_array_copy(taken);
    while (found < 2) {
        struct signed_foreign other;
        g_autofree char *rest = without_lines(text, seen);
        signed_find_foreign(rest, &other);
        gboolean tool = other.kind == SIGNED_MINISIGN || other.kind == SIGNED_SSH;
        gboolean counts = tool && (foreign->kind != SIGNED_NO || says_its_purpose(other.text));
        if (tool)
            take_lines(seen, &other);
        if (counts)
            take_lines(taken, &other);
        found += counts;
        if (counts && foreign->kind == SIGNED_NO)
            *foreign = other;
        else
            signed_foreign_clear(&other);
        if (!tool)
            break;
    }
    return found;
}

// Looks for blocks in the text, whose lines are told to taken, and the attachments. Returns how
// many there are; the first native one is read, of the others the first is kept in foreign.
static unsigned find_blocks(struct work *work, GArray *taken, struct signed_foreign *foreign)
{
    struct newtext *out = work->out;
    unsigned native =
        signed_find(work->text, work->options.languages, work->options.limit, &out->block, taken);
    unsigned tools = find_tools(work->text, taken, foreign);
    const char *const *attached = work->input->attached;
    for (; attached && *attached; attached++) {
        struct signed_block block;
        g_autoptr(GArray) lines = no_lines(*attached);
        unsigned more =
            signed_find(*attached, work->options.languages, work->options.limit, &block, lines);
        if (native == 0 && more > 0)
            out->block = block;
        else
            signed_clear(&block);
        native += more;
        tools += find_tools(*attached, lines, foreign);
    }
    if (native > 0)
        out->signature = SIGNED_NATIVE;
    return native + tools;
}

static enum newtext_reason read_tool_block(struct work *work, struct signed_foreign *foreign)
{
    struct newtext *out = work->out;
    out->signature = foreign->kind;
    out->signature_text = g_steal_pointer(&foreign->signature);
    return tool_block_read(foreign->text, &work->options, &out->block, &out->signed_referee);
}

// Looks for blocks and reads the one; FALSE when there is none.
static gboolean read_blocks(struct work *work)
{
    struct newtext *out = work->out;
    struct signed_foreign foreign = {0};
    g_autoptr(GArray) taken = no_lines(work->text);
    enum newtext_reason reason = NEWTEXT_FINE;
    unsigned found = find_blocks(work, taken, &foreign);
    if (found > 0 && out->signature == SIGNED_NO)
        reason = read_tool_block(work, &foreign);
    else if (out->block.fault != SIGNED_FINE)
        reason = out->block.fault == SIGNED_FAULT_WRONG ? NEWTEXT_WRONG : NEWTEXT_BLOCK;
    signed_foreign_clear(&foreign);
    if (found == 0)
        return FALSE;
    out->wrong = out->block.wrong;
    if (found > 1)
        ask(out, NEWTEXT_TWO_BLOCKS, 0);
    else if (reason != NEWTEXT_FINE)
        ask(out, reason, 0);
    else if (commands_beside(work, taken))
        ask(out, NEWTEXT_BLOCK_AND_MORE, 0);
    else
        g_ptr_array_extend_and_steal(out->commands, g_steal_pointer(&out->block.commands));
    return TRUE;
}

// ---- OpenPGP -----------------------------------------------------------------------------------

static void keep_signature(struct newtext *out, struct signed_foreign *foreign)
{
    out->signature = foreign->kind;
    out->signed_text = g_steal_pointer(&foreign->text);
    out->signature_text = g_steal_pointer(&foreign->signature);
}

// Reads the text inside of clear-signed armor that stands at the top: nothing else counts.
static void read_clear_signed(struct work *work, struct signed_foreign *foreign)
{
    struct body whole;
    struct body inner;
    struct reading reading;
    guint later;
    body_of(&whole, work, work->text);
    body_of(&inner, work, foreign->text);
    reading_init(&reading, &inner, work->input, &work->options);
    take_reading(work->out, &reading);
    if (reading_later(&whole, foreign->last + 1, work->options.languages, &later))
        ask(work->out, NEWTEXT_BLOCK_AND_MORE, later + 1);
    work->out->covered = TRUE;
    keep_signature(work->out, foreign);
    reading_clear(&reading);
    body_clear(&inner);
    body_clear(&whole);
}

// Whether clear-signed armor stands below commands, and has others inside.
static gboolean armor_adds_commands(struct work *work, const struct signed_foreign *foreign,
                                    const struct reading *reading)
{
    struct body inner;
    struct reading other;
    if (reading->run.count == 0)
        return FALSE;
    body_init(&inner, foreign->text, FALSE, FALSE, NULL, NULL);
    reading_init(&other, &inner, work->input, &work->options);
    gboolean adds = other.run.count > 0;
    reading_clear(&other);
    body_clear(&inner);
    return adds;
}

// The text as it stands; armor further down covers none of it.
static void read_plainly(struct work *work, const struct signed_foreign *foreign)
{
    struct body body;
    struct reading reading;
    body_of(&body, work, work->text);
    reading_init(&reading, &body, work->input, &work->options);
    guint boundary = body_boundary(&body, reading.run.next);
    if (foreign->kind != SIGNED_NO) {
        gboolean adds = armor_adds_commands(work, foreign, &reading) && boundary == foreign->first;
        if (adds && reading.reason == NEWTEXT_FINE)
            ask(work->out, NEWTEXT_BLOCK_AND_MORE, foreign->first + 1);
        work->out->signature = foreign->kind;
    }
    take_reading(work->out, &reading);
    reading_clear(&reading);
    body_clear(&body);
}

static void read_text(struct work *work)
{
    struct signed_foreign foreign;
    signed_find_foreign(work->text, &foreign);
    work->options.signature = foreign.kind != SIGNED_NO || work->input->openpgp;
    gboolean armor = FALSE;
    if (foreign.kind == SIGNED_OPENPGP) {
        struct body body;
        body_of(&body, work, work->text);
        armor = reading_head(&body, work->input->banner) == foreign.first;
        body_clear(&body);
    }
    if (armor)
        read_clear_signed(work, &foreign);
    else
        read_plainly(work, &foreign);
    signed_foreign_clear(&foreign);
    if (work->out->signature == SIGNED_NO && work->input->openpgp) {
        work->out->signature = SIGNED_OPENPGP;
        work->out->covered = work->input->text_signed && work->text == work->input->text;
    }
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

static void read_parts(struct work *work)
{
    const struct newtext_input *input = work->input;
    struct newtext *out = work->out;
    gboolean text = input->text && !is_blank(input->text);
    work->text = text ? input->text : (input->html ? input->html : input->text);
    work->flowed = work->text == input->text && input->flowed;
    work->delsp = work->flowed && input->delsp;
    if (!work->text) {
        work->text = "";
        if (!read_blocks(work))
            ask(out, NEWTEXT_NO_TEXT, 0);
        return;
    }
    if (read_blocks(work))
        return;
    read_text(work);
    if (out->reason == NEWTEXT_FINE && text && input->html && html_differs(work, out->commands))
        ask(out, NEWTEXT_HTML_DIFFERS, 0);
}

// Keeps the line at which the reading ended, and what it may have been meant to be.
static void keep_line(const struct work *work)
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

void newtext_read(const struct newtext_input *input, struct newtext *out)
{
    memset(out, 0, sizeof *out);
    out->signed_game = out->signed_turn = -1;
    out->commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    out->tickets = find_tickets(input);
    struct work work = {.input = input,
                        .out = out,
                        .options = {.languages = words_languages(input->language),
                                    .limit = input->limit ? input->limit : NEWTEXT_COMMANDS_MAX,
                                    .known = input->known,
                                    .known_data = input->known_data}};
    read_parts(&work);
    if (input->trouble) {
        out->reason = NEWTEXT_FINE;
        ask(out, NEWTEXT_TROUBLE, 0);
    }
    if (out->reason == NEWTEXT_FINE && out->commands->len == 0)
        ask(out, NEWTEXT_EMPTY, 0);
    out->outcome = out->reason == NEWTEXT_FINE ? NEWTEXT_ACT : NEWTEXT_ASK;
    if (out->outcome != NEWTEXT_ACT)
        g_ptr_array_set_size(out->commands, 0);
    if (out->outcome != NEWTEXT_ACT && work.text)
        keep_line(&work);
    out->sentence = newtext_sentence(input, out);
}

gboolean newtext_has_block(const struct newtext *text)
{
    return text->block.words != NULL;
}

void newtext_clear(struct newtext *result)
{
    g_clear_pointer(&result->sentence, g_free);
    g_clear_pointer(&result->read, g_free);
    g_clear_pointer(&result->meant, g_strfreev);
    g_clear_pointer(&result->commands, g_ptr_array_unref);
    g_clear_pointer(&result->tickets, g_array_unref);
    signed_clear(&result->block);
    g_clear_pointer(&result->signed_text, g_free);
    g_clear_pointer(&result->signature_text, g_free);
    g_clear_pointer(&result->signed_referee, g_free);
    g_clear_pointer(&result->signed_seat, g_free);
    memset(result, 0, sizeof *result);
}

// SPDX-License-Identifier: MIT
// See signed.h. Here: native blocks.
#include "referee/words/signed.h"

#include "base/base64.h"
#include "referee/words/command_text.h"
#include "referee/words/scan.h"
#include "referee/words/ticket.h"

#include <string.h>

// Where reading stands: outside of a block, among its words, in its signature.
enum place { OUTSIDE, IN_WORDS, IN_SIGNATURE };
// The three markers, each of three words, however they are wrapped.
enum marker { NO_MARKER, BEGIN_COMMAND, BEGIN_SIGNATURE, END_COMMAND };

struct finder {
    enum place place;
    unsigned found;
    GPtrArray *pending; // words that may still become a marker, at most two
    GString *words;
    GString *base64;
    gboolean broken;  // the first block
    guint begun;      // the line where the present one began
    guint line_of[3]; // and where the pending words stand
    GArray *taken;
};

static enum marker marker_of(const char *a, const char *b, const char *c)
{
    if (strcmp(b, "23") != 0)
        return NO_MARKER;
    gboolean begin = strcmp(a, "-----BEGIN") == 0;
    if (begin && strcmp(c, "SIGNATURE-----") == 0)
        return BEGIN_SIGNATURE;
    if (strcmp(c, "COMMAND-----") != 0)
        return NO_MARKER;
    return begin ? BEGIN_COMMAND : (strcmp(a, "-----END") == 0 ? END_COMMAND : NO_MARKER);
}

static void take_lines(struct finder *finder, guint from, guint to)
{
    for (guint i = from; finder->taken && i <= to && i < finder->taken->len; i++)
        g_array_index(finder->taken, gboolean, i) = TRUE;
}

// A word that is no part of a marker.
static void plain_word(struct finder *finder, const char *word)
{
    if (finder->found != 1 || finder->broken)
        return;
    if (finder->place == IN_WORDS) {
        if (finder->words->len > 0)
            g_string_append_c(finder->words, ' ');
        g_string_append(finder->words, word);
    } else if (finder->place == IN_SIGNATURE) {
        g_string_append(finder->base64, word);
    }
    if (finder->words->len > SIGNED_WORDS_MAX || finder->base64->len > 128)
        finder->broken = TRUE;
}

static void meet(struct finder *finder, enum marker marker, guint line)
{
    if (marker == BEGIN_COMMAND) {
        if (finder->place != OUTSIDE && finder->found == 1)
            finder->broken = TRUE;
        finder->found++;
        finder->place = IN_WORDS;
        finder->begun = finder->line_of[0];
    } else if (marker == BEGIN_SIGNATURE && finder->place == IN_WORDS) {
        finder->place = IN_SIGNATURE;
    } else if (finder->place != OUTSIDE) {
        if ((marker != END_COMMAND || finder->place != IN_SIGNATURE) && finder->found == 1)
            finder->broken = TRUE;
        finder->place = OUTSIDE;
        take_lines(finder, finder->begun, line);
    }
}

static void flush_first(struct finder *finder)
{
    plain_word(finder, finder->pending->pdata[0]);
    g_ptr_array_remove_index(finder->pending, 0);
    finder->line_of[0] = finder->line_of[1];
    finder->line_of[1] = finder->line_of[2];
}

static void next_word(struct finder *finder, const char *word, guint line)
{
    finder->line_of[finder->pending->len] = line;
    g_ptr_array_add(finder->pending, g_strdup(word));
    if (finder->pending->len < 3)
        return;
    char **three = (char **)finder->pending->pdata;
    enum marker marker = marker_of(three[0], three[1], three[2]);
    if (marker != NO_MARKER) {
        meet(finder, marker, line);
        g_ptr_array_set_size(finder->pending, 0);
    } else {
        flush_first(finder);
    }
}

// Quote marks off, then word by word.
static void read_line(struct finder *finder, const char *text, gsize len, guint line)
{
    const char *p = text;
    const char *end = text + len;
    while (p < end) {
        gunichar c = g_utf8_get_char(p);
        if (!fold_blank(c) && c != '>' && c != '|' && c != 0xff1e && c != 0x2502)
            break;
        p = g_utf8_next_char(p);
    }
    while (p < end) {
        const char *from = p;
        while (p < end && !fold_blank(g_utf8_get_char(p)) && *p != '\r')
            p = g_utf8_next_char(p);
        if (p > from) {
            g_autofree char *word = g_strndup(from, (gsize)(p - from));
            next_word(finder, word, line);
        }
        while (p < end && (fold_blank(g_utf8_get_char(p)) || *p == '\r'))
            p = g_utf8_next_char(p);
    }
}

// Takes `name VALUE ` off the front of *words; NULL when it isn't there. The caller owns the value.
static char *take_field(const char **words, const char *name)
{
    gsize len = strlen(name);
    if (strncmp(*words, name, len) != 0 || (*words)[len] != ' ')
        return NULL;
    const char *value = *words + len + 1;
    const char *end = strchr(value, ' ');
    if (!end || end == value)
        return NULL;
    *words = end + 1;
    return g_strndup(value, (gsize)(end - value));
}

gboolean signed_number(const char *value, gint64 *out)
{
    guint64 number = 0;
    if (!value || !g_ascii_string_to_unsigned(value, 10, 0, G_MAXINT32, &number, NULL))
        return FALSE;
    *out = (gint64)number;
    return TRUE;
}

static enum signed_fault not_a_command(struct signed_block *block, const char *text)
{
    scan_show(text, block->wrong.word, sizeof block->wrong.word);
    return SIGNED_FAULT_COMMAND;
}

// The lines of a plan, up to its `end`: parts between semicolons. Moves *parts behind them.
static enum signed_fault read_plan(char ***parts, unsigned languages, struct command *command,
                                   struct signed_block *block)
{
    for (; **parts; (*parts)++) {
        struct fold line;
        struct plan_line plan;
        fold_init(&line, **parts, -1);
        gboolean empty = fold_is_empty(&line);
        gboolean end = !empty && command_is_end(&line, languages);
        gboolean fits = empty || end || plan_text_parse(&line, languages, &plan);
        fold_clear(&line);
        if (!fits || command->plan->len >= PLAN_TEXT_LINES_MAX)
            return not_a_command(block, **parts);
        if (end) {
            (*parts)++;
            return command->plan->len > 0 ? SIGNED_FINE : not_a_command(block, "plan");
        }
        if (!empty)
            g_array_append_val(command->plan, plan);
    }
    return not_a_command(block, "plan");
}

// Reads `say` or `tell` when the text begins with one: it takes all that is left.
static gboolean read_press(const char *text, unsigned languages, struct signed_block *block,
                           enum signed_fault *fault)
{
    struct command command;
    if (command_parse_text(text, languages, &command, NULL) != COMMAND_LINE_COMMAND ||
        (command.verb != COMMAND_SAY && command.verb != COMMAND_TELL)) {
        command_clear(&command);
        return FALSE;
    }
    if (!*command.text || ticket_is_in(command.text)) {
        command_clear(&command);
        *fault = not_a_command(block, text);
    } else {
        g_ptr_array_add(block->commands, g_memdup2(&command, sizeof command));
        *fault = SIGNED_FINE;
    }
    return TRUE;
}

static enum signed_fault read_part(char ***parts, unsigned languages, struct signed_block *block)
{
    struct command command;
    const char *text = *(*parts)++;
    enum command_line read = command_parse_text(text, languages, &command, &block->wrong);
    if (read == COMMAND_LINE_WRONG)
        return SIGNED_FAULT_WRONG;
    // what stands behind a # may hold a semicolon, or not: nobody can tell
    if (read != COMMAND_LINE_COMMAND || strchr(text, '#'))
        return command_clear(&command), not_a_command(block, text);
    enum signed_fault fault = SIGNED_FINE;
    if (command.verb == COMMAND_PLAN)
        fault = read_plan(parts, languages, &command, block);
    if (fault == SIGNED_FINE)
        g_ptr_array_add(block->commands, g_memdup2(&command, sizeof command));
    else
        command_clear(&command);
    return fault;
}

static enum signed_fault read_commands(const char *text, unsigned languages, unsigned limit,
                                       struct signed_block *block)
{
    g_auto(GStrv) all = g_strsplit(text, ";", -1);
    char **parts = all;
    while (*parts) {
        enum signed_fault fault = SIGNED_FINE;
        if (strspn(*parts, " ") == strlen(*parts)) {
            parts++;
            continue;
        }
        g_autofree char *rest = g_strjoinv(";", parts);
        if (read_press(rest, languages, block, &fault))
            parts += g_strv_length(parts);
        else
            fault = read_part(&parts, languages, block);
        if (fault != SIGNED_FINE)
            return fault;
        if (block->commands->len > limit)
            return SIGNED_FAULT_TOO_MANY;
    }
    return block->commands->len > 0 ? SIGNED_FINE : SIGNED_FAULT_NOTHING;
}

static enum signed_fault read_words(const char *words, unsigned languages, unsigned limit,
                                    struct signed_block *block)
{
    g_autofree char *game = take_field(&words, "game");
    g_autofree char *turn = take_field(&words, "turn");
    if (!signed_number(game, &block->game) || !signed_number(turn, &block->turn))
        return SIGNED_FAULT_SHAPE;
    block->seat = take_field(&words, "seat");
    if (!block->seat || command_nick_fault(block->seat) == COMMAND_FAULT_NICK)
        return SIGNED_FAULT_SHAPE;
    return read_commands(words, languages, limit, block);
}

static enum signed_fault read_block(const struct finder *finder, unsigned languages, unsigned limit,
                                    struct signed_block *block)
{
    if (finder->found > 1)
        return SIGNED_FAULT_TWO;
    if (finder->broken || finder->place != OUTSIDE ||
        !base64_read(finder->base64->str, block->signature, SIGNED_SIGNATURE_BYTES))
        return SIGNED_FAULT_SHAPE;
    return read_words(block->words, languages, limit, block);
}

enum signed_fault signed_read_words(const char *words, unsigned languages, unsigned limit,
                                    struct signed_block *out)
{
    memset(out, 0, sizeof *out);
    out->commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    out->fault = read_words(words, languages, limit, out);
    return out->fault;
}

gboolean signed_may_stand_in(const char *text)
{
    return strstr(text, "-----BEGIN") || strstr(text, "untrusted comment:");
}

unsigned signed_find(const char *text, unsigned languages, unsigned limit, struct signed_block *out,
                     GArray *taken)
{
    memset(out, 0, sizeof *out);
    if (!signed_may_stand_in(text))
        return 0;
    struct finder finder = {.taken = taken,
                            .pending = g_ptr_array_new_with_free_func(g_free),
                            .words = g_string_new(NULL),
                            .base64 = g_string_new(NULL)};
    guint line = 0;
    for (const char *p = text; p; line++) {
        const char *end = strchr(p, '\n');
        read_line(&finder, p, end ? (gsize)(end - p) : strlen(p), line);
        p = end ? end + 1 : NULL;
    }
    while (finder.pending->len > 0)
        flush_first(&finder);
    if (finder.place != OUTSIDE)
        take_lines(&finder, finder.begun, line);
    if (finder.found > 0) {
        out->words = g_strdup(finder.words->str);
        out->commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
        out->fault = read_block(&finder, languages, limit, out);
    }
    g_ptr_array_unref(finder.pending);
    g_string_free(finder.words, TRUE);
    g_string_free(finder.base64, TRUE);
    return finder.found;
}

void signed_clear(struct signed_block *block)
{
    g_clear_pointer(&block->words, g_free);
    g_clear_pointer(&block->seat, g_free);
    g_clear_pointer(&block->commands, g_ptr_array_unref);
    memset(block, 0, sizeof *block);
}

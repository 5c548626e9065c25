// SPDX-License-Identifier: MIT
// See quoting.h.
#include "tests/unit/quoting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"

static guint count;

guint quoting_count(void)
{
    return count;
}

static void wrap_line(const char *line, guint width, GString *out)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    glong used = 0;
    for (char **word = words; *word; word++) {
        glong len = g_utf8_strlen(*word, -1);
        if (word > words && used + 1 + len > (glong)width) {
            g_string_append_c(out, '\n');
            used = 0;
        } else if (word > words) {
            g_string_append_c(out, ' ');
            used++;
        }
        g_string_append(out, *word);
        used += len;
    }
}

char *quoting_wrap(const char *text, guint width)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        wrap_line(*line, width, out);
        if (line[1])
            g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

char *quoting_mark(const char *text)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (**line || line[1])
            g_string_append_printf(out, "> %s\n", *line);
    return g_string_free(out, FALSE);
}

// No line alone is a command, whatever stands around it.
static void check_lines(const char *text, const char *what)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        struct command command;
        enum command_line read = command_parse_text(*line, WORDS_ALL, &command, NULL);
        assert_int_equal(command_is_whole(*line), read == COMMAND_LINE_COMMAND);
        command_clear(&command);
        if (read == COMMAND_LINE_COMMAND)
            fail_msg("%s: a line of it is a command: %s", what, *line);
    }
}

// The mail acts as nothing, or (wanted) as that one command alone.
static void check_mail(const char *mail, const char *wanted, const char *what)
{
    struct newtext_input input = {.text = mail};
    struct newtext read;
    newtext_read(&input, &read);
    count++;
    gboolean right = read.outcome == NEWTEXT_ASK;
    if (!right && wanted && read.commands->len == 1) {
        g_autofree char *command = command_format(read.commands->pdata[0]);
        right = strcmp(command, wanted) == 0;
    }
    if (!right) {
        g_autofree char *command = command_format(read.commands->pdata[0]);
        fail_msg("%s: it acts (%u commands, the first is %s) when it comes back as:\n%s", what,
                 read.commands->len, command, mail);
    }
    newtext_clear(&read);
}

// With nothing above it, with a move, with words to the table.
static void check_below(const char *old, const char *what)
{
    g_autofree char *move = g_strconcat("play 7 7\n\n", old, NULL);
    g_autofree char *said = g_strconcat("say See you there.\n\n", old, NULL);
    check_mail(old, NULL, what);
    check_mail(move, "play 7x2", what);
    check_mail(said, "say See you there.", what);
}

static void check_shapes(const char *text, const char *what)
{
    static const char wrote[] =
        "On Tue, 13 Jan 2026 at 20:05, Referee <r@play.example.org> wrote:\n";
    static const char block[] = "---------- Forwarded message ---------\n"
                                "From: Referee <r@play.example.org>\n"
                                "Date: Tue, Jan 13, 2026 at 8:05 PM\nSubject: [23] Game 14\n"
                                "To: <clara@example.org>\n\n";
    g_autofree char *marked = quoting_mark(text);
    g_autofree char *quoted = g_strconcat(wrote, "\n", marked, NULL);
    g_autofree char *bare = g_strconcat(wrote, "\n", text, NULL);
    g_autofree char *forwarded = g_strconcat(block, text, NULL);
    check_below(marked, what);
    check_below(quoted, what);
    check_below(bare, what);
    check_below(forwarded, what);
    check_mail(text, NULL, what);
}

void quoting_check(const char *text, const char *what)
{
    quoting_check_widths(text, what, QUOTING_NARROW, QUOTING_WIDE);
}

void quoting_check_widths(const char *text, const char *what, guint from, guint to)
{
    check_lines(text, what);
    check_shapes(text, what);
    g_autofree char *marked = quoting_mark(text);
    for (guint width = from; width <= to; width++) {
        g_autofree char *wrapped = quoting_wrap(text, width);
        g_autofree char *torn = quoting_wrap(marked, width); // the tails have lost their marks
        check_lines(wrapped, what);
        check_lines(torn, what);
        check_shapes(wrapped, what);
        check_below(torn, what);
    }
}

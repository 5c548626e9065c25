// SPDX-License-Identifier: MIT
// Old words never act: every attribution, header block, marker, signature and quote mark that mail
// programs write, in every language, wrapped at every width, with commands in the old mail below.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"
#include "tests/unit/boundary_lines.h"
#include "tests/unit/quoting.h"

// An old mail: the referee's, and below it what players wrote before.
static const char old[] = "Clara, it is your turn in game 14 (round 1).\n"
                          "\n"
                          "On the pile: 5, laid there by ruben. I can only hope that you will\n"
                          "pass\n"
                          "Your hand: [5] [7] [7] [9] [12]\n"
                          "\n"
                          "play 5\n"
                          "resign\n"
                          "say my hand is terrible\n"
                          "\n"
                          "ticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n";

static guint mails, acted, asked;

// What a mail is read as: "" for asking, else the commands apart by "; ".
static char *read_as(const char *mail)
{
    struct newtext_input input = {.text = mail};
    struct newtext read;
    GString *out = g_string_new(NULL);
    newtext_read(&input, &read);
    mails++;
    acted += read.outcome == NEWTEXT_ACT;
    asked += read.outcome == NEWTEXT_ASK;
    for (guint i = 0; i < read.commands->len; i++) {
        g_autofree char *command = command_format(read.commands->pdata[i]);
        g_string_append_printf(out, "%s%s", i ? "; " : "", command);
    }
    newtext_clear(&read);
    return g_string_free(out, FALSE);
}

// top is what the player typed, command what it means. Asking is always safe.
static void check(const char *top, const char *command, const char *below)
{
    g_autofree char *mail = g_strconcat(top, below, NULL);
    g_autofree char *read = read_as(mail);
    if (*read && strcmp(read, command) != 0)
        fail_msg("read as [%s]:\n%s", read, mail);
}

static void check_all_tops(const char *below)
{
    check("", "", below);
    check("play 7 7\n\n", "play 7x2", below);
    check("Hi,\n\npass force\n", "pass force", below);
    check("say Good evening, all.\n\n", "say Good evening, all.", below);
    check("say Good evening, all.\n", "say Good evening, all.", below);
    check("I shall think about it.\n\n", "", below);
}

static void check_line(const char *line)
{
    g_autofree char *marked = quoting_mark(old);
    g_autofree char *last = NULL; // many widths wrap alike
    for (guint width = QUOTING_NARROW; width <= QUOTING_WIDE + 1; width++) {
        g_autofree char *wrapped =
            width > QUOTING_WIDE ? g_strdup(line) : quoting_wrap(line, width);
        if (g_strcmp0(wrapped, last) == 0)
            continue;
        g_free(last);
        last = g_strdup(wrapped);
        g_autofree char *with_marks = g_strconcat(wrapped, "\n", marked, NULL);
        g_autofree char *without = g_strconcat(wrapped, "\n\n", old, NULL);
        g_autofree char *inside = quoting_mark(without);
        check_all_tops(with_marks);
        check_all_tops(without);
        check_all_tops(inside);
    }
}

static void start(void)
{
    mails = acted = asked = 0;
}

// A table that is tried must also be understood: where the player typed a move, most act.
static void finish(guint least_acted)
{
    assert_true(mails > 0 && acted + asked == mails);
    if (acted * 100 < mails * least_acted)
        fail_msg("only %u of %u act", acted, mails);
}

static void test_attributions(void **state)
{
    (void)state;
    start();
    for (const char *const *line = boundary_attributions; *line; line++)
        check_line(*line);
    finish(60);
}

static void test_header_blocks(void **state)
{
    (void)state;
    start();
    for (const char *const *block = boundary_blocks; *block; block++) {
        check_line(*block);
        g_autofree char *ruled = g_strconcat("________________________________\n", *block, NULL);
        check_line(ruled);
    }
    finish(60);
}

static void test_markers(void **state)
{
    (void)state;
    start();
    for (const char *const *line = boundary_markers; *line; line++)
        check_line(*line);
    finish(60);
}

static void test_phone_lines(void **state)
{
    (void)state;
    start();
    for (const char *const *line = boundary_phones; *line; line++) {
        g_autofree char *alone = g_strconcat(*line, "\n", old, NULL);
        check_all_tops(alone);
    }
    finish(60);
}

static void test_rules_and_signatures(void **state)
{
    static const char *const rules[] = {"-- ",       "--",    "---", "—",   "–",   "__",
                                        "***",       "* * *", "~~~", "===", "...", "- - -",
                                        "-=-=-=-=-", "────",  "•",   NULL};
    (void)state;
    start();
    for (const char *const *rule = rules; *rule; rule++) {
        g_autofree char *below = g_strconcat(*rule, "\nClara\npass force\nplay 5\n", NULL);
        check_all_tops(below);
    }
    finish(60);
}

static void test_marks(void **state)
{
    static const char *const marks[] = {">",  "> ", ">> ", " > ",  "|",    "| ",
                                        "» ", "＞", " │ ", "RA> ", "> > ", NULL};
    (void)state;
    start();
    g_auto(GStrv) lines = g_strsplit(old, "\n", -1);
    for (const char *const *mark = marks; *mark; mark++) {
        g_autoptr(GString) quoted = g_string_new(NULL);
        for (char **line = lines; *line; line++)
            g_string_append_printf(quoted, "%s%s\n", *mark, *line);
        check_all_tops(quoted->str);
    }
    finish(60);
}

// What was typed below the quote counts only when nothing else could be meant.
static void test_below(void **state)
{
    (void)state;
    start();
    g_autofree char *marked = quoting_mark(old);
    for (const char *const *line = boundary_attributions; *line; line++) {
        for (guint width = QUOTING_NARROW; width <= QUOTING_WIDE + 1; width++) {
            g_autofree char *wrapped =
                width > QUOTING_WIDE ? g_strdup(*line) : quoting_wrap(*line, width);
            g_autofree char *mail =
                g_strconcat(wrapped, "\n", marked, "\nplay 9\n\n-- \nClara\npass\n", NULL);
            g_autofree char *read = read_as(mail);
            if (*read && strcmp(read, "play 9") != 0)
                fail_msg("read as [%s]:\n%s", read, mail);
            g_autofree char *torn = quoting_wrap(mail, width);
            check("", "play 9", torn);
        }
    }
    finish(60);
}

static void test_helper_counts(void **state)
{
    (void)state;
    guint before = quoting_count();
    quoting_check("Clara, it is your turn in game 14.\n\n· 7 7 … free\n· leave … 8 tokens\n\n"
                  "Your hand: [3] [17] [17]\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n",
                  "a small mail");
    assert_true(quoting_count() - before > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attributions),
        cmocka_unit_test(test_header_blocks),
        cmocka_unit_test(test_markers),
        cmocka_unit_test(test_phone_lines),
        cmocka_unit_test(test_rules_and_signatures),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_helper_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// What a line was probably meant to be: slips, words of other languages, lines of ours that were
// copied as they are printed; and what means nothing. None of these lines is a command.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "referee/words/command_text.h"
#include "referee/words/meant.h"

struct row {
    const char *line, *meant; // several: parted by " | "
};

static const struct row rows[] = {
    {"paly 7 7", "play 7x2"},
    {"ply 7", "play 7"},
    {"pas 7", "play 7 | pass"},
    {"pas", "pass"},
    {"discrad 1 2 3", "discard 1 2 3"},
    {"defauser 4 5 6", "discard 4 5 6"},
    {"abwefen 4 5 6", "discard 4 5 6"},
    {"ich passe", "pass"},
    {"ich lege 7 7", "play 7x2"},
    {"je passe", "pass"},
    {"je joue 12", "play 12"},
    {"I'll pass", "pass"},
    {"please play 7, 7", "play 7x2"},
    {"Bitte 7 7 legen", "play 7x2"},
    {"spiele 7 7", "play 7x2"},
    {"spiele 7", "play 7"},
    {"lay 7 7 bonus", "play 7x2 bonus"},
    {"[play 5]", "play 5"},
    {"[7] [7]", "play 7x2"},
    {"· 7 7  free", "play 7x2"},
    {"· 7 7 … free", "play 7x2"},
    {"7 7 free", "play 7x2"},
    {"· 7 7 bonus … gratuit", "play 7x2 bonus"},
    {"· pass … 1 token", "pass"},
    {"pass 1 token", "pass"},
    {"· passer forcer (la place suivante ne pourra pas passer) … 2 jetons", "pass force"},
    {"· pass force (the next seat may not pass then) … 2 tokens", "pass force"},
    {"* aussteigen (aus der Runde) … 11 Marken", "leave"},
    {"· pass: for one token; pass force: for two", "pass"},
    {"\"7 7\"", "play 7x2"},
    {"7+7", "play 7x2"},
    {"7 7 bonsu", "play 7x2 bonus"},
    {"pass froce", "pass force"},
    {"Yes, please", "yes"},
    {"ja gern", "yes"},
    {"statsu", "status"},
    {"hlep", "help"},
    {"lukc: a black cat", "luck: a black cat"},
    {"tel bruno hello there", "tell bruno hello there"},
    {"vacaton 2026-12-24", "vacation 2026-12-24"},
    {"Thanks for the game!", ""},
    {"That was close.", ""},
    {"See you tomorrow then", ""},
    {"Bis morgen, liebe Grüße", ""},
    {"", ""},
    {">", ""},
    {"99 99 99 99", ""},
};

static void test_meant(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(GStrv) meant = meant_commands(rows[i].line);
        g_autofree char *all = g_strjoinv(" | ", meant);
        if (!g_str_equal(all, rows[i].meant))
            fail_msg("\"%s\" was taken for (%s), not for (%s)", rows[i].line, all, rows[i].meant);
    }
    assert_true(G_N_ELEMENTS(rows) > 40);
}

// What is offered can be sent as it stands.
static void test_can_be_sent(void **state)
{
    (void)state;
    guint offered = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(GStrv) meant = meant_commands(rows[i].line);
        for (char **one = meant; *one; one++, offered++) {
            struct command command;
            assert_int_equal(command_parse_text(*one, WORDS_EN, &command, NULL),
                             COMMAND_LINE_COMMAND);
            command_clear(&command);
        }
    }
    assert_true(offered > 30);
}

// Anything may come, as long as it likes.
static void test_any_line(void **state)
{
    (void)state;
    g_autofree char *long_line = g_strnfill(5000, '7');
    g_auto(GStrv) none = meant_commands(long_line);
    assert_null(*none);
    g_auto(GStrv) signs = meant_commands("\u202e[[[((\u00a0\u200b))]]] · · · ...");
    assert_null(*signs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meant),
        cmocka_unit_test(test_can_be_sent),
        cmocka_unit_test(test_any_line),
    };
    return cmocka_run_group_tests_name("meant", tests, NULL, NULL);
}

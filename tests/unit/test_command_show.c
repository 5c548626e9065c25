// SPDX-License-Identifier: MIT
// Commands as mails name them in French and German: each can be typed, and means the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "referee/words/command_show.h"
#include "referee/words/command_text.h"

static const char *const canonical[] = {
    "new seats=3 robots=1 name=Tea",
    "invite anna@example.org bruno",
    "join 14 nick=x",
    "decline",
    "luck: the cat sat",
    "start",
    "discard 1 2 3",
    "play 7x2 bonus",
    "pass",
    "pass force",
    "leave",
    "preview pass force",
    "preview 7x2",
    "plan off",
    "status",
    "hand",
    "resend",
    "history",
    "games",
    "open",
    "standings",
    "rules",
    "help",
    "say Turn it off.",
    "tell anna Hello!",
    "watch 14",
    "unwatch 14",
    "yes",
    "no",
    "rematch",
    "pause",
    "substitute bruno",
    "nick fritz",
    "timezone Europe/Paris",
    "language fr",
    "mail all",
    "mail turn",
    "mail daily",
    "quiet 23-8",
    "quiet off",
    "vacation 2026-12-24 2026-12-26",
    "back",
    "calendar on",
    "calendar off",
    "private yes",
    "private no",
    "address a@example.org",
    "key ed25519 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "key off",
    "my data",
    "mail page",
    "forget me",
    "resign",
    "cancel",
    "agree",
    "block",
    "unblock",
};

static void test_reads_the_same(void **state)
{
    (void)state;
    static const enum words_language languages[] = {WORDS_EN, WORDS_FR, WORDS_DE};
    for (gsize i = 0; i < G_N_ELEMENTS(canonical) * G_N_ELEMENTS(languages); i++) {
        const char *wanted = canonical[i / G_N_ELEMENTS(languages)];
        enum words_language language = languages[i % G_N_ELEMENTS(languages)];
        g_autofree char *shown = command_show(wanted, language);
        struct command command;
        enum command_line read = command_parse_text(shown, language, &command, NULL);
        if (read != COMMAND_LINE_COMMAND)
            fail_msg("%s is no command", shown);
        g_autofree char *again = command_format(&command);
        assert_string_equal(again, wanted);
        command_clear(&command);
    }
}

static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *canonical, *fr, *de;
    } rows[] = {
        {"pass force", "passer forcer", "passen zwingen"},
        {"discard 3 17 23", "défausser 3 17 23", "abwerfen 3 17 23"},
        {"play 7x2 bonus", "jouer 7x2 bonus", "legen 7x2 bonus"},
        {"luck: cat", "chance: cat", "glück: cat"},
        {"tell anna on and off", "dire à anna on and off", "sagen an anna on and off"},
        {"forget me", "oublie-moi", "vergiss mich"},
        {"mail daily", "courriel quotidien", "post täglich"},
        {"private yes", "privé oui", "privat ja"},
        {"plan; pass force if top 3..5 if forced; end",
         "plan; passer forcer si haut 3..5 si forcé; fin",
         "plan; passen zwingen wenn oben 3..5 wenn gezwungen; ende"},
        {"no command of ours", "non command of ours", "nein command of ours"},
        {"a sample", "a sample", "a sample"},
        {"", "", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *fr = command_show(rows[i].canonical, WORDS_FR);
        g_autofree char *de = command_show(rows[i].canonical, WORDS_DE);
        g_autofree char *en = command_show(rows[i].canonical, WORDS_EN);
        assert_string_equal(fr, rows[i].fr);
        assert_string_equal(de, rows[i].de);
        assert_string_equal(en, rows[i].canonical);
    }
}

static void test_languages(void **state)
{
    (void)state;
    assert_int_equal(command_show_language("fr"), WORDS_FR);
    assert_int_equal(command_show_language("de"), WORDS_DE);
    assert_int_equal(command_show_language("en"), WORDS_EN);
    assert_int_equal(command_show_language(""), WORDS_EN);
    assert_int_equal(command_show_language("nl"), WORDS_EN);
}

// In which languages the first word is written so: what tells somebody's language.
static void test_written(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        unsigned languages;
    } rows[] = {
        {"new robots=2", WORDS_EN},
        {"nouveau robots=2", WORDS_FR},
        {"Défausser 3 4 5", WORDS_FR},
        {"Glück: nie", WORDS_DE},
        {"glueck: nie", WORDS_DE},
        {"chance: toujours", WORDS_FR},
        {"ja", WORDS_DE},
        {"dire bonjour", WORDS_FR},
        {"hand", WORDS_EN | WORDS_DE},
        {"pause", WORDS_EN | WORDS_FR | WORDS_DE},
        {"7 7", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct command command;
        assert_int_equal(command_parse_text(rows[i].line, WORDS_ALL, &command, NULL),
                         COMMAND_LINE_COMMAND);
        assert_int_equal(command.written, rows[i].languages);
        command_clear(&command);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_the_same),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_written),
    };
    return cmocka_run_group_tests_name("command_show", tests, NULL, NULL);
}

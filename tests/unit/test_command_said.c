// SPDX-License-Identifier: MIT
// Commands as people say them by themselves: days in words and numbers, whole sentences.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "referee/words/words.h"
#include "tests/unit/command_rows.h"

// Days as people write them: canonical where a year is said and in English where it isn't: which
// year or week is meant the calendar of the player says.
static void test_days_in_german(void **state)
{
    static const struct command_row rows[] = {
        {"Urlaub 24.12.", "vacation 24 december"},
        {"Urlaub 24.12", "vacation 24 december"},
        {"Urlaub am 24.12.!", "vacation 24 december"},
        {"Urlaub 24. Dezember", "vacation 24 december"},
        {"Urlaub 24.-31.12.", "vacation 24 december 31 december"},
        {"Urlaub vom 24. bis zum 31. Dezember 2026", "vacation 2026-12-24 2026-12-31"},
        {"Urlaub vom 20.12. bis 3.1.", "vacation 20 december 3 january"},
        {"Urlaub 20.12.–3.1.2027", "vacation 2026-12-20 2027-01-03"},
        {"Urlaub 24.12.2026-3.1.2027", "vacation 2026-12-24 2027-01-03"},
        {"Urlaub 20.12.2026 bis 3.1.", "vacation 2026-12-20 2027-01-03"},
        {"Urlaub bis 3.1.", "vacation today 3 january"},
        {"Urlaub bis Sonntag", "vacation today sunday"},
        {"Urlaub ab morgen bis Freitag", "vacation tomorrow friday"},
        {"Urlaub heute", "vacation today"},
        {"Urlaub 3. März", "vacation 3 march"},
        {"Urlaub 3. Maerz", "vacation 3 march"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_EN | WORDS_DE);
}

static void test_days_in_french(void **state)
{
    static const struct command_row rows[] = {
        {"vacances 24 décembre", "vacation 24 december"},
        {"vacances du 24 décembre au 3 janvier", "vacation 24 december 3 january"},
        {"vacances du 24 au 31 décembre 2026", "vacation 2026-12-24 2026-12-31"},
        {"vacances jusqu'au 3 janvier", "vacation today 3 january"},
        {"vacances jusqu’à dimanche", "vacation today sunday"},
        {"vacances le 1er mai", "vacation 1 may"},
        {"vacances demain", "vacation tomorrow"},
        {"vacances 3/4", "vacation 3 april"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_EN | WORDS_FR);
}

static void test_days_in_english(void **state)
{
    static const struct command_row rows[] = {
        {"vacation 24.12.2026", "vacation 2026-12-24"},
        {"vacation 24. 12. 2026", "vacation 2026-12-24"},
        {"vacation 24.12.26", "vacation 2026-12-24"},
        {"vacation Dec 24", "vacation 24 december"},
        {"vacation Dec. 24th, 2026", "vacation 2026-12-24"},
        {"vacation December 24 - 31", "vacation 24 december 31 december"},
        {"vacation the 24th of December", "vacation 24 december"},
        {"vacation 24dec", "vacation 24 december"},
        {"vacation from Thursday, 24 Dec to Sunday, 3 Jan", "vacation 24 december 3 january"},
        {"vacation from 2026-12-24 to 2027-01-03", "vacation 2026-12-24 2027-01-03"},
        {"vacation 2026-12-24 - 2027-01-03", "vacation 2026-12-24 2027-01-03"},
        {"vacation 24.12. 2027-01-03", "vacation 2026-12-24 2027-01-03"},
        {"vacation monday", "vacation monday"},
        {"vacation monday to friday", "vacation monday friday"},
        {"vacation until tomorrow", "vacation today tomorrow"},
        {"vacation 29.2.", "vacation 29 february"},
        {"vacation 24/12", "vacation 24 december"},
        {"vacation 12/24/2026", "vacation 2026-12-24"},
        {"vacation 24 december 3 january", "vacation 24 december 3 january"},
        {"vacation 24 25 december", "vacation 24 december 25 december"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

static void test_no_days(void **state)
{
    static const struct command_row rows[] = {
        {"vacation 24", "(wrong 15)"},
        {"vacation until", "(wrong 15)"},
        {"vacation 30.2.", "(wrong 15)"},
        {"vacation 29.2.2026", "(wrong 15)"},
        {"vacation 24.13.", "(wrong 15)"},
        {"vacation 3/4", "(wrong 15)"}, // the third of April, or the fourth of March
        {"vacation 24.12.126", "(wrong 15)"},
        {"vacation 24.12. maybe", "(wrong 15)"},
        {"vacation 31.-24.12.", "(wrong 16)"},
        {"vacation 24.12. 25.12. 26.12.", "(wrong 15)"},
        {"vacation someday", "(wrong 15)"},
        {"vacation is over", "(wrong 15)"},
        {"vacation", "(wrong 15)"},
        {"Bis Sonntag!", "(none)"},
        {"until Sunday", "(none)"},
        {"24.12.2026", "(none)"},
        {"24 décembre", "(none)"},
        {"Dec 24", "(none)"},
        {"Monday", "(none)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

// In English the month may stand first; where both can be it is asked.
static void test_days_with_slash(void **state)
{
    static const struct command_row french[] = {
        {"vacances 3/4", "vacation 3 april"},
        {"vacances du 3/4 au 5/4/2027", "vacation 2027-04-03 2027-04-05"}};
    static const struct command_row english[] = {{"vacation 3/4", "(wrong 15)"},
                                                 {"vacation 4/4", "vacation 4 april"},
                                                 {"vacation 3/24", "vacation 24 march"}};
    (void)state;
    command_rows_check(french, G_N_ELEMENTS(french), WORDS_EN | WORDS_FR);
    command_rows_check(english, G_N_ELEMENTS(english), WORDS_EN);
}

// Whole lines that say what one word would.
static void test_sentences(void **state)
{
    static const struct command_row rows[] = {
        {"weiter", "pass"},
        {"Weiter!", "pass"},
        {"Ich passe.", "pass"},
        {"I pass", "pass"},
        {"Je passe mon tour !", "pass"},
        {"Ja, das war ich.", "yes"},
        {"ja das war ich", "yes"},
        {"Das war ich!", "yes"},
        {"Oui, c'était moi.", "yes"},
        {"Oui, c’était moi", "yes"},
        {"oui c'etait moi", "yes"},
        {"Yes, that was me.", "yes"},
        {"Yes please", "yes"},
        {"Ja bitte", "yes"},
        {"Ich bestätige das", "yes"},
        {"Ich bestaetige das", "yes"},
        {"No, that wasn't me.", "no"},
        {"Nein, das war ich nicht.", "no"},
        {"Non, ce n'était pas moi.", "no"},
        {"Nein danke", "no"},
        {"Wie steht es?", "status"},
        {"Où en sommes-nous ?", "status"},
        {"Where are we?", "status"},
        {"Hilf mir!", "help"},
        {"aidez-moi", "help"},
        {"help me", "help"},
        {"Ich gebe auf.", "resign"},
        {"J'abandonne", "resign"},
        {"I resign.", "resign"},
        {"Ich spiele mit!", "join"},
        {"Je participe", "join"},
        {"Count me in!", "join"},
        {"spiele 7 7", "play 7x2"},
        {"spielen 7 7 bonus", "play 7x2 bonus"},
        {"spiele", "games"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

// What is near them and says nothing.
static void test_no_sentences(void **state)
{
    static const struct command_row rows[] = {
        {"Weiter so!", "(none)"},
        {"Ja, das war ich, aber warum?", "(near)"},
        {"Das war ich nicht allein", "(none)"},
        {"That was me laughing", "(none)"},
        {"Yes, but when?", "(near)"},
        {"weiter 7", "(none)"},
        {"Ich passe auf die Kinder auf", "(none)"},
        {"I pass, and you?", "(none)"},
        {"✓ Ja, das war ich", "(near)"},
    };
    static const struct command_row french[] = {{"weiter", "(none)"}, {"I pass", "pass"}};
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
    command_rows_check(french, G_N_ELEMENTS(french), WORDS_EN | WORDS_FR);
}

// Each of them is the command of its word, in whatever languages it is said.
static guint check_sentences_of(const char *code, GKeyFile *file, const char *key)
{
    g_autofree char *value = g_key_file_get_string(file, "sentences", key, NULL);
    g_auto(GStrv) texts = g_strsplit(value, ", ", -1);
    for (char **text = texts; *text; text++) {
        g_autofree char *own = command_rows_read(*text, words_languages(code));
        g_autofree char *all = command_rows_read(*text, WORDS_ALL);
        gboolean refused = strcmp(key, "undo") == 0 && g_str_has_prefix(own, "(wrong");
        if ((strcmp(own, key) != 0 && !refused) || strcmp(own, all) != 0)
            fail_msg("%s: \"%s\" is read as %s, in any language as %s, not as %s", code, *text, own,
                     all, key);
    }
    return g_strv_length(texts);
}

static void test_every_sentence(void **state)
{
    static const char *const codes[] = {"en", "fr", "de"};
    guint n = 0;
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        g_autoptr(GKeyFile) file = g_key_file_new();
        g_autofree char *path = g_build_filename("templates", codes[i], "words.ini", NULL);
        assert_true(g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL));
        g_auto(GStrv) keys = g_key_file_get_keys(file, "sentences", NULL, NULL);
        assert_non_null(keys);
        for (char **key = keys; *key; key++)
            n += check_sentences_of(codes[i], file, *key);
    }
    assert_true(n > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days_in_german),  cmocka_unit_test(test_days_in_french),
        cmocka_unit_test(test_days_in_english), cmocka_unit_test(test_no_days),
        cmocka_unit_test(test_days_with_slash), cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_no_sentences),    cmocka_unit_test(test_every_sentence),
    };
    return cmocka_run_group_tests_name("commands as they are said", tests, NULL, NULL);
}

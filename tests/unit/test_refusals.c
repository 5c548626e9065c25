// SPDX-License-Identifier: MIT
// What can't be, of each command and option: an empty value, one too long or none that there is,
// an option said twice. Each is refused in words that say what may stand there, in every language.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "referee/letter/reasons.h"
#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"

#define LONG "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg"

// names: what stands in the refusal in each language, parted by blanks.
static const struct row {
    const char *line, *fault, *names;
} rows[] = {
    {"new seats=", "value-seats", "seats=3"},
    {"new seats=1", "value-seats", "seats=3"},
    {"new seats=5", "value-seats", "seats=3"},
    {"new seats=99999999999999999999", "value-seats", "seats=3"},
    {"new seats=three", "value-seats", "seats=3"},
    {"new seats=2 seats=3", "twice", ""},
    {"new robots=", "value-robots", "robots=1"},
    {"new robots=4", "value-robots", "robots=1"},
    {"new robots=-1", "value-robots", "robots=1"},
    {"new robots=1 robots=1", "twice", ""},
    {"new pace=", "pace", "1h 14d"},
    {"new pace=15d", "pace", "1h 14d"},
    {"new pace=0h", "pace", "1h 14d"},
    {"new pace=48", "pace", "1h 14d"},
    {"new pace=99999999999999999999h", "pace", "1h 14d"},
    {"new pace=1d pace=2d", "twice", ""},
    {"new rules=", "value-rules", "rules=brief rules=booklet"},
    {"new rules=mine", "value-rules", "rules=brief rules=booklet"},
    {"new rules=brief rules=booklet", "twice", ""},
    {"new security=", "value-security", "security=ticket security=signed"},
    {"new security=high", "value-security", "security=ticket security=signed"},
    {"new security=signed security=signed", "twice", ""},
    {"new press=", "value-press", "press=all press=public press=none"},
    {"new press=some", "value-press", "press=all press=public press=none"},
    {"new press=all press=none", "twice", ""},
    {"new open=", "value-open", "open="},
    {"new open=7", "value-open", "open="},
    {"new open=yes open=no", "twice", ""},
    {"new name=", "value-name", "name="},
    {"new name=\"\"", "value-name", "name="},
    {"new name=" LONG, "value-name", "name="},
    {"new name=a name=b", "twice", ""},
    {"new nick=", "nick-empty", "nick=anna"},
    {"new nick=" LONG, "nick", "- _ ."},
    {"new nick=7", "nick", "- _ ."},
    {"new nick=robot-1", "reserved", "robot-"},
    {"new nick=a nick=b", "twice", ""},
    {"new gap=", "value-gap", "gap=difference gap=skipped"},
    {"new gap=7", "value-gap", "gap=difference gap=skipped"},
    {"new gap=skipped gap=skipped", "twice", ""},
    {"new bonus=", "value-bonus", "bonus=window bonus=shift"},
    {"new bonus=3", "value-bonus", "bonus=window bonus=shift"},
    {"new bonus=shift bonus=shift", "twice", ""},
    {"new discard=", "value-discard", "discard=3 discard=0"},
    {"new discard=1", "value-discard", "discard=3 discard=0"},
    {"new discard=3 discard=0", "twice", ""},
    {"new stall=", "value-stall", "stall=3 stall=0"},
    {"new stall=1", "value-stall", "stall=3 stall=0"},
    {"new stall=3 stall=0", "twice", ""},
    {"new colour=red", "option", "seats= nick="},
    {"new please", "option", "seats= nick="},
    {"new =3", "option", "seats= nick="},
    {"invite", "who", ""},
    {"invite anna@", "address", "anna@example.org"},
    {"invite " LONG, "nick", "- _ ."},
    {"join nick=", "nick-empty", "nick=anna"},
    {"join 14 nick=", "nick-empty", "nick=anna"},
    {"join nick= anna maria", "nick", "- _ ."},
    {"join nick=" LONG, "nick", "- _ ."},
    {"join nick=a nick=b", "twice", ""},
    {"join 0", "game", "[23]"},
    {"join 99999999999999999999", "game", "[23]"},
    {"join seats=3", "option-join", "nick=anna"},
    {"join us", "option-join", "nick=anna"},
    {"luck:", "text", ""},
    {"discard", "discard-count", ""},
    {"discard 1 2", "discard-count", ""},
    {"discard 1 2 3 4", "discard-count", ""},
    {"discard 1 2 24", "card", ""},
    {"play", "no-card", ""},
    {"play 24", "card", ""},
    {"play 7 7 7 7", "four", ""},
    {"play 7 8", "mixed", ""},
    {"preview", "no-card", ""},
    {"preview 24", "card", ""},
    {"plan", "plan-end", ""},
    {"plan\nend", "plan-empty", ""},
    {"plan\n7 7 if top 9..5\nend", "plan-line", ""},
    {"undo", "undo", "7]"},
    {"Undo my move!", "undo", "7]"},
    {"annuler mon coup", "undo", "7]"},
    {"zurücknehmen", "undo", "7]"},
    {"Nimm das zurück!", "undo", "7]"},
    {"say", "text", ""},
    {"tell", "who", ""},
    {"tell bruno", "text", ""},
    {"tell " LONG " hello", "nick", "- _ ."},
    {"watch", "game", "[23]"},
    {"watch 0", "game", "[23]"},
    {"unwatch", "game", "[23]"},
    {"unwatch anna", "game", "[23]"},
    {"substitute", "who", ""},
    {"substitute bruno@", "address", "anna@example.org"},
    {"substitute 7", "nick", "- _ ."},
    {"nick", "nick-empty", "nick=anna"},
    {"nick 7", "nick", "- _ ."},
    {"nick " LONG, "nick", "- _ ."},
    {"timezone", "zone", "Europe/Paris"},
    {"timezone ../etc", "zone", "Europe/Paris"},
    {"timezone " LONG, "zone", "Europe/Paris"},
    {"language", "choice-language", "en fr de"},
    {"language klingon", "choice-language", "en fr de"},
    {"mail", "choice-mail", "["},
    {"mail weekly", "choice-mail", "["},
    {"quiet", "quiet", "23-8"},
    {"quiet 25-3", "quiet", "23-8"},
    {"quiet 8-21", "quiet", "23-8"},
    {"vacation", "date", "2026-12-24"},
    {"vacation 2026-13-24", "date", "2026-12-24"},
    {"vacation 3/4", "date", "2026-12-24"},
    {"vacation 24", "date", "2026-12-24"},
    {"vacation 2026-12-24 2026-12-20", "dates", ""},
    {"calendar", "choice-calendar", "["},
    {"calendar maybe", "choice-calendar", "["},
    {"private", "choice-private", "["},
    {"private maybe", "choice-private", "["},
    {"address", "who-address", "anna@example.org"},
    {"address anna", "address", "anna@example.org"},
    {"key", "key", "ed25519 minisign ssh openpgp age"},
    {"key rsa", "key", "ed25519 minisign ssh openpgp age"},
    {"key ed25519 AAAA", "key", "ed25519 minisign ssh openpgp age"},
    {"key openpgp", "key-file", ""},
    {"key seal", "choice-key", "["},
    {"key seal maybe", "choice-key", "["},
};

static wording *all;

static void check_names(const struct row *row, const char *said, const char *code)
{
    g_auto(GStrv) names = g_strsplit(row->names, " ", -1);
    assert_true(g_utf8_validate(said, -1, NULL));
    for (char **name = names; *name; name++)
        if (!strstr(said, *name))
            fail_msg("%s: in %s it isn't said what may stand there (%s): %s", row->line, code,
                     *name, said);
}

static char *say(const json_t *note, const char *code)
{
    GError *error = NULL;
    const struct wording_language *language = wording_in(all, code, &error);
    assert_non_null(language);
    assert_string_equal(language->name, code);
    char *said = reasons_say(note, language, &error);
    if (!said)
        fail_msg("%s", error->message);
    return said;
}

static void check_row(const struct row *row, unsigned long long *verbs)
{
    static const char *const codes[] = {"en", "fr", "de"};
    struct newtext_input input = {.text = row->line};
    struct newtext text;
    newtext_read(&input, &text);
    if (text.reason != NEWTEXT_WRONG)
        fail_msg("%s: %s", row->line, text.sentence);
    *verbs |= 1ULL << text.wrong.verb;
    json_auto_t *note = reasons_note(&text);
    const char *fault = json_string_value(json_object_get(note, "fault"));
    if (strcmp(fault, row->fault) != 0)
        fail_msg("%s: refused as %s, not as %s", row->line, fault, row->fault);
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        g_autofree char *said = say(note, codes[i]);
        check_names(row, said, codes[i]);
    }
    newtext_clear(&text);
}

// Commands behind which nothing stands, or any word.
static gboolean takes_nothing(enum command_verb verb)
{
    struct command command;
    const char *name = command_verb_name(verb);
    gboolean alone = command_parse_text(name, WORDS_EN, &command, NULL) == COMMAND_LINE_COMMAND &&
                     command.verb == verb;
    command_clear(&command);
    return alone && verb != COMMAND_NEW && verb != COMMAND_JOIN && verb != COMMAND_PLAN &&
           verb != COMMAND_SAY;
}

static void test_all(void **state)
{
    unsigned long long verbs = 0;
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        check_row(&rows[i], &verbs);
    for (enum command_verb verb = COMMAND_NONE + 1; verb < COMMAND_COUNT; verb++)
        if (!takes_nothing(verb) && !(verbs & 1ULL << verb))
            fail_msg("%s: nothing that can't be is tried", command_verb_name(verb));
}

// Each option of `new` is there empty, with a value that can't be, and twice.
static void test_all_options(void **state)
{
    static const char *const names[] = {"seats", "robots", "pace", "rules", "security",
                                        "press", "open",   "name", "nick"};
    (void)state;
    assert_int_equal(G_N_ELEMENTS(names), COMMAND_OPTION_RULE);
    for (unsigned i = 0; i < COMMAND_OPTION_COUNT; i++) {
        const char *name =
            i < COMMAND_OPTION_RULE ? names[i] : rules_option_list[i - COMMAND_OPTION_RULE].name;
        g_autofree char *begins = g_strdup_printf("new %s=", name);
        guint empty = 0, wrong = 0, twice = 0;
        for (gsize k = 0; k < G_N_ELEMENTS(rows); k++) {
            if (!g_str_has_prefix(rows[k].line, begins))
                continue;
            empty += strcmp(rows[k].line, begins) == 0;
            twice += strcmp(rows[k].fault, "twice") == 0;
            wrong += strlen(rows[k].line) > strlen(begins) && strcmp(rows[k].fault, "twice") != 0;
        }
        if (!empty || !wrong || !twice)
            fail_msg("%s is not tried in every way", name);
    }
}

static int begin(void **state)
{
    (void)state;
    all = wording_new("templates");
    return 0;
}

static int end(void **state)
{
    (void)state;
    g_clear_pointer(&all, wording_free);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_all_options),
    };
    return cmocka_run_group_tests_name("refusals", tests, begin, end);
}

// SPDX-License-Identifier: MIT
// The guide, templates/LANG/guide.txt, that `help WORD` is answered from: every command is in it in
// every language, every example can be sent as it stands, and words of any language find it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib/gstdio.h>
#include <jansson.h>

#include "referee/language/wrap.h"
#include "referee/letter/letter_help.h"
#include "referee/words/command_show.h"
#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"
#include "tests/unit/quoting.h"

#define BULLET "· "

static const char *const languages[] = {"en", "fr", "de"};

static wording *words;

static const struct wording_language *language_of(const char *name)
{
    g_autoptr(GError) error = NULL;
    const struct wording_language *language = wording_in(words, name, &error);
    if (!language)
        fail_msg("%s", error->message);
    return language;
}

// ---- nothing is missing ------------------------------------------------------------------------

static void check_found(const char *language, const char *word, const char *of)
{
    char key[FOLD_KEY_MAX];
    assert_true(fold_key_of(word, key));
    g_autoptr(GError) error = NULL;
    if (!letter_help_find(language_of(language), key, &error))
        fail_msg("%s/guide.txt says nothing about %s (%s)", language, word, of);
}

static void test_every_verb(void **state)
{
    (void)state;
    guint looked = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        for (enum command_verb verb = COMMAND_NONE + 1; verb < COMMAND_COUNT; verb++, looked++) {
            g_auto(GStrv) parts = g_strsplit_set(command_verb_name(verb), " :", -1);
            check_found(languages[i], parts[0], "a verb");
        }
        for (enum word word = WORD_NONE + 1; word < WORD_BONUS; word++, looked++) {
            if (word == WORD_END || word == WORD_FORGET_ME) // part of a plan; `forget`
                continue;
            check_found(languages[i], words_show(word, WORDS_EN), "a word");
        }
    }
    assert_true(looked > 200);
}

// Topics, in words of all languages, asked in any of them.
static void test_topics(void **state)
{
    (void)state;
    static const struct {
        const char *word, *section;
    } rows[] = {
        {"time", "time"},     {"zeit", "time"},     {"temps", "time"},         {"bonus", "bonus"},
        {"jeton", "bonus"},   {"marken", "bonus"},  {"deadline", "time"},      {"frist", "time"},
        {"options", "new"},   {"optionen", "new"},  {"pläne", "plan"},         {"plaene", "plan"},
        {"signature", "key"}, {"ticket", "ticket"}, {"robot", "back"},         {"roboter", "back"},
        {"force", "pass"},    {"zwingen", "pass"},  {"varianten", "variants"}, {"regles", "rules"},
        {"regeln", "rules"},  {"keys", "key"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(languages) * G_N_ELEMENTS(rows); i++) {
        const char *language = languages[i / G_N_ELEMENTS(rows)];
        gsize row = i % G_N_ELEMENTS(rows);
        // As `help WORD` hands it on.
        g_autofree char *line = g_strconcat("help ", rows[row].word, NULL);
        struct command command;
        assert_int_equal(command_parse_text(line, WORDS_ALL, &command, NULL), COMMAND_LINE_COMMAND);
        g_autoptr(GError) error = NULL;
        const struct guide_section *section =
            letter_help_find(language_of(language), command.who, &error);
        if (!section || !g_str_equal(section->words[0], rows[row].section))
            fail_msg("%s: help %s finds %s, not %s", language, rows[row].word,
                     section ? section->words[0] : "nothing", rows[row].section);
        command_clear(&command);
    }
}

// The same sections in the same order, and no word means two things.
static void test_same_sections(void **state)
{
    (void)state;
    const struct guide_section *first;
    guint n = 0;
    for (; (first = guide_section(language_of("en")->guide, n)); n++)
        for (gsize i = 1; i < G_N_ELEMENTS(languages); i++) {
            const struct guide_section *own = guide_section(language_of(languages[i])->guide, n);
            if (!own || !g_str_equal(own->words[0], first->words[0]))
                fail_msg("%s/guide.txt has %s where %s belongs", languages[i],
                         own ? own->words[0] : "nothing", first->words[0]);
        }
    assert_true(n > 40);
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        const guide *all = language_of(languages[i])->guide;
        assert_null(guide_section(all, n));
        g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
        const struct guide_section *section;
        for (guint at = 0; (section = guide_section(all, at)); at++)
            for (char **word = section->words; *word; word++)
                if (!g_hash_table_add(seen, *word))
                    fail_msg("%s/guide.txt has %s twice", languages[i], *word);
    }
}

// ---- examples ----------------------------------------------------------------------------------

static guint examples;

// Without the words of explanation behind a colon; of `luck: TEXT` the colon is its own.
static char *bare_example(const char *line, unsigned known)
{
    static const char *const colons[] = {": ", "\u00a0:"};
    for (gsize i = 0; i < G_N_ELEMENTS(colons); i++) {
        const char *end = strstr(line, colons[i]);
        g_autofree char *bare = end ? g_strndup(line, (gsize)(end - line)) : NULL;
        struct command command;
        if (bare && command_parse_text(bare, known, &command, NULL) == COMMAND_LINE_COMMAND) {
            command_clear(&command);
            return g_steal_pointer(&bare);
        }
    }
    return g_strdup(line);
}

static void check_example(const char *language, const char *word, const char *mail, guint lines)
{
    struct newtext_input input = {.text = mail, .language = language};
    struct newtext read;
    newtext_read(&input, &read);
    if (read.outcome != NEWTEXT_ACT)
        fail_msg("%s/guide.txt, %s: this example is no mail:\n%s%s", language, word, mail,
                 read.sentence);
    guint commands = 0;
    for (guint i = 0; i < read.commands->len; i++) {
        const struct command *command = g_ptr_array_index(read.commands, i);
        commands += command->verb == COMMAND_PLAN ? command->plan->len + 2 : 1;
    }
    assert_in_range(commands, 1, lines);
    newtext_clear(&read);
    examples++;
}

static void check_section(const char *language, const struct guide_section *section)
{
    unsigned known = words_languages(language);
    g_auto(GStrv) lines = g_strsplit(section->text, "\n", -1);
    g_autoptr(GString) mail = g_string_new(NULL);
    gboolean one_each = TRUE; // `· pass: …`, `· pass force: …`: explained lines are a mail each
    guint n = 0;
    for (char **line = lines;; line++) {
        gboolean example = *line && g_str_has_prefix(*line, BULLET);
        if (example) {
            g_autofree char *bare = bare_example(*line + strlen(BULLET), known);
            one_each = one_each && !g_str_equal(bare, *line + strlen(BULLET));
            g_string_append_printf(mail, "%s\n", bare);
            n++;
            if (one_each)
                check_example(language, section->words[0], bare, 1);
        } else if (n > 0) {
            check_example(language, section->words[0], mail->str, n);
            g_string_truncate(mail, 0);
            n = 0;
            one_each = TRUE;
        }
        if (!*line)
            break;
    }
}

static void test_examples(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        const struct guide_section *section;
        const guide *all = language_of(languages[i])->guide;
        for (guint at = 0; (section = guide_section(all, at)); at++) {
            check_section(languages[i], section);
            g_auto(GStrv) lines = g_strsplit(section->text, "\n", -1);
            for (char **line = lines; *line; line++)
                if (g_utf8_strlen(*line, -1) > WRAP_COLUMNS)
                    fail_msg("%s/guide.txt: too wide: %s", languages[i], *line);
        }
    }
    assert_true(examples > 200);
}

// The same commands as examples in every language.
static void test_same_examples(void **state)
{
    (void)state;
    for (gsize i = 1; i < G_N_ELEMENTS(languages); i++) {
        const struct guide_section *section;
        for (guint at = 0; (section = guide_section(language_of("en")->guide, at)); at++) {
            const struct guide_section *own = guide_section(language_of(languages[i])->guide, at);
            guint wanted = 0, got = 0;
            for (const char *p = section->text; (p = strstr(p, BULLET)); p++)
                wanted++;
            for (const char *p = own->text; (p = strstr(p, BULLET)); p++)
                got++;
            if (wanted != got)
                fail_msg("%s/guide.txt, %s: %u examples, not %u", languages[i], own->words[0], got,
                         wanted);
        }
    }
}

// ---- the answer --------------------------------------------------------------------------------

static void test_answers(void **state)
{
    (void)state;
    static const struct {
        const char *language, *word, *begins;
    } rows[] = {
        {"en", "plan", "Moves made ahead\n\nWith a plan"},
        {"fr", "plan", "Des coups préparés\n\nAvec un plan"},
        {"de", "zeit", "Deine Zeit\n\nJeder Zug"},
        {"en", "zeit", "Your time\n\n"},
        {"en", "vacatoin", "I know nothing about “vacatoin”. Did you mean [help\u00a0vacation]?"},
        {"de", "urlab", "Über „urlab“ weiß ich nichts. Meintest du [hilfe\u00a0urlaub]?"},
        {"fr", "vacanses", "Je ne sais rien sur «\u00a0vacanses\u00a0»."},
        {"en", "philosophy", "I know nothing about “philosophy”. What there is stands"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = letter_help(language_of(rows[i].language), rows[i].word, &error);
        assert_non_null(text);
        if (!g_str_has_prefix(text, rows[i].begins))
            fail_msg("help %s in %s begins so: %.100s", rows[i].word, rows[i].language, text);
    }
}

// Each answer, quoted and wrapped anew.
static void test_quoted(void **state)
{
    (void)state;
    guint before = quoting_count();
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        const struct guide_section *section;
        const guide *all = language_of(languages[i])->guide;
        for (guint at = 0; (section = guide_section(all, at)); at++) {
            g_autofree char *text = g_strdup_printf("%s\n\n%s\n", section->title, section->text);
            g_autofree char *what =
                g_strdup_printf("%s/guide.txt, %s", languages[i], section->words[0]);
            // Lines of ours have at most 72 columns: narrow windows tear them, wide ones don't.
            quoting_check_widths(text, what, QUOTING_NARROW, QUOTING_NARROW + 12);
            quoting_check_widths(text, what, QUOTING_WIDE - 8, QUOTING_WIDE - 6);
        }
    }
    assert_true(quoting_count() > before + 5000);
}

// ---- a file that is none -----------------------------------------------------------------------

static void test_broken_guide(void **state)
{
    (void)state;
    g_autofree char *dir = g_dir_make_tmp("guide-XXXXXX", NULL);
    g_autofree char *sub = g_build_filename(dir, "xx", NULL);
    g_autofree char *path = g_build_filename(sub, "guide.txt", NULL);
    assert_int_equal(g_mkdir(sub, 0700), 0);
    static const char *const bad[] = {"## no title\ntext\n", "## : nothing\n", "## a b:\n",
                                      "\xff\xfe"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        assert_true(g_file_set_contents(path, bad[i], -1, NULL));
        assert_null(guide_open(dir, "xx", &error));
        assert_non_null(strstr(error->message, "guide.txt"));
    }
    assert_true(
        g_file_set_contents(path, "# c\n\n## a b: T\n\nOne.\n\nTwo.\n\n## c: U\n", -1, NULL));
    g_autoptr(guide) good = guide_open(dir, "xx", NULL);
    assert_non_null(good);
    assert_string_equal(guide_section(good, 0)->text, "One.\n\nTwo.");
    assert_string_equal(guide_section(good, 0)->words[1], "b");
    assert_string_equal(guide_section(good, 1)->text, "");
    assert_null(guide_section(good, 2));
    g_remove(path);
    g_rmdir(sub);
    g_rmdir(dir);
}

int main(void)
{
    words = wording_new("templates");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_verb),    cmocka_unit_test(test_topics),
        cmocka_unit_test(test_same_sections), cmocka_unit_test(test_examples),
        cmocka_unit_test(test_same_examples), cmocka_unit_test(test_answers),
        cmocka_unit_test(test_quoted),        cmocka_unit_test(test_broken_guide),
    };
    int failed = cmocka_run_group_tests_name("guide", tests, NULL, NULL);
    wording_free(words);
    return failed;
}

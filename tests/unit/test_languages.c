// SPDX-License-Identifier: MIT
// The templates and phrases of all languages beside each other: nothing is missing, nothing was
// left in English, nothing is too wide, and every command that a text names can be typed. That no
// line acts when it is quoted back is shown in test_hub_words.c, and whole mails stand in
// test_hub_languages.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "referee/language/wrap.h"
#include "referee/words/command_show.h"
#include "referee/words/command_text.h"
#include "templates/folder.h"
#include "templates/phrases.h"
#include "tests/unit/quoting.h"

#define TEMPLATES "templates"

static const char *const others[] = {"fr", "de"};

// ---- reading -----------------------------------------------------------------------------------

static GKeyFile *phrases_of(const char *language)
{
    GKeyFile *file = g_key_file_new();
    g_autofree char *path = g_build_filename(TEMPLATES, language, "phrases.ini", NULL);
    g_autoptr(GError) error = NULL;
    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error))
        fail_msg("%s: %s", path, error->message);
    return file;
}

static char **keys_of(GKeyFile *file)
{
    char **keys = g_key_file_get_keys(file, "phrases", NULL, NULL);
    assert_non_null(keys);
    return keys;
}

static char *value_of(GKeyFile *file, const char *key)
{
    char *text = g_key_file_get_string(file, "phrases", key, NULL);
    assert_non_null(text);
    return text;
}

static char **files_of(const char *language)
{
    g_autoptr(folder) own = folder_open(TEMPLATES, language, NULL, NULL);
    assert_non_null(own);
    char **names = folder_list(own, NULL);
    assert_non_null(names);
    return names;
}

static char *file_text(const char *language, const char *name)
{
    g_autofree char *path = g_build_filename(TEMPLATES, language, name, NULL);
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        fail_msg("%s can't be read", path);
    return text;
}

// ---- the same things are said ------------------------------------------------------------------

static void test_same_files(void **state)
{
    (void)state;
    g_auto(GStrv) english = files_of("en");
    assert_true(g_strv_length(english) > 10);
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_auto(GStrv) own = files_of(others[i]);
        for (char **name = english; *name; name++)
            if (!g_strv_contains((const char *const *)own, *name))
                fail_msg("%s lacks %s", others[i], *name);
        assert_int_equal(g_strv_length(own), g_strv_length(english));
    }
}

static int by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names in {{…}}, sorted, each once. Sections and values are the same here.
static char *places(const char *text)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *p = strstr(text, "{{"); p; p = strstr(p, "{{")) {
        p += 2;
        p += strspn(p, "#/^&{! ");
        char *name = g_strndup(p, strcspn(p, "}"));
        if (g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
            g_free(name);
        else
            g_ptr_array_add(names, name);
    }
    g_ptr_array_sort(names, by_text);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
}

static void test_same_phrases(void **state)
{
    (void)state;
    g_autoptr(GKeyFile) english = phrases_of("en");
    g_auto(GStrv) keys = keys_of(english);
    assert_true(g_strv_length(keys) > 150);
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autoptr(GKeyFile) own = phrases_of(others[i]);
        g_auto(GStrv) own_keys = keys_of(own);
        for (char **key = keys; *key; key++) {
            if (!g_strv_contains((const char *const *)own_keys, *key))
                fail_msg("%s lacks the phrase %s", others[i], *key);
            g_autofree char *said = value_of(english, *key);
            g_autofree char *own_said = value_of(own, *key);
            g_autofree char *wanted = places(said);
            g_autofree char *got = places(own_said);
            // The order and signs of a date are each language's own.
            if (!g_str_equal(wanted, got) && !g_str_has_prefix(*key, "date"))
                fail_msg("%s: %s speaks of (%s), not of (%s)", others[i], *key, got, wanted);
        }
        assert_int_equal(g_strv_length(own_keys), g_strv_length(keys));
    }
}

static void test_same_places(void **state)
{
    (void)state;
    g_auto(GStrv) names = files_of("en");
    for (char **name = names; *name; name++) {
        g_autofree char *english = file_text("en", *name);
        g_autofree char *wanted = places(english);
        for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
            g_autofree char *own = file_text(others[i], *name);
            g_autofree char *got = places(own);
            if (!g_str_equal(wanted, got))
                fail_msg("%s/%s speaks of (%s), not of (%s)", others[i], *name, got, wanted);
        }
    }
}

// ---- nothing is left in English ----------------------------------------------------------------

// A line's words without {{…}} and <…>: what somebody has to translate.
static char *words_in(const char *line)
{
    GString *out = g_string_new(NULL);
    for (const char *p = line; *p; p++) {
        const char *end = g_str_has_prefix(p, "{{") ? strstr(p, "}}")
                          : *p == '<'               ? strchr(p, '>')
                                                    : NULL;
        if (end) {
            p = *p == '<' ? end : end + 1;
            g_string_append_c(out, ' ');
        } else if (g_str_has_prefix(p, "\u00a0")) {
            g_string_append_c(out, ' ');
            p++;
        } else {
            g_string_append_c(out, *p);
        }
    }
    gboolean any = FALSE;
    for (const char *p = out->str; *p; p = g_utf8_next_char(p))
        any = any || g_unichar_isalpha(g_utf8_get_char(p));
    if (!any)
        g_string_truncate(out, 0);
    return g_strstrip(g_string_free(out, FALSE));
}

// What is the same in both languages.
static const char *const same_words[] = {
    "ticket",   "bonus …",  "minute", "minutes", "April",       "August",    "September",
    "November", "position", "· plan", "· bonus", "· 7 7 bonus", "- game 14", "- seat anna",
};

static gboolean is_same_anyway(const char *words)
{
    for (gsize i = 0; i < G_N_ELEMENTS(same_words); i++)
        if (g_str_equal(words, same_words[i]))
            return TRUE;
    return FALSE;
}

static void test_phrases_are_translated(void **state)
{
    (void)state;
    guint compared = 0;
    g_autoptr(GKeyFile) english = phrases_of("en");
    g_auto(GStrv) keys = keys_of(english);
    for (char **key = keys; *key; key++) {
        g_autofree char *said = value_of(english, *key);
        g_autofree char *words = words_in(said);
        for (gsize i = 0; *words && i < G_N_ELEMENTS(others); i++) {
            g_autoptr(GKeyFile) own = phrases_of(others[i]);
            g_autofree char *own_said = value_of(own, *key);
            g_autofree char *own_words = words_in(own_said);
            compared++;
            if (g_str_equal(words, own_words) && !is_same_anyway(words))
                fail_msg("%s: %s is still English: %s", others[i], *key, words);
        }
    }
    assert_true(compared > 300);
}

static void check_lines(const char *language, const char *name, guint *compared)
{
    g_autofree char *english = file_text("en", name);
    g_autofree char *own = file_text(language, name);
    g_auto(GStrv) lines = g_strsplit(english, "\n", -1);
    g_auto(GStrv) own_lines = g_strsplit(own, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *words = words_in(*line);
        for (char **at = own_lines; *words && *at; at++) {
            g_autofree char *own_words = words_in(*at);
            (*compared)++;
            if (g_str_equal(words, own_words) && !is_same_anyway(words))
                fail_msg("%s/%s: a line is still English: %s", language, name, *at);
        }
    }
}

static void test_pages_are_translated(void **state)
{
    (void)state;
    guint compared = 0;
    g_auto(GStrv) names = files_of("en");
    for (char **name = names; *name; name++)
        for (gsize i = 0; i < G_N_ELEMENTS(others); i++)
            check_lines(others[i], *name, &compared);
    assert_true(compared > 1000);
}

// ---- the layout of HTML ------------------------------------------------------------------------

static char *layout_text(const char *name)
{
    return file_text("layout", name);
}

// Where it speaks, it does so in the reader's language.
static void check_layout_words(const char *name, guint *lines_seen)
{
    g_autofree char *text = layout_text(name);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gboolean style = FALSE;
    for (char **line = lines; *line; line++) {
        style = (style || g_str_has_prefix(*line, "<style")) && !strstr(*line, "</style>");
        g_autofree char *words = words_in(*line);
        (*lines_seen)++;
        if (!style && *words && !strstr(words, "nbsp") && !g_str_equal(words, "ticket"))
            fail_msg("layout/%s: words that are no phrase: %s", name, words);
    }
}

static void check_layout_labels(const char *name, GKeyFile *english, guint *labels)
{
    g_autofree char *text = layout_text(name);
    for (const char *p = strstr(text, "{{words."); p; p = strstr(p + 1, "{{words.")) {
        p += strlen("{{words.");
        g_autofree char *label = g_strndup(p, strcspn(p, "}"));
        g_autofree char *key = g_strconcat("html-", label, NULL);
        if (!g_key_file_has_key(english, "phrases", key, NULL))
            fail_msg("layout/%s: there is no phrase %s", name, key);
        (*labels)++;
    }
}

static void test_layout(void **state)
{
    (void)state;
    guint lines = 0, labels = 0;
    g_auto(GStrv) names = files_of("layout");
    g_autoptr(GKeyFile) english = phrases_of("en");
    for (char **name = names; *name; name++) {
        check_layout_words(*name, &lines);
        check_layout_labels(*name, english, &labels);
    }
    assert_true(lines > 100 && labels > 10);
}

// French puts a no-break space before ; : ! ? and inside « »; German quotes are „ “. English marks
// in another language are slips.
static void check_marks(const char *language, const char *where, const char *text)
{
    static const char *const never[] = {"“", "”", NULL};
    static const char *const never_fr[] = {" ;", " !", " ?", " :", "« ", " »", "\"", NULL};
    gboolean french = g_str_equal(language, "fr");
    for (gsize i = 0; never[i]; i++)
        if (strstr(text, never[i]) && (french || i == 1))
            fail_msg("%s: %s: the mark %s in: %s", language, where, never[i], text);
    for (gsize i = 0; french && never_fr[i]; i++)
        if (strstr(text, never_fr[i]))
            fail_msg("%s: %s: the mark '%s' in: %s", language, where, never_fr[i], text);
}

static void test_marks(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autoptr(GKeyFile) own = phrases_of(others[i]);
        g_auto(GStrv) keys = keys_of(own);
        for (char **key = keys; *key; key++) {
            g_autofree char *said = value_of(own, *key);
            check_marks(others[i], *key, said);
        }
        g_auto(GStrv) names = files_of(others[i]);
        for (char **name = names; *name; name++) {
            g_autofree char *text = file_text(others[i], *name);
            g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
            for (char **line = lines; *line; line++) {
                if (g_str_has_suffix(*name, ".txt"))
                    check_marks(others[i], *name, *line);
            }
        }
    }
}

// ---- width and plurals -------------------------------------------------------------------------

static void test_width(void **state)
{
    (void)state;
    static const char *const languages[] = {"en", "fr", "de"};
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        g_auto(GStrv) names = files_of(languages[i]);
        for (char **name = names; *name; name++) {
            if (!g_str_has_suffix(*name, ".txt"))
                continue;
            g_autofree char *text = file_text(languages[i], *name);
            g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
            for (char **line = lines; *line; line++)
                if (!strstr(*line, "{{") && g_utf8_strlen(*line, -1) > WRAP_COLUMNS)
                    fail_msg("%s/%s: more than %d columns: %s", languages[i], *name, WRAP_COLUMNS,
                             *line);
        }
    }
}

static void test_plurals(void **state)
{
    (void)state;
    static const struct {
        const char *language, *phrase;
        int n;
        const char *wanted;
    } rows[] = {
        {"en", "cost", 0, "0 tokens"},
        {"en", "cost", 1, "1 token"},
        {"en", "cost", 2, "2 tokens"},
        {"fr", "cost", 0, "0 jeton"},
        {"fr", "cost", 1, "1 jeton"},
        {"fr", "cost", 2, "2 jetons"},
        {"fr", "cards", 0, "0 carte"},
        {"de", "cost", 0, "0 Marken"},
        {"de", "cost", 1, "1 Marke"},
        {"de", "cost", 2, "2 Marken"},
        {"de", "tokens-penalty", 1, "1 Strafmarke"},
        {"de", "waiting", 1, "Eine Einladung ist noch nicht beantwortet."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(phrases) own = phrases_open(TEMPLATES, rows[i].language, NULL, NULL);
        assert_non_null(own);
        json_auto_t *data = json_pack("{s:i}", "n", rows[i].n);
        g_autoptr(GString) out = g_string_new(NULL);
        assert_true(phrases_say(own, rows[i].phrase, data, out, NULL));
        assert_string_equal(out->str, rows[i].wanted);
    }
}

// ---- commands that a text names ----------------------------------------------------------------

static guint named; // commands, of all languages

// The command that stands there, by its verb; COMMAND_NONE for none. `[key ed25519 …]` is only
// begun: its word counts.
static enum command_verb verb_of(const char *text, unsigned languages)
{
    char key[FOLD_KEY_MAX];
    if (fold_key_of(text, key) && words_is(key, FALSE, WORD_END, languages))
        return COMMAND_COUNT; // stands only below a plan
    struct command command;
    gboolean is = command_parse_text(text, languages, &command, NULL) == COMMAND_LINE_COMMAND;
    enum command_verb verb = is ? command.verb : COMMAND_NONE;
    command_clear(&command);
    return verb;
}

// Whether it is no more than cards or a place for something: `[3] [17]`, `[{{.}}]`.
static gboolean is_filler(const char *text)
{
    return strspn(text, "0123456789 ") == strlen(text) || strstr(text, "{{");
}

static void add_verb(GString *verbs, const char *text, unsigned languages, const char *where)
{
    g_autofree char *whole = g_strstrip(g_strdup(text));
    if (is_filler(whole))
        return;
    char *open = strstr(whole, "…");
    if (open) {
        char key[FOLD_KEY_MAX];
        *open = '\0';
        g_autofree char *first = g_strndup(whole, strcspn(whole, " "));
        if (!fold_key_of(first, key) || words_command(key, FALSE, languages) == WORD_NONE)
            fail_msg("%s: [%s…] begins with no command of that language", where, whole);
        g_string_append_printf(verbs, "%d? ", words_command(key, FALSE, languages));
    } else {
        enum command_verb verb = verb_of(whole, languages);
        if (verb == COMMAND_NONE)
            fail_msg("%s: \"%s\" is no command of that language", where, whole);
        g_string_append_printf(verbs, "%d ", verb);
    }
    named++;
}

// `[…]` in a sentence.
static void add_examples(GString *verbs, const char *text, unsigned languages, const char *where)
{
    for (const char *p = strchr(text, '['); p; p = strchr(p + 1, '[')) {
        const char *end = strchr(p, ']');
        assert_non_null(end);
        g_autofree char *inner = g_strndup(p + 1, (gsize)(end - p - 1));
        for (char *q = inner; *q; q++)
            if (*q == '\n')
                *q = ' ';
        add_verb(verbs, inner, languages, where);
    }
}

// `· pass: for one token; pass force: for two …`, `· join, decline, start`: what may be typed is in
// front of a colon, and there are several behind commas or a semicolon.
static void add_item(GString *verbs, const char *item, unsigned languages, const char *where)
{
    static const char *const ends[] = {" … ", " (", ": ", "\u00a0:"};
    if (verb_of(item, languages) != COMMAND_NONE && !strchr(item, ';')) {
        add_verb(verbs, item, languages, where);
        return;
    }
    g_auto(GStrv) parts = g_strsplit(item, ";", -1);
    for (char **part = parts; *part; part++) {
        if (part != parts && !strchr(*part, ':'))
            continue; // goes on in words
        for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
            char *end = strstr(*part, ends[i]);
            if (end)
                *end = '\0';
        }
        g_auto(GStrv) pieces = g_strsplit(*part, ",", -1);
        for (char **piece = pieces; *piece; piece++) {
            g_autofree char *piece_text = g_strstrip(g_strdup(*piece));
            for (char *p = strstr(piece_text, "\u00a0"); p; p = strstr(p, "\u00a0"))
                memmove(p, p + 1, strlen(p)), *p = ' ';
            if (piece == pieces || verb_of(piece_text, languages) != COMMAND_NONE)
                add_verb(verbs, piece_text, languages, where);
        }
    }
}

static char *verbs_of_text(const char *text, unsigned languages, const char *where)
{
    GString *verbs = g_string_new(NULL);
    add_examples(verbs, text, languages, where);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, "· ") && !strstr(*line, "{{"))
            add_item(verbs, *line + strlen("· "), languages, where);
    return g_string_free(verbs, FALSE);
}

// Each language names the same commands, in its own words.
static void test_commands_of_pages(void **state)
{
    (void)state;
    g_auto(GStrv) names = files_of("en");
    for (char **name = names; *name; name++) {
        if (!g_str_has_suffix(*name, ".txt") || g_str_equal(*name, "guide.txt"))
            continue; // examples of the guide are tried in test_guide.c
        g_autofree char *english = file_text("en", *name);
        g_autofree char *wanted = verbs_of_text(english, WORDS_EN, *name);
        for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
            g_autofree char *own = file_text(others[i], *name);
            g_autofree char *where = g_strdup_printf("%s/%s", others[i], *name);
            g_autofree char *got = verbs_of_text(own, command_show_language(others[i]), where);
            if (!g_str_equal(got, wanted))
                fail_msg("%s names other commands (%s) than English (%s)", where, got, wanted);
        }
    }
    assert_true(named > 60);
}

static void test_commands_of_phrases(void **state)
{
    (void)state;
    guint before = named;
    g_autoptr(GKeyFile) english = phrases_of("en");
    g_auto(GStrv) keys = keys_of(english);
    for (char **key = keys; *key; key++) {
        if (g_str_has_prefix(*key, "subject-"))
            continue; // `[23]`
        g_autofree char *said = value_of(english, *key);
        g_autofree char *wanted = verbs_of_text(said, WORDS_EN, *key);
        for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
            g_autoptr(GKeyFile) own = phrases_of(others[i]);
            g_autofree char *own_said = value_of(own, *key);
            g_autofree char *where = g_strdup_printf("%s, %s", others[i], *key);
            g_autofree char *got = verbs_of_text(own_said, command_show_language(others[i]), where);
            if (!g_str_equal(got, wanted))
                fail_msg("%s names other commands (%s) than English (%s)", where, got, wanted);
        }
    }
    assert_true(named > before + 10);
}

// The words in the list of legal moves are what is typed.
static void test_legal_moves(void **state)
{
    (void)state;
    static const struct {
        const char *phrase, *canonical;
    } rows[] = {{"legal-play", "play 7x2"},
                {"legal-play-bonus", "play 7x2 bonus"},
                {"legal-pass", "pass"},
                {"legal-pass-force", "pass force"},
                {"legal-leave", "leave"}};
    static const char *const languages[] = {"en", "fr", "de"};
    for (gsize i = 0; i < G_N_ELEMENTS(languages) * G_N_ELEMENTS(rows); i++) {
        const char *language = languages[i / G_N_ELEMENTS(rows)];
        gsize row = i % G_N_ELEMENTS(rows);
        g_autoptr(phrases) own = phrases_open(TEMPLATES, language, NULL, NULL);
        assert_non_null(own);
        json_auto_t *data = json_pack("{s:s, s:s}", "cards", "7 7", "cost", "2");
        g_autoptr(GString) out = g_string_new(NULL);
        assert_true(phrases_say(own, rows[row].phrase, data, out, NULL));
        char *end = strstr(out->str, " (");
        if (!end)
            end = strstr(out->str, " …");
        assert_non_null(end);
        g_string_truncate(out, (gsize)(end - out->str));
        struct command command;
        assert_int_equal(
            command_parse_text(out->str, command_show_language(language), &command, NULL),
            COMMAND_LINE_COMMAND);
        g_autofree char *canonical = command_format(&command);
        assert_string_equal(canonical, rows[row].canonical);
        command_clear(&command);
    }
}

// ---- quoted back -------------------------------------------------------------------------------

// A page as it stands in the folder, whole.
static void test_pages_quoted(void **state)
{
    (void)state;
    static const char *const languages[] = {"en", "fr", "de"};
    guint before = quoting_count();
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        g_auto(GStrv) names = files_of(languages[i]);
        for (char **name = names; *name; name++) {
            if (!g_str_has_suffix(*name, ".txt") || g_str_equal(*name, "guide.txt"))
                continue; // nobody gets the whole guide; its sections are tried in test_guide.c
            g_autofree char *text = file_text(languages[i], *name);
            g_autofree char *what = g_strdup_printf("%s/%s", languages[i], *name);
            quoting_check(text, what);
        }
    }
    assert_true(quoting_count() > before + 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_files),
        cmocka_unit_test(test_same_phrases),
        cmocka_unit_test(test_same_places),
        cmocka_unit_test(test_phrases_are_translated),
        cmocka_unit_test(test_pages_are_translated),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_plurals),
        cmocka_unit_test(test_commands_of_pages),
        cmocka_unit_test(test_commands_of_phrases),
        cmocka_unit_test(test_legal_moves),
        cmocka_unit_test(test_pages_quoted),
    };
    return cmocka_run_group_tests_name("languages", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The words of all languages: whatever stands in their places, and however a mail program wraps
// them, no line of them is a command. Stories show this of the mails that they tell; this is about
// every sentence there is.
#include "tests/unit/club.h"

#include "referee/language/wrap.h"
#include "referee/letter/letter_blocks.h"
#include "referee/letter/letter_quote.h"
#include "referee/words/command_text.h"
#include "tests/unit/quoting.h"

#define TEMPLATES "templates"

static guint checked;
static GHashTable *wrong; // each line once, so that all are told in one go

static void note(const char *where, guint width, const char *line)
{
    g_autofree char *what = g_strdup_printf("%s: %s", where, line);
    if (!wrong)
        wrong = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (g_hash_table_add(wrong, g_strdup(what)))
        print_error("at %u columns a line is a command: %s\n", width, what);
}

// ---- filling places ----------------------------------------------------------------------------

static gboolean is_number(const char *name, gsize len)
{
    static const char *const names[] = {"n",     "game", "round", "value", "top",  "count",
                                        "lines", "line", "year",  "day",   "hour", "minute"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return TRUE;
    return FALSE;
}

// {{…}} filled with a number or a word of so many letters; the marks of sections taken out.
static char *fill(const char *text, guint letters)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p;) {
        const char *end = g_str_has_prefix(p, "{{") ? strstr(p, "}}") : NULL;
        if (!end) {
            g_string_append_c(out, *p++);
            continue;
        }
        const char *name = p + 2;
        if (!strchr("#/^!&{>", *name) && is_number(name, (gsize)(end - name)))
            g_string_append(out, letters % 2 ? "7" : "17");
        else if (!strchr("#/^!", *name))
            g_string_append_printf(out, "%.*s", (int)letters, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
        p = end + 2;
    }
    return g_string_free(out, FALSE);
}

// Most lines come again and again.
static gboolean is_new(const char *line)
{
    static GHashTable *seen;
    if (!seen)
        seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    checked++;
    return g_hash_table_add(seen, g_strdup(line));
}

static void check_text(const char *text, const char *where)
{
    for (guint width = QUOTING_NARROW; width <= QUOTING_WIDE; width++) {
        g_autofree char *wrapped = quoting_wrap(text, width);
        g_auto(GStrv) lines = g_strsplit(wrapped, "\n", -1);
        for (char **line = lines; *line; line++) {
            if (is_new(*line) && letter_quote_is_command(*line))
                note(where, width, *line);
        }
    }
}

static const guint letters[] = {1, 2, 3, 5, 8, 13, 20, 33};

// As it is, and in the lines that the referee makes of it.
static void check_filled(const char *text, const char *where)
{
    for (gsize i = 0; i < G_N_ELEMENTS(letters); i++) {
        g_autofree char *filled = fill(text, letters[i]);
        g_autofree char *wrapped = wrap_text(filled, WRAP_COLUMNS, letter_quote_is_command);
        check_text(filled, where);
        check_text(wrapped, where);
    }
}

// ---- files -------------------------------------------------------------------------------------

static void check_phrases(const char *path)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) error = NULL;
    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &error))
        fail_msg("%s: %s", path, error->message);
    g_auto(GStrv) keys = g_key_file_get_keys(file, "phrases", NULL, NULL);
    assert_non_null(keys);
    for (char **key = keys; *key; key++) {
        g_autofree char *text = g_key_file_get_string(file, "phrases", *key, NULL);
        g_autofree char *where = g_strdup_printf("%s, %s", path, *key);
        g_autofree char *item = g_strconcat("- ", text, NULL);
        if (g_str_has_prefix(*key, "subject-") || g_str_has_prefix(*key, "date-"))
            continue; // no line of a text; a part of one
        check_filled(text, where);
        check_filled(item, where);
    }
}

// As HTML has it: its paragraphs in one line each.
static void check_laid_out(const char *text, const char *where)
{
    json_auto_t *blocks = letter_blocks(text, letter_quote_is_command);
    gsize i, k;
    json_t *block, *item;
    json_array_foreach(blocks, i, block)
    {
        const char *words = json_string_value(json_object_get(block, "text"));
        if (words)
            check_text(words, where);
        json_array_foreach(json_object_get(block, "items"), k, item)
            check_text(json_string_value(item), where);
    }
}

static void check_page(const char *path)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    check_filled(text, path);
    for (gsize i = 0; i < G_N_ELEMENTS(letters); i++) {
        g_autofree char *filled = fill(text, letters[i]);
        check_laid_out(filled, path);
    }
}

static void check_language(const char *name)
{
    g_autofree char *place = g_build_filename(TEMPLATES, name, NULL);
    GDir *dir = g_dir_open(place, 0, NULL);
    assert_non_null(dir);
    for (const char *file; (file = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(place, file, NULL);
        if (g_str_equal(file, "phrases.ini"))
            check_phrases(path);
        else if (g_str_has_suffix(file, ".txt") && !g_str_equal(file, "guide.txt")) // test_guide.c
            check_page(path);
    }
    g_dir_close(dir);
}

static void test_no_line_is_a_command(void **state)
{
    (void)state;
    static const char *const names[] = {"en", "fr", "de"};
    guint languages = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(TEMPLATES, names[i], NULL);
        if (!g_file_test(path, G_FILE_TEST_IS_DIR))
            continue; // English is there always, the others are an operator's choice
        check_language(names[i]);
        languages++;
    }
    assert_true(languages > 0 && checked > 10000);
    assert_null(wrong);
}

// ---- names -------------------------------------------------------------------------------------

// What somebody is called, or a game, can stand alone on a line of a list.
static void test_no_name_is_a_command(void **state)
{
    (void)state;
    static const char *const names[] = {"pass",  "leave", "hand",  "status", "rules", "yes", "oui",
                                        "ja",    "no",    "say",   "dire",   "7x2",   "2x7", "help",
                                        "games", "back",  "stand", "main",   "PASSER"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        assert_int_equal(command_nick_fault(names[i]), COMMAND_FAULT_NICK);
    static const char *const fine[] = {"anna", "Passat", "x7", "A.-_z", "yesterday"};
    for (gsize i = 0; i < G_N_ELEMENTS(fine); i++)
        assert_int_equal(command_nick_fault(fine[i]), COMMAND_FINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_line_is_a_command),
        cmocka_unit_test(test_no_name_is_a_command),
    };
    return cmocka_run_group_tests_name("hub: words", tests, NULL, NULL);
}

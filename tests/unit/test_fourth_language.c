// SPDX-License-Identifier: MIT
// A language that the program was not built with: a copy of the English folder with words of its
// own. Somebody plays in it, and doctor says what is missing in it, by file and key.
#include "tests/unit/club.h"

#include <glib/gstdio.h>

#include "referee/setup/languages.h"
#include "referee/words/words_learn.h"
#include "templates/plural.h"

static char *templates; // a folder of templates with the language xq

static void run(const char *const *argv)
{
    int status = -1;
    assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                             &status, NULL));
    assert_int_equal(status, 0);
}

// A file of the language, or one of its pages: "site:phrases.ini".
static char *path_of(const char *file)
{
    const gboolean site = g_str_has_prefix(file, "site:");
    return g_build_filename(templates, site ? "site/xq" : "xq",
                            site ? file + strlen("site:") : file, NULL);
}

static char *text_of(const char *file)
{
    g_autofree char *path = path_of(file);
    char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void write_text(const char *file, const char *text)
{
    g_autofree char *path = path_of(file);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

// Every word gets a `qu` in front, and some phrases a sign of the language.
static void translate(void)
{
    g_autofree char *words = text_of("words.ini");
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    GString *out = g_string_new(NULL);
    for (char **line = lines; *line; line++) {
        const char *sign = strchr(*line, '=');
        if (**line == '#' || !sign)
            g_string_append_printf(out, "%s\n", *line);
        else
            g_string_append_printf(out, "%.*s=qu%s\n", (int)(sign - *line), *line, sign + 1);
    }
    write_text("words.ini", out->str);
    g_string_free(out, TRUE);
    g_autofree char *phrases = text_of("phrases.ini");
    g_autoptr(GRegex) heads =
        g_regex_new("^(headline-[a-z-]+|language-set|hand)=", G_REGEX_MULTILINE, 0, NULL);
    g_autofree char *marked = g_regex_replace(heads, phrases, -1, 0, "\\1=Quaqua, ", 0, NULL);
    write_text("phrases.ini", marked);
    g_autofree char *pages = text_of("site:phrases.ini");
    g_autoptr(GRegex) names = g_regex_new("^(language|html-skip)=.*$", G_REGEX_MULTILINE, 0, NULL);
    g_autofree char *own_pages = g_regex_replace(names, pages, -1, 0, "\\1=Quaquish", 0, NULL);
    write_text("site:phrases.ini", own_pages);
}

static int begin(void **state)
{
    (void)state;
    templates = g_dir_make_tmp("templates-XXXXXX", NULL);
    g_autofree char *own = g_build_filename(templates, "xq", NULL);
    g_autofree char *all = g_strconcat("templates/", ".", NULL);
    run((const char *const[]){"cp", "-a", all, templates, NULL});
    g_autofree char *pages = g_build_filename(templates, "site", "xq", NULL);
    run((const char *const[]){"cp", "-a", "templates/en", own, NULL});
    run((const char *const[]){"cp", "-a", "templates/site/en", pages, NULL});
    g_autofree char *table = g_build_filename(templates, "page", "xq", NULL);
    run((const char *const[]){"cp", "-a", "templates/page/en", table, NULL});
    translate();
    return 0;
}

static int end(void **state)
{
    (void)state;
    run((const char *const[]){"rm", "-r", templates, NULL});
    g_clear_pointer(&templates, g_free);
    words_unlearn();
    return 0;
}

static void begin_club(struct club *club)
{
    g_autofree char *conf = g_strdup_printf("referee.templates=%s\n", templates);
    club_begin_like(club, conf);
}

// ---- playing -----------------------------------------------------------------------------------

static void test_played(void **state)
{
    (void)state;
    struct club club;
    begin_club(&club);
    club_game(&club, 2, "");
    club_move(&club, ANNA, "language xq");
    club_holds(club_last(&club, ANNA), "Quaqua, I write to you");
    club_move(&club, ANNA, "qustatus");
    club_holds(club_last(&club, ANNA), "Quaqua, anna");

    const char *cards = club_hand(&club, ANNA);
    g_auto(GStrv) hand = g_strsplit(cards, " ", -1);
    guint n = g_strv_length(hand);
    g_autofree char *discard =
        g_strdup_printf("qudiscard %s %s %s", hand[n - 3], hand[n - 2], hand[n - 1]);
    club_move(&club, ANNA, discard);
    assert_int_equal(
        json_array_size(json_object_get(club_value(club_last(&club, ANNA), "you"), "hand")), n - 3);

    // A slip is answered with words of the language.
    club_move(&club, ANNA, "qustatsu");
    club_expect(&club, ANNA, "unclear", "Did you mean [qustatus]?");
    // English is understood as well, and so is the help of one word.
    club_move(&club, ANNA, "quhelp quplan");
    club_holds(club_last(&club, ANNA), "Moves made ahead");
    club_move(&club, ANNA, "language fr");
    club_holds(club_last(&club, ANNA), "désormais en français");
    club_end(&club);
}

static void test_unknown_language(void **state)
{
    (void)state;
    struct club club;
    begin_club(&club);
    club_game(&club, 2, "");
    club_move(&club, ANNA, "language klingon");
    club_expect(&club, ANNA, "unclear", "klingon");
    club_end(&club);
}

// ---- the doctor --------------------------------------------------------------------------------

static void expect_doctor(const char *words)
{
    struct club club;
    begin_club(&club);
    club_program(&club, "doctor", NULL, 0, NULL);
    if (!strstr(club_out->str, words))
        fail_msg("doctor doesn't say \"%s\" but:\n%s", words, club_out->str);
    club_end(&club);
}

static void test_whole(void **state)
{
    (void)state;
    expect_doctor("phrases in each of 4 languages");
}

// Changes one file, demands what doctor says, and puts the file back.
static void check_change(const char *file, const char *from, const char *to, const char *says)
{
    g_autofree char *whole = text_of(file);
    char *at = strstr(whole, from);
    if (!at)
        fail_msg("%s has no %s", file, from);
    g_autofree char *changed =
        g_strdup_printf("%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    write_text(file, changed);
    expect_doctor(says);
    write_text(file, whole);
}

static void test_what_is_missing(void **state)
{
    (void)state;
    check_change("phrases.ini", "\nhand=", "\nhind=", "en has the phrase hand and xq lacks it");
    check_change("phrases.ini", "plural-one=n = 1", "plural-one=n is 1", "plural-one: a rule");
    check_change("words.ini", "\nplay=quplay\n", "\n", "lacks a word for play");
    check_change("words.ini", "\nplay=", "\nplya=", "there is no such key; the nearest is play");
    check_change("words.ini", "=quplay", "=pass", "play=pass means pass in English");
    check_change("words.ini", "=quplay", "=игра", "a word has Latin letters");
    check_change("guide.txt", "\n## plan ", "\n## plum ", "explains plan and xq/guide.txt doesn't");
    check_change("rules.txt", "The rules", "{{#rules", "rules.txt");
    check_change("state.txt", "{{headline}}", "{{hedline}}", "hedline");
}

// The pages' words, as the mails'.
static void test_missing_on_pages(void **state)
{
    (void)state;
    check_change("site:phrases.ini",
                 "\nwon=", "\nwin=", "site/en has the phrase won and site/xq lacks it");
    check_change("site:phrases.ini", "\nwas-cancelled=", "\nwas-cancelled={{hwy}}", "hwy");
    check_change("site:phrases.ini", "\nline-seat-change=", "\nline-seat-change={{hwo}}",
                 "site/xq: ");
    check_change("site:phrases.ini", "\nline-said=", "\nline-said={{hwo}}", "hwo");
    check_change("site:phrases.ini", "\nreferee=", "\nreferee={{kye}}", "kye");
    check_change("site:phrases.ini", "\nscript-found=", "\nscript-found={{nn}}", "nn");
    check_change("site:phrases.ini", "=Quaquish", "={{#Quaquish", "phrases.ini");
    g_autofree char *pages = text_of("site:phrases.ini");
    g_autofree char *path = path_of("site:phrases.ini");
    assert_int_equal(g_remove(path), 0);
    expect_doctor("site/xq isn't there; copy");
    write_text("site:phrases.ini", pages);
}

// A language that has pages is published, and offered on all others.
static void test_published(void **state)
{
    (void)state;
    struct club club;
    begin_club(&club);
    club_game(&club, 2, "");
    g_autofree char *site = g_build_filename(club.dir, "site", NULL);
    g_autofree char *words = g_strdup_printf("publish %s", site);
    assert_int_equal(club_program(&club, words, NULL, 0, NULL), 0);
    static const char *const codes[] = {"en", "xq", "de"};
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        g_autofree char *path = g_build_filename(site, codes[i], "index.html", NULL);
        g_autofree char *page = NULL;
        assert_true(g_file_get_contents(path, &page, NULL, NULL));
        assert_non_null(strstr(page, ">Quaquish</"));
    }
    club_end(&club);
}

static void test_missing_file(void **state)
{
    (void)state;
    g_autofree char *rules = text_of("rules.txt");
    g_autofree char *path = path_of("rules.txt");
    assert_int_equal(g_remove(path), 0);
    expect_doctor("en has the file rules.txt and xq lacks it");
    write_text("rules.txt", rules);
}

// ---- numbers -----------------------------------------------------------------------------------

static void test_plural_rules(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *fit, *unfit; // numbers
    } rows[] = {
        {"n = 1", "1 -1", "0 2 11 101"},
        {"n = 0,1", "0 1", "2 10"},
        {"n % 10 = 1 and n % 100 != 11", "1 21 101", "0 11 12 111"},
        {"n % 10 = 2..4 and n % 100 != 12..14", "2 3 4 22 104", "1 5 12 13 14 112"},
        {"n = 3 or n = 5..7", "3 5 6 7", "1 4 8"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (int fit = 0; fit < 2; fit++) {
            g_auto(GStrv) numbers = g_strsplit(fit ? rows[i].fit : rows[i].unfit, " ", -1);
            for (char **number = numbers; *number; number++) {
                gboolean fits;
                assert_true(plural_fits(rows[i].rule, g_ascii_strtoll(*number, NULL, 10), &fits));
                if (fits != fit)
                    fail_msg("%s: %s", rows[i].rule, *number);
            }
        }
    }
    static const char *const bad[] = {
        "", "n", "n =", "n = x", "m = 1", "n % 0 = 1", "n = 1 and", "n = 1 2", "n = 99999999999"};
    gboolean fits;
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        assert_false(plural_fits(bad[i], 1, &fits));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_played),
        cmocka_unit_test(test_unknown_language),
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_what_is_missing),
        cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_plural_rules),
        cmocka_unit_test(test_missing_on_pages),
        cmocka_unit_test(test_published),
    };
    return cmocka_run_group_tests_name("fourth language", tests, begin, end);
}

// SPDX-License-Identifier: MIT
// Finished games in a few sentences: two whose every number was counted by hand, and all the others
// in every language.
#include "referee/archive/tale.h"
#include "referee/setup/languages.h"
#include "tests/unit/records.h"

static wording *all;

static int begin(void **state)
{
    (void)state;
    all = wording_new("templates");
    return 0;
}

static int end(void **state)
{
    (void)state;
    wording_free(all);
    return 0;
}

static const struct wording_language *language(const char *name)
{
    g_autoptr(GError) error = NULL;
    const struct wording_language *words = wording_in(all, name, &error);
    assert_non_null(words);
    return words;
}

static void read_vector(struct chronicle *out, unsigned number)
{
    GString *text = records_read("", number, ".record");
    assert_true(chronicle_read(out, text->str, text->len, TRUE, NULL));
    g_string_free(text, TRUE);
}

// The tale as lines: paragraphs, the title of the dearest, and those with their positions.
static char *told(const struct chronicle *game, unsigned seat, enum tale_voice voice,
                  const char *code)
{
    g_autoptr(GError) error = NULL;
    json_auto_t *tale = tale_tell(game, seat, voice, language(code), &error);
    if (!tale)
        fail_msg("%s", error->message);
    GString *out = g_string_new(NULL);
    json_t *part;
    gsize i;
    json_array_foreach(json_object_get(tale, "paragraphs"), i, part)
    {
        g_string_append_printf(out, "%s\n", json_string_value(part));
    }
    if (json_is_true(json_object_get(tale, "has_dearest")))
        g_string_append_printf(out, "%s\n",
                               json_string_value(json_object_get(tale, "dearest_title")));
    json_array_foreach(json_object_get(tale, "dearest"), i, part)
    {
        g_string_append_printf(out, "%s #%lld\n", json_string_value(json_object_get(part, "text")),
                               (long long)json_integer_value(json_object_get(part, "position")));
    }
    return g_string_free(out, FALSE);
}

static void expect(unsigned number, unsigned seat, enum tale_voice voice, const char *code,
                   const char *wanted)
{
    struct chronicle game;
    read_vector(&game, number);
    g_autofree char *found = told(&game, seat, voice, code);
    assert_string_equal(found, wanted);
    chronicle_clear(&game);
}

static void test_won(void **state)
{
    (void)state;
    expect(
        16, 0, TALE_THEY, "en",
        "KX9lsxD.4CEtd1n won with 37 penalty tokens, 1 token ahead.\n"
        "KX9lsxD.4CEtd1n won the first round with 14 penalty tokens, with 6 cards left unplayed.\n"
        "KX9lsxD.4CEtd1n took 23 penalty tokens in the second round, with 10 cards left "
        "unplayed.\n"
        "KX9lsxD.4CEtd1n spent every bonus token.\n"
        "The 3 turns that cost KX9lsxD.4CEtd1n most:\n"
        "13 penalty tokens for laying 23 on 9 in the second round #18\n"
        "10 penalty tokens for leaving early in the second round #20\n"
        "8 penalty tokens for laying 22 on 13 in the first round #9\n");
}

static void test_lost(void **state)
{
    (void)state;
    expect(16, 1, TALE_YOU, "en",
           "You came in at place 2 of 2 with 38 penalty tokens, 1 token behind.\n"
           "You took 18 penalty tokens in the first round, with 8 cards left unplayed.\n"
           "You won the second round with 20 penalty tokens, with 11 cards left unplayed.\n"
           "You spent every bonus token.\n"
           "The 3 turns that cost you most:\n"
           "11 penalty tokens for leaving early in the second round #21\n"
           "8 penalty tokens for leaving early in the first round #15\n"
           "7 penalty tokens for laying 9 on 1 in the second round #17\n");
}

// In 005 the winner has a bonus token left; in 010 two share the win, one of whom laid every card.
static void expect_line(unsigned number, unsigned seat, enum tale_voice voice, const char *code,
                        const char *line)
{
    struct chronicle game;
    read_vector(&game, number);
    g_autofree char *found = told(&game, seat, voice, code);
    g_autofree char *whole = g_strdup_printf("\n%s", found);
    g_autofree char *wanted = g_strdup_printf("\n%s\n", line);
    if (!strstr(whole, wanted))
        fail_msg("\"%s\" isn't told, but:\n%s", line, found);
    chronicle_clear(&game);
}

static void test_more(void **state)
{
    (void)state;
    expect_line(5, 1, TALE_YOU, "en",
                "At the end you had 1 bonus token unspent, which took 2 tokens off.");
    expect_line(10, 0, TALE_THEY, "en", "true shared the win with 24 penalty tokens.");
    expect_line(10, 0, TALE_YOU, "en",
                "You won the first round with 7 penalty tokens, the first to lay every card.");
    expect_line(23, 1, TALE_THEY, "en",
                "2 penalty tokens for passing and forcing on 11 in the first round #3");
    expect_line(15, 0, TALE_THEY, "en",
                "Others played in by's place for a while: 23. The result is by's all the same.");
    expect_line(
        15, 0, TALE_YOU, "de",
        "An deiner Stelle haben zeitweise andere gespielt: 23. Das Ergebnis ist trotzdem deins.");
}

// Every sentence of every vector, in every language and voice: whole, and with a number where the
// count is told.
static void test_all(void **state)
{
    (void)state;
    g_auto(GStrv) codes = languages_list("templates");
    guint n = 0;
    for (unsigned number = 1; number <= RECORDS_GOOD; number++) {
        struct chronicle game;
        read_vector(&game, number);
        for (unsigned s = 0; game.settled && s < game.game.n_seats; s++) {
            for (char **code = codes; *code; code++) {
                for (int voice = TALE_THEY; voice <= TALE_YOU; voice++, n++) {
                    g_autofree char *found = told(&game, s, (enum tale_voice)voice, *code);
                    g_autofree char *count = g_strdup_printf("%d", game.seats[s].result);
                    g_auto(GStrv) lines = g_strsplit(found, "\n", -1);
                    assert_true(g_strv_length(lines) >= 4);
                    assert_non_null(strstr(lines[0], count));
                    assert_null(strstr(found, "{{"));
                    assert_null(strstr(found, "  "));
                    if (voice == TALE_YOU)
                        assert_false(g_str_has_prefix(found, game.seats[s].nick));
                }
            }
        }
        chronicle_clear(&game);
    }
    assert_true(n > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_won),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_more),
        cmocka_unit_test(test_all),
    };
    return cmocka_run_group_tests_name("tale", tests, begin, end);
}

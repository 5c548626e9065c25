// SPDX-License-Identifier: MIT
// Lines that were told: recognised as a mail program gives them back, by whom they were told to
// alone, for a hundred mails, and without telling anything to whoever has the file.
#include "tests/unit/store_fixture.h"

#include "storage/known_lines.h"

static struct fixture *begin(void **state)
{
    struct fixture *f = *state;
    MUST(store_begin(f->store, &error));
    return f;
}

static struct known_lines *load(const struct fixture *f, gint64 player)
{
    struct known_lines *known = NULL;
    MUST((known = known_lines_load(f->store, player, &error)) != NULL);
    return known;
}

static gboolean is_known(const struct fixture *f, gint64 player, const char *line)
{
    struct known_lines *known = load(f, player);
    gboolean is = known_lines_has(known, line);
    known_lines_free(known);
    return is;
}

static void test_recognised(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    gint64 bert = fixture_player(f->store, "bert", "bert@example.org");
    const char *const lines[] = {"Your hand: [3] [17] [17] [23]",
                                 "  It is   your turn,\tAnna.  ",
                                 "",
                                 "short",
                                 "7 chars",
                                 "8 chars!",
                                 "sieben \xc3\xbc\xc3\xb6\xc3\xa4",
                                 "broken \xff\xc3 bytes",
                                 NULL};
    MUST(known_lines_add(f->store, anna, lines, &error));
    MUST(known_lines_add(f->store, anna, lines, &error)); // again is fine
    static const struct {
        const char *line;
        gboolean known;
    } cases[] = {
        {"Your hand: [3] [17] [17] [23]", TRUE},
        {"   Your hand: [3]  [17] [17]\xc2\xa0[23]\r", TRUE},
        {"Your hand: [3] [17] [17] [22]", FALSE},
        {"your hand: [3] [17] [17] [23]", FALSE},
        {"It is your turn, Anna.", TRUE},
        {"It is your turn,", FALSE},
        {"", FALSE},
        {"short", FALSE},
        {"7 chars", FALSE},
        {"8 chars!", TRUE},
        {"sieben \xc3\xbc\xc3\xb6\xc3\xa4", TRUE},
        {"broken \xff\xc3 bytes", TRUE},
    };
    struct known_lines *hers = load(f, anna), *his = load(f, bert);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        gboolean known = known_lines_has(hers, cases[i].line);
        if (known != cases[i].known)
            fail_msg("'%s' is %s", cases[i].line, known ? "known" : "not known");
        assert_false(known_lines_has(his, cases[i].line));
    }
    known_lines_free(hers);
    known_lines_free(his);
}

// A mail of so many lines.
static void tell(const struct fixture *f, gint64 player, guint n, const char *word)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(lines, g_strdup_printf("line %u of mail %s", i, word));
    g_ptr_array_add(lines, NULL);
    MUST(known_lines_add(f->store, player, (const char *const *)lines->pdata, &error));
}

static void test_bounded(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    gint64 bert = fixture_player(f->store, "bert", "bert@example.org");
    tell(f, bert, 1, "to bert");
    for (guint mail = 0; mail <= 100; mail++) {
        g_autofree char *word = g_strdup_printf("%u", mail);
        tell(f, anna, KNOWN_LINES_ROW, word);
    }
    assert_false(is_known(f, anna, "line 99 of mail 0"));
    assert_true(is_known(f, anna, "line 0 of mail 1"));
    assert_true(is_known(f, anna, "line 110 of mail 100"));
    assert_true(is_known(f, bert, "line 0 of mail to bert"));
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM known_lines WHERE player = 1"),
                     100);
}

// Of a long mail the first lines are known: were there a row more where it is longer, whoever says
// much to the table could find out by that how many lines a hand adds.
static void test_long(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    tell(f, anna, 2 * KNOWN_LINES_ROW + 1, "one");
    assert_true(is_known(f, anna, "line 0 of mail one"));
    assert_true(is_known(f, anna, "line 110 of mail one"));
    assert_false(is_known(f, anna, "line 111 of mail one"));
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM known_lines"), 1);
}

// A copy of the database doesn't tell how many lines a mail had, nor how many of them were told
// before: both depend on the hand.
static void test_tell_nothing(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    static const guint counts[] = {0, 1, 60, KNOWN_LINES_ROW, 30, 60, 2};
    for (guint mail = 0; mail < G_N_ELEMENTS(counts); mail++)
        tell(f, anna, counts[mail], "again");
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM known_lines"),
                     G_N_ELEMENTS(counts));
    assert_int_equal(fixture_number(f->path, "SELECT count(DISTINCT length(hashes))"
                                             " FROM known_lines"),
                     1);
    // No eight bytes of one stand in another.
    assert_int_equal(fixture_number(f->path,
                                    "WITH RECURSIVE at (i) AS (SELECT 1 UNION ALL SELECT i + 8"
                                    " FROM at WHERE i < 900)"
                                    " SELECT count(*) FROM known_lines a JOIN at JOIN known_lines b"
                                    " ON a.number < b.number"
                                    " AND instr(b.hashes, substr(a.hashes, i, 8)) > 0"),
                     0);
}

// What was changed behind the program's back, or is another's, is told to whoever asks.
static void test_changed(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    gint64 bert = fixture_player(f->store, "bert", "bert@example.org");
    tell(f, anna, 3, "hers");
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_sql(f, "UPDATE known_lines SET player = 2"), SQLITE_OK);
    struct known_lines *known = NULL;
    REFUSED((known = known_lines_load(f->store, bert, &error)) != NULL, STORE_ERROR_STOP,
            "doesn't open");
    assert_null(known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_recognised),   WITH_STORE(test_bounded), WITH_STORE(test_long),
        WITH_STORE(test_tell_nothing), WITH_STORE(test_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

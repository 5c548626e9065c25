// SPDX-License-Identifier: MIT
// The vectors: games that an independent implementation recorded, good and bad.
#include "referee/record/replay.h"
#include "tests/unit/records.h"

#include "referee/record/sealed.h"

static void test_good(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) text = records_read("", i, ".record");
        struct game game;
        struct record_fault fault;
        if (!record_verify(&game, text->str, text->len, NULL, &fault))
            fail_msg("%03u.record: line %zu: %s", i, fault.line, fault.reason);
        uint8_t key[CHAIN_KEY];
        memcpy(key, game.key, sizeof key);
        assert_true(game.over);
        assert_int_equal(game.stage, GAME_DONE);
        game_clear(&game);
        assert_int_equal(records_failing_line(text, key), 0);
        g_autoptr(GPtrArray) lines = records_split(text);
        key[0] ^= 1; // another key than the record's
        assert_int_equal(records_failing_line(text, key), lines->len - 1);
    }
}

static void test_bad(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= RECORDS_BAD; i++) {
        g_autoptr(GString) text = records_read("bad/", i, ".record");
        g_autoptr(GString) expect = records_read("bad/", i, ".expect");
        assert_true(g_str_has_prefix(expect->str, "line "));
        const guint64 line = g_ascii_strtoull(expect->str + strlen("line "), NULL, 10);
        const gsize failing = records_failing_line(text, NULL);
        if (failing != line || line == 0)
            fail_msg("bad/%03u.record fails in line %zu, not %" G_GUINT64_FORMAT, i, failing, line);
    }
}

static void add_state(const struct game *game, gsize number, const char *line, gsize len,
                      void *data)
{
    (void)len;
    if (g_str_has_prefix(line, "move ") || g_str_has_prefix(line, "discard "))
        replay_json(game, number, data);
}

static void test_states(void **state)
{
    (void)state;
    gsize bytes = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) text = records_read("", i, ".record");
        g_autoptr(GString) right = records_read("", i, ".states");
        g_autoptr(GString) out = g_string_new(NULL);
        struct game game;
        struct record_fault fault;
        if (!record_replay(&game, text->str, text->len, add_state, out, &fault))
            fail_msg("%03u.record: line %zu: %s", i, fault.line, fault.reason);
        game_clear(&game);
        if (!g_string_equal(out, right))
            fail_msg("the states of %03u.record differ", i);
        bytes += out->len;
    }
    assert_true(bytes > 1000000);
}

// A replay checks less, and stops where it finds something.
static void test_replay_of_bad(void **state)
{
    (void)state;
    // what only verify finds: deals, commitment, scores, result, winner, chain, key, signature
    static const unsigned passes[] = {1, 2, 26, 27, 28, 30, 31, 42, 44, 45, 46, 47};
    unsigned passed = 0;
    for (unsigned i = 1; i <= RECORDS_BAD; i++) {
        g_autoptr(GString) text = records_read("bad/", i, ".record");
        g_autoptr(GString) expect = records_read("bad/", i, ".expect");
        struct game game;
        struct record_fault fault;
        bool ok = record_replay(&game, text->str, text->len, NULL, NULL, &fault);
        game_clear(&game);
        bool may = false;
        for (gsize j = 0; j < G_N_ELEMENTS(passes); j++)
            may = may || passes[j] == i;
        if (may)
            passed += ok;
        else if (ok && i != 33)
            fail_msg("bad/%03u.record can be replayed", i);
        if (!ok && !may && i != 32)
            assert_int_equal(fault.line, g_ascii_strtoull(expect->str + 5, NULL, 10));
    }
    assert_in_range(passed, 8, G_N_ELEMENTS(passes));
}

// Every line of the public form, and that no secret of the record is in it.
static void test_public(void **state)
{
    (void)state;
    unsigned sealed = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) text = records_read("", i, ".record");
        g_autoptr(GString) public = record_public(text->str, text->len);
        g_autoptr(GPtrArray) full = records_split(text);
        g_autoptr(GPtrArray) open = records_split(public);
        for (guint n = 0; n < open->len; n++) {
            const char *line = g_ptr_array_index(full, n);
            const char *shown = g_ptr_array_index(open, n);
            if (!sealed_is_secret(line, strlen(line))) {
                assert_string_equal(line, shown);
                continue;
            }
            g_autofree char *cards = sealed_secret(line, strlen(line));
            g_autofree char *again = sealed_open(shown, strlen(shown), cards);
            assert_string_equal(again, line);
            assert_null(strstr(shown, cards));
            sealed++;
        }
        const char *after = g_ptr_array_index(full, open->len);
        assert_true(g_str_has_prefix(after, "result ") || g_str_has_prefix(after, "cancelled "));
    }
    assert_true(sealed > 250);
}

static bool continues(const GString *old, const GString *text, gsize *out_line)
{
    struct record_fault fault = {0};
    const bool ok = record_continues(old->str, old->len, text->str, text->len, &fault);
    *out_line = fault.line;
    return ok;
}

static void test_continues(void **state)
{
    (void)state;
    gsize line;
    unsigned compared = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) text = records_read("", i, ".record");
        g_autoptr(GString) public = record_public(text->str, text->len);
        g_autoptr(GPtrArray) lines = records_split(public);
        assert_true(continues(public, text, &line));
        for (guint n = lines->len; n > 0; n -= MIN(n, 5)) { // what was public earlier
            g_autoptr(GPtrArray) some = records_split(public);
            g_ptr_array_set_size(some, (gint)n);
            g_autoptr(GString) old = records_join(some);
            assert_true(continues(old, text, &line));
            if (i != 33)                                    // which has no deals to tell by
                assert_true(continues(old, public, &line)); // a longer public one
            old->str[old->len - 2] ^= 1;                    // and now with another last line
            assert_false(continues(old, text, &line));
            assert_int_equal(line, n);
            compared++;
        }
        g_string_append(public, "result anna 3\n");
        assert_false(continues(public, text, &line));
        assert_int_equal(line, lines->len + 1);
        g_string_truncate(public, public->len - strlen("\nresult anna 3\n")); // no newline
        assert_false(continues(public, text, &line));
        g_string_truncate(public, 0);
        assert_false(continues(public, text, &line));
        assert_int_equal(line, 1);
    }
    assert_true(compared > 300);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),   cmocka_unit_test(test_bad),
        cmocka_unit_test(test_states), cmocka_unit_test(test_replay_of_bad),
        cmocka_unit_test(test_public), cmocka_unit_test(test_continues),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The spelling of single lines, and the public and full form of the secret ones.
#include "referee/record/line.h"
#include "referee/record/sealed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <sodium.h>
#include <string.h>

static struct field of(const char *text)
{
    return (struct field){text, strlen(text)};
}

static void test_fields(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned fields; // that can be taken before one fails or nothing is left
        bool whole;      // nothing is left, no blank at the end
    } rows[] = {
        {"a b c", 3, true}, {"a", 1, true},     {"", 0, false},     {" a", 0, false},
        {"a ", 1, false},   {"a  b", 1, false}, {"a b ", 2, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct line line = line_start(rows[i].text, strlen(rows[i].text));
        struct field field;
        unsigned n = 0;
        bool whole = false;
        while (!whole && line_field(&line, &field)) {
            n++;
            whole = line_done(&line);
        }
        assert_int_equal(n, rows[i].fields);
        assert_int_equal(whole, rows[i].whole);
    }
    struct line line = line_start("name  two  blanks ", 18);
    struct field field;
    assert_true(line_field(&line, &field));
    assert_true(line_rest(&line, &field));
    assert_true(field_is(field, " two  blanks "));
    assert_false(line_rest(&line, &field));
    line = line_start("name ", 5);
    assert_true(line_field(&line, &field));
    assert_false(line_rest(&line, &field)); // empty
}

static void test_clean(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        gsize len;
        bool clean;
    } rows[] = {
        {"plain", 5, true},         {"", 0, true},
        {"na\xc3\xafve", 6, true},  {"\xf0\x9f\x9b\x91", 4, true},
        {"a\tb", 3, false},         {"a\rb", 3, false},
        {"a\0b", 3, false},         {"\x7f", 1, false},
        {"\x1b[0m", 4, false},      {"\xff", 1, false},
        {"\xc3", 1, false},         {"\xc0\xaf", 2, false},
        {"\xed\xa0\x80", 3, false}, {"\xf4\x90\x80\x80", 4, false},
        {"\xc2\x85", 2, true},      {"a\nb", 3, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (line_is_clean(rows[i].text, rows[i].len) != rows[i].clean)
            fail_msg("row %zu", i);
}

static void test_numbers(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "00", "01", "-1", "+1", "1 ", " 1", "1.0", "1e3", "x"};
    gint64 n;
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_false(field_number(of(wrong[i]), &n));
    assert_true(field_number(of("0"), &n) && n == 0);
    assert_true(field_number(of("9007199254740993"), &n) && n == 9007199254740993);
    assert_true(field_number(of("9223372036854775799"), &n) && n == 9223372036854775799);
    assert_true(field_number(of("99999999999999999999999999"), &n) && n == G_MAXINT64);
}

static void test_nicks(void **state)
{
    (void)state;
    static const char *const right[] = {
        "a", "-", ".", "_", "pass", "7x2", "robot-1", "A.b_c-9", "12345678901234567890"};
    static const char *const wrong[] = {"",  "123456789012345678901", "\xc3\xa9", "a b", "a/b",
                                        "a:"};
    for (gsize i = 0; i < G_N_ELEMENTS(right); i++)
        assert_true(field_is_nick(of(right[i])));
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++)
        assert_false(field_is_nick(of(wrong[i])));
}

static void test_hashes_and_signatures(void **state)
{
    (void)state;
    uint8_t bytes[64];
    uint8_t out[64];
    randombytes_buf(bytes, sizeof bytes);
    g_autofree char *key = line_key(bytes);
    assert_true(field_hash(of(key + 4), out));
    assert_memory_equal(out, bytes, 32);
    for (gsize i = 0; key[i]; i++) {
        g_autofree char *upper = g_strdup(key);
        upper[i] = g_ascii_toupper(upper[i]);
        if (i >= 4 && upper[i] != key[i])
            assert_false(field_hash(of(upper + 4), out));
    }
    assert_false(field_hash((struct field){key + 4, 63}, out));
    g_autofree char *signature = line_signature(bytes);
    struct field text = of(signature + strlen("signature "));
    assert_int_equal(text.len, 88);
    assert_true(field_signature(text, out));
    assert_memory_equal(out, bytes, 64);
    char again[90];
    memcpy(again, text.text, 89);
    again[85] = (char)(again[85] + 1); // bits that the last byte doesn't have
    assert_false(field_signature(of(again), out));
    memcpy(again, text.text, 89);
    again[87] = '\0';
    assert_false(field_signature(of(again), out));
    again[86] = again[87] = '=';
    again[88] = '=';
    again[89] = '\0';
    assert_false(field_signature(of(again), out));
    memset(again, ' ', 88);
    again[88] = '\0';
    assert_false(field_signature(of(again), out));
}

// One of each kind, as the specification shows it.
static void test_writing(void **state)
{
    (void)state;
    const struct hand hand = {.count = {[3] = 2, [17] = 1}, .cards = 3};
    const uint8_t zero[64] = {0};
    const char *const nicks[] = {"anna", "bruno"};
    const struct move move = {MOVE_PLAY, 7, 2, 1};
    char *const lines[] = {
        line_game(14, 0),
        line_name("Freitagsrunde"),
        line_rules(rules_brief),
        line_rules((struct rules_options){RULES_GAP_SKIPPED, RULES_BONUS_SHIFT, 0, 0}),
        line_seat("anna", "two  blanks "),
        line_seat("bruno", ""),
        line_seat("robot-1", NULL),
        line_round(2, 60),
        line_deal("anna", &hand),
        line_discard("anna", 0, &hand, LINE_CLOCK),
        line_move("anna", 0, move, LINE_PLAYER),
        line_move("anna", 0, move, LINE_ROBOT),
        line_seat_change("anna", 0, "carla"),
        line_score("anna", 12, 3),
        line_result("anna", 6),
        line_winner(nicks, 2),
        line_cancelled("by all"),
        line_end(0),
        line_commit(zero),
    };
    static const char *const right[] = {
        "game 14 1970-01-01T00:00:00Z",
        "name Freitagsrunde",
        "rules gap=difference bonus=window discard=3 stall=3",
        "rules gap=skipped bonus=shift discard=0 stall=0",
        "seat anna two  blanks ",
        "seat bruno",
        "seat robot-1",
        "round 2 1970-01-01T00:01:00Z",
        "deal anna 3 3 17",
        "discard anna 1970-01-01T00:00:00Z 3 3 17 by clock",
        "move anna 1970-01-01T00:00:00Z 7x2 bonus",
        "move anna 1970-01-01T00:00:00Z 7x2 bonus by robot",
        "seat-change anna 1970-01-01T00:00:00Z carla",
        "score anna 12 3",
        "result anna 6",
        "winner anna bruno",
        "cancelled by all",
        "end 1970-01-01T00:00:00Z",
        "commit 0000000000000000000000000000000000000000000000000000000000000000",
    };
    assert_int_equal(G_N_ELEMENTS(lines), G_N_ELEMENTS(right));
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        assert_string_equal(lines[i], right[i]);
        g_free(lines[i]);
    }
}

static void test_sealed(void **state)
{
    (void)state;
    static const struct {
        const char *full;
        const char *start; // of the public form
        const char *mark;
        const char *cards; // NULL: no secret
    } rows[] = {
        {"discard anna 1970-01-01T00:00:00Z 3 3 17", "discard anna 1970-01-01T00:00:00Z sealed ",
         "", "3 3 17"},
        {"discard anna 1970-01-01T00:00:00Z 3 3 17 by clock",
         "discard anna 1970-01-01T00:00:00Z sealed ", " by clock", "3 3 17"},
        {"discard by 1970-01-01T00:00:00Z 3 3 17 by robot",
         "discard by 1970-01-01T00:00:00Z sealed ", " by robot", "3 3 17"},
        {"deal anna 1 2 3", "deal anna sealed", "", "1 2 3"},
        {"move anna 1970-01-01T00:00:00Z 7", "move anna 1970-01-01T00:00:00Z 7", "", NULL},
        {"cancelled discard a b c", "cancelled discard a b c", "", NULL},
    };
    const uint8_t seed[DEAL_SEED] = {1};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const gsize len = strlen(rows[i].full);
        g_autofree char *public = sealed_public(seed, 1, rows[i].full, len);
        g_autofree char *cards = sealed_secret(rows[i].full, len);
        assert_int_equal(sealed_is_secret(rows[i].full, len), rows[i].cards != NULL);
        assert_true(g_str_has_prefix(public, rows[i].start));
        assert_true(g_str_has_suffix(public, rows[i].mark));
        assert_int_equal(strlen(public), strlen(rows[i].start) + strlen(rows[i].mark) +
                                             (g_str_has_prefix(public, "discard") ? 64 : 0));
        if (!rows[i].cards) {
            assert_null(cards);
            continue;
        }
        assert_string_equal(cards, rows[i].cards);
        assert_null(strstr(public, rows[i].cards));
        g_autofree char *again = sealed_open(public, strlen(public), cards);
        assert_string_equal(again, rows[i].full);
        assert_null(sealed_open(rows[i].full, len, "9"));
    }
    static const char *const broken[] = {"discard",   "discard anna", "discard anna T", "deal",
                                         "deal anna", "deal  1 2 3",  "discard anna T "};
    for (gsize i = 0; i < G_N_ELEMENTS(broken); i++)
        assert_null(sealed_secret(broken[i], strlen(broken[i])));
    assert_null(sealed_public(seed, 1, "discard anna T ", 15));
}

// What a seal depends on: seed, round, name, cards.
static void test_seals_differ(void **state)
{
    (void)state;
    static const char *const lines[] = {"discard anna T 3 3 17", "discard bruno T 3 3 17",
                                        "discard anna T 3 3 18"};
    const uint8_t seeds[2][DEAL_SEED] = {{1}, {2}};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned i = 0; i < 12; i++) {
        const char *line = lines[i % 3];
        char *public = sealed_public(seeds[i / 3 % 2], 1 + i / 6, line, strlen(line));
        assert_true(g_hash_table_add(seen, g_strdup(strstr(public, "sealed "))));
        g_free(public);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_clean),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_nicks),
        cmocka_unit_test(test_hashes_and_signatures),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_sealed),
        cmocka_unit_test(test_seals_differ),
    };
    return cmocka_run_group_tests_name("line", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The walk through gates 1 to 4: which fact stops a mail, in which order, and what is the referee's
// own.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "referee/receive/gates.h"
#include "referee/words/newtext_read.h"

#define OWN    "referee@play.example.org"
#define TICKET "14.37.2.k7xqa9m2pd4ht0v3c8we"

// Facts of a mail that nothing stops, changed by what `changes` says (JSON).
static json_t *facts_of(const char *changes)
{
    json_t *facts = json_loads(
        "{\"size\":null,\"too_big\":false,\"loop\":null,\"automatic\":null,\"bounce\":null,"
        "\"sender\":{\"address\":\"clara@example.org\",\"name\":\"Clara\",\"hold\":null,"
        "\"absent\":false},\"froms\":[\"clara@example.org\"],\"return_path\":null,"
        "\"message_id\":\"<x@example.org>\",\"ids\":[\"<" TICKET "@play.example.org>\"],"
        "\"to\":[\"referee+" TICKET "@play.example.org\"],\"subject\":\"\","
        "\"text\":{\"body\":\"pass\\n\",\"flowed\":false,\"delsp\":false,\"guessed\":false,"
        "\"signed\":false},\"html\":null,\"trouble\":null,\"html_trouble\":null,\"attached\":[],"
        "\"signature\":null,\"openpgp\":null}",
        0, NULL);
    json_t *other = json_loads(changes, 0, NULL);
    assert_non_null(facts);
    assert_non_null(other);
    json_object_update(facts, other);
    json_decref(other);
    return facts;
}

// "gate outcome: reason", or "passed".
static char *walk(const char *changes, const char *own)
{
    struct gates_verdict verdict;
    json_t *facts = facts_of(changes);
    char *out = NULL;
    if (gates_walk(facts, own, &verdict) && gates_size(facts, &verdict))
        out = g_strdup("passed");
    else
        out = g_strdup_printf("%s %s: %s", gates_gate_name(verdict.gate),
                              gates_outcome_name(verdict.outcome), verdict.reason);
    gates_clear(&verdict);
    json_decref(facts);
    return out;
}

static void test_stops(void **state)
{
    static const struct {
        const char *changes, *wanted;
    } rows[] = {
        {"{}", "passed"},
        {"{\"size\":\"too many parts\",\"loop\":\"x\"}", "size hold: Too many parts."},
        {"{\"loop\":\"it came back\",\"automatic\":\"x\"}", "loop drop: It came back."},
        {"{\"automatic\":\"a list sent it\"}", "automatic drop: A list sent it."},
        {"{\"sender\":{\"address\":null,\"hold\":\"two mailboxes\",\"absent\":false}}",
         "sender hold: Two mailboxes."},
        {"{\"sender\":{\"address\":null,\"hold\":null,\"absent\":true}}",
         "sender drop: It says no sender."},
        {"{\"sender\":{\"address\":null,\"hold\":null,\"absent\":false}}",
         "sender hold: Its sender can't be read."},
        {"{\"too_big\":true}", "size ask: The mail is too large to be read."},
        {"{\"too_big\":true,\"automatic\":\"a list sent it\"}", "automatic drop: A list sent it."},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *without = walk(rows[i].changes, NULL);
        g_autofree char *with = walk(rows[i].changes, OWN);
        assert_string_equal(without, rows[i].wanted);
        assert_string_equal(with, rows[i].wanted);
    }
}

static void test_own(void **state)
{
    static const char back[] = "loop drop: The referee's own mail came back.";
    static const struct {
        const char *changes, *without, *with;
    } rows[] = {
        {"{\"froms\":[\"Referee@play.example.org\"]}", back, back},
        {"{\"froms\":[\"a@b.org\",\"referee+" TICKET "@play.example.org\"]}", back, back},
        {"{\"froms\":[\"referee@play.example.org\"],\"to\":[\"clara@example.org\"]}", "passed",
         back},
        {"{\"froms\":[\"clara@example.org\"],\"to\":[\"clara@example.org\","
         "\"referee@play.example.org\"]}",
         "passed", "passed"},
        {"{\"froms\":[\"referee@play.example.org\"],\"to\":[\"referee@play.example.org\"]}", back,
         back},
        {"{\"froms\":[],\"to\":[]}", "passed", "passed"},
        {"{\"message_id\":\"<" TICKET ".3@elsewhere.example>\"}", back, back},
        {"{\"message_id\":null}", "passed", "passed"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *without = walk(rows[i].changes, NULL);
        g_autofree char *with = walk(rows[i].changes, OWN);
        assert_string_equal(without, rows[i].without);
        assert_string_equal(with, rows[i].with);
    }
}

static void test_text(void **state)
{
    (void)state;
    json_t *facts = facts_of("{\"signature\":\"openpgp\",\"attached\":[\"a\",\"b\"]}");
    struct newtext_input input = {.language = "de"};
    struct gates_strings strings = {0};
    struct newtext text;
    struct gates_verdict verdict;
    gates_input(facts, &input, &strings);
    assert_string_equal(input.text, "pass\n");
    assert_string_equal(input.language, "de");
    assert_true(input.openpgp && !input.text_signed && !input.flowed);
    assert_string_equal(input.attached[1], "b");
    assert_null(input.attached[2]);
    newtext_read(&input, &text);
    gates_text(&text, &verdict);
    assert_int_equal(verdict.gate, GATES_NONE);
    assert_int_equal(verdict.outcome, GATES_ACT);
    assert_int_equal(text.tickets->len, 1);
    gates_clear(&verdict);
    newtext_clear(&text);
    gates_strings_clear(&strings);
    json_decref(facts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Every mail of tests/mail through the reader, the gates and the text, against what must be made of
// it (tests/mail/README.md): one test a mail, one more for their number.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>
#include <jansson.h>

#include "referee/programs/reader.h"
#include "referee/receive/gates.h"
#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"

#define FOLDER "tests/mail"
enum { CASES_MIN = 300 };

static reader *eyes;
static guint seen;

// What was made of one mail, as `explain` says it.
struct made {
    struct gates_verdict verdict;
    struct newtext text;
};

static void make(GBytes *raw, struct made *made)
{
    g_autoptr(GError) error = NULL;
    json_t *facts = NULL;
    memset(made, 0, sizeof *made);
    if (!reader_read(eyes, raw, &facts, &error)) {
        fail_msg("%s", error->message);
        return;
    }
    struct newtext_input input = {0};
    struct gates_strings strings = {0};
    gboolean passed = gates_walk(facts, NULL, &made->verdict) && gates_size(facts, &made->verdict);
    gates_input(facts, &input, &strings);
    newtext_read(&input, &made->text);
    if (passed)
        gates_text(&made->text, &made->verdict);
    gates_strings_clear(&strings);
    json_decref(facts);
}

static void unmake(struct made *made)
{
    gates_clear(&made->verdict);
    newtext_clear(&made->text);
}

// Whether value is wanted, or one of a list of wanted ones.
static gboolean is_one_of(const char *value, const json_t *wanted)
{
    if (json_is_string(wanted))
        return strcmp(value, json_string_value(wanted)) == 0;
    for (size_t i = 0; i < json_array_size(wanted); i++)
        if (strcmp(value, json_string_value(json_array_get(wanted, i))) == 0)
            return TRUE;
    return FALSE;
}

// Runs of blanks as one, and no `play` behind `preview ` or in a plan.
static char *loosened(const char *command)
{
    g_auto(GStrv) words = g_strsplit(command, " ", -1);
    g_autoptr(GString) out = g_string_new(NULL);
    gboolean plan = g_str_has_prefix(command, "plan") || g_str_has_prefix(command, "preview");
    for (char **word = words; *word; word++)
        if (**word && !(plan && strcmp(*word, "play") == 0))
            g_string_append_printf(out, "%s ", *word);
    return g_strdup(out->str);
}

static gboolean same_commands(const GPtrArray *commands, const json_t *wanted)
{
    gboolean same = json_array_size(wanted) == commands->len;
    for (guint i = 0; same && i < commands->len; i++) {
        g_autofree char *made = command_format(commands->pdata[i]);
        g_autofree char *left = loosened(made);
        g_autofree char *right = loosened(json_string_value(json_array_get(wanted, i)));
        same = strcmp(left, right) == 0;
    }
    return same;
}

static gboolean commands_fit(const struct made *made, const json_t *wanted)
{
    if (made->verdict.outcome != GATES_ACT)
        return made->text.outcome == NEWTEXT_ASK ? made->text.commands->len == 0 : TRUE;
    if (same_commands(made->text.commands, json_object_get(wanted, "commands")))
        return TRUE;
    const json_t *also = json_object_get(wanted, "also");
    for (size_t i = 0; i < json_array_size(also); i++)
        if (same_commands(made->text.commands, json_array_get(also, i)))
            return TRUE;
    return FALSE;
}

static gboolean tickets_fit(const struct made *made, const json_t *wanted)
{
    const json_t *tickets = json_object_get(wanted, "tickets");
    if (!tickets)
        return TRUE;
    gboolean fit = json_array_size(tickets) == made->text.tickets->len;
    for (size_t i = 0; fit && i < json_array_size(tickets); i++) {
        struct ticket ticket;
        gboolean found = FALSE;
        const char *text = json_string_value(json_array_get(tickets, i));
        assert_int_equal(ticket_parse(text, -1, &ticket), strlen(text));
        for (guint k = 0; k < made->text.tickets->len; k++)
            found = found ||
                    ticket_equal(&ticket, &g_array_index(made->text.tickets, struct ticket, k));
        fit = found;
    }
    return fit;
}

static gboolean signed_fits(const struct made *made, const json_t *wanted)
{
    static const char *const kinds[] = {"no", "native", "minisign", "ssh", "openpgp"};
    const json_t *kind = json_object_get(wanted, "signed");
    return !kind || strcmp(json_string_value(kind), kinds[made->text.signature]) == 0;
}

static char *in_one_line(const GPtrArray *commands)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < commands->len; i++) {
        g_autofree char *text = command_format(commands->pdata[i]);
        g_string_append_printf(out, " [%s]", text);
    }
    return g_strdup(out->str);
}

static void check(const char *name, const struct made *made, const json_t *wanted)
{
    const char *outcome = gates_outcome_name(made->verdict.outcome);
    const char *gate = gates_gate_name(made->verdict.gate);
    g_autofree char *commands = in_one_line(made->text.commands);
    if (!is_one_of(outcome, json_object_get(wanted, "outcome")) ||
        !is_one_of(gate, json_object_get(wanted, "gate")) || !commands_fit(made, wanted) ||
        !tickets_fit(made, wanted) || !signed_fits(made, wanted))
        fail_msg("%s: %s %s%s: %s", name, outcome, gate, commands, made->verdict.reason);
    assert_true((made->verdict.outcome == GATES_ACT) == (made->verdict.gate == GATES_NONE));
}

static void test_mail(void **state)
{
    const char *name = *state;
    g_autofree char *eml = g_strconcat(FOLDER "/", name, ".eml", NULL);
    g_autofree char *json = g_strconcat(FOLDER "/", name, ".json", NULL);
    g_autoptr(GError) error = NULL;
    char *bytes = NULL;
    gsize len = 0;
    assert_true(g_file_get_contents(eml, &bytes, &len, &error));
    json_t *wanted = json_load_file(json, 0, NULL);
    assert_non_null(wanted);
    g_autoptr(GBytes) raw = g_bytes_new_take(bytes, len);
    struct made made;
    make(raw, &made);
    check(name, &made, wanted);
    seen++;
    unmake(&made);
    json_decref(wanted);
}

static void test_enough(void **state)
{
    (void)state;
    assert_true(seen >= CASES_MIN);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names of all mails, without their ending.
static GPtrArray *find_cases(void)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) folder = g_dir_open(FOLDER, 0, NULL);
    const char *file;
    while (folder && (file = g_dir_read_name(folder)))
        if (g_str_has_suffix(file, ".eml"))
            g_ptr_array_add(names, g_strndup(file, strlen(file) - 4));
    qsort(names->pdata, names->len, sizeof(void *), by_name);
    return names;
}

int main(void)
{
    const char *build = g_getenv("BUILD");
    g_autofree char *program = g_build_filename(build ? build : "build", "libexec", "read", NULL);
    eyes = reader_start(program, (struct reader_limits){2 * 1024 * 1024, 20});
    g_autoptr(GPtrArray) names = find_cases();
    struct CMUnitTest *tests = g_new0(struct CMUnitTest, names->len + 1);
    for (guint i = 0; i < names->len; i++)
        tests[i] = (struct CMUnitTest){
            .name = names->pdata[i], .test_func = test_mail, .initial_state = names->pdata[i]};
    tests[names->len] = (struct CMUnitTest)cmocka_unit_test(test_enough);
    int failed = _cmocka_run_group_tests("cases", tests, names->len + 1, NULL, NULL);
    reader_stop(eyes);
    g_free(tests);
    return failed;
}

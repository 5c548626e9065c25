// SPDX-License-Identifier: MIT
// The Mustache renderer: every case of the official specification, then what we promise beyond it:
// strict mode, escaping by the way of rendering, errors with their line, limits, and no harm from
// any template.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "templates/mustache.h"

// ---- the specification --------------------------------------------------------------------------

static const char *const spec_files[] = {"comments", "delimiters", "interpolation",
                                         "inverted", "partials",   "sections"};
enum { SPEC_CASES = 136 };

// Partials of one case: name → text, compiled when asked for.
struct partials {
    json_t *texts;
    GHashTable *compiled;
};

static void free_mustache(gpointer template)
{
    mustache_free(template);
}

static struct partials partials_of(json_t *texts)
{
    return (struct partials){texts,
                             g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_mustache)};
}

static const mustache *partials_find(const char *name, gpointer user, GError **error)
{
    struct partials *p = user;
    mustache *template = g_hash_table_lookup(p->compiled, name);
    const json_t *text = json_object_get(p->texts, name);
    if (template || !text)
        return template;
    template = mustache_parse(json_string_value(text), json_string_length(text), error);
    if (template)
        g_hash_table_insert(p->compiled, g_strdup(name), template);
    return template;
}

static void run_spec_case(void **state)
{
    const json_t *test = *state;
    const char *text = json_string_value(json_object_get(test, "template"));
    g_autoptr(GError) error = NULL;
    g_autoptr(mustache) template = mustache_parse(text, strlen(text), &error);
    assert_null(error);
    assert_non_null(template);
    struct partials partials = partials_of(json_object_get(test, "partials"));
    struct mustache_way way = {.partial = partials_find, .user = &partials};
    g_autoptr(GString) out = g_string_new(NULL);
    assert_true(mustache_render(template, json_object_get(test, "data"), &way, out, &error));
    assert_string_equal(out->str, json_string_value(json_object_get(test, "expected")));
    g_hash_table_unref(partials.compiled);
}

static void test_spec_is_complete(void **state)
{
    assert_int_equal(((GPtrArray *)*state)->len, SPEC_CASES);
}

// All cases, named "file: case". The documents stay loaded in files.
static GPtrArray *load_spec(json_t **files)
{
    GPtrArray *cases = g_ptr_array_new();
    for (gsize f = 0; f < G_N_ELEMENTS(spec_files); f++) {
        g_autofree char *path = g_strdup_printf("tests/mustache-spec/%s.json", spec_files[f]);
        files[f] = json_load_file(path, 0, NULL);
        json_t *tests = json_object_get(files[f], "tests");
        for (gsize i = 0; i < json_array_size(tests); i++) {
            json_t *test = json_array_get(tests, i);
            json_object_set_new(test, "title",
                                json_sprintf("%s: %s", spec_files[f],
                                             json_string_value(json_object_get(test, "name"))));
            g_ptr_array_add(cases, test);
        }
    }
    return cases;
}

// ---- beyond it ----------------------------------------------------------------------------------

// Renders text with JSON data and partials (NULL: none). Returns the output, or the error's
// message.
static char *render(const char *text, const char *data, const char *partials_json,
                    struct mustache_way way, int *out_code)
{
    json_t *values = json_loads(data, JSON_DECODE_ANY, NULL);
    assert_non_null(values);
    json_t *texts = partials_json ? json_loads(partials_json, 0, NULL) : NULL;
    struct partials partials = partials_of(texts);
    way.partial = texts ? partials_find : NULL;
    way.user = &partials;
    GString *out = g_string_new("before ");
    g_autoptr(GError) error = NULL;
    g_autoptr(mustache) template = mustache_parse(text, strlen(text), &error);
    gboolean good = template && mustache_render(template, values, &way, out, &error);
    assert_true(good == (error == NULL));
    assert_true(g_str_has_prefix(out->str, "before "));
    if (error) {
        assert_string_equal(out->str, "before ");
        assert_int_equal(error->domain, MUSTACHE_ERROR);
    }
    *out_code = error ? error->code : -1;
    char *result = g_strdup(error ? error->message : out->str + strlen("before "));
    g_string_free(out, TRUE);
    g_hash_table_unref(partials.compiled);
    json_decref(texts);
    json_decref(values);
    return result;
}

struct shown {
    const char *text, *data, *partials, *expected;
    struct mustache_way way;
};

static const struct shown shown_table[] = {
    {"{{x}} {{{x}}} {{&x}}",
     "{\"x\":\"<'\\\">&\"}",
     NULL,
     "&lt;&#39;&quot;&gt;&amp; <'\">& <'\">&",
     {0}},
    {"{{x}} {{{x}}}",
     "{\"x\":\"<'\\\">&\"}",
     NULL,
     "<'\">& <'\">&",
     {.escape = MUSTACHE_ESCAPE_NONE}},
    // A partial knows the way too.
    {"{{>p}}", "{\"x\":\"<\"}", "{\"p\":\"{{x}}\"}", "<", {.escape = MUSTACHE_ESCAPE_NONE}},
    {"{{>p}}", "{\"x\":\"<\"}", "{\"p\":\"{{x}}\"}", "&lt;", {0}},
    {"{{a}} {{b}} {{c}} {{d}} {{e}} {{f}} {{g}}",
     "{\"a\":3.0,\"b\":-0.0,\"c\":0.1,\"d\":9007199254740992.0,\"e\":1e300,\"f\":-7,\"g\":1.1}",
     NULL,
     "3 0 0.1 9007199254740992 1e+300 -7 1.1",
     {0}},
    {"{{t}}{{f}}{{n}}", "{\"t\":true,\"f\":false,\"n\":null}", NULL, "truefalse", {.strict = TRUE}},
    {"{{#e}}x{{/e}}{{^e}}empty{{/e}}", "{\"e\":\"\"}", NULL, "empty", {.strict = TRUE}},
    {"{{#z}}{{.}} tokens{{/z}}{{^z}}none{{/z}}", "{\"z\":0}", NULL, "0 tokens", {.strict = TRUE}},
    {"{{#o}}yes{{/o}}", "{\"o\":{}}", NULL, "yes", {.strict = TRUE}},
    // Strictly, null and false are values, and what an outer context has is there.
    {"{{#n}}x{{/n}}{{^f}}y{{/f}}{{#l}}{{m}}{{/l}}",
     "{\"n\":null,\"f\":false,\"m\":1,\"l\":[{},{}]}",
     NULL,
     "y11",
     {.strict = TRUE}},
    {"[{{l}}{{o}}]", "{\"l\":[1],\"o\":{\"a\":1}}", NULL, "[]", {0}},
    // What a value holds is never read as a template, in a partial neither.
    {"{{x}}{{>p}}",
     "{\"x\":\"{{y}}{{>p}}\",\"y\":\"bad\"}",
     "{\"p\":\"{{{x}}}\"}",
     "{{y}}{{&gt;p}}{{y}}{{>p}}",
     {0}},
    // Blank lines of an indented partial get no blanks; a value's own lines are left alone.
    {"  {{>p}}\nend",
     "{\"v\":\"1\\n2\"}",
     "{\"p\":\"a\\n\\n{{v}}\\n\"}",
     "  a\n\n  1\n2\nend",
     {0}},
    {" {{>p}}\n",
     "{}",
     "{\"p\":\"a\\n {{>q}}\\nb\\n\",\"q\":\"c\\nd\\n\"}",
     " a\n  c\n  d\n b\n",
     {0}},
    {" {{>p}}\n", "{}", "{\"p\":\"{{>q}} x\\n\",\"q\":\"c\\nd\"}", " c\nd x\n", {0}},
    {"  {{>p}}\n",
     "{\"l\":[1,2],\"no\":false}",
     "{\"p\":\"{{#l}}\\n{{.}}\\n{{/l}}\\n{{#no}}x{{/no}}y\\n\"}",
     "  1\n  2\n  y\n",
     {0}},
    {"{{ # a }}{{ . }}{{ / a }}{{{ a }}}", "{\"a\":\"x\"}", NULL, "xx", {0}},
    {"{{=| |=}}|{a}||&a|{{a}}", "{\"a\":\"<\"}", NULL, "<<{{a}}", {0}},
    {"", "{}", NULL, "", {.strict = TRUE}},
    {"plain { } }} text", "{}", NULL, "plain { } }} text", {.strict = TRUE}},
    {"{{x}}", "{\"x\":\"Grüße, 日本 \\u0001\"}", NULL, "Grüße, 日本 \x01", {0}},
};

static void test_shown(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(shown_table); i++) {
        const struct shown *t = &shown_table[i];
        int code;
        g_autofree char *got = render(t->text, t->data, t->partials, t->way, &code);
        assert_string_equal(got, t->expected);
        assert_int_equal(code, -1);
    }
}

struct refused {
    const char *text, *partials, *message;
    enum mustache_error code;
};

// The data of all: {"a":{"b":1}, "n":null, "l":[1], "o":{}, "s":"text"}, strictly.
static const struct refused refused_table[] = {
    {"x\n{{b}}", NULL, "line 2: nothing is called b", MUSTACHE_ERROR_MISSING},
    {"{{{b}}}", NULL, "line 1: nothing is called b", MUSTACHE_ERROR_MISSING},
    {"{{a.b}}\n\n{{a.c}}", NULL, "line 3: nothing is called a.c", MUSTACHE_ERROR_MISSING},
    {"{{n.x}}", NULL, "line 1: nothing is called n.x", MUSTACHE_ERROR_MISSING},
    {"{{s.x}}", NULL, "line 1: nothing is called s.x", MUSTACHE_ERROR_MISSING},
    {"{{#b}}{{/b}}", NULL, "line 1: nothing is called b", MUSTACHE_ERROR_MISSING},
    {"\r\n\r\n{{^b}}{{/b}}", NULL, "line 3: nothing is called b", MUSTACHE_ERROR_MISSING},
    {"{{>p}}", NULL, "line 1: no partial is called p", MUSTACHE_ERROR_MISSING},
    {"{{>p}}", "{\"p\":\"\\n{{b}}\"}", "p, line 2: nothing is called b", MUSTACHE_ERROR_MISSING},
    {"{{>p}}{{b}}", "{\"p\":\"\\n{{s}}\"}", "line 1: nothing is called b", MUSTACHE_ERROR_MISSING},
    {"{{>p}}", "{\"p\":\"\\n{{b\"}", "line 2: a tag has no }} at its end", MUSTACHE_ERROR_SYNTAX},
    {"{{l}}", NULL, "line 1: l is a list, no text", MUSTACHE_ERROR_VALUE},
    {"{{&o}}", NULL, "line 1: o is an object, no text", MUSTACHE_ERROR_VALUE},
    {"{{#o}}\n{{.}}{{/o}}", NULL, "line 2: . is an object, no text", MUSTACHE_ERROR_VALUE},
    {"a {{b", NULL, "line 1: a tag has no }} at its end", MUSTACHE_ERROR_SYNTAX},
    {"{{{b}}", NULL, "line 1: a tag has no }}} at its end", MUSTACHE_ERROR_SYNTAX},
    {"{{", NULL, "line 1: a tag has no }} at its end", MUSTACHE_ERROR_SYNTAX},
    {"{{}}", NULL, "line 1: \"\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{#}}{{/}}", NULL, "line 1: \"\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{a b}}", NULL, "line 1: \"a b\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{a..b}}", NULL, "line 1: \"a..b\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{.a}}", NULL, "line 1: \".a\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{a.}}", NULL, "line 1: \"a.\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{\x1b[1m}}", NULL, "line 1: \"\\033[1m\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{>../etc}}", NULL, "line 1: \"../etc\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{>*dynamic}}", NULL, "line 1: \"*dynamic\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"{{<parent}}", NULL, "line 1: \"<parent\" is no name", MUSTACHE_ERROR_SYNTAX},
    {"\n{{#a}}\n{{/b}}", NULL, "line 3: section b ends where a of line 2 is open",
     MUSTACHE_ERROR_SYNTAX},
    {"{{#a}}{{^n}}{{/a}}{{/n}}", NULL, "line 1: section a ends where n of line 1 is open",
     MUSTACHE_ERROR_SYNTAX},
    {"\n{{/a}}", NULL, "line 2: section a ends and never began", MUSTACHE_ERROR_SYNTAX},
    {"{{a.b}}\n{{#a}}\n\n", NULL, "line 2: section a never ends", MUSTACHE_ERROR_SYNTAX},
    {"{{=<%=}}", NULL, "line 1: these can't be delimiters", MUSTACHE_ERROR_SYNTAX},
    {"{{=< = >=}}", NULL, "line 1: these can't be delimiters", MUSTACHE_ERROR_SYNTAX},
    {"{{==}}", NULL, "line 1: these can't be delimiters", MUSTACHE_ERROR_SYNTAX},
    {"{{=12345678901234567 >=}}", NULL, "line 1: these can't be delimiters", MUSTACHE_ERROR_SYNTAX},
    {"{{>p}}", "{\"p\":\"{{>p}}\"}", "p, line 1: more than 64 sections and partials in each other",
     MUSTACHE_ERROR_LIMIT},
    {"{{#l}}{{>p}}{{/l}}", "{\"p\":\"{{#a}}{{>p}}{{/a}}\"}",
     "p, line 1: more than 64 sections and partials in each other", MUSTACHE_ERROR_LIMIT},
    {"{{>p}}", "{\"p\":\"\\n {{>q}}\",\"q\":\"{{>p}}\"}",
     "q, line 1: more than 64 sections and partials in each other", MUSTACHE_ERROR_LIMIT},
};

static void test_refused(void **state)
{
    (void)state;
    const char *data = "{\"a\":{\"b\":1},\"n\":null,\"l\":[1],\"o\":{},\"s\":\"text\"}";
    for (gsize i = 0; i < G_N_ELEMENTS(refused_table); i++) {
        const struct refused *t = &refused_table[i];
        int code;
        struct mustache_way way = {.strict = TRUE};
        g_autofree char *got = render(t->text, data, t->partials, way, &code);
        assert_string_equal(got, t->message);
        assert_int_equal(code, t->code);
    }
}

// ---- limits -------------------------------------------------------------------------------------

static char *repeated(const char *before, const char *unit, guint n, const char *after)
{
    GString *text = g_string_new(before);
    for (guint i = 0; i < n; i++)
        g_string_append(text, unit);
    g_string_append(text, after);
    return g_string_free(text, FALSE);
}

static void test_output_limit(void **state)
{
    (void)state;
    static const struct {
        const char *text, *data;
        gsize max;
        gboolean good;
    } table[] = {
        {"12345", "{}", 5, TRUE},
        {"123456", "{}", 5, FALSE},
        {"{{x}}", "{\"x\":\"&\"}", 5, TRUE},
        {"{{x}}", "{\"x\":\"&&\"}", 5, FALSE},
        {"1{{x}}", "{\"x\":\"&\"}", 5, FALSE},
        {"{{x}}", "{\"x\":12345}", 5, TRUE},
        {"{{x}}", "{\"x\":123456}", 5, FALSE},
        {"{{#l}}1{{/l}}", "{\"l\":[1,1,1,1,1,1]}", 5, FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        int code;
        struct mustache_way way = {.output_max = table[i].max};
        g_autofree char *got = render(table[i].text, table[i].data, NULL, way, &code);
        assert_int_equal(code, table[i].good ? -1 : (int)MUSTACHE_ERROR_LIMIT);
        if (!table[i].good)
            assert_string_equal(got, "line 1: the text grows above 5 bytes");
    }
}

static void test_indent_counts_too(void **state)
{
    (void)state;
    // 60 partials deep, each indented by 1,000 blanks: the indentation alone would be megabytes.
    g_autofree char *line = repeated("\"x\\n", " ", 1000, "{{>p}}\\n\"");
    g_autofree char *partials = g_strdup_printf("{\"p\":%s}", line);
    int code;
    g_autofree char *got =
        render("{{>p}}", "{}", partials, (struct mustache_way){.output_max = 100000}, &code);
    assert_int_equal(code, MUSTACHE_ERROR_LIMIT);
    assert_non_null(strstr(got, "the text grows above 100000 bytes"));
}

static void test_step_limit(void **state)
{
    (void)state;
    // Ten sections over a list of ten in each other: 10^10 steps that print nothing.
    g_autofree char *data = repeated("{\"l\":[0", ",0", 9, "]}");
    g_autofree char *open = repeated("", "{{#l}}", 10, "");
    g_autofree char *text = repeated(open, "{{/l}}", 10, "");
    int code;
    g_autofree char *got = render(text, data, NULL, (struct mustache_way){0}, &code);
    assert_string_equal(got, "line 1: more than 1000000 steps");
    assert_int_equal(code, MUSTACHE_ERROR_LIMIT);
}

static void test_depth_limit(void **state)
{
    (void)state;
    for (guint depth = MUSTACHE_DEPTH_MAX; depth <= MUSTACHE_DEPTH_MAX + 1; depth++) {
        g_autofree char *open = repeated("", "{{#x}}", depth, "{{.}}");
        g_autofree char *text = repeated(open, "{{/x}}", depth, "");
        int code;
        g_autofree char *got =
            render(text, "{\"x\":\"deep\"}", NULL, (struct mustache_way){0}, &code);
        gboolean good = depth == MUSTACHE_DEPTH_MAX;
        assert_string_equal(got, good ? "deep" : "line 1: more than 64 sections in each other");
    }
}

static void test_sizes(void **state)
{
    (void)state;
    int code;
    g_autofree char *most = repeated("", "x", MUSTACHE_TEMPLATE_MAX, "");
    g_autofree char *got = render(most, "{}", NULL, (struct mustache_way){0}, &code);
    assert_string_equal(got, most);
    g_autofree char *more = repeated(most, "x", 1, "");
    g_autofree char *no = render(more, "{}", NULL, (struct mustache_way){0}, &code);
    assert_string_equal(no, "line 1: a template has more than 262144 bytes");
    g_autofree char *name = repeated("{{", "n", MUSTACHE_NAME_MAX, "}}");
    g_autofree char *fits = render(name, "{}", NULL, (struct mustache_way){0}, &code);
    assert_string_equal(fits, "");
    g_autofree char *longer = repeated("{{n", "n", MUSTACHE_NAME_MAX, "}}");
    g_autofree char *too = render(longer, "{}", NULL, (struct mustache_way){0}, &code);
    assert_int_equal(code, MUSTACHE_ERROR_SYNTAX);
    assert_true(g_str_has_suffix(too, "is no name"));
}

static void test_embedded_nul(void **state)
{
    (void)state;
    static const char text[] = "a\0{{x}}\0b";
    g_autoptr(GError) error = NULL;
    g_autoptr(mustache) template = mustache_parse(text, sizeof text - 1, &error);
    assert_non_null(template);
    json_t *data = json_pack("{s:o}", "x", json_stringn("1\0002", 3));
    assert_non_null(data);
    g_autoptr(GString) out = g_string_new(NULL);
    assert_true(mustache_render(template, data, &(struct mustache_way){0}, out, &error));
    assert_int_equal(out->len, 7);
    assert_memory_equal(out->str, "a\0001\0002\0b", 7);
    json_decref(data);
    g_autoptr(mustache) none = mustache_parse("{{\0}}", 5, NULL);
    assert_null(none);
    g_autoptr(mustache) empty = mustache_parse(NULL, 0, NULL);
    assert_non_null(empty);
}

// ---- any template -------------------------------------------------------------------------------

static guint32 seed_state = 23;

static guint32 dice(guint32 sides)
{
    seed_state ^= seed_state << 13;
    seed_state ^= seed_state >> 17;
    seed_state ^= seed_state << 5;
    return seed_state % sides;
}

static char *random_template(void)
{
    static const char *const pieces[] = {
        "{{",
        "}}",
        "{{{",
        "}}}",
        "{{#a}}",
        "{{/a}}",
        "{{^b}}",
        "{{/b}}",
        "{{#l}}",
        "{{/l}}",
        "{{.}}",
        "{{a.b}}",
        "{{>p}}",
        "{{>q}}",
        "\n",
        "  ",
        "\r\n",
        "{{! c",
        "{{=< >=}}",
        "<a>",
        "<={{ }}=>",
        "{{#.}}",
        "{{/.}}",
        "text",
        "\t",
        "{{&b}}",
        "#",
        "=",
        "{{#l}}{{>p}}{{/l}}",
        "\n{{>q}}\n",
        "{{",
        "}}",
    };
    GString *text = g_string_new(NULL);
    for (guint32 n = dice(24); n > 0; n--) {
        if (dice(20) == 0)
            g_string_append_c(text, (char)dice(256));
        else
            g_string_append(text, pieces[dice(G_N_ELEMENTS(pieces))]);
    }
    return g_string_free(text, FALSE);
}

static void test_any_template(void **state)
{
    (void)state;
    json_t *data = json_loads(
        "{\"a\":{\"b\":\"<&>\"},\"b\":false,\"l\":[1,{\"l\":[2,3]},[4],null,\"x\"]}", 0, NULL);
    assert_non_null(data);
    guint good = 0, bad = 0;
    for (guint i = 0; i < 30000; i++) {
        g_autofree char *text = random_template();
        g_autofree char *p = random_template();
        json_t *texts = json_pack("{s:s*,s:s}", "p", g_utf8_validate(p, -1, NULL) ? p : NULL, "q",
                                  "{{#l}}{{>p}}{{/l}}\n");
        struct partials partials = partials_of(texts);
        struct mustache_way way = {.escape = dice(2) ? MUSTACHE_ESCAPE_NONE : MUSTACHE_ESCAPE_HTML,
                                   .strict = dice(2) == 0,
                                   .partial = partials_find,
                                   .user = &partials,
                                   .output_max = 2000};
        g_autoptr(GError) error = NULL;
        g_autoptr(GString) out = g_string_new("kept");
        g_autoptr(mustache) template = mustache_parse(text, strlen(text), &error);
        gboolean done = template && mustache_render(template, data, &way, out, &error);
        assert_true(done == (error == NULL));
        assert_true(done ? out->len <= 2004 : out->len == 4);
        if (done)
            good++;
        else
            bad++;
        g_hash_table_unref(partials.compiled);
        json_decref(texts);
    }
    json_decref(data);
    assert_true(good > 1000 && bad > 1000);
}

int main(void)
{
    json_t *files[G_N_ELEMENTS(spec_files)];
    g_autoptr(GPtrArray) cases = load_spec(files);
    g_autoptr(GArray) tests = g_array_new(FALSE, TRUE, sizeof(struct CMUnitTest));
    for (guint i = 0; i < cases->len; i++) {
        json_t *test = g_ptr_array_index(cases, i);
        struct CMUnitTest unit = {json_string_value(json_object_get(test, "title")), run_spec_case,
                                  NULL, NULL, test};
        g_array_append_val(tests, unit);
    }
    const struct CMUnitTest ours[] = {
        cmocka_unit_test_prestate(test_spec_is_complete, cases),
        cmocka_unit_test(test_shown),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_output_limit),
        cmocka_unit_test(test_indent_counts_too),
        cmocka_unit_test(test_step_limit),
        cmocka_unit_test(test_depth_limit),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_embedded_nul),
        cmocka_unit_test(test_any_template),
    };
    g_array_append_vals(tests, ours, G_N_ELEMENTS(ours));
    int failed = _cmocka_run_group_tests("mustache", (const struct CMUnitTest *)(void *)tests->data,
                                         tests->len, NULL, NULL);
    for (gsize f = 0; f < G_N_ELEMENTS(files); f++)
        json_decref(files[f]);
    return failed;
}

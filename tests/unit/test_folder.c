// SPDX-License-Identifier: MIT
// The folder of templates: kinds, partials, the fallback language, hostile names, what is wrong on
// disk.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "templates/folder.h"

static char *root;

static void put(const char *path, const char *text, gssize len)
{
    g_autofree char *full = g_build_filename(root, path, NULL);
    assert_true(g_file_set_contents(full, text, len, NULL));
}

static void make_dir(const char *path)
{
    g_autofree char *full = g_build_filename(root, path, NULL);
    assert_int_equal(mkdir(full, 0700), 0);
}

static int set_up(void **state)
{
    (void)state;
    root = g_dir_make_tmp("folder-XXXXXX", NULL);
    make_dir("en");
    make_dir("fr");
    make_dir("en/dir.txt");
    put("secret.txt", "secret", -1);
    put("en/turn.txt", "{{nick}}, go.\n  {{> foot}}\n", -1);
    put("en/turn.html", "<b>{{nick}}</b>{{> foot}}", -1);
    put("en/foot.txt", "by & by\nbye {{nick}}\n", -1);
    put("en/foot.html", "<i>{{nick}}</i>", -1);
    put("fr/turn.txt", "À {{nick}}.\n{{> foot}}", -1);
    put("fr/notes.md", "no template", -1);
    put("fr/Bad.txt", "no name", -1);
    put("fr/bad-utf8.txt", "caf\xe9", -1);
    put("fr/broken.txt", "\n\n{{#a}}", -1);
    put("fr/uses-broken.txt", "\n{{> broken}}", -1);
    g_autofree char *big = g_strnfill(MUSTACHE_TEMPLATE_MAX + 1, 'x');
    put("fr/big.txt", big, -1);
    g_autofree char *loop = g_build_filename(root, "fr", "loop.txt", NULL);
    assert_int_equal(symlink("loop.txt", loop), 0);
    return 0;
}

static void remove_all(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR) && !g_file_test(full, G_FILE_TEST_IS_SYMLINK))
            remove_all(full);
        else
            unlink(full);
    }
    if (dir)
        g_dir_close(dir);
    rmdir(path);
}

static int tear_down(void **state)
{
    (void)state;
    remove_all(root);
    g_clear_pointer(&root, g_free);
    return 0;
}

// What NAME renders to with nick set, or the error's message.
static char *render(const char *lang, const char *fallback, const char *name, enum folder_kind kind)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(folder) self = folder_open(root, lang, fallback, &error);
    assert_non_null(self);
    json_t *data = json_pack("{s:s}", "nick", "A<nn>a");
    GString *out = g_string_new(NULL);
    gboolean good = folder_render(self, name, kind, data, TRUE, out, &error);
    assert_true(good == (error == NULL));
    json_decref(data);
    char *text = g_string_free(out, FALSE);
    if (good)
        return text;
    assert_string_equal(text, "");
    g_free(text);
    return g_strdup(error->message);
}

static void test_kinds_and_fallback(void **state)
{
    (void)state;
    static const struct {
        const char *lang, *fallback, *name;
        enum folder_kind kind;
        const char *expected;
    } table[] = {
        {"en", NULL, "turn", FOLDER_TEXT, "A<nn>a, go.\n  by & by\n  bye A<nn>a\n"},
        {"en", "en", "turn", FOLDER_HTML, "<b>A&lt;nn&gt;a</b><i>A&lt;nn&gt;a</i>"},
        {"fr", "en", "turn", FOLDER_TEXT, "À A<nn>a.\nby & by\nbye A<nn>a\n"},
        {"fr", "en", "turn", FOLDER_HTML, "<b>A&lt;nn&gt;a</b><i>A&lt;nn&gt;a</i>"},
        {"fr", NULL, "turn", FOLDER_TEXT, "turn.txt, line 2: no partial is called foot"},
        {"fr", NULL, "turn", FOLDER_HTML, "turn.html: there is no such template"},
        {"fr", NULL, "broken", FOLDER_TEXT, "broken.txt, line 3: section a never ends"},
        {"fr", NULL, "uses-broken", FOLDER_TEXT,
         "uses-broken.txt, broken.txt, line 3: section a never ends"},
        {"en", NULL, "none", FOLDER_TEXT, "none.txt: there is no such template"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autofree char *got =
            render(table[i].lang, table[i].fallback, table[i].name, table[i].kind);
        assert_string_equal(got, table[i].expected);
    }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "../secret",
        "..",
        ".",
        "",
        "/etc/passwd",
        "turn.txt",
        "Turn",
        "en/turn",
        "turn\n",
        "tu rn",
        "t\xc3\xbcrn",
        "Bad",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    g_autoptr(GError) error = NULL;
    g_autoptr(folder) self = folder_open(root, "en", NULL, &error);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        assert_null(folder_find(self, names[i], FOLDER_TEXT, &error));
        assert_null(error);
        if (strcmp(names[i], "Bad") == 0)
            continue;
        assert_null(folder_open(root, names[i], NULL, &error));
        assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL));
        g_clear_error(&error);
        assert_null(folder_open(root, "en", names[i], &error));
        assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL));
        g_clear_error(&error);
    }
    assert_null(folder_open(root, "de", "en", &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT));
}

static void test_bad_files(void **state)
{
    (void)state;
    static const char *const names[] = {"bad-utf8", "big", "loop", "dir"};
    g_autoptr(folder) self = folder_open(root, "fr", "en", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(folder_find(self, names[i], FOLDER_TEXT, &error));
        assert_non_null(error);
        assert_int_equal(error->domain, G_FILE_ERROR);
        assert_non_null(strstr(error->message, names[i]));
    }
}

static void test_read_once(void **state)
{
    (void)state;
    g_autoptr(folder) self = folder_open(root, "en", NULL, NULL);
    const mustache *first = folder_find(self, "turn", FOLDER_TEXT, NULL);
    assert_non_null(first);
    assert_null(folder_find(self, "late", FOLDER_TEXT, NULL));
    put("en/turn.txt", "changed", -1);
    put("en/late.txt", "too late", -1);
    assert_ptr_equal(folder_find(self, "turn", FOLDER_TEXT, NULL), first);
    assert_null(folder_find(self, "late", FOLDER_TEXT, NULL));
}

static void test_list(void **state)
{
    (void)state;
    g_autoptr(folder) self = folder_open(root, "fr", "en", NULL);
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) names = folder_list(self, &error);
    assert_non_null(names);
    g_autofree char *joined = g_strjoinv(" ", names);
    assert_string_equal(joined,
                        "bad-utf8.txt big.txt broken.txt loop.txt turn.txt uses-broken.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kinds_and_fallback, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_read_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_list, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("folder", tests, NULL, NULL);
}

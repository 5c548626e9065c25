// SPDX-License-Identifier: MIT
// A folder of published files: what is written, what stays, and what a run that is given up leaves.
#include "referee/archive/site.h"

#include <glib/gstdio.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

static char *folder; // of all sites here
static char *path;   // of the site

static int begin(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("site-XXXXXX", NULL);
    path = g_build_filename(folder, "site", NULL);
    return 0;
}

static void remove_all(const char *name)
{
    g_autoptr(GDir) dir = g_dir_open(name, 0, NULL);
    for (const char *entry; dir && (entry = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(name, entry, NULL);
        remove_all(full);
    }
    g_remove(name);
}

static int end(void **state)
{
    (void)state;
    remove_all(folder);
    g_clear_pointer(&folder, g_free);
    g_clear_pointer(&path, g_free);
    return 0;
}

static site *open_site(void)
{
    g_autoptr(GError) error = NULL;
    site *opened = site_open(path, &error);
    if (!opened)
        fail_msg("%s", error->message);
    return opened;
}

static void put(site *to, const char *name, const char *text)
{
    assert_true(site_put(to, name, "s", text, strlen(text), NULL));
}

static struct site_count finish(site *to, const char *stamp)
{
    struct site_count count;
    assert_true(site_finish(to, stamp, &count, NULL));
    site_close(to);
    return count;
}

static char *text_of(const char *name)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    char *text = NULL;
    return g_file_get_contents(file, &text, NULL, NULL) ? text : NULL;
}

static void expect(const char *name, const char *wanted)
{
    g_autofree char *found = text_of(name);
    if (!wanted)
        assert_null(found);
    else
        assert_string_equal(found, wanted);
}

static ino_t place_of(const char *name)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    GStatBuf status;
    assert_int_equal(g_stat(file, &status), 0);
    return status.st_ino;
}

static void assert_count(struct site_count count, guint files, guint written, guint removed)
{
    assert_int_equal(count.files, files);
    assert_int_equal(count.written, written);
    assert_int_equal(count.removed, removed);
}

// ---- files -------------------------------------------------------------------------------------

static void test_first(void **state)
{
    (void)state;
    site *to = open_site();
    assert_false(site_is_as(to, "one"));
    put(to, "index.html", "front");
    put(to, "en/games/1.html", "game");
    expect("index.html", NULL); // not before all are there
    assert_count(finish(to, "one"), 2, 2, 0);
    expect("index.html", "front");
    expect("en/games/1.html", "game");
    g_autofree char *file = g_build_filename(path, "en/games/1.html", NULL);
    GStatBuf status;
    assert_int_equal(g_stat(file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
}

static void test_what_stays(void **state)
{
    test_first(state);
    site *to = open_site();
    assert_true(site_is_as(to, "one"));
    assert_false(site_is_as(to, "two"));
    const ino_t before = place_of("index.html");
    assert_true(site_keep(to, "en/games/1.html", "s"));
    assert_false(site_keep(to, "index.html", "other"));
    assert_false(site_keep(to, "nowhere.html", "s"));
    put(to, "index.html", "front"); // the same bytes aren't written again
    put(to, "new.html", "new");
    assert_count(finish(to, "two"), 3, 1, 0);
    assert_true(place_of("index.html") == before);
    // What is neither put nor kept goes.
    to = open_site();
    put(to, "new.html", "newer");
    assert_count(finish(to, "three"), 1, 1, 2);
    expect("new.html", "newer");
    expect("index.html", NULL);
    // What somebody took away isn't there, whatever the list says.
    g_autofree char *file = g_build_filename(path, "new.html", NULL);
    assert_int_equal(g_unlink(file), 0);
    to = open_site();
    assert_false(site_is_as(to, "three"));
    assert_false(site_keep(to, "new.html", "s"));
    site_close(to);
}

static void test_given_up(void **state)
{
    test_first(state);
    site *to = open_site();
    put(to, "index.html", "other");
    site_close(to); // without finishing
    expect("index.html", "front");
    to = open_site();
    assert_true(site_is_as(to, "one"));
    g_autofree char *aside = g_build_filename(path, ".new", NULL);
    assert_false(g_file_test(aside, G_FILE_TEST_EXISTS));
    site_close(to);
}

// ---- long files --------------------------------------------------------------------------------

enum { PIECES = 3000 };

static site_file *begin_long(site *to, const char *name, char last)
{
    site_file *file = site_begin(to, name, "s", NULL);
    assert_non_null(file);
    for (guint i = 0; i < PIECES; i++) {
        g_autofree char *piece = g_strdup_printf("piece %08u of a long file\n", i);
        assert_true(site_add(file, piece, strlen(piece), NULL));
    }
    assert_true(site_add(file, &last, 1, NULL));
    return file;
}

static void test_long(void **state)
{
    (void)state;
    // Two at once, and a short one between.
    site *to = open_site();
    site_file *one = begin_long(to, "one.txt", 'a');
    site_file *two = begin_long(to, "two.txt", 'b');
    put(to, "short.txt", "short");
    assert_true(site_end(one, NULL));
    assert_true(site_end(two, NULL));
    assert_count(finish(to, "1"), 3, 3, 0);
    g_autofree char *whole = text_of("two.txt");
    assert_int_equal(strlen(whole), PIECES * strlen("piece 00000000 of a long file\n") + 1);
    assert_true(g_str_has_suffix(whole, "b"));
    // The same again isn't moved; another last byte is, and so are fewer and more bytes.
    const ino_t before = place_of("one.txt");
    to = open_site();
    assert_true(site_end(begin_long(to, "one.txt", 'a'), NULL));
    assert_true(site_end(begin_long(to, "two.txt", 'c'), NULL));
    assert_count(finish(to, "2"), 2, 1, 1);
    assert_true(place_of("one.txt") == before);
    to = open_site();
    site_file *less = site_begin(to, "one.txt", "s", NULL);
    assert_true(site_add(less, "piece 00000000", 14, NULL) && site_end(less, NULL));
    site_file *more = begin_long(to, "two.txt", 'c');
    assert_true(site_add(more, "!", 1, NULL) && site_end(more, NULL));
    assert_count(finish(to, "3"), 2, 2, 0);
    expect("one.txt", "piece 00000000");
    // One that is dropped was never there.
    to = open_site();
    put(to, "short.txt", "short");
    site_drop(begin_long(to, "one.txt", 'd'));
    assert_count(finish(to, "4"), 1, 1, 2);
    expect("one.txt", NULL);
}

// ---- folders that aren't ours ------------------------------------------------------------------

static void test_others(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_int_equal(g_mkdir(path, 0755), 0);
    g_autofree char *file = g_build_filename(path, "letter.txt", NULL);
    assert_true(g_file_set_contents(file, "mine", -1, NULL));
    assert_null(site_open(path, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_EXIST));
    expect("letter.txt", "mine");
    assert_int_equal(g_unlink(file), 0);
    site *to = open_site();
    g_clear_error(&error);
    assert_null(site_open(path, &error)); // while another one is at it
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN));
    site_close(to);
}

// A list from elsewhere leads to no file outside.
static void test_hostile_list(void **state)
{
    test_first(state);
    g_autofree char *list = g_build_filename(path, ".published", NULL);
    g_autofree char *outside = g_build_filename(folder, "outside", NULL);
    assert_true(g_file_set_contents(outside, "mine", -1, NULL));
    assert_true(g_file_set_contents(list,
                                    "23 site v1\nstamp\n- ../outside\n- /etc/passwd\n- a/../../x\n"
                                    "-\n\n- .published\n- index.html\n",
                                    -1, NULL));
    site *to = open_site();
    put(to, "new.html", "new");
    assert_count(finish(to, "5"), 1, 1, 1); // index.html alone
    assert_true(g_file_test(outside, G_FILE_TEST_EXISTS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_first, begin, end),
        cmocka_unit_test_setup_teardown(test_what_stays, begin, end),
        cmocka_unit_test_setup_teardown(test_given_up, begin, end),
        cmocka_unit_test_setup_teardown(test_long, begin, end),
        cmocka_unit_test_setup_teardown(test_others, begin, end),
        cmocka_unit_test_setup_teardown(test_hostile_list, begin, end),
    };
    return cmocka_run_group_tests_name("site", tests, NULL, NULL);
}

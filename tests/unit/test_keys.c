// SPDX-License-Identifier: MIT
// The referee's key files: made once, never again, read back, refused when anything is odd. The
// folder of words beside it: fresh files.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "referee/setup/config.h"
#include "referee/setup/fresh.h"
#include "referee/setup/keys.h"
#include "storage/seal.h"

#include <glib/gstdio.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>

static const char *const names[] = {"ticket.key", "database.key", "referee.key"};

static char *new_dir(void)
{
    char *dir = g_dir_make_tmp("keys-XXXXXX", NULL);
    assert_non_null(dir);
    return dir;
}

static char *key_path(const char *dir, const char *name)
{
    return g_build_filename(dir, "keys", name, NULL);
}

static void remove_dir(char *dir)
{
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = key_path(dir, names[i]);
        g_unlink(path);
    }
    g_autofree char *keys = g_build_filename(dir, "keys", NULL);
    assert_int_equal(g_rmdir(keys), 0); // so nothing else was left in it
    assert_int_equal(g_rmdir(dir), 0);
    g_free(dir);
}

static char *contents(const char *dir, const char *name)
{
    g_autofree char *path = key_path(dir, name);
    char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void test_made_and_read(void **state)
{
    (void)state;
    char *dir = new_dir();
    assert_true(keys_create(dir, NULL));
    struct stat st;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = key_path(dir, names[i]);
        assert_int_equal(g_stat(path, &st), 0);
        assert_int_equal(st.st_mode & 07777, 0600);
        assert_int_equal(st.st_size, 65);
    }
    g_autofree char *folder = g_build_filename(dir, "keys", NULL);
    assert_int_equal(g_stat(folder, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);

    struct keys *keys = keys_load(dir, NULL);
    assert_non_null(keys);
    g_autofree char *hex = contents(dir, "ticket.key");
    char read[65];
    sodium_bin2hex(read, sizeof read, keys->ticket, 32);
    assert_memory_equal(read, hex, 64);
    // The secret key is the seed's: it signs what the public key opens.
    guint8 signature[crypto_sign_BYTES];
    crypto_sign_detached(signature, NULL, (const guint8 *)"x", 1, keys->sign_secret);
    assert_int_equal(
        crypto_sign_verify_detached(signature, (const guint8 *)"x", 1, keys->sign_public), 0);
    sodium_bin2hex(read, sizeof read, keys->sign_public, 32);
    assert_string_equal(read, keys->sign_public_hex);
    g_autoptr(GBytes) sealed = seal_close(keys->seal, "test:1", "x", 1, SEAL_STEP_SMALL);
    assert_non_null(sealed);
    keys_free(keys);
    keys_free(NULL);
    remove_dir(dir);
}

static void test_never_overwritten(void **state)
{
    (void)state;
    char *dir = new_dir();
    assert_true(keys_create(dir, NULL));
    char *before[G_N_ELEMENTS(names)];
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        before[i] = contents(dir, names[i]);
    assert_string_not_equal(before[0], before[1]);
    assert_string_not_equal(before[1], before[2]);
    g_autofree char *gone = key_path(dir, "ticket.key");
    g_unlink(gone);
    assert_true(keys_create(dir, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *after = contents(dir, names[i]);
        if (i == 0)
            assert_string_not_equal(before[i], after);
        else
            assert_string_equal(before[i], after);
        g_free(before[i]);
    }
    remove_dir(dir);
}

static void spoil(const char *path, const char *how)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    GString *new = g_string_new(text);
    if (strcmp(how, "missing") == 0) {
        g_unlink(path);
    } else if (strcmp(how, "folder") == 0) {
        g_unlink(path);
        g_mkdir(path, 0700);
    } else if (strcmp(how, "open") == 0) {
        g_chmod(path, 0640);
    } else {
        if (strcmp(how, "short") == 0)
            g_string_truncate(new, 63);
        else if (strcmp(how, "long") == 0)
            g_string_insert_c(new, 0, 'a');
        else if (strcmp(how, "two lines") == 0)
            g_string_append_c(new, '\n');
        else if (strcmp(how, "no hex") == 0)
            new->str[10] = 'g';
        else
            g_string_truncate(new, 0);
        assert_true(g_file_set_contents(path, new->str, (gssize) new->len, NULL));
        g_chmod(path, 0600);
    }
    g_string_free(new, TRUE);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const how[] = {"missing", "folder",    "open",   "short",
                                      "long",    "two lines", "no hex", "empty"};
    guint refused = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(how); j++) {
            char *dir = new_dir();
            assert_true(keys_create(dir, NULL));
            g_autofree char *path = key_path(dir, names[i]);
            spoil(path, how[j]);
            GError *error = NULL;
            if (keys_load(dir, &error))
                fail_msg("%s taken: %s", names[i], how[j]);
            assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_WRONG));
            if (!strstr(error->message, names[i]))
                fail_msg("%s isn't named in: %s", names[i], error->message);
            g_clear_error(&error);
            g_rmdir(path);
            remove_dir(dir);
            refused++;
        }
    }
    assert_int_equal(refused, 24);
}

static void test_without_newline(void **state)
{
    (void)state;
    char *dir = new_dir();
    assert_true(keys_create(dir, NULL));
    g_autofree char *path = key_path(dir, "referee.key");
    g_autofree char *text = contents(dir, "referee.key");
    assert_true(g_file_set_contents(path, text, 64, NULL));
    g_chmod(path, 0600);
    struct keys *keys = keys_load(dir, NULL);
    assert_non_null(keys);
    keys_free(keys);
    remove_dir(dir);
}

static void test_fresh(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autofree char *path = g_build_filename(dir, "file", NULL);
    g_autofree char *left = g_build_filename(dir, "file.new-abcdef", NULL);
    g_autofree char *own = g_build_filename(dir, "file.new", NULL);
    g_autofree char *below = g_build_filename(dir, "file", "deeper", NULL);
    GError *error = NULL;
    assert_true(fresh_file(path, "abc", 3, NULL));
    assert_false(fresh_file(path, "xyz", 3, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_EXIST));
    assert_non_null(strstr(error->message, "is there already"));
    g_clear_error(&error);
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_string_equal(text, "abc");
    assert_true(g_file_set_contents(left, "half", -1, NULL));
    assert_true(g_file_set_contents(own, "mine", -1, NULL));
    fresh_tidy(path);
    assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
    assert_int_equal(g_unlink(own), 0);
    assert_false(fresh_folder(path, NULL, &error));
    assert_non_null(strstr(error->message, "is in the way"));
    g_clear_error(&error);
    assert_false(fresh_file(below, "x", 1, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR));
    g_clear_error(&error);
    g_unlink(path);
    gboolean made = FALSE;
    assert_true(fresh_folder(path, &made, NULL));
    assert_true(made);
    assert_true(fresh_folder(path, &made, NULL));
    assert_false(made);
    g_rmdir(path);
    assert_int_equal(g_rmdir(dir), 0);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_and_read), cmocka_unit_test(test_never_overwritten),
        cmocka_unit_test(test_refused),       cmocka_unit_test(test_without_newline),
        cmocka_unit_test(test_fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

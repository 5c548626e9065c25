// SPDX-License-Identifier: MIT
// Password files: what is one, what is refused, and that no message tells what stands in it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "referee/setup/config.h"
#include "referee/setup/password.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *dir;
static char *file;

static int set_up(void **state)
{
    (void)state;
    dir = g_dir_make_tmp("password-XXXXXX", NULL);
    file = g_build_filename(dir, "secret", NULL);
    return dir ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    g_unlink(file);
    g_rmdir(dir);
    g_free(file);
    g_free(dir);
    return 0;
}

static void put(const char *text, gssize len, mode_t mode)
{
    g_unlink(file);
    assert_true(g_file_set_contents_full(file, text, len, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    assert_int_equal(chmod(file, mode), 0);
}

static void expect_wrong(const char *words)
{
    GError *error = NULL;
    char *password = password_read(file, &error);
    if (password)
        fail_msg("taken where \"%s\" was wanted", words);
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_WRONG));
    assert_true(g_str_has_prefix(error->message, file));
    if (!strstr(error->message, words))
        fail_msg("said \"%s\" where \"%s\" was wanted", error->message, words);
    assert_null(strstr(error->message, "s3cret"));
    g_error_free(error);
}

static const struct {
    const char *text, *password;
} good[] = {
    {"s3cret\n", "s3cret"},       {"s3cret", "s3cret"},       {"s3cret\r\nmore\n", "s3cret"},
    {" s3 cret \n", " s3 cret "}, {"sécret\nrest", "sécret"}, {"a:b@c;d\"e\\f\n", "a:b@c;d\"e\\f"},
};

static void test_good(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(good); i++) {
        put(good[i].text, -1, 0400);
        GError *error = NULL;
        char *password = password_read(file, &error);
        assert_null(error);
        assert_string_equal(password, good[i].password);
        password_free(password);
    }
    password_free(NULL);
}

static void test_longest(void **state)
{
    (void)state;
    g_autofree char *text = g_strnfill(1024, 'x');
    put(text, -1, 0600);
    char *password = password_read(file, NULL);
    assert_string_equal(password, text);
    password_free(password);
    g_autofree char *longer = g_strconcat(text, "x", NULL);
    put(longer, -1, 0600);
    expect_wrong("too long for a password");
}

static void test_wrong(void **state)
{
    (void)state;
    put("", -1, 0600);
    expect_wrong("it is empty; put the password in its first line");
    put("\ns3cret\n", -1, 0600);
    expect_wrong("it is empty");
    put("s3cret\0x\n", 9, 0600);
    expect_wrong("no text");
    put("s3cret\xff\n", -1, 0600);
    expect_wrong("no text");
    static const mode_t open[] = {0640, 0604, 0620, 0602, 0610, 0644, 0666};
    for (gsize i = 0; i < G_N_ELEMENTS(open); i++) {
        put("s3cret\n", -1, open[i]);
        expect_wrong("others may read this password; chmod go-rwx it");
    }
    g_unlink(file);
    expect_wrong("No such file");
    assert_int_equal(g_mkdir(file, 0700), 0);
    expect_wrong("it is no file");
    g_rmdir(file);
}

// A pipe that somebody put there must not be waited for.
static void test_pipe(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(file, 0600), 0);
    expect_wrong("it is no file");
}

static void test_credential(void **state)
{
    (void)state;
    put("s3cret\n", -1, 0440);
    g_setenv("CREDENTIALS_DIRECTORY", dir, TRUE);
    char *password = password_read(file, NULL);
    assert_string_equal(password, "s3cret");
    password_free(password);
    g_autofree char *other = g_strconcat(dir, "-else", NULL);
    g_setenv("CREDENTIALS_DIRECTORY", other, TRUE);
    expect_wrong("others may read");
    g_unsetenv("CREDENTIALS_DIRECTORY");
    expect_wrong("others may read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_good, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_longest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pipe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_credential, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

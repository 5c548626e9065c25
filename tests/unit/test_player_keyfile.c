// SPDX-License-Identifier: MIT
// Key files: what is written is read again, and nothing else is; passphrases from files.
#include "player/keyfile.h"
#include "player/passphrase.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char *dir;

static int set_up(void **state)
{
    (void)state;
    dir = g_dir_make_tmp("player23-XXXXXX", NULL);
    return sodium_init() < 0 || !dir;
}

static int tear_down(void **state)
{
    (void)state;
    g_rmdir(dir);
    g_free(dir);
    return 0;
}

static void same_key(const struct keyfile *a, const struct keyfile *b)
{
    assert_non_null(b);
    assert_memory_equal(a->public_key, b->public_key, sizeof a->public_key);
    assert_memory_equal(a->secret, b->secret, 64);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const char *const passphrases[] = {NULL, "hello", "gr\xc3\xbc\xc3\x9f dich", " "};
    struct keyfile *key = keyfile_new();
    for (gsize i = 0; i < G_N_ELEMENTS(passphrases); i++) {
        char *text = keyfile_format(key, passphrases[i], KEYFILE_WEAK);
        assert_int_equal(keyfile_is_encrypted(text), passphrases[i] != NULL);
        struct keyfile *again = keyfile_parse(text, passphrases[i], NULL);
        same_key(key, again);
        keyfile_free(again);
        g_autofree char *around = g_strconcat("my key\n\n", text, "kept safe\n", NULL);
        again = keyfile_parse(around, passphrases[i], NULL);
        same_key(key, again);
        keyfile_free(again);
        keyfile_text_free(text);
    }
    keyfile_free(key);
    keyfile_free(NULL);
    keyfile_text_free(NULL);
}

// RFC 8032, 7.1, test 1.
static void test_line(void **state)
{
    (void)state;
    guint8 seed[32];
    gsize len;
    static const char hex[] = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    assert_int_equal(sodium_hex2bin(seed, 32, hex, 64, NULL, &len, NULL), 0);
    struct keyfile *key = keyfile_from_seed(seed);
    g_autofree char *line = keyfile_line(key);
    assert_string_equal(line, "key ed25519 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
    keyfile_free(key);
}

static void refused(const char *text, const char *passphrase, enum keyfile_error code)
{
    g_autoptr(GError) error = NULL;
    assert_null(keyfile_parse(text, passphrase, &error));
    if (!g_error_matches(error, KEYFILE_ERROR, (gint)code))
        fail_msg("%s, of %s", error->message, text);
}

static char *replaced(const char *text, const char *old, const char *new)
{
    g_auto(GStrv) parts = g_strsplit(text, old, 2);
    assert_int_equal(g_strv_length(parts), 2);
    return g_strjoinv(new, parts);
}

static void test_refused(void **state)
{
    (void)state;
    struct keyfile *key = keyfile_new();
    struct keyfile *other = keyfile_new();
    char *sealed = keyfile_format(key, "hello", KEYFILE_WEAK);
    char *bare = keyfile_format(key, NULL, KEYFILE_WEAK);
    refused(sealed, "Hello", KEYFILE_ERROR_PASSPHRASE);
    refused(sealed, "", KEYFILE_ERROR_PASSPHRASE);
    refused(sealed, NULL, KEYFILE_ERROR_PASSPHRASE);
    refused("", NULL, KEYFILE_ERROR_SHAPE);
    refused("-----BEGIN 23 KEY----------END 23 KEY-----", NULL, KEYFILE_ERROR_SHAPE);
    refused("-----BEGIN 23 KEY-----\n-----END 23 KEY-----\n", NULL, KEYFILE_ERROR_SHAPE);
    static const char *const changes[][2] = {
        {"-----END 23 KEY-----\n", ""},
        {"public ", "Public "},
        {"kdf argon2id 1 8192 ", "kdf argon2id 1 8191 "},
        {"kdf argon2id 1 8192 ", "kdf argon2id 21 8192 "},
        {"kdf argon2id 1 8192 ", "kdf argon2id 1 9999999999999 "},
        {"kdf argon2id 1 8192 ", "kdf argon2id 1 8192  "},
        {"kdf argon2id 1 8192 ", "kdf scrypt 1 8192 "},
        {"==\n", "=\n"},
        {"kdf argon2id", "kdf none"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autofree char *text = replaced(sealed, changes[i][0], changes[i][1]);
        refused(text, "hello", KEYFILE_ERROR_SHAPE);
    }
    // the public line of another key
    char *foreign = keyfile_format(other, NULL, KEYFILE_WEAK);
    g_autofree char *line = g_strndup(bare, (gsize)(strstr(bare, "kdf") - bare));
    g_autofree char *mixed = g_strconcat(line, strstr(foreign, "kdf"), NULL);
    refused(mixed, NULL, KEYFILE_ERROR_SHAPE);
    keyfile_text_free(foreign);
    keyfile_text_free(sealed);
    keyfile_text_free(bare);
    keyfile_free(other);
    keyfile_free(key);
}

static void test_file(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(dir, "key", NULL);
    g_autoptr(GError) error = NULL;
    umask(0);
    assert_true(keyfile_write(path, "text\n", NULL));
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    char *text = keyfile_load(path, NULL);
    assert_string_equal(text, "text\n");
    keyfile_text_free(text);
    assert_false(keyfile_write(path, "other\n", &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_EXIST));
    g_clear_error(&error);
    assert_int_equal(chmod(path, 0640), 0);
    assert_null(keyfile_load(path, &error));
    assert_true(g_error_matches(error, KEYFILE_ERROR, KEYFILE_ERROR_OPEN));
    g_clear_error(&error);
    g_unlink(path);
    assert_null(keyfile_load(path, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT));
    g_clear_error(&error);
    g_autofree char *big = g_strnfill(5000, 'x');
    assert_true(keyfile_write(path, big, NULL));
    assert_null(keyfile_load(path, &error));
    assert_true(g_error_matches(error, KEYFILE_ERROR, KEYFILE_ERROR_SHAPE));
    g_unlink(path);
}

static void test_passphrase(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(dir, "passphrase", NULL);
    g_autofree char *longest = g_strnfill(PASSPHRASE_MAX, 'x');
    g_autofree char *too_long = g_strnfill(PASSPHRASE_MAX + 1, 'x');
    const struct {
        const char *text, *want;
    } cases[] = {{"hello\n", "hello"},
                 {"hello", "hello"},
                 {"hello\r\nmore\n", "hello"},
                 {" two words ", " two words "},
                 {longest, longest},
                 {too_long, NULL},
                 {"", NULL},
                 {"\n", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        assert_true(g_file_set_contents(path, cases[i].text, -1, NULL));
        g_autoptr(GError) error = NULL;
        char *read = passphrase_from(path, -1, &error);
        if (cases[i].want)
            assert_string_equal(read, cases[i].want);
        else
            assert_true(g_error_matches(error, PASSPHRASE_ERROR, PASSPHRASE_ERROR_WRONG));
        passphrase_free(read);
    }
    assert_true(g_file_set_contents(path, "one\ntwo\n", -1, NULL));
    int fd = open(path, O_RDONLY);
    char *one = passphrase_from(NULL, fd, NULL);
    char *two = passphrase_from(NULL, fd, NULL);
    assert_string_equal(one, "one");
    assert_string_equal(two, "two"); // the first read took no more than its line
    passphrase_free(one);
    passphrase_free(two);
    close(fd);
    g_unlink(path);
    g_autoptr(GError) error = NULL;
    assert_null(passphrase_from(path, -1, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_line),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_file),
        cmocka_unit_test(test_passphrase),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

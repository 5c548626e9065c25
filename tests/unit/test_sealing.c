// SPDX-License-Identifier: MIT
// What only one key opens: sealed boxes, opened by ourselves, and files for age, opened by the real
// program.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <sodium.h>

#include "referee/seal/age.h"
#include "referee/seal/box.h"

static char *dir; // for the real program's files

static char *text_of(gsize len)
{
    char *text = g_malloc(len + 1);
    for (gsize i = 0; i < len; i++)
        text[i] = (char)('a' + i % 23);
    text[len] = '\0';
    return text;
}

// ---- boxes -------------------------------------------------------------------------------------

static void test_box(void **state)
{
    (void)state;
    static const gsize sizes[] = {1, 2, 56, 57, 58, 4096, 70000};
    guint8 key[BOX_PUBLIC], secret[BOX_SECRET], other_key[BOX_PUBLIC], other[BOX_SECRET];
    crypto_sign_keypair(key, secret);
    crypto_sign_keypair(other_key, other);
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = text_of(sizes[i]);
        g_autofree char *box = box_close(key, text);
        g_auto(GStrv) lines = g_strsplit(box, "\n", -1);
        for (char **line = lines; *line; line++)
            assert_true(strlen(*line) <= 76);
        assert_true(g_str_has_suffix(box, "\n"));
        GString *opened = box_open(secret, box, strlen(box));
        assert_non_null(opened);
        assert_string_equal(opened->str, text);
        assert_int_equal(opened->len, sizes[i]);
        g_string_free(opened, TRUE);
        assert_null(box_open(other, box, strlen(box)));
        g_autofree char *again = box_close(key, text);
        assert_string_not_equal(box, again);
    }
}

static void test_box_changed(void **state)
{
    (void)state;
    guint8 key[BOX_PUBLIC], secret[BOX_SECRET];
    crypto_sign_keypair(key, secret);
    g_autofree char *box = box_close(key, "{\"v\":1}");
    guint tried = 0;
    for (gsize i = 0; box[i]; i++) {
        if (!g_ascii_isalnum(box[i]))
            continue;
        g_autofree char *bad = g_strdup(box);
        bad[i] = bad[i] == 'A' ? 'Q' : 'A';
        assert_null(box_open(secret, bad, strlen(bad)));
        tried++;
    }
    assert_true(tried > 50);
    for (gsize len = 0; len < strlen(box) - 1; len++)
        assert_null(box_open(secret, box, len));
    assert_null(box_open(secret, "AAAA", 4));
}

// A key that is none of the curve, and one of small order.
static void test_box_bad_keys(void **state)
{
    (void)state;
    guint8 key[BOX_PUBLIC] = {0};
    assert_null(box_close(key, "text"));
    key[0] = 1;
    assert_null(box_close(key, "text"));
    memset(key, 0xff, sizeof key);
    assert_null(box_close(key, "text"));
}

// ---- age ---------------------------------------------------------------------------------------

static char *path_of(const char *name)
{
    return g_build_filename(dir, name, NULL);
}

static gboolean spawn(const char *const *argv, char **out, char **err)
{
    int status = 1;
    assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, out, err,
                             &status, NULL));
    return status == 0;
}

// A new key in a file of this name; its recipient, the caller's.
static char *make_key(const char *name)
{
    g_autofree char *path = path_of(name);
    g_autofree char *text = NULL;
    const char *const argv[] = {"age-keygen", "-o", path, NULL};
    g_autofree char *err = NULL;
    assert_true(spawn(argv, NULL, &err));
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);
    for (char **word = words; *word; word++)
        if (g_str_has_prefix(*word, "age1"))
            return g_strdup(*word);
    fail_msg("age-keygen says no recipient: %s", text);
    return NULL;
}

// What `age -d` makes of the text with a key; NULL when it refuses. The caller owns it.
static char *decrypted(const char *name, const char *text)
{
    g_autofree char *key = path_of(name);
    g_autofree char *file = path_of("in.age");
    const char *const argv[] = {"age", "-d", "-i", key, file, NULL};
    g_autofree char *err = NULL;
    char *out = NULL;
    assert_true(g_file_set_contents(file, text, -1, NULL));
    if (spawn(argv, &out, &err))
        return out;
    g_free(out);
    return NULL;
}

static void test_age(void **state)
{
    (void)state;
    static const gsize sizes[] = {0, 1, 1000, 65535, 65536, 65537, 131072, 200000};
    g_autofree char *recipient = make_key("anna.key");
    g_autofree char *other = make_key("other.key");
    guint8 key[AGE_KEY_BYTES];
    assert_true(age_recipient_read(recipient, key));
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = text_of(sizes[i]);
        g_autofree char *file = age_encrypt(key, text);
        g_autofree char *opened = decrypted("anna.key", file);
        assert_non_null(opened);
        assert_string_equal(opened, text);
        g_autofree char *refused = decrypted("other.key", file);
        assert_null(refused);
    }
    g_autofree char *big = g_ascii_strup(recipient, -1);
    guint8 same[AGE_KEY_BYTES];
    assert_true(age_recipient_read(big, same));
    assert_memory_equal(key, same, sizeof key);
}

static void test_age_bad_recipients(void **state)
{
    (void)state;
    g_autofree char *good = make_key("bad.key");
    guint8 key[AGE_KEY_BYTES];
    guint tried = 0;
    for (gsize i = 0; good[i]; i++, tried++) {
        g_autofree char *bad = g_strdup(good);
        bad[i] = bad[i] == 'q' ? 'p' : 'q';
        assert_false(age_recipient_read(bad, key));
        g_autofree char *mixed = g_strdup(good);
        mixed[i] = g_ascii_toupper(mixed[i]);
        if (mixed[i] != good[i])
            assert_false(age_recipient_read(mixed, key));
        g_autofree char *cut = g_strndup(good, i);
        assert_false(age_recipient_read(cut, key));
    }
    assert_int_equal(tried, 62);
    g_autofree char *longer = g_strconcat(good, "q", NULL);
    assert_false(age_recipient_read(longer, key));
    // The X25519 key of zeros: whoever sends to it shares no secret.
    static const char zeros[] = "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq";
    assert_false(age_recipient_read(zeros, key));
    memset(key, 0, sizeof key);
    assert_null(age_encrypt(key, "text"));
}

// ------------------------------------------------------------------------------------------------

static int begin(void **state)
{
    (void)state;
    dir = g_dir_make_tmp("sealing-XXXXXX", NULL);
    return sodium_init() < 0 || !dir;
}

static int end(void **state)
{
    (void)state;
    g_autoptr(GDir) folder = g_dir_open(dir, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder));) {
        g_autofree char *path = path_of(name);
        (void)g_remove(path);
    }
    (void)g_rmdir(dir);
    g_free(dir);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_box_changed),
        cmocka_unit_test(test_box_bad_keys),
        cmocka_unit_test(test_age),
        cmocka_unit_test(test_age_bad_recipients),
    };
    return cmocka_run_group_tests_name("sealing", tests, begin, end);
}

// SPDX-License-Identifier: MIT
// Sealing: what opens, what doesn't, how big it is, and which key files are taken.
#include "tests/unit/store_fixture.h"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- sealing ----------------------------------------------------------------------------------

static void test_round_trip(void **state)
{
    const struct fixture *f = *state;
    static const struct {
        gsize len, step, padded;
    } cases[] = {
        {0, SEAL_STEP_SMALL, 64},         {1, SEAL_STEP_SMALL, 64},
        {63, SEAL_STEP_SMALL, 64},        {64, SEAL_STEP_SMALL, 128},
        {65, SEAL_STEP_SMALL, 128},       {5000, SEAL_STEP_SMALL, 5056},
        {0, SEAL_STEP_LARGE, 4096},       {4095, SEAL_STEP_LARGE, 4096},
        {4096, SEAL_STEP_LARGE, 8192},    {4097, SEAL_STEP_LARGE, 8192},
        {99999, SEAL_STEP_LARGE, 102400}, {4097, SEAL_STEP_MAIL, 65536},
        {65536, SEAL_STEP_MAIL, 131072},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree guint8 *plain = g_malloc(cases[i].len + 1);
        memset(plain, i % 2 ? 0x00 : 0x80, cases[i].len); // what looks like padding
        g_autoptr(GBytes) sealed = seal_close(f->key, "t:1", plain, cases[i].len, cases[i].step);
        gsize len;
        const void *bytes = g_bytes_get_data(sealed, &len);
        assert_int_equal(len, 24 + cases[i].padded + 16);
        g_autoptr(GBytes) opened = seal_open(f->key, "t:1", bytes, len, &error);
        MUST(opened != NULL);
        gsize opened_len;
        const void *text = g_bytes_get_data(opened, &opened_len);
        assert_int_equal(opened_len, cases[i].len);
        if (opened_len > 0)
            assert_memory_equal(text, plain, opened_len);
    }
}

static void test_same_text_looks_new(void **state)
{
    const struct fixture *f = *state;
    g_autoptr(GBytes) one = seal_close(f->key, "t:1", "discard", 7, SEAL_STEP_SMALL);
    g_autoptr(GBytes) two = seal_close(f->key, "t:1", "discard", 7, SEAL_STEP_SMALL);
    assert_int_equal(g_bytes_get_size(one), g_bytes_get_size(two));
    assert_false(g_bytes_equal(one, two));
}

static void test_hands_have_one_size(void **state)
{
    const struct fixture *f = *state;
    static const char *const cards[] = {
        "2 2 3 3 3 4 4 4 5 5 5 6 6 6 7",
        "16 16 17 17 18 18 19 19 20 20 21 21 22 22 23",
        "2 3 4",
        "21 22 23",
    };
    for (guint i = 0; i < G_N_ELEMENTS(cards); i++) {
        g_autoptr(GBytes) sealed =
            seal_close(f->key, "event:1:5", cards[i], strlen(cards[i]), SEAL_STEP_SMALL);
        assert_int_equal(g_bytes_get_size(sealed), 24 + 64 + 16);
    }
}

static void test_what_does_not_open(void **state)
{
    const struct fixture *f = *state;
    g_autofree char *other_path = fixture_path(f, "other.key");
    MUST(seal_key_create(other_path, &error));
    struct seal_key *other = seal_key_load(other_path, &error);
    MUST(other != NULL);
    g_autoptr(GBytes) sealed = seal_close(f->key, "event:1:5", "secret", 6, SEAL_STEP_SMALL);
    gsize len;
    const guint8 *bytes = g_bytes_get_data(sealed, &len);

    REFUSED(seal_open(other, "event:1:5", bytes, len, &error) != NULL, STORE_ERROR_STOP, "key");
    REFUSED(seal_open(f->key, "event:1:6", bytes, len, &error) != NULL, STORE_ERROR_STOP,
            "event:1:6");
    REFUSED(seal_open(f->key, "event:11:5", bytes, len, &error) != NULL, STORE_ERROR_STOP, "key");
    for (gsize cut = 0; cut < len; cut++)
        REFUSED(seal_open(f->key, "event:1:5", bytes, cut, &error) != NULL, STORE_ERROR_STOP,
                "event:1:5");
    g_autofree guint8 *changed = g_memdup2(bytes, len);
    for (gsize i = 0; i < len; i++) {
        changed[i] ^= 1;
        REFUSED(seal_open(f->key, "event:1:5", changed, len, &error) != NULL, STORE_ERROR_STOP,
                "event:1:5");
        changed[i] ^= 1;
    }
    seal_key_free(other);
}

// The same thing has the same digest under one key for one use, and else another.
static void test_digests(void **state)
{
    const struct fixture *f = *state;
    g_autofree char *other_path = fixture_path(f, "other.key");
    MUST(seal_key_create(other_path, &error));
    struct seal_key *other = seal_key_load(other_path, &error);
    MUST(other != NULL);
    guint8 plain[SEAL_DIGEST_BYTES] = {1}, changed[SEAL_DIGEST_BYTES] = {2};
    guint8 all[5][SEAL_DIGEST_BYTES];
    seal_digest(f->key, "raw", plain, all[0]);
    seal_digest(f->key, "ticket", plain, all[1]);
    seal_digest(f->key, "raw", changed, all[2]);
    seal_digest(other, "raw", plain, all[3]);
    memcpy(all[4], plain, sizeof plain);
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        for (guint k = 0; k < i; k++)
            assert_memory_not_equal(all[i], all[k], SEAL_DIGEST_BYTES);
    seal_digest(f->key, "raw", plain, all[1]);
    assert_memory_equal(all[0], all[1], SEAL_DIGEST_BYTES);
    seal_key_free(other);
}

static void write_file(const char *path, const char *text, int mode)
{
    assert_true(g_file_set_contents(path, text, -1, NULL));
    assert_int_equal(g_chmod(path, mode), 0);
}

// The format is a promise: databases outlive programs.
static void test_format(void **state)
{
    const struct fixture *f = *state;
    g_autofree char *path = fixture_path(f, "fixed.key");
    write_file(path, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n", 0600);
    struct seal_key *key = seal_key_load(path, &error);
    MUST(key != NULL);
    guint8 raw[32];
    for (guint8 i = 0; i < sizeof raw; i++)
        raw[i] = i;

    guint8 padded[64] = "by hand\x80";
    guint8 sealed[24 + 64 + 16] = "nonce of 24 bytes, as is";
    assert_int_equal(crypto_aead_xchacha20poly1305_ietf_encrypt(
                         sealed + 24, NULL, padded, sizeof padded, (const guint8 *)"game.seed:14",
                         12, NULL, sealed, raw),
                     0);
    g_autoptr(GBytes) opened = seal_open(key, "game.seed:14", sealed, sizeof sealed, &error);
    MUST(opened != NULL);
    assert_int_equal(g_bytes_get_size(opened), 7);
    assert_memory_equal(g_bytes_get_data(opened, NULL), "by hand", 7);
    assert_int_equal(seal_hash(key, 3, "a line of a mail", 16),
                     G_GINT64_CONSTANT(0x33d20c50b44b9ff9));
    seal_key_free(key);
}

static void test_hash(void **state)
{
    const struct fixture *f = *state;
    gint64 hash = seal_hash(f->key, 1, "Your hand: [3] [17]", 19);
    assert_int_equal(hash, seal_hash(f->key, 1, "Your hand: [3] [17]", 19));
    assert_int_not_equal(hash, seal_hash(f->key, 2, "Your hand: [3] [17]", 19));
    assert_int_not_equal(hash, seal_hash(f->key, 1, "Your hand: [3] [17]", 18));
    for (guint i = 0; i < 1000; i++)
        assert_true(seal_hash(f->key, i, "x", 1) >= 0);
}

// ---- key files --------------------------------------------------------------------------------

#define DIGITS "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF"

static void test_key_files(void **state)
{
    const struct fixture *f = *state;
    static const struct {
        const char *text;
        int mode;
        const char *words; // NULL: taken
    } cases[] = {
        {DIGITS "\n", 0600, NULL},
        {DIGITS "\n", 0400, NULL},
        {DIGITS "\n", 0640, "chmod 600"},
        {DIGITS "\n", 0604, "chmod 600"},
        {DIGITS "\n", 0620, "chmod 600"},
        {DIGITS "\n", 0601, "chmod 600"},
        {DIGITS, 0600, "64 hexadecimal"},
        {DIGITS "\r\n", 0600, "64 hexadecimal"},
        {DIGITS "\n\n", 0600, "64 hexadecimal"},
        {DIGITS "00\n", 0600, "64 hexadecimal"},
        {" " DIGITS, 0600, "64 hexadecimal"},
        {"g0112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n", 0600,
         "64 hexadecimal"},
        {"0011\n", 0600, "64 hexadecimal"},
        {"", 0600, "64 hexadecimal"},
    };
    g_autofree char *path = fixture_path(f, "case.key");
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        write_file(path, cases[i].text, cases[i].mode);
        struct seal_key *key = seal_key_load(path, &error);
        if (cases[i].words)
            REFUSED(key != NULL, STORE_ERROR_STOP, cases[i].words);
        else
            MUST(key != NULL);
        seal_key_free(key);
        g_unlink(path);
    }
}

static void test_no_key_file(void **state)
{
    const struct fixture *f = *state;
    g_autofree char *path = fixture_path(f, "none.key");
    REFUSED(seal_key_load(path, &error) != NULL, STORE_ERROR_STOP, "missing");
    REFUSED(seal_key_load(f->directory, &error) != NULL, STORE_ERROR_STOP, "no plain file");
    assert_int_equal(mkfifo(path, 0600), 0);
    REFUSED(seal_key_load(path, &error) != NULL, STORE_ERROR_STOP, "no plain file"); // and no wait
    seal_key_free(NULL);
}

static void test_create_key(void **state)
{
    const struct fixture *f = *state;
    g_autofree char *text = NULL;
    g_autofree char *again = NULL;
    g_autofree char *away = fixture_path(f, "missing/database.key");
    GStatBuf status;
    assert_int_equal(g_stat(f->key_path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_true(g_file_get_contents(f->key_path, &text, NULL, NULL));
    assert_int_equal(strlen(text), 65);
    REFUSED(seal_key_create(f->key_path, &error), STORE_ERROR_STOP, "there already");
    assert_true(g_file_get_contents(f->key_path, &again, NULL, NULL));
    assert_string_equal(text, again);
    REFUSED(seal_key_create(away, &error), STORE_ERROR_LATER, "directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_round_trip),
        WITH_STORE(test_same_text_looks_new),
        WITH_STORE(test_hands_have_one_size),
        WITH_STORE(test_what_does_not_open),
        WITH_STORE(test_format),
        WITH_STORE(test_hash),
        WITH_STORE(test_digests),
        WITH_STORE(test_key_files),
        WITH_STORE(test_no_key_file),
        WITH_STORE(test_create_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Armored signatures before GnuPG sees them: signatures alone pass, in all the forms that programs
// write; what could unpack to more than it looks, or is read in two ways, doesn't.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "mail/openpgp_armor.h"

#define BEGIN "-----BEGIN PGP SIGNATURE-----\n"
#define END   "-----END PGP SIGNATURE-----\n"

// Three packets of signatures, of old and new form, in base64; they hold no real ones.
#define SIGNS "iAIBAsIBBcIBBg=="

static char *armor(const char *bytes, gsize len)
{
    g_autofree char *base64 = g_base64_encode((const guchar *)bytes, len);
    return g_strconcat(BEGIN "\n", base64, "\n" END, NULL);
}

static void test_signs(void **state)
{
    static const char *const good[] = {
        BEGIN "\n" SIGNS "\n=AbCd\n" END,
        BEGIN "\n" SIGNS "\n" END,
        BEGIN "Version: GnuPG v2\nComment:\n\n" SIGNS "\n=AbCd\n" END "\n\n",
        "\n" BEGIN "\niAIB\nAsIB\nBcIBBg==\n=AbCd\n" END,
        "-----BEGIN PGP SIGNATURE-----\r\n\r\n" SIGNS "\r\n-----END PGP SIGNATURE-----\r\n",
    };
    static const char *const bad[] = {
        "",
        BEGIN END,
        BEGIN "\n" END,
        BEGIN "\n" SIGNS "\n",
        BEGIN SIGNS "\n" END,
        BEGIN "\n" SIGNS "\n\n" SIGNS "\n" END,
        BEGIN "\n" SIGNS "\n" SIGNS "\n" END,
        BEGIN "\n" SIGNS "\n" END BEGIN "\n" SIGNS "\n" END,
        "Words\n" BEGIN "\n" SIGNS "\n" END,
        BEGIN "\n" SIGNS "\n" END "Words\n",
        BEGIN "\niAIB!sIB\n" END,
        "-----BEGIN PGP MESSAGE-----\n\n" SIGNS "\n-----END PGP MESSAGE-----\n",
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(good); i++)
        if (!openpgp_armor_signs(good[i]))
            fail_msg("refused:\n%s", good[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        if (openpgp_armor_signs(bad[i]))
            fail_msg("taken:\n%s", bad[i]);
}

static void test_packets(void **state)
{
    static const struct {
        const char *bytes;
        gsize len;
        gboolean good;
    } rows[] = {
        {"\xc2\x00", 2, TRUE},
        {"\x88\x00", 2, TRUE},
        {"\x89\x00\x01x", 4, TRUE},
        {"\x8a\x00\x00\x00\x01x", 6, TRUE},
        {"\xc2\xff\x00\x00\x00\x01x", 7, TRUE},
        {"\xc2", 1, FALSE},                        // no length
        {"\xc2\x02x", 3, FALSE},                   // cut short
        {"\xc2\xff\xff\xff\xff\xffx", 7, FALSE},   // the same
        {"\xc2\xe1xx\x00", 5, FALSE},              // a part of one, and more to come
        {"\x8bxxxx", 5, FALSE},                    // as long as it goes
        {"\x42\x00", 2, FALSE},                    // no packet
        {"\xc8\x01\x00", 3, FALSE},                // compressed
        {"\xa0\x01\x00", 3, FALSE},                // compressed
        {"\xc2\x01x\xc8\x01\x00", 6, FALSE},       // a signature, and something compressed
        {"\xc4\x00\xcb\x01\x00\xc2\x00", 7, FALSE} // a signed text
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = armor(rows[i].bytes, rows[i].len);
        if (openpgp_armor_signs(text) != rows[i].good)
            fail_msg("row %zu: %s", i, rows[i].good ? "refused" : "taken");
    }
}

static void test_key(void **state)
{
#define KEY     "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n"
#define KEY_END "\n-----END PGP PUBLIC KEY BLOCK-----\n"
    (void)state;
    assert_true(openpgp_armor_is_key(KEY "xgDNANEAwgDOAA==" KEY_END));
    assert_false(openpgp_armor_is_key(KEY "xgDIAA==" KEY_END)); // a key, and something compressed
    assert_false(openpgp_armor_is_key(KEY "yAEA" KEY_END));
    assert_false(openpgp_armor_is_key(BEGIN "\nxgDNAA==\n" END));
    assert_false(openpgp_armor_signs(BEGIN "\nxgDNAA==\n" END));
}

static void test_clear(void **state)
{
#define CLEAR "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
    (void)state;
    assert_true(openpgp_armor_is_clear(CLEAR "play 2\n" BEGIN "\n" SIGNS "\n" END));
    assert_true(openpgp_armor_is_clear(CLEAR "- -----BEGIN\n" BEGIN "\n" SIGNS "\n" END));
    assert_false(openpgp_armor_is_clear(CLEAR "play 2\n" BEGIN "\nyAEA\n" END));
    assert_false(openpgp_armor_is_clear(CLEAR "-----BEGIN PGP MESSAGE-----\n\nyAEA\n"
                                              "-----END PGP MESSAGE-----\n" BEGIN "\n" SIGNS
                                              "\n" END));
    assert_false(openpgp_armor_is_clear("Hello\n" CLEAR "play 2\n" BEGIN "\n" SIGNS "\n" END));
    assert_false(openpgp_armor_is_clear(CLEAR "play 2\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_packets),
        cmocka_unit_test(test_key),
        cmocka_unit_test(test_clear),
    };
    return cmocka_run_group_tests_name("openpgp armor", tests, NULL, NULL);
}

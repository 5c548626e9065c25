// SPDX-License-Identifier: MIT
// Any bytes as what a stranger's mail has where a signature, a key or a clear-signed text should
// be, on their way to GnuPG; and as what the program openpgp answers, as if they had taken it over:
// what passes is what it says to be.
#include "mail/openpgp_armor.h"
#include "referee/programs/openpgp_answer.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What passes begins and ends as one armor does, and has no second one in it.
static void check_armor(const char *text)
{
    const gboolean signs = openpgp_armor_signs(text);
    const gboolean is_key = openpgp_armor_is_key(text);
    g_assert(!signs || !is_key);
    if (signs || is_key) {
        const char *begin = strstr(text, "-----BEGIN PGP ");
        g_assert(begin && !strstr(begin + 1, "-----BEGIN PGP "));
        g_assert(strstr(begin, signs ? "-----END PGP SIGNATURE-----" : " KEY BLOCK-----"));
        g_assert(!strstr(text, "-----BEGIN PGP MESSAGE"));
    }
}

static void check_clear(const char *text)
{
    if (!openpgp_armor_is_clear(text))
        return;
    g_assert(g_str_has_prefix(text, "-----BEGIN PGP SIGNED MESSAGE-----"));
    g_assert(openpgp_armor_signs(strstr(text, "\n-----BEGIN PGP SIGNATURE-----")));
}

static void check_answer(const uint8_t *data, size_t size)
{
    json_t *object = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    struct openpgp_answer said;
    if (json_is_object(object) && !openpgp_answer_read(object, &said)) {
        g_assert(!said.fingerprint[0] || strlen(said.fingerprint) == OPENPGP_FINGERPRINT);
        g_assert(strlen(said.public) <= OPENPGP_KEY_MAX && !strpbrk(said.public, " \n\r\t-"));
        g_assert(g_str_is_ascii(said.armor) && g_utf8_validate(said.text, -1, NULL));
        g_assert(!said.armor[0] || g_str_has_prefix(said.armor, "-----BEGIN PGP MESSAGE-----\n"));
    }
    json_decref(object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    check_armor(text);
    check_clear(text);
    check_answer(data, size);
    return 0;
}

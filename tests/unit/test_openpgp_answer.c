// SPDX-License-Identifier: MIT
// What the program openpgp may answer: each text is what it says to be, or it is no answer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "referee/programs/openpgp_answer.h"

#define PRINT "0123456789ABCDEF0123456789ABCDEF01234567"
#define BEGIN "-----BEGIN PGP MESSAGE-----\\n"
#define END   "\\n-----END PGP MESSAGE-----\\n"

static const char nonsense[] = "its answer makes no sense";

static void test_read(void **state)
{
    static const struct {
        const char *json, *says; // NULL: an answer
    } rows[] = {
        {"{\"fault\":null}", NULL},
        {"{\"fault\":\"expired\",\"text\":\"\"}", NULL},
        {"{\"fault\":null,\"fingerprint\":\"" PRINT "\",\"public\":\"mDMEAA==\"}", NULL},
        {"{\"fault\":null,\"armor\":\"" BEGIN "\\nhQ==" END "\"}", NULL},
        {"{\"fault\":null,\"trouble\":\"no room\"}", "no room"},
        {"{}", nonsense},
        {"{\"fault\":7}", nonsense},
        {"{\"fault\":null,\"text\":7}", nonsense},
        {"{\"fault\":null,\"fingerprint\":\"0123\"}", nonsense},
        {"{\"fault\":null,\"fingerprint\":\"" PRINT "A\"}", nonsense},
        {"{\"fault\":null,\"fingerprint\":\"0123456789abcdef0123456789abcdef01234567\"}", nonsense},
        {"{\"fault\":null,\"public\":\"mDMEA\"}", nonsense},
        {"{\"fault\":null,\"public\":\"mDM\\nAA==\"}", nonsense},
        {"{\"fault\":null,\"public\":\"mDM=AA==\"}", nonsense},
        {"{\"fault\":null,\"public\":\"m===\"}", nonsense},
        {"{\"fault\":null,\"armor\":\"Your hand\"}", nonsense},
        {"{\"fault\":null,\"armor\":\"" BEGIN "\"}", nonsense},
        {"{\"fault\":null,\"armor\":\"" BEGIN "\u00e9" END "\"}", nonsense},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct openpgp_answer said;
        json_auto_t *object = json_loads(rows[i].json, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(object);
        const char *says = openpgp_answer_read(object, &said);
        if (g_strcmp0(says, rows[i].says) != 0)
            fail_msg("%s: %s", rows[i].json, says ? says : "taken");
    }
}

static void test_long(void **state)
{
    (void)state;
    struct openpgp_answer said;
    g_autofree char *most = g_strnfill(OPENPGP_KEY_MAX, 'A');
    g_autofree char *more = g_strnfill(OPENPGP_KEY_MAX + 4, 'A');
    json_auto_t *fits = json_pack("{s:n, s:s}", "fault", "public", most);
    json_auto_t *exceeds = json_pack("{s:n, s:s}", "fault", "public", more);
    assert_null(openpgp_answer_read(fits, &said));
    assert_string_equal(said.public, most);
    assert_string_equal(said.armor, "");
    assert_string_equal(openpgp_answer_read(exceeds, &said), nonsense);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests_name("openpgp answer", tests, NULL, NULL);
}

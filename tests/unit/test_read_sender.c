// SPDX-License-Identifier: MIT
// Who a mail is from, in every shape that mail programs and liars give to From (gate 4, H103–H113).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mail/read.h"
#include "mail/read_address.h"
#include "mail/read_facts.h"
#include "mail/read_sender.h"

static const struct {
    const char *from;
    const char *address; // NULL: held; "": absent
    const char *name;    // NULL: not looked at
} SHAPES[] = {
    {"clara@example.org", "clara@example.org", ""},
    {"<clara@example.org>", "clara@example.org", ""},
    {"Clara <clara@example.org>", "clara@example.org", "Clara"},
    {"Clara<clara@example.org>", "clara@example.org", "Clara"},
    {"Clara < clara@example.org >", "clara@example.org", "Clara"},
    {"Dr. Clara M. O'Winter-Smith <clara@example.org>", "clara@example.org",
     "Dr. Clara M. O'Winter-Smith"},
    {"\"Winter, Clara\" <clara@example.org>", "clara@example.org", "Winter, Clara"},
    {"\"Clara \\\"the cat\\\" Winter\" <clara@example.org>", "clara@example.org",
     "Clara \"the cat\" Winter"},
    {"clara@example.org (Clara Winter)", "clara@example.org", "Clara Winter"},
    {"(home) clara@example.org", "clara@example.org", "home"},
    {"Clara <clara@example.org> (at home)", "clara@example.org", "Clara at home"},
    {"=?utf-8?Q?Cl=C3=A4re?= <clara@example.org>", "clara@example.org", "Cl\xc3\xa4re"},
    {"Cl\xe4re <clara@example.org>", "clara@example.org", "Cl\xc3\xa4re"},
    {"=?utf-8?q?Clara=0D=0ABcc=3A_all?= <clara@example.org>", "clara@example.org",
     "Clara Bcc: all"},
    // the same address again in the name, or something that only looks like one
    {"clara@example.org <clara@example.org>", "clara@example.org", "clara@example.org"},
    {"\"'Clara@Example.org'\" <clara@example.org>", "clara@example.org", NULL},
    {"\"clara@ex\xc3\xa4mple.org\" <clara@xn--exmple-cua.org>", "clara@xn--exmple-cua.org", NULL},
    {"\"Clara @ home\" <clara@example.org>", "clara@example.org", NULL},
    {"\"@clara\" <clara@example.org>", "clara@example.org", NULL},
    // letters of any script, and what stands between
    {"cl\xc3\xa4re@example.org", "cl\xc3\xa4re@example.org", NULL},
    {"cle\xcc\x81o@example.org", "cl\xc3\xa9o@example.org", NULL},
    {"cl\xd0\xb0ra@example.org", "cl\xd0\xb0ra@example.org", NULL},
    {"\xe0\xa4\x95\xe0\xa5\x8d\xe0\xa4\xb7@example.org",
     "\xe0\xa4\x95\xe0\xa5\x8d\xe0\xa4\xb7@example.org", NULL},
    {"cl'ara+tag=x~y%z-w_v.u1@example.org", "cl'ara+tag=x~y%z-w_v.u1@example.org", NULL},
    {"CLARA@Example.ORG.", "CLARA@example.org", NULL},
    {"clara@ex\xc3\xa4mple.org", "clara@xn--exmple-cua.org", NULL},
    {"clara@stra\xc3\x9f"
     "e.example",
     "clara@xn--strae-oqa.example", NULL},
    {"clara@XN--EXMPLE-CUA.org", "clara@xn--exmple-cua.org", NULL},
    // nobody
    {"", "", ""},
    {"<>", "", ""},
    // more than one reading
    {"Winter, Clara <clara@example.org>", NULL, NULL},
    {"clara@example.org, ruben@example.net", NULL, NULL},
    {"clara@example.org,", NULL, NULL},
    {"clara@example.org;", NULL, NULL},
    {"ruben@example.net(<mallory@example.com>", NULL, NULL},
    {"ruben@example.net)<mallory@example.com>", NULL, NULL},
    {"<ruben@example.net> <mallory@example.com>", NULL, NULL},
    {"ruben@example.net@example.com", NULL, NULL},
    {"<ruben@example.net@example.com>", NULL, NULL},
    {"ruben@example.net;mallory@example.com", NULL, NULL},
    {"Clara <clara@example.org> extra", NULL, NULL},
    {"Clara <clara@example.org", NULL, NULL},
    {"Clara clara@example.org", NULL, NULL},
    {"Clara clara@example.org>", NULL, NULL},
    {"clara @ example.org", NULL, NULL},
    {"Clara <clara @example.org>", NULL, NULL},
    {"Clara [mod] <clara@example.org>", NULL, NULL},
    {"\"Clara <clara@example.org>", NULL, NULL},
    {"(((((((((((deep))))))))))) clara@example.org", NULL, NULL},
    // groups and routes
    {"Team: clara@example.org;", NULL, NULL},
    {"undisclosed-recipients:;", NULL, NULL},
    {"<@route.example:clara@example.org>", NULL, NULL},
    {"mailto:clara@example.org", NULL, NULL},
    // local parts that are not taken
    {"\"clara\"@example.org", NULL, NULL},
    {"\"clara winter\"@example.org", NULL, NULL},
    {"\"Someone <someone@junk.example>\"@example.org", NULL, NULL},
    {".clara@example.org", NULL, NULL},
    {"clara.@example.org", NULL, NULL},
    {"cl..ara@example.org", NULL, NULL},
    {"clara!@example.org", NULL, NULL},
    {"-oQ/tmp@example.org", NULL, NULL},
    {"cla#ra@example.org", NULL, NULL},
    {"=?utf-8?q?clara?=@example.org", NULL, NULL},
    {"=?utf-8?q?=40evil?=@example.org", NULL, NULL},
    {"clara\xe2\x80\x8b@example.org", NULL, NULL},
    {"cl\xff"
     "ara@example.org",
     NULL, NULL},
    {"@example.org", NULL, NULL},
    // domains that are none
    {"clara", NULL, NULL},
    {"Clara <clara>", NULL, NULL},
    {"Clara <clara@>", NULL, NULL},
    {"Clara <>", NULL, NULL},
    {"clara@[192.0.2.1]", NULL, NULL},
    {"clara@-example.org", NULL, NULL},
    {"clara@exa_mple.org", NULL, NULL},
    {"clara@example..org", NULL, NULL},
    {"clara@.", NULL, NULL},
    // names that lie
    {"ruben@example.net <mallory@example.com>", NULL, NULL},
    {"\"ruben@example.net\" <mallory@example.com>", NULL, NULL},
    {"\"Ruben (ruben@example.net)\" <mallory@example.com>", NULL, NULL},
    {"Mallory (ruben@example.net) <mallory@example.com>", NULL, NULL},
    {"mallory@example.com (ruben@example.net)", NULL, NULL},
    {"=?utf-8?q?ruben=40example.net?= <mallory@example.com>", NULL, NULL},
    {"\"ruben\xef\xbc\xa0"
     "example.net\" <mallory@example.com>",
     NULL, NULL},
};

static void test_shapes(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(SHAPES); i++) {
        const char *hold = NULL;
        g_autofree char *address = NULL;
        g_autofree char *name = NULL;
        read_sender_parse(SHAPES[i].from, &address, &name, &hold);
        const char *got = address ? address : hold ? NULL : "";
        if (g_strcmp0(got, SHAPES[i].address) != 0)
            fail_msg("%s: %s (%s)", SHAPES[i].from, got ? got : "held", hold ? hold : "");
        if (SHAPES[i].name)
            assert_string_equal(name, SHAPES[i].name);
    }
}

static void test_nested_groups(void **state)
{
    (void)state;
    g_autoptr(GString) from = g_string_new(NULL);
    for (int i = 0; i < 4000; i++)
        g_string_append(from, "g:");
    const char *hold = NULL;
    g_autofree char *address = NULL;
    g_autofree char *name = NULL;
    read_sender_parse(from->str, &address, &name, &hold);
    assert_null(address);
    assert_non_null(hold);
}

static json_t *facts_of(const char *header)
{
    g_autofree char *mail = g_strconcat(header, "\r\n\r\nplay 7\r\n", NULL);
    return read_facts(mail, strlen(mail), READ_LIMIT);
}

static const char *sender_string(json_t *facts, const char *key)
{
    return json_string_value(json_object_get(json_object_get(facts, "sender"), key));
}

static void test_two_from(void **state)
{
    (void)state;
    json_t *facts = facts_of("From: a@example.org\r\nFrom: a@example.org");
    assert_null(sender_string(facts, "address"));
    assert_non_null(sender_string(facts, "hold"));
    json_decref(facts);
}

static void test_absent(void **state)
{
    (void)state;
    static const char *const HEADERS[] = {"To: b@example.org", "From:", "From: \r\n\t", "From: <>"};
    for (gsize i = 0; i < G_N_ELEMENTS(HEADERS); i++) {
        json_t *facts = facts_of(HEADERS[i]);
        assert_true(json_is_true(json_object_get(json_object_get(facts, "sender"), "absent")));
        assert_null(sender_string(facts, "hold"));
        json_decref(facts);
    }
}

static void test_froms(void **state)
{
    (void)state;
    json_t *facts = facts_of("From: \"A\" <Ref+x@EXAMPLE.org>\r\nSender: g: s@example.net;\r\n"
                             "Return-Path: <Back@example.com>\r\nReply-To: never@example.com");
    g_autofree char *froms = json_dumps(json_object_get(facts, "froms"), JSON_COMPACT);
    assert_string_equal(froms, "[\"Ref+x@example.org\",\"s@example.net\",\"Back@example.com\"]");
    assert_string_equal(json_string_value(json_object_get(facts, "return_path")),
                        "Back@example.com");
    json_decref(facts);
}

static void test_to_and_ids(void **state)
{
    (void)state;
    json_t *facts =
        facts_of("From: a@example.org\r\nTo: Ref <ref+1@example.org>, x: y@z.example;\r\n"
                 "Delivered-To: ref+1@example.org\r\nX-Envelope-To: ref+2@example.org\r\n"
                 "Message-ID: junk <m@x> <n@x>\r\n"
                 "References: <a@x> (c) <b@x>,\r\n\t<a b> <c\xc3\xa4@x> <a@x>\r\n"
                 "In-Reply-To: <b@x> <d@x>");
    g_autofree char *to = json_dumps(json_object_get(facts, "to"), JSON_COMPACT);
    g_autofree char *ids = json_dumps(json_object_get(facts, "ids"), JSON_COMPACT);
    assert_string_equal(to, "[\"ref+1@example.org\",\"y@z.example\",\"ref+2@example.org\"]");
    assert_string_equal(ids, "[\"<a@x>\",\"<b@x>\",\"<d@x>\"]");
    assert_string_equal(json_string_value(json_object_get(facts, "message_id")), "<m@x>");
    json_decref(facts);
}

static int start(void **state)
{
    (void)state;
    read_facts_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),   cmocka_unit_test(test_nested_groups),
        cmocka_unit_test(test_two_from), cmocka_unit_test(test_absent),
        cmocka_unit_test(test_froms),    cmocka_unit_test(test_to_and_ids),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}

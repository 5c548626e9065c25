// SPDX-License-Identifier: MIT
// Whole mails: which part is the new text, what makes a mail unclear, what is held (gates 1 and 7,
// H57–H85, H129), and the gates of every case in tests/mail.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mail/read.h"
#include "mail/read_facts.h"

#define FROM        "From: Clara <clara@example.org>\n"
#define MIXED       FROM "Content-Type: multipart/mixed; boundary=b\n\n"
#define ALTERNATIVE FROM "Content-Type: multipart/alternative; boundary=\"b\"\n\n"
#define PLAIN       "--b\nContent-Type: text/plain\n\n"
#define HTML        "--b\nContent-Type: text/html\n\n"

static const struct {
    const char *mail;
    const char *text; // NULL: none
    const char *html; // NULL: none
    gboolean trouble;
} SHAPES[] = {
    {FROM "\nplay 7\r\n7\n", "play 7\n7\n", NULL, FALSE},
    {FROM "\nplay 7\r7\n", "play 7\r7\n", NULL, FALSE},
    {FROM "\na\r\r\nb", "a\r\nb", NULL, FALSE},
    {FROM, "", NULL, FALSE},
    {FROM "CONTENT-TYPE: Text/PLAIN; Charset=\"UTF-8\"\nContent-Transfer-Encoding: Base64 "
          "(x)\n\ncGFzcw==",
     "pass", NULL, FALSE},
    {FROM "Content-Type: text/html\n\n<p>pass", NULL, "pass\n", FALSE},
    {FROM "Content-Type: text/x-pass\n\npass", NULL, NULL, FALSE},
    // which part
    {MIXED PLAIN "one\n" PLAIN "two\n--b--\n", "one", NULL, FALSE},
    {MIXED "pass\n" PLAIN "one\n--b--\nleave", "one", NULL, FALSE},
    {MIXED "--b\n\none\n--b--", "one", NULL, FALSE},
    {MIXED "--b\none: x\n--b--", "", NULL, FALSE},
    {MIXED "--b\nContent-Type: message/rfc822\n\n" FROM "\npass\n" PLAIN "one\n--b--", "one", NULL,
     FALSE},
    {MIXED "--b\nContent-Disposition: attachment\n\npass\n" PLAIN "one\n--b--", "one", NULL, FALSE},
    {MIXED "--b\nContent-Disposition: x-odd\n\npass\n" PLAIN "one\n--b--", "one", NULL, FALSE},
    {MIXED "--b\nContent-Disposition: INLINE; filename=x\n\none\n--b--", "one", NULL, FALSE},
    {MIXED "--b\nContent-Type: multipart/mixed; boundary=c\nContent-Disposition: "
           "attachment\n\n--c\n\npass\n--c--\n" PLAIN "one\n--b--",
     "one", NULL, FALSE},
    {ALTERNATIVE PLAIN "one\n" HTML "<p>two\n--b--", "one", "two\n", FALSE},
    {ALTERNATIVE HTML "<p>two\n--b--", NULL, "two\n", FALSE},
    {FROM "Content-Type: multipart/digest; boundary=b\n\n--b\n\npass\n--b--", NULL, NULL, FALSE},
    {FROM "Content-Type: message/rfc822\n\n" FROM "\npass\n", NULL, NULL, FALSE},
    // boundaries
    {MIXED PLAIN "one\n--bc\n--b x\n --b\n--b-- x\n--b \t\r\n\ntwo\n--b--\t\n",
     "one\n--bc\n--b x\n --b\n--b-- x", NULL, FALSE},
    {FROM "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; "
          "boundary=bb\n\n--bb\n\none\n--bb--\n--b--",
     "one", NULL, FALSE},
    {MIXED PLAIN "one\n", "one\n", NULL, TRUE},
    {MIXED "one\n", NULL, NULL, TRUE},
    {FROM "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; "
          "boundary=c\n\n--c\n\none\n--b--",
     "one", NULL, TRUE},
    {FROM "Content-Type: multipart/mixed\n\n--b\n\none\n--b--", NULL, NULL, TRUE},
    {FROM "Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\none\n----", NULL, NULL, TRUE},
    // headers of parts
    {MIXED "--b\nContent-Type: text/plain\nplay 7\n\none\n--b--", "one", NULL, TRUE},
    {MIXED "--b\nContent-Type: text/plain\rX: y\n\none\n--b--", "", NULL, TRUE},
    {FROM "play 7\n\none", "one", NULL, TRUE},
    {FROM "Content-Type: text\n\none", NULL, NULL, TRUE},
    {FROM "Content-Type:\n\none", NULL, NULL, TRUE},
    {FROM "Content-Type: text/plain charset=utf-8\n\none", NULL, NULL, TRUE},
    {FROM "Content-Type: text/plain\nContent-Type: text/plain\n\none", "one", NULL, FALSE},
    {FROM "Content-Type: text/plain\nContent-Type: text/html\n\none", "one", NULL, TRUE},
    {FROM "Content-Type: text/plain; charset=utf-8; charset=utf-16\n\none", "one", NULL, TRUE},
    {FROM "Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: 7BIT\n\none", "one", NULL,
     FALSE},
    {FROM "Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n\none", "one", NULL,
     TRUE},
    {FROM "Content-Disposition: inline\nContent-Disposition: attachment\n\none", "one", NULL, TRUE},
    {MIXED PLAIN "one\n--b\nContent-Type: pdf\nContent-Disposition: attachment\n\nx\n--b--", "one",
     NULL, FALSE},
    // encodings and charsets
    {FROM "Content-Transfer-Encoding: 7-bit\n\none", NULL, NULL, TRUE},
    {FROM "Content-Transfer-Encoding: x-uuencode\n\none", NULL, NULL, TRUE},
    {FROM "Content-Transfer-Encoding: base64\n\nb25l\n-- \nlist", NULL, NULL, TRUE},
    {FROM "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: "
          "quoted-printable\n\n" PLAIN "one\n--b--",
     "one", NULL, TRUE},
    {FROM "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\n" PLAIN
          "one\n--b--",
     "one", NULL, FALSE},
    {FROM "Content-Type: text/plain; charset=utf-7\n\none", NULL, NULL, TRUE},
    {FROM "Content-Type: text/plain; charset=\"utf-8//IGNORE\"\n\none", NULL, NULL, TRUE},
    {FROM "\n\xef\xbb\xbfone", "one", NULL, FALSE},
    // what can't be read is marked: whether it matters depends on where the new text ends
    {FROM "Content-Transfer-Encoding: base64\n\ncGEAc3M=", "pa\xef\xbf\xbdss", NULL, FALSE},
    {FROM "Content-Type: text/plain; charset=utf-8\n\none\n> \xfftwo\xc3\n",
     "one\n> \xef\xbf\xbdtwo\xef\xbf\xbd\n", NULL, FALSE},
    {FROM "Content-Type: text/plain; charset=us-ascii\n\none\n\xc3\xa4",
     "one\n\xef\xbf\xbd\xef\xbf\xbd", NULL, FALSE},
    {FROM "Content-Type: text/plain; charset=gb18030\n\none\xff\n\xd6\xd0",
     "one\xef\xbf\xbd\n\xe4\xb8\xad", NULL, FALSE},
    {FROM "\none \xe4 \x81\n", "one \xc3\xa4 \xef\xbf\xbd\n", NULL, FALSE},
    {FROM "Content-Type: text/plain; charset=iso-2022-jp\n\none\n\xff", NULL, NULL, TRUE},
    // a text that is fine next to HTML that isn't stands alone
    {ALTERNATIVE PLAIN "one\n--b\nContent-Type: text/html; charset=x-odd\n\ntwo\n--b--", "one",
     NULL, FALSE},
    {ALTERNATIVE PLAIN " \n\xc2\xa0\n--b\nContent-Type: text/html; charset=x-odd\n\ntwo\n--b--",
     " \n\xc2\xa0", NULL, TRUE},
    {ALTERNATIVE "--b\nContent-Type: text/plain; charset=x-odd\n\none\n" HTML "two\n--b--", NULL,
     "two\n", TRUE},
    // sealed, elsewhere
    {FROM "Content-Type: application/pkcs7-mime; smime-type=signed-data\n\nx", NULL, NULL, TRUE},
    {MIXED PLAIN "one\n--b\nContent-Type: application/pkcs7-mime\n\nx\n--b--", "one", NULL, FALSE},
    {FROM "Content-Type: multipart/encrypted; boundary=b\n\n" PLAIN "one\n--b--", "one", NULL,
     TRUE},
    {FROM "Content-Type: message/partial; id=x; number=1\n\none", NULL, NULL, TRUE},
    {MIXED PLAIN "one\n--b\nContent-Type: message/external-body; access-type=x\n\n\n--b--", "one",
     NULL, TRUE},
    {FROM "Content-Type: application/ms-tnef\n\nx", NULL, NULL, TRUE},
    {MIXED PLAIN "\n--b\nContent-Type: application/octet-stream; name=WINMAIL.dat\n\nx\n--b--", "",
     NULL, TRUE},
    {MIXED PLAIN "one\n--b\nContent-Type: application/ms-tnef\n\nx\n--b--", "one", NULL, FALSE},
    {MIXED PLAIN "\n" HTML "two\n--b\nContent-Type: application/ms-tnef\n\nx\n--b--", "", "two\n",
     FALSE},
};

static json_t *facts_of(const char *mail)
{
    return read_facts(mail, strlen(mail), READ_LIMIT);
}

static const char *body_of(json_t *facts, const char *key)
{
    return json_string_value(json_object_get(json_object_get(facts, key), "body"));
}

static const char *string_of(json_t *facts, const char *key)
{
    return json_string_value(json_object_get(facts, key));
}

static gboolean flag_of(json_t *facts, const char *key)
{
    return json_is_true(json_object_get(json_object_get(facts, "text"), key));
}

static void test_shapes(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(SHAPES); i++) {
        json_t *facts = facts_of(SHAPES[i].mail);
        if (string_of(facts, "size") || g_strcmp0(body_of(facts, "text"), SHAPES[i].text) != 0 ||
            g_strcmp0(body_of(facts, "html"), SHAPES[i].html) != 0 ||
            (string_of(facts, "trouble") != NULL) != SHAPES[i].trouble) {
            g_autofree char *dump = json_dumps(facts, JSON_INDENT(1));
            fail_msg("row %zu: %s\n%s", i, SHAPES[i].mail, dump);
        }
        json_decref(facts);
    }
}

static void test_flowed(void **state)
{
    (void)state;
    json_t *facts = facts_of(FROM "Content-Type: text/plain; Format=\"Flowed\"; DelSp=Yes\n\n a\n");
    assert_true(flag_of(facts, "flowed") && flag_of(facts, "delsp"));
    assert_string_equal(body_of(facts, "text"), " a\n");
    json_decref(facts);
    facts = facts_of(FROM "Content-Type: text/plain; format=fixed\n\nGr\xfc\xdf"
                          "e\n");
    assert_false(flag_of(facts, "flowed") || flag_of(facts, "delsp"));
    assert_true(flag_of(facts, "guessed"));
    json_decref(facts);
}

// ---- gate 1 ------------------------------------------------------------------------------------

static char *with_parts(guint count)
{
    GString *mail = g_string_new(MIXED);
    for (guint i = 0; i < count; i++)
        g_string_append(mail, PLAIN "one\n");
    return g_string_free(g_string_append(mail, "--b--\n"), FALSE);
}

static char *with_levels(guint count)
{
    GString *mail = g_string_new(FROM);
    for (guint i = 0; i < count; i++)
        g_string_append_printf(mail, "Content-Type: multipart/mixed; boundary=b%u-\n\n--b%u-\n", i,
                               i);
    g_string_append(mail, "\none\n");
    while (count-- > 0)
        g_string_append_printf(mail, "--b%u---\n", count);
    return g_string_free(mail, FALSE);
}

// Mails attached to one another, a text in the innermost.
static char *with_mails(guint count)
{
    GString *mail = g_string_new(FROM);
    for (guint i = 0; i < count; i++)
        g_string_append(mail, "Content-Type: message/rfc822\n\n" FROM);
    return g_string_free(g_string_append(mail, "\none\n"), FALSE);
}

// An attached mail of so many parts.
static char *with_attached_parts(guint count)
{
    GString *mail = g_string_new(MIXED PLAIN "one\n--b\nContent-Type: message/rfc822\n\n" FROM
                                             "Content-Type: multipart/mixed; boundary=c\n\n");
    for (guint i = 0; i < count; i++)
        g_string_append(mail, "--c\n\ntwo\n");
    return g_string_free(g_string_append(mail, "--c--\n--b--\n"), FALSE);
}

static gboolean is_held(char *mail)
{
    json_t *facts = facts_of(mail);
    gboolean held = string_of(facts, "size") != NULL;
    if (held) // and then nothing else is said
        assert_true(json_is_null(json_object_get(facts, "text")) &&
                    json_is_null(json_object_get(facts, "trouble")) &&
                    json_array_size(json_object_get(facts, "froms")) == 0);
    json_decref(facts);
    g_free(mail);
    return held;
}

static void test_size(void **state)
{
    (void)state;
    assert_false(is_held(with_parts(20)));
    assert_true(is_held(with_parts(21)));
    assert_true(is_held(with_parts(40000)));
    assert_false(is_held(with_levels(10)));
    assert_true(is_held(with_levels(11)));
    assert_true(is_held(with_levels(20000)));
    assert_false(is_held(with_mails(10)));
    assert_true(is_held(with_mails(11)));
    assert_true(is_held(with_mails(20000)));
    assert_false(is_held(with_attached_parts(19)));
    assert_true(is_held(with_attached_parts(20)));
    assert_true(is_held(g_strdup(FROM "X: a\rY: b\n\none")));
    assert_false(is_held(g_strdup("From x@y Tue Jan  1 00:00:00 2030\n" FROM "\none")));
}

static char *with_text(gsize bytes, const char *encoding)
{
    g_autofree char *text = g_strnfill(bytes, 'a');
    g_autofree char *coded = g_base64_encode((const guchar *)text, bytes);
    gboolean base64 = strcmp(encoding, "base64") == 0;
    return g_strconcat(FROM "Content-Transfer-Encoding: ", encoding, "\n\n", base64 ? coded : text,
                       NULL);
}

static void test_long_text(void **state)
{
    (void)state;
    static const char *const ENCODINGS[] = {"7bit", "base64", "quoted-printable"};
    for (gsize i = 0; i < G_N_ELEMENTS(ENCODINGS); i++) {
        g_autofree char *fits = with_text(128 * 1024, ENCODINGS[i]);
        g_autofree char *long_one = with_text(128 * 1024 + 1, ENCODINGS[i]);
        g_autofree char *huge = with_text(1024 * 1024, ENCODINGS[i]);
        json_t *facts = facts_of(fits);
        assert_null(string_of(facts, "trouble"));
        json_decref(facts);
        facts = facts_of(long_one);
        assert_non_null(string_of(facts, "trouble"));
        json_decref(facts);
        facts = facts_of(huge);
        assert_non_null(string_of(facts, "trouble"));
        json_decref(facts);
    }
}

static void test_too_big(void **state)
{
    (void)state;
    g_autofree char *mail = with_text(500, "7bit");
    json_t *facts = read_facts(mail, strlen(mail), 400);
    assert_true(json_is_true(json_object_get(facts, "too_big")));
    assert_true(json_is_null(json_object_get(facts, "text")));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(facts, "sender"), "address")),
        "clara@example.org");
    json_decref(facts);
}

// ---- what signatures need ----------------------------------------------------------------------

static void test_attached(void **state)
{
    (void)state;
    g_autofree char *big = g_strnfill(16 * 1024 + 1, 'a');
    g_autofree char *mail = g_strconcat(
        MIXED PLAIN "one\n--b\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64"
                    "\n\ndHdv\n--b\nContent-Disposition: attachment\n\n",
        big,
        "\n--b\nContent-Type: text/plain; charset=x-odd\n\nx\n--b\nContent-Type: "
        "text/x\n\ny\n--b--",
        NULL);
    json_t *facts = facts_of(mail);
    g_autofree char *attached = json_dumps(json_object_get(facts, "attached"), JSON_COMPACT);
    assert_string_equal(attached, "[\"two\"]");
    assert_string_equal(body_of(facts, "text"), "one");
    assert_null(string_of(facts, "trouble"));
    json_decref(facts);
}

#define SIGNED                                                                                     \
    "Content-Type: multipart/signed; boundary=s; protocol=\"application/pgp-signature\"\n\n"       \
    "--s\nContent-Type: text/plain\n\nplay 7\r\n\n--s\nContent-Type: "                             \
    "application/pgp-signature\n\n"                                                                \
    "-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n--s--\n"

static void test_openpgp(void **state)
{
    (void)state;
    json_t *facts = facts_of(FROM SIGNED);
    assert_string_equal(string_of(facts, "signature"), "openpgp");
    assert_true(flag_of(facts, "signed"));
    json_t *openpgp = json_object_get(facts, "openpgp");
    gsize len = 0;
    g_autofree guchar *data =
        g_base64_decode(json_string_value(json_object_get(openpgp, "data")), &len);
    static const char WANT[] = "Content-Type: text/plain\r\n\r\nplay 7\r\n";
    assert_int_equal(len, sizeof WANT - 1);
    assert_memory_equal(data, WANT, len);
    assert_true(
        g_str_has_prefix(json_string_value(json_object_get(openpgp, "armor")), "-----BEGIN"));
    assert_int_equal(json_array_size(json_object_get(facts, "attached")), 0);
    json_decref(facts);

    // unsigned words before the signed part: the signature isn't over the text
    facts = facts_of(MIXED PLAIN "pass\n--b\n" SIGNED "--b--\n");
    assert_string_equal(string_of(facts, "signature"), "openpgp");
    assert_string_equal(body_of(facts, "text"), "pass");
    assert_false(flag_of(facts, "signed"));
    json_decref(facts);
}

// ---- the cases ---------------------------------------------------------------------------------

static gboolean among(json_t *value, const char *text)
{
    if (json_is_string(value))
        return strcmp(json_string_value(value), text) == 0;
    for (gsize i = 0; i < json_array_size(value); i++)
        if (strcmp(json_string_value(json_array_get(value, i)), text) == 0)
            return TRUE;
    return FALSE;
}

// What the hub makes of the facts, up to the text.
static void judge(json_t *facts, const char **outcome, const char **gate)
{
    json_t *sender = json_object_get(facts, "sender");
    gboolean absent = json_is_true(json_object_get(sender, "absent"));
    *outcome = "drop";
    if (string_of(facts, "size")) {
        *outcome = "hold";
        *gate = "size";
    } else if (string_of(facts, "loop")) {
        *gate = "loop";
    } else if (string_of(facts, "automatic")) {
        *gate = "automatic";
    } else if (absent || string_of(sender, "hold")) {
        *outcome = absent ? "drop" : "hold";
        *gate = "sender";
    } else {
        gboolean unclear =
            string_of(facts, "trouble") || (!body_of(facts, "text") && !body_of(facts, "html"));
        *outcome = unclear ? "ask" : NULL;
        *gate = unclear ? "text" : NULL;
    }
}

static void test_case(const char *name)
{
    g_autofree char *path = g_strdup_printf("tests/mail/%s", name);
    g_autofree char *stem = g_strndup(path, strlen(path) - 4);
    g_autofree char *answer = g_strconcat(stem, ".json", NULL);
    g_autofree char *mail = NULL;
    gsize len = 0;
    assert_true(g_file_get_contents(path, &mail, &len, NULL));
    json_t *want = json_load_file(answer, 0, NULL);
    assert_non_null(want);
    json_t *facts = read_facts(mail, len, READ_LIMIT);
    const char *outcome = NULL;
    const char *gate = NULL;
    judge(facts, &outcome, &gate);
    json_t *gates = json_object_get(want, "gate");
    gboolean good = gate ? among(gates, gate) && among(json_object_get(want, "outcome"), outcome)
                         : among(gates, "text") || among(gates, "none");
    if (!good)
        fail_msg("%s: %s at %s", name, outcome ? outcome : "goes on", gate ? gate : "text");
    json_decref(facts);
    json_decref(want);
}

static void test_cases(void **state)
{
    (void)state;
    g_autoptr(GDir) folder = g_dir_open("tests/mail", 0, NULL);
    assert_non_null(folder);
    guint count = 0;
    for (const char *name = g_dir_read_name(folder); name; name = g_dir_read_name(folder)) {
        if (!g_str_has_suffix(name, ".eml"))
            continue;
        test_case(name);
        count++;
    }
    assert_true(count > 300);
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
        cmocka_unit_test(test_shapes),  cmocka_unit_test(test_flowed),
        cmocka_unit_test(test_size),    cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_too_big), cmocka_unit_test(test_attached),
        cmocka_unit_test(test_openpgp), cmocka_unit_test(test_cases),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}

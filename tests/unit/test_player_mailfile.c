// SPDX-License-Identifier: MIT
// The referee's mails taken apart: a good one, signatures, damaged and hostile ones; and the shape
// of table.json.
#include "player/mailfile.h"
#include "player/view.h"
#include "referee/seal/box.h"
#include "tests/unit/player_mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { SEED = 7, OTHER = 8 };

static int set_up(void **state)
{
    (void)state;
    return sodium_init() < 0;
}

static struct mailfile *parse(const struct player_mail *mail)
{
    g_autofree char *bytes = player_mail_make(mail);
    g_autoptr(GError) error = NULL;
    struct mailfile *read = mailfile_parse(bytes, strlen(bytes), &error);
    if (!read)
        assert_int_equal(error->domain, error->domain == VIEW_ERROR ? VIEW_ERROR : MAILFILE_ERROR);
    return read;
}

// The mails that tests/e2e/player.bats reads: as they are made here. GOLDEN=write rewrites them.
static void check_golden(const char *name, const struct player_mail *pieces)
{
    g_autofree char *path = g_strdup_printf("tests/player/%s.eml", name);
    g_autofree char *mail = player_mail_make(pieces);
    if (g_strcmp0(g_getenv("GOLDEN"), "write") == 0)
        assert_true(g_file_set_contents(path, mail, -1, NULL));
    g_autofree char *want = NULL;
    assert_true(g_file_get_contents(path, &want, NULL, NULL));
    assert_string_equal(mail, want);
}

static void test_golden(void **state)
{
    (void)state;
    json_auto_t *turn = player_mail_table(SEED);
    json_auto_t *deal = player_mail_deal(SEED);
    json_auto_t *other = player_mail_table(OTHER);
    json_auto_t *changed = player_mail_table(SEED);
    json_object_set_new(changed, "top", json_integer(11));
    g_autofree char *signed_turn =
        player_mail_make(&(struct player_mail){.table = turn, .seed = SEED});
    char *at = strstr(signed_turn, "X-23-Signature: ") + strlen("X-23-Signature: ");
    g_autofree char *signature = g_strndup(at, strcspn(at, "\n"));
    check_golden("turn", &(struct player_mail){.table = turn, .seed = SEED});
    check_golden("deal", &(struct player_mail){.table = deal, .seed = SEED});
    check_golden("other-key", &(struct player_mail){.table = other, .seed = OTHER});
    check_golden("unsigned", &(struct player_mail){.table = turn, .seed = SEED, .signature = ""});
    check_golden("changed",
                 &(struct player_mail){.table = changed, .seed = SEED, .signature = signature});
    check_golden("invitation",
                 &(struct player_mail){.reply_to = "referee@play.example.org",
                                       .message_id = "<welcome.1@play.example.org>",
                                       .subject = "anna invites you",
                                       .text = "Join?\n\nticket 0.5.0.k7xqa9m2pd4ht0v3c8we\n"});
}

static void test_good(void **state)
{
    (void)state;
    json_auto_t *table = player_mail_table(SEED);
    g_autoptr(mailfile) mail = parse(&(struct player_mail){.table = table, .seed = SEED});
    assert_non_null(mail);
    assert_true(json_equal(mail->table, table));
    assert_int_equal(mail->signature, MAILFILE_SIGNED);
    assert_string_equal(mail->from, "referee@play.example.org");
    assert_string_equal(mail->to, "clara@example.org");
    assert_string_equal(mail->reply_to, "referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org");
    assert_string_equal(mail->message_id, "<14.37.2.k7xqa9m2pd4ht0v3c8we.99@play.example.org>");
    assert_string_equal(mail->subject, "[23] Game 14: your turn");
    assert_string_equal(mail->ticket, "14.37.2.k7xqa9m2pd4ht0v3c8we");
    assert_int_equal(mail->references->len, 2);
    assert_string_equal(g_ptr_array_index(mail->references, 0),
                        "<14.35.2.1111111111111111111z.97@play.example.org>");
    assert_true(mail->of_referee);
    assert_true(g_str_has_prefix(mail->text, "It is your turn.\n"));
}

static void test_crlf_and_mbox(void **state)
{
    (void)state;
    json_auto_t *table = player_mail_table(SEED);
    g_autofree char *plain = player_mail_make(&(struct player_mail){
        .table = table, .seed = SEED, .head = "From referee Mon Nov 30 08:12:45 2026\n"});
    g_auto(GStrv) lines = g_strsplit(plain, "\n", -1);
    g_autofree char *crlf = g_strjoinv("\r\n", lines);
    const char *both[] = {plain, crlf};
    for (int i = 0; i < 2; i++) {
        g_autoptr(mailfile) mail = mailfile_parse(both[i], strlen(both[i]), NULL);
        assert_non_null(mail);
        assert_int_equal(mail->signature, MAILFILE_SIGNED);
        assert_string_equal(mail->from, "referee@play.example.org");
    }
}

// The table, sealed: it opens with the player's key alone, and counts as one that came open.
static void test_sealed(void **state)
{
    (void)state;
    guint8 key[BOX_PUBLIC], secret[BOX_SECRET], other_key[BOX_PUBLIC], other[BOX_SECRET];
    crypto_sign_keypair(key, secret);
    crypto_sign_keypair(other_key, other);
    json_auto_t *table = player_mail_table(SEED);
    g_autofree char *open = player_mail_make(&(struct player_mail){.table = table, .seed = SEED});
    char *at = strstr(open, "X-23-Signature: ") + strlen("X-23-Signature: ");
    g_autofree char *signature = g_strndup(at, strcspn(at, "\n"));
    char *bytes = json_dumps(table, JSON_COMPACT);
    g_autofree char *box = box_close(key, bytes);
    g_autofree char *parts =
        g_strdup_printf("--=_23-m\nContent-Type: application/octet-stream\n"
                        "Content-Disposition: attachment; filename=table.json.sealed\n"
                        "X-23-Signature: %s\n\n%s\n",
                        signature, box);
    g_autoptr(mailfile) mail =
        parse(&(struct player_mail){.seed = SEED, .parts = parts, .text = "Hello"});
    assert_non_null(mail);
    assert_null(mail->table);
    assert_non_null(mail->sealed);
    g_autoptr(GError) error = NULL;
    assert_false(mailfile_open(mail, other, &error));
    assert_non_null(strstr(error->message, "another key than this one"));
    assert_null(mail->table);
    assert_true(mailfile_open(mail, secret, NULL));
    assert_int_equal(mail->signature, MAILFILE_SIGNED);
    assert_true(json_equal(mail->table, table));
    assert_null(mail->sealed);
    // One that is open beside it: nobody can tell which counts.
    assert_null(parse(&(struct player_mail){.table = table, .seed = SEED, .parts = parts}));
    free(bytes);
}

static void test_signatures(void **state)
{
    (void)state;
    json_auto_t *table = player_mail_table(SEED);
    char *bytes = json_dumps(table, JSON_COMPACT);
    char *top = strstr(bytes, "\"top\":12");
    assert_non_null(top);
    memcpy(top, "\"top\":13", 8);
    g_autofree char *good = player_mail_make(&(struct player_mail){.table = table, .seed = SEED});
    char *at = strstr(good, "X-23-Signature: ") + strlen("X-23-Signature: ");
    g_autofree char *signature = g_strndup(at, strcspn(at, "\n"));
    g_autofree char *longer = g_strconcat(signature, "AAAA", NULL);
    const struct {
        struct player_mail mail;
        enum mailfile_signature want;
    } cases[] = {
        {{.table = table, .seed = SEED, .signature = signature}, MAILFILE_SIGNED},
        {{.table = table, .seed = SEED, .signature = ""}, MAILFILE_UNSIGNED},
        {{.table = table, .seed = SEED, .signature = "AAAA"}, MAILFILE_FORGED},
        {{.table = table, .seed = SEED, .signature = longer}, MAILFILE_FORGED},
        {{.table = table, .seed = OTHER}, MAILFILE_FORGED}, // signed by another than it names
        {{.bytes = bytes, .seed = SEED, .signature = signature}, MAILFILE_FORGED}, // changed
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(mailfile) mail = parse(&cases[i].mail);
        assert_non_null(mail);
        assert_int_equal(mail->signature, cases[i].want);
    }
    free(bytes);
}

// A table whose numbers were respelt has the same values, but not the signed bytes.
static void test_respelt(void **state)
{
    (void)state;
    json_auto_t *table = player_mail_table(SEED);
    g_autofree char *good = player_mail_make(&(struct player_mail){.table = table, .seed = SEED});
    char *at = strstr(good, "X-23-Signature: ") + strlen("X-23-Signature: ");
    g_autofree char *signature = g_strndup(at, strcspn(at, "\n"));
    char *loose = json_dumps(table, JSON_INDENT(1));
    g_autoptr(mailfile) mail =
        parse(&(struct player_mail){.bytes = loose, .signature = signature, .seed = SEED});
    assert_non_null(mail);
    assert_int_equal(mail->signature, MAILFILE_FORGED);
    free(loose);
}

static void test_other_mails(void **state)
{
    (void)state;
    g_autoptr(mailfile) bare = parse(&(struct player_mail){0});
    assert_non_null(bare);
    assert_null(bare->table);
    assert_int_equal(bare->signature, MAILFILE_UNSIGNED);
    assert_string_equal(bare->ticket, "14.37.2.k7xqa9m2pd4ht0v3c8we");
    g_autoptr(mailfile) in_text = parse(&(struct player_mail){
        .reply_to = "referee@play.example.org", .message_id = "<x@play.example.org>"});
    assert_string_equal(in_text->ticket, "14.37.2.k7xqa9m2pd4ht0v3c8we");
    g_autoptr(mailfile) none = parse(&(struct player_mail){.reply_to = "referee@play.example.org",
                                                           .message_id = "<x@play.example.org>",
                                                           .text = "Hello.\n"});
    assert_null(none->ticket);
    g_autoptr(mailfile) group = parse(&(struct player_mail){.reply_to = "us: a@b.example;"});
    assert_null(group->reply_to);
    g_autoptr(mailfile) two = parse(&(struct player_mail){.reply_to = "a@b.example, c@d.example"});
    assert_null(two->reply_to);
    g_autoptr(mailfile) odd =
        parse(&(struct player_mail){.message_id = "<a b>", .subject = "=?utf-8?Q?a=0A=1B[1mb?="});
    assert_null(odd->message_id);
    for (const char *p = odd->subject; *p; p++)
        assert_true((guchar)*p >= ' ' && *p != 0x7f);
}

static void refused(const struct player_mail *mail)
{
    g_autoptr(mailfile) read = parse(mail);
    assert_null(read);
}

static void test_damaged(void **state)
{
    (void)state;
    static const char second[] = "--=_23-m\nContent-Type: application/json; name=table.json\n"
                                 "Content-Disposition: attachment; filename=table.json\n\n{}\n";
    json_auto_t *table = player_mail_table(SEED);
    refused(&(struct player_mail){.table = table, .parts = second});
    refused(&(struct player_mail){.encoded = "e30*"});
    refused(&(struct player_mail){.encoded = "{}", .encoding = "x-uu"});
    refused(&(struct player_mail){.bytes = "{}"});
    refused(&(struct player_mail){.bytes = "[]"});
    refused(&(struct player_mail){.bytes = "{"});
    refused(&(struct player_mail){.bytes = ""});
    refused(&(struct player_mail){.bytes = "{\"v\":1,\"v\":1}"});
    refused(&(struct player_mail){.bytes = "{\"v\":\"\xff\"}"});
    g_autofree char *deep = g_strnfill(100000, '[');
    refused(&(struct player_mail){.bytes = deep});
    g_autofree char *big = g_strnfill(MAILFILE_TABLE_MAX + 1, ' ');
    refused(&(struct player_mail){.bytes = big});
}

static void test_hostile(void **state)
{
    (void)state;
    g_autofree char *x = g_strnfill(9000, 'x');
    g_autofree char *field = g_strconcat("X-Long: ", x, "\n", NULL);
    refused(&(struct player_mail){.head = field});
    GString *many = g_string_new(NULL);
    for (int i = 0; i < 201; i++)
        g_string_append(many, "X: y\n");
    refused(&(struct player_mail){.head = many->str});
    g_string_truncate(many, 0);
    for (int i = 0; i < 30; i++)
        g_string_append(many, "--=_23-m\nContent-Type: text/html\n\n<p>\n");
    refused(&(struct player_mail){.parts = many->str});
    g_string_truncate(many, 0);
    for (int i = 0; i < 3000; i++)
        g_string_append(many, "--a\n");
    refused(&(struct player_mail){.text = many->str});
    g_string_free(many, TRUE);
    g_autofree char *big = g_strnfill(MAILFILE_MAX, 'x');
    refused(&(struct player_mail){.text = big});
    static const char nul[] = "Subject: a\n\na\0b";
    assert_null(mailfile_parse(nul, sizeof nul - 1, NULL));
    assert_null(mailfile_parse("", 0, NULL));
}

// Nested multiparts: as deep as we look, and deeper.
static void test_depth(void **state)
{
    (void)state;
    for (int depth = 8; depth <= 12; depth += 4) {
        GString *mail = g_string_new("Subject: deep\n");
        for (int i = 0; i < depth; i++)
            g_string_append_printf(mail, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n",
                                   i, i);
        g_string_append(mail, "Content-Type: text/plain\n\nhello\n");
        for (int i = depth - 1; i >= 0; i--)
            g_string_append_printf(mail, "--b%d--\n", i);
        g_autoptr(mailfile) read = mailfile_parse(mail->str, mail->len, NULL);
        assert_int_equal(read != NULL, depth == 8);
        g_string_free(mail, TRUE);
    }
}

// Bytes changed here and there never do worse than be refused or unsigned.
static void test_mutated(void **state)
{
    (void)state;
    json_auto_t *table = player_mail_table(SEED);
    g_autofree char *good = player_mail_make(&(struct player_mail){.table = table, .seed = SEED});
    gsize len = strlen(good);
    GRand *chance = g_rand_new_with_seed(23);
    guint still_signed = 0, no_mail = 0;
    for (int i = 0; i < 2000; i++) {
        g_autofree char *bytes = g_strdup(good);
        for (int k = 0; k < 3; k++)
            bytes[g_rand_int_range(chance, 0, (gint32)len)] =
                (char)g_rand_int_range(chance, 1, 256);
        g_autoptr(mailfile) mail = mailfile_parse(bytes, len, NULL);
        no_mail += !mail;
        if (mail && mail->signature == MAILFILE_SIGNED) {
            assert_true(json_equal(mail->table, table));
            still_signed++;
        }
    }
    g_rand_free(chance);
    assert_true(still_signed > 0 && no_mail > 0);
}

// ---- the shape of a table ----------------------------------------------------------------------

static const struct {
    const char *object; // "" is the table itself; else a key, or seats[0], legal[0]
    const char *key, *value;
} shapes[] = {
    {"", "v", "2"},
    {"", "v", "'1'"},
    {"", "referee", "'nobody'"},
    {"", "referee", "'a@b.example\\nBcc: x'"},
    {"", "key", "'00'"},
    {"", "key", "null"},
    {"", "game", "0"},
    {"", "game", "14.0"},
    {"", "name", "'a\\u001b[2J'"},
    {"", "name", "null"},
    {"", "turn", "-1"},
    {"", "head", "'0123456789abcdeg'"},
    {"", "commit", "'abc'"},
    {"", "top", "24"},
    {"", "forced", "0"},
    {"", "to_move", "'two words'"},
    {"", "deadline", "'tomorrow'"},
    {"", "discard", "null"},
    {"", "seats", "[]"},
    {"", "seats", "{}"},
    {"", "legal", "null"},
    {"", "legal", "[['7x9',0]]"},
    {"", "legal", "[['7',-1]]"},
    {"", "legal", "[['7',1.5]]"},
    {"", "legal", "['7']"},
    {"", "log", "['a\\tb']"},
    {"", "log", "[1]"},
    {"", "log", "null"},
    {"", "scores", "0"},
    {"", "scores", "[{}]"},
    {"", "winner", "[7]"},
    {"you", "seat", "3"}, // robot-1 sits there
    {"you", "seat", "4"},
    {"you", "nick", "'anna'"},
    {"you", "nick", "'cl ara'"},
    {"you", "hand", "[0]"},
    {"you", "hand", "[24]"},
    {"you", "hand", "[9,9,9,9]"},
    {"you", "hand", "[1,1]"},
    {"you", "hand", "null"},
    {"you", "hand", "[2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]"},
    {"you", "discarded", "['3']"},
    {"rules", "gap", "7"},
    {"rules", "discard", "4"},
    {"seat", "cards", "-1"},
    {"seat", "penalty", "1e9"},
    {"seat", "bonus", "4"},
    {"seat", "in", "null"},
    {"seat", "nick", "''"},
};

static void test_shape(void **state)
{
    (void)state;
    json_auto_t *good = player_mail_table(SEED);
    assert_true(view_check(good, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(shapes); i++) {
        json_auto_t *table = json_deep_copy(good);
        json_t *object = strcmp(shapes[i].object, "") == 0 ? table
                         : strcmp(shapes[i].object, "seat") == 0
                             ? json_array_get(json_object_get(table, "seats"), 0)
                             : json_object_get(table, shapes[i].object);
        g_autofree char *text = g_strdelimit(g_strdup(shapes[i].value), "'", '"');
        json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
        assert_non_null(value);
        assert_non_null(json_object_get(object, shapes[i].key));
        json_object_set_new(object, shapes[i].key, value);
        g_autoptr(GError) error = NULL;
        if (view_check(table, &error))
            fail_msg("%s.%s = %s", shapes[i].object, shapes[i].key, shapes[i].value);
        assert_true(g_error_matches(error, VIEW_ERROR, VIEW_ERROR_SHAPE));
    }
    assert_false(view_check(NULL, NULL));
}

// Every key that is read is missed; a new one isn't minded.
static void test_missing(void **state)
{
    (void)state;
    json_auto_t *good = player_mail_table(SEED);
    const char *key;
    json_t *value;
    guint missed = 0;
    json_object_foreach(good, key, value)
    {
        json_auto_t *table = json_deep_copy(good);
        json_object_del(table, key);
        missed += !view_check(table, NULL);
    }
    assert_int_equal(missed, json_object_size(good) - 1); // the seed is for verify
    json_object_set_new(good, "weather", json_string("fine"));
    assert_true(view_check(good, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),        cmocka_unit_test(test_good),
        cmocka_unit_test(test_crlf_and_mbox), cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_respelt),       cmocka_unit_test(test_other_mails),
        cmocka_unit_test(test_damaged),       cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_depth),         cmocka_unit_test(test_mutated),
        cmocka_unit_test(test_sealed),        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_missing),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}

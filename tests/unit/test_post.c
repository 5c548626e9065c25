// SPDX-License-Identifier: MIT
// The program `post` over its frames: what it writes byte for byte, what it refuses, that a mail in
// the Maildir is durable and there once whatever happens, that no frame breaks it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parcel.h"
#include "mail/post.h"
#include "tests/unit/postbox.h"

static struct postbox box;

static int set_up(void **state)
{
    (void)state;
    postbox_make(&box);
    postbox_start(&box, postbox_maildir(&box));
    return 0;
}

static int set_up_folder(void **state)
{
    (void)state;
    postbox_make(&box);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    postbox_close(&box);
    return 0;
}

static guint count(const char *folder)
{
    GPtrArray *texts = postbox_files(&box, folder, NULL);
    guint n = texts->len;
    g_ptr_array_unref(texts);
    return n;
}

// ---- what it writes -----------------------------------------------------------------------------

// GOLDEN=write rewrites the files; read the diff.
static void check_golden(const char *name)
{
    g_autofree char *from = g_strdup_printf("tests/post/%s.json", name);
    g_autofree char *to = g_strdup_printf("tests/post/%s.eml", name);
    json_t *mail = json_load_file(from, 0, NULL);
    assert_non_null(mail);
    g_autofree char *status = postbox_send(&box, mail);
    assert_string_equal(status, "sent");
    GPtrArray *texts = postbox_files(&box, "new", NULL);
    assert_int_equal(texts->len, 1);
    if (g_strcmp0(g_getenv("GOLDEN"), "write") == 0)
        assert_true(g_file_set_contents(to, texts->pdata[0], -1, NULL));
    g_autofree char *expected = NULL;
    assert_true(g_file_get_contents(to, &expected, NULL, NULL));
    assert_string_equal(texts->pdata[0], expected);
    g_ptr_array_unref(texts);
}

static void test_golden_full(void **state)
{
    (void)state;
    check_golden("full");
}

static void test_golden_plain(void **state)
{
    (void)state;
    check_golden("plain");
}

static void test_file_names(void **state)
{
    (void)state;
    for (gint64 id = 12; id > 0; id--) {
        g_autofree char *status = postbox_send(&box, postbox_mail(id));
        assert_string_equal(status, "sent");
    }
    GPtrArray *names = NULL;
    GPtrArray *texts = postbox_files(&box, "new", &names);
    assert_int_equal(names->len, 12);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *head = g_strdup_printf("1700000000.R%010u_", i + 1);
        assert_true(g_str_has_prefix(names->pdata[i], head));
        assert_true(g_str_has_suffix(names->pdata[i], ".referee.example.org"));
        assert_true(g_str_has_prefix(texts->pdata[i],
                                     "Return-Path: <referee+b.12.k7xq@host.example>\n"
                                     "Delivered-To: anna@example.org\nDate: "));
    }
    g_ptr_array_unref(names);
    g_ptr_array_unref(texts);
}

static void test_same_mail_is_one_file(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        g_autofree char *status = postbox_send(&box, postbox_mail(7));
        assert_string_equal(status, "sent");
    }
    assert_int_equal(count("new"), 1);
    json_t *other = postbox_mail(7);
    json_object_set_new(other, "text", json_string("Another text.\n"));
    g_autofree char *status = postbox_send(&box, other);
    assert_string_equal(status, "sent");
    assert_int_equal(count("new"), 2);
    assert_int_equal(count("tmp"), 0);
}

// ---- what it refuses ----------------------------------------------------------------------------

struct bad {
    const char *key, *value; // JSON; NULL: the key is missing
    const char *detail;      // NULL: it is good after all
};

#define ADDRESS "\"to\" is no address"
#define LINE    "\"subject\" is too long or holds a control character"
#define ID      "\"message_id\" is no message id"
#define NAME    "\"headers\" has a name that is not allowed"
#define VALUE   "\"headers\" has a value that is empty, too long or not printable ASCII"
#define X64     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X256    X64 X64 X64 X64

static const struct bad bad_table[] = {
    {"to", "\"anna\"", ADDRESS},
    {"to", "\"\"", ADDRESS},
    {"to", "\"@example.org\"", ADDRESS},
    {"to", "\"anna@\"", ADDRESS},
    {"to", "\"-oQ/tmp@example.org\"", ADDRESS},
    {"to", "\"a b@example.org\"", ADDRESS},
    {"to", "\"a@exam ple.org\"", ADDRESS},
    {"to", "\"a@example.org\\nBcc: eve@example.org\"", ADDRESS},
    {"to", "\"a\\r\\nRCPT TO:<eve@e>@example.org\"", ADDRESS},
    {"to", "\"a@example.org\\n\"", ADDRESS},
    {"to", "\"a@example.org,eve@example.org\"", ADDRESS},
    {"to", "\"a@b@example.org\"", ADDRESS},
    {"to", "\"<a@example.org>\"", ADDRESS},
    {"to", "\"Anna <a@example.org>\"", ADDRESS},
    {"to", "\"\\\"a b\\\"@example.org\"", ADDRESS},
    {"to", "\"a;b@example.org\"", ADDRESS},
    {"to", "\"a(b)@example.org\"", ADDRESS},
    {"to", "\".a@example.org\"", ADDRESS},
    {"to", "\"a.@example.org\"", ADDRESS},
    {"to", "\"a..b@example.org\"", ADDRESS},
    {"to", "\"a\\u0085@example.org\"", ADDRESS},
    {"to", "\"a\\u2028b@example.org\"", ADDRESS},
    {"to", "\"a\\u202eb@example.org\"", ADDRESS},
    {"to", "\"a\\u007f@example.org\"", ADDRESS},
    {"to", "\"a@-example.org\"", ADDRESS},
    {"to", "\"a@example-.org\"", ADDRESS},
    {"to", "\"a@example..org\"", ADDRESS},
    {"to", "\"a@example.org.\"", ADDRESS},
    {"to", "\"a@exam/../ple.org\"", ADDRESS},
    {"to", "\"a@[127.0.0.1]\"", ADDRESS},
    {"to", "\"" X64 "x@example.org\"", ADDRESS},
    {"to", "\"a@" X64 ".org\"", ADDRESS},
    {"to", "null", "\"to\" is no string"},
    {"to", "[\"a@example.org\"]", "\"to\" is no string"},
    {"to", NULL, "\"to\" is missing"},
    {"to", "\"ünïcode.x+y_z%w=v~u'@exämple.org\"", NULL},
    {"to", "\"a@localhost\"", NULL},
    {"to", "\"" X64 "@example.org\"", NULL},
    {"from", "\"a@b\\n\"", "\"from\" is no address"},
    {"envelope_from", "\"\"", "\"envelope_from\" is no address"},
    {"envelope_from", "null", "\"envelope_from\" is no string"},
    {"envelope_from", "\"-f@example.org\"", "\"envelope_from\" is no address"},
    {"reply_to", "\"a@b\\r\"", "\"reply_to\" is no address"},
    {"reply_to", NULL, "\"reply_to\" is missing"},
    {"to_name", "\"Anna\\nBcc: eve@example.org\"",
     "\"to_name\" is too long or holds a control character"},
    {"to_name", "\"" X256 "\"", "\"to_name\" is too long or holds a control character"},
    {"from_name", "\"\\u001b[1m\"", "\"from_name\" is too long or holds a control character"},
    {"from_name", "null", "\"from_name\" is no string"},
    {"subject", "\"a\\nb\"", LINE},
    {"subject", "\"a\\rb\"", LINE},
    {"subject", "\"a\\tb\"", LINE},
    {"subject", "\"\\u009b\"", LINE},
    {"subject", "\"\\u2029\"", LINE},
    {"subject", "\"" X256 X256 "\"", LINE},
    {"subject", "17", "\"subject\" is no string"},
    {"subject", "\"\"", NULL},
    {"subject", "\"\\ud83d\\udc69\\u200d\\ud83d\\ude80 =?utf-8?Q?x?= \"", NULL},
    {"message_id", "\"a@b\"", ID},
    {"message_id", "\"<>\"", ID},
    {"message_id", "\"<a b>\"", ID},
    {"message_id", "\"<a@b>\\nX: y\"", ID},
    {"message_id", "\"<a@b\\n>\"", ID},
    {"message_id", "\"<a@b><c@d>\"", ID},
    {"message_id", "\"<ä@b>\"", ID},
    {"message_id", "\"<" X256 ">\"", ID},
    {"message_id", "null", "\"message_id\" is no string"},
    {"message_id", "\"<!#$%&'*+-/=?^_`{|}~.@[]()\\\"\\\\,;:>\"", NULL},
    {"in_reply_to", "\"<a@b>, <c@d>\"", "\"in_reply_to\" is no message id"},
    {"in_reply_to", "\"\"", "\"in_reply_to\" is no message id"},
    {"in_reply_to", "null", NULL},
    {"references", "[\"<a@b>\\r\\n\"]", "\"references\" holds what is no message id"},
    {"references", "[17]", "\"references\" holds what is no message id"},
    {"references", "\"<a@b>\"", "\"references\" is no array"},
    {"references", "null", "\"references\" is no array"},
    {"references",
     "[\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<"
     "a>\","
     "\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\",\"<a>\"]",
     "\"references\" has too many elements"},
    {"headers", "[[\"Bcc\",\"eve@example.org\"]]", NAME},
    {"headers", "[[\"To\",\"eve@example.org\"]]", NAME},
    {"headers", "[[\"Content-Type\",\"text/html\"]]", NAME},
    {"headers", "[[\"X-23-\",\"x\"]]", NAME},
    {"headers", "[[\"X-23-A: b\\nBcc\",\"x\"]]", NAME},
    {"headers", "[[\"X-23-A\\n\",\"x\"]]", NAME},
    {"headers", "[[\"X-Mailer\",\"x\"]]", NAME},
    {"headers", "[[\"\",\"x\"]]", NAME},
    {"headers", "[[\"X-23-Game\",\"14\\nBcc: eve@example.org\"]]", VALUE},
    {"headers", "[[\"X-23-Game\",\"\"]]", VALUE},
    {"headers", "[[\"X-23-Game\",\" 14\"]]", VALUE},
    {"headers", "[[\"X-23-Game\",\"14 \"]]", VALUE},
    {"headers", "[[\"X-23-Game\",\"ä\"]]", VALUE},
    {"headers", "[[\"X-23-Game\",\"a\\tb\"]]", VALUE},
    {"headers", "[[\"X-23-Game\",\"" X256 X256 X256 X256 "\"]]", VALUE},
    {"headers", "[[\"X-23-Game\",14]]", "\"headers\" holds what is no pair of name and value"},
    {"headers", "[[\"X-23-Game\"]]", "\"headers\" holds what is no pair of name and value"},
    {"headers", "[[\"X-23-Game\",\"1\",\"2\"]]",
     "\"headers\" holds what is no pair of name and value"},
    {"headers", "[\"X-23-Game\"]", "\"headers\" holds what is no pair of name and value"},
    {"headers", "[[\"X-23-Game\",\"1\"],[\"x-23-game\",\"2\"]]", "\"headers\" has a name twice"},
    {"headers", "{}", "\"headers\" is no array"},
    {"headers", "[[\"list-unsubscribe-post\",\"List-Unsubscribe=One-Click\"]]", NULL},
    {"text", "\"a\\rb\"", "\"text\" holds a control character"},
    {"text", "\"a\\u001bb\"", "\"text\" holds a control character"},
    {"text", "\"a\\u009bb\"", "\"text\" holds a control character"},
    {"text", "null", "\"text\" is no string"},
    {"text", "\"\"", NULL},
    {"html", "\"a\\u0008\"", "\"html\" holds a control character"},
    {"html", "false", "\"html\" is no string"},
    {"date", "-1", "\"date\" is out of range"},
    {"date", "253402300800", "\"date\" is out of range"},
    {"date", "1.5", "\"date\" is out of range"},
    {"date", "\"now\"", "\"date\" is out of range"},
    {"date", "253402300799", NULL},
    {"id", "-3", "\"id\" is out of range"},
    {"id", "\"3\"", "\"id\" is out of range"},
    {"id", NULL, "\"id\" is missing"},
    {"bcc", "\"eve@example.org\"", "\"mail\" has an unknown key"},
    {"images", "{}", "\"images\" is no array"},
    {"images", "null", "\"images\" is no array"},
    {"images", "[{}]", "\"images\" stand there without HTML"},
    {"images", "[]", NULL},
    {"calendar", "{}", "\"calendar\" is no array"},
    {"calendar", "[17]", "\"calendar\" holds what is no object"},
    {"calendar",
     "[{\"uid\":\"u\",\"sequence\":0,\"start\":1,\"end\":2,\"summary\":\"s\",\"description\":\"\"}"
     "]",
     "\"cancelled\" is missing"},
    {"calendar",
     "[{\"uid\":\"u\",\"sequence\":0,\"start\":1,\"end\":2,\"summary\":\"s\",\"description\":\"\","
     "\"cancelled\":0}]",
     "\"cancelled\" is neither true nor false"},
    {"calendar",
     "[{\"uid\":\"u\",\"sequence\":0,\"start\":1,\"end\":2,\"summary\":\"s\",\"description\":\"\","
     "\"cancelled\":true,\"x\":1}]",
     "\"calendar\" has an unknown key"},
    {"calendar",
     "[{\"uid\":\"u\",\"sequence\":0,\"start\":1,\"end\":0,\"summary\":\"s\",\"description\":\"\","
     "\"cancelled\":false}]",
     "\"calendar\" holds an entry without a name, or that ends before it starts"},
    {"calendar",
     "[{\"uid\":\"u\",\"sequence\":0,\"start\":1,\"end\":2,\"summary\":\"s\",\"description\":\"\","
     "\"cancelled\":false}]",
     NULL},
    {"attachments", "{}", "\"attachments\" is no array"},
    {"attachments", "[17]", "\"attachments\" holds what is no object"},
    {"attachments", "[{\"type\":\"a/b\",\"name\":\"x\"}]", "\"text\" is missing"},
    {"attachments", "[{\"type\":\"a/b\",\"name\":\"x\",\"text\":\"\",\"y\":1}]",
     "\"attachments\" has an unknown key"},
    {"attachments", "[{\"type\":\"a/b\\n\",\"name\":\"x\",\"text\":\"\"}]",
     "\"type\" is no type for an attachment"},
    {"attachments", "[{\"type\":\"multipart/mixed\",\"name\":\"x\",\"text\":\"\"}]",
     "\"type\" is no type for an attachment"},
    {"attachments", "[{\"type\":\"message/rfc822\",\"name\":\"x\",\"text\":\"\"}]",
     "\"type\" is no type for an attachment"},
    {"attachments", "[{\"type\":\"text\",\"name\":\"x\",\"text\":\"\"}]",
     "\"type\" is no type for an attachment"},
    {"attachments", "[{\"type\":\"a/b\",\"name\":\"../x\",\"text\":\"\"}]",
     "\"name\" is no name for an attachment"},
    {"attachments", "[{\"type\":\"a/b\",\"name\":\"x\\\"; y=\\\"z\",\"text\":\"\"}]",
     "\"name\" is no name for an attachment"},
    {"attachments", "[{\"type\":\"a/b\",\"name\":\"\",\"text\":\"\"}]",
     "\"name\" is no name for an attachment"},
    {"attachments",
     "[{\"type\":\"a/b\",\"name\":\"x\",\"text\":\"\",\"headers\":[[\"Auto-Submitted\",\"no\"]]}]",
     NAME},
    {"attachments",
     "[{\"type\":\"a/b\",\"name\":\"x\",\"text\":\"\",\"headers\":[[\"X-23-A\",\"a\\nb\"]]}]",
     VALUE},
    {"attachments", "[{\"type\":\"a/b\",\"name\":\"x\",\"text\":\"\\u001b\\r\",\"headers\":[]}]",
     NULL},
};

static json_t *changed(const struct bad *bad)
{
    json_t *mail = postbox_mail(5);
    if (bad->value)
        json_object_set_new(mail, bad->key, json_loads(bad->value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(mail, bad->key);
    return mail;
}

static void test_refused(void **state)
{
    (void)state;
    guint good = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(bad_table); i++) {
        const struct bad *bad = &bad_table[i];
        g_autofree char *got = postbox_send(&box, changed(bad));
        g_autofree char *expected =
            bad->detail ? g_strdup_printf("never %s", bad->detail) : g_strdup("sent");
        if (strcmp(got, expected) != 0)
            print_message("# %s: %s\n", bad->key, bad->value);
        assert_string_equal(got, expected);
        good += bad->detail == NULL;
    }
    assert_int_equal(count("tmp"), 0);
    assert_true(good > 5 && count("new") == good);
}

static char *ask_raw(const void *bytes, gsize len)
{
    g_autoptr(GBytes) answer = child_ask(box.post, bytes, len, POST_ANSWER_MAX, 20, NULL);
    gsize size;
    const char *text = answer ? g_bytes_get_data(answer, &size) : NULL;
    return text ? g_strndup(text, size) : NULL;
}

static void test_no_mail(void **state)
{
    (void)state;
    static const struct {
        const char *frame, *detail;
    } table[] = {
        {"", "the frame is no JSON"},
        {"{", "the frame is no JSON"},
        {"{\"id\":1,\"id\":2}", "the frame is no JSON"},
        {"{\"id\":1,\"text\":\"\\u0000\"}", "the frame is no JSON"},
        {"{\"id\":1,\"text\":\"\xff\"}", "the frame is no JSON"},
        {"[]", "the frame is no JSON object"},
        {"{}", "\\\"id\\\" is missing"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autofree char *got = ask_raw(table[i].frame, strlen(table[i].frame));
        g_autofree char *expected = g_strdup_printf(
            "{\"id\":null,\"status\":\"never\",\"detail\":\"%s\"}", table[i].detail);
        assert_string_equal(got, expected);
    }
    assert_int_equal(count("new"), 0);
}

static guint32 seed_state = 2323;

static guint32 dice(guint32 sides)
{
    seed_state ^= seed_state << 13;
    seed_state ^= seed_state >> 17;
    seed_state ^= seed_state << 5;
    return seed_state % sides;
}

static void test_any_frame(void **state)
{
    (void)state;
    g_autofree char *text = NULL;
    gsize len;
    assert_true(g_file_get_contents("tests/post/full.json", &text, &len, NULL));
    json_auto_t *mail = parcel_unpack(text, len);
    gsize packed_len;
    g_autofree char *packed = parcel_pack(mail, &packed_len);
    guint sent = 0, never = 0;
    for (guint i = 0; i < 3000; i++) {
        const guint32 size = (guint32)(i % 2 ? packed_len : len);
        g_autofree char *frame = g_memdup2(i % 2 ? packed : text, size);
        for (guint32 n = 1 + dice(4); n > 0; n--)
            frame[dice(size)] = dice(3) ? "\"\\\n{}[],:0a<>@\r"[dice(15)] : (char)dice(256);
        g_autofree char *got = ask_raw(frame, dice(10) ? size : dice(size));
        assert_non_null(got);
        sent += strstr(got, "\"sent\"") != NULL;
        never += strstr(got, "\"never\"") != NULL;
    }
    assert_int_equal(sent + never, 3000);
    assert_true(sent > 100 && never > 100);
}

// ---- configuration ------------------------------------------------------------------------------

static void test_configuration(void **state)
{
    (void)state;
    static const char *const table[] = {
        "",
        "[]",
        "{}",
        "{\"transport\":\"maildir\",\"host\":\"h\"}",
        "{\"transport\":\"maildir\",\"host\":\"h\",\"path\":17}",
        "{\"transport\":\"maildir\",\"host\":\"h\",\"path\":\"/nowhere\"}",
        "{\"transport\":\"maildir\",\"host\":\"../x\",\"path\":\"/tmp\"}",
        "{\"transport\":\"maildir\",\"path\":\"/tmp\"}",
        "{\"transport\":\"pigeon\",\"host\":\"h\"}",
        "{\"transport\":\"sendmail\",\"host\":\"h\"}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":\"/bin/true\"}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":[]}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":[\"true\"]}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":[\"/nowhere/sendmail\"]}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":[\"/bin/true\",17]}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":[\"/bin/true\"],\"seconds\":0}",
        "{\"transport\":\"sendmail\",\"host\":\"h\",\"command\":[\"/bin/true\"],\"seconds\":\"9\"}",
    };
    g_autofree char *program = postbox_program();
    const char *const argv[] = {program, NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        child *post = child_start(argv, NULL);
        assert_non_null(post);
        g_autoptr(GBytes) answer =
            child_ask(post, table[i], strlen(table[i]), POST_ANSWER_MAX, 20, NULL);
        assert_non_null(answer);
        assert_true(g_str_has_prefix(g_bytes_get_data(answer, NULL),
                                     "{\"status\":\"refused\",\"detail\":\""));
        int status = child_stop(post, 20);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 78);
    }
}

static void test_ends_with_its_input(void **state)
{
    (void)state;
    postbox_start(&box, postbox_maildir(&box));
    assert_int_equal(child_stop(box.post, 20), 0);
    box.post = NULL;
}

// ---- durability ---------------------------------------------------------------------------------

static const char *const steps[] = {
    "post:maildir-before-write",  "post:maildir-before-fsync", "post:maildir-after-fsync",
    "post:maildir-before-rename", "post:maildir-after-rename", "post:maildir-after-folder-fsync",
};

static void test_order_of_steps(void **state)
{
    (void)state;
    g_autofree char *log = g_build_filename(box.dir, "steps", NULL);
    g_setenv("REFEREE23_FAULT_LOG", log, TRUE);
    postbox_start(&box, postbox_maildir(&box));
    g_unsetenv("REFEREE23_FAULT_LOG");
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    assert_string_equal(status, "sent");
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(log, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    assert_int_equal(g_strv_length(lines), G_N_ELEMENTS(steps));
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++)
        assert_string_equal(lines[i], steps[i]);
}

static void test_crash_at_each_step(void **state)
{
    (void)state;
    for (guint stop = 1; stop <= G_N_ELEMENTS(steps); stop++) {
        g_autofree char *number = g_strdup_printf("%u", stop);
        g_setenv("REFEREE23_FAULT", number, TRUE);
        postbox_start(&box, postbox_maildir(&box));
        g_unsetenv("REFEREE23_FAULT");
        g_autofree char *first = postbox_send(&box, postbox_mail(stop));
        assert_string_equal(first, "");
        int status = child_stop(box.post, 20);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 100);
        // What is in new/ is there whole, whenever the crash came.
        assert_int_equal(count("new"), stop - (stop < 5));
        postbox_start(&box, postbox_maildir(&box));
        g_autofree char *second = postbox_send(&box, postbox_mail(stop));
        assert_string_equal(second, "sent");
        child_stop(box.post, 20);
        box.post = NULL;
        assert_int_equal(count("new"), stop);
        assert_int_equal(count("tmp"), 0);
    }
    GPtrArray *texts = postbox_files(&box, "new", NULL);
    for (guint i = 0; i < texts->len; i++)
        assert_true(g_str_has_suffix(texts->pdata[i], "\n\nIt is your turn.\n"));
    g_ptr_array_unref(texts);
}

static void test_maildir_lost(void **state)
{
    (void)state;
    g_autofree char *new = g_build_filename(box.maildir, "new", NULL);
    assert_int_equal(rmdir(new), 0);
    g_autofree char *status = postbox_send(&box, postbox_mail(1));
    g_autofree char *expected =
        g_strdup_printf("down the Maildir %s: No such file or directory", box.maildir);
    assert_string_equal(status, expected);
    assert_int_equal(count("tmp"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_golden_full, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_golden_plain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_file_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_same_mail_is_one_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_mail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_any_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_configuration, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(test_ends_with_its_input, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(test_order_of_steps, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(test_crash_at_each_step, set_up_folder, tear_down),
        cmocka_unit_test_setup_teardown(test_maildir_lost, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("post", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The hub's side of `fetch`: what it asks, what it makes of answers, and that nothing that fetch
// might answer, after talking to strangers, is taken as it is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "referee/programs/fetcher.h"
#include "referee/receive/fingerprint.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A program that answers each frame with the next of the given ones, and keeps what it was asked.
struct place {
    char *dir, *program, *password;
    struct config config;
};

static struct place place;

static int set_up(void **state)
{
    (void)state;
    place.dir = g_dir_make_tmp("fetcher-XXXXXX", NULL);
    place.program = g_build_filename(place.dir, "fetch", NULL);
    place.password = g_build_filename(place.dir, "password", NULL);
    assert_true(g_file_set_contents_full(place.password, "s3cret\n", -1, G_FILE_SET_CONTENTS_NONE,
                                         0600, NULL));
    place.config = (struct config){.receive = CONFIG_RECEIVE_IMAP,
                                   .receive_url = (char *)"imaps://h",
                                   .receive_user = (char *)"u",
                                   .receive_password_file = place.password,
                                   .receive_folder = (char *)"INBOX",
                                   .receive_done_folder = (char *)"Done",
                                   .receive_keep = (char *)"move",
                                   .receive_tls = TRUE,
                                   .receive_ca_file = (char *)"",
                                   .receive_timeout = 1,
                                   .message_bytes = 100};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    const char *name;
    GDir *dir = g_dir_open(place.dir, 0, NULL);
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(place.dir, name, NULL);
        g_unlink(path);
    }
    g_dir_close(dir);
    g_rmdir(place.dir);
    g_free(place.dir);
    g_free(place.program);
    g_free(place.password);
    return 0;
}

// Writes the program. Frames are files, so that any bytes may stand in them.
static void answer(const char *const *answers)
{
    GString *script = g_string_new("#!/bin/sh\n");
    for (guint i = 0; answers[i]; i++) {
        g_autofree char *name = g_strdup_printf("%s/answer%u", place.dir, i);
        gsize len = strlen(answers[i]);
        GByteArray *frame = g_byte_array_new();
        guint32 prefix = g_htonl((guint32)len);
        g_byte_array_append(frame, (const guint8 *)&prefix, sizeof prefix);
        g_byte_array_append(frame, (const guint8 *)answers[i], (guint)len);
        assert_true(g_file_set_contents(name, (const char *)frame->data, frame->len, NULL));
        g_byte_array_unref(frame);
        // The length of a question is below 64 KiB: its last two bytes tell it.
        g_string_append_printf(script,
                               "n=$(head -c 4 | od -An -tu1 | awk '{ print $3 * 256 + $4 }')\n"
                               "head -c \"$n\" >%s/question%u\ncat %s\n",
                               place.dir, i, name);
    }
    g_string_append(script, "exec cat >/dev/null\n");
    assert_true(g_file_set_contents(place.program, script->str, -1, NULL));
    assert_int_equal(chmod(place.program, 0700), 0);
    g_string_free(script, TRUE);
}

static json_t *question(guint i)
{
    g_autofree char *name = g_strdup_printf("%s/question%u", place.dir, i);
    json_t *object = json_load_file(name, 0, NULL);
    assert_non_null(object);
    return object;
}

#define READY "{\"status\":\"ok\",\"validity\":7,\"days\":20,\"total\":3}\n"

static fetcher *start(void)
{
    struct fetcher_state state;
    GError *error = NULL;
    fetcher *self = fetcher_start(place.program, &place.config, &state, &error);
    if (!self)
        fail_msg("%s", error->message);
    assert_int_equal(state.validity, 7);
    assert_int_equal(state.total, 3);
    assert_int_equal(state.days, 20);
    return self;
}

// ---- the login ---------------------------------------------------------------------------------

static const struct {
    enum config_receive kind;
    const char *url;
    gboolean tls;
    const char *ca_file, *wanted_kind, *wanted_tls;
} ways[] = {
    {CONFIG_RECEIVE_IMAP, "imaps://h", TRUE, "", "imap", "implicit"},
    {CONFIG_RECEIVE_IMAP, "IMAPS://h", TRUE, "/ca", "imap", "implicit"},
    {CONFIG_RECEIVE_IMAP, "imap://h", TRUE, "", "imap", "starttls"},
    {CONFIG_RECEIVE_IMAP, "imap://h", FALSE, "", "imap", "none"},
    {CONFIG_RECEIVE_POP3, "pop3s://h", TRUE, "", "pop3", "implicit"},
    {CONFIG_RECEIVE_POP3, "pop3://h", TRUE, "", "pop3", "starttls"},
    {CONFIG_RECEIVE_POP3, "pop3://h", FALSE, "/ca", "pop3", "none"},
};

static void test_settings(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        place.config.receive = ways[i].kind;
        place.config.receive_url = (char *)ways[i].url;
        place.config.receive_tls = ways[i].tls;
        place.config.receive_ca_file = (char *)ways[i].ca_file;
        answer((const char *const[]){READY, NULL});
        fetcher_stop(start());
        json_t *said = question(0);
        json_t *wanted = json_pack(
            "{s:s s:s s:s s:s? s:s s:s s:s s:s s:s s:i s:i}", "kind", ways[i].wanted_kind, "url",
            ways[i].url, "tls", ways[i].wanted_tls, "ca_file",
            ways[i].ca_file[0] ? ways[i].ca_file : NULL, "user", "u", "password", "s3cret",
            "folder", "INBOX", "done_folder", "Done", "keep", "move", "bytes", 100, "seconds", 1);
        assert_true(json_equal(said, wanted));
        json_decref(said);
        json_decref(wanted);
    }
}

static const struct {
    const char *answer;
    enum fetcher_error code;
    const char *words;
} failures[] = {
    {"{\"status\":\"later\",\"detail\":\"gone\"}\n", FETCHER_ERROR_LATER,
     "[receive] imaps://h: gone; nothing is lost, the next run tries again"},
    {"{\"status\":\"protocol\",\"detail\":\"what\"}\n", FETCHER_ERROR_LATER,
     "it makes no sense: what; nothing is lost, the next run tries again"},
    {"{\"status\":\"login\",\"detail\":\"no\"}\n", FETCHER_ERROR_CONFIG,
     "user and password are refused (no); put the right password into password-file"},
    {"{\"status\":\"certificate\",\"detail\":\"old\"}\n", FETCHER_ERROR_CONFIG,
     "so it wasn't told the password: old; have its certificate mended, or say in ca-file"},
    {"{\"status\":\"folder\",\"detail\":\"none\"}\n", FETCHER_ERROR_CONFIG,
     "imaps://h: none; see folder, done-folder and keep in [receive]"},
    {"{\"status\":\"refused\",\"detail\":\"key\"}\n", FETCHER_ERROR_CONFIG,
     "fetch refuses it: key; are all programs of one version?"},
    {"{\"status\":\"strange\",\"detail\":\"x\"}\n", FETCHER_ERROR_LATER, "makes no sense"},
    {"{\"status\":\"later\"}\n", FETCHER_ERROR_LATER, "makes no sense"},
    {"{\"status\":\"ok\"}\n", FETCHER_ERROR_LATER, "makes no sense"},
    {"{\"status\":\"ok\",\"validity\":-1,\"total\":0}\n", FETCHER_ERROR_LATER, "makes no sense"},
    {READY "{", FETCHER_ERROR_LATER, NULL}, // what follows the line is of no interest here
    {"{\"status\":\"ok\",\"validity\":7,\"days\":20,\"total\":3}", FETCHER_ERROR_LATER,
     "makes no sense"},
    {"[]\n", FETCHER_ERROR_LATER, "makes no sense"},
    {"\n", FETCHER_ERROR_LATER, "makes no sense"},
    {"", FETCHER_ERROR_LATER, "makes no sense"},
};

static void test_failures(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(failures); i++) {
        struct fetcher_state said;
        g_autoptr(GError) error = NULL;
        answer((const char *const[]){failures[i].answer, NULL});
        fetcher *self = fetcher_start(place.program, &place.config, &said, &error);
        if (!failures[i].words) {
            assert_non_null(self);
            fetcher_stop(self);
            continue;
        }
        assert_null(self);
        assert_true(g_error_matches(error, FETCHER_ERROR, (int)failures[i].code));
        if (!strstr(error->message, failures[i].words))
            fail_msg("%s", error->message);
        assert_null(strstr(error->message, "s3cret"));
    }
}

static void test_no_program(void **state)
{
    (void)state;
    struct fetcher_state said;
    g_autoptr(GError) error = NULL;
    assert_null(fetcher_start("/nowhere/fetch", &place.config, &said, &error));
    assert_string_equal(error->message,
                        "/nowhere/fetch can't be started: No such file or directory");
    g_clear_error(&error);
    answer((const char *const[]){NULL});
    g_file_set_contents(place.program, "#!/bin/sh\nexit 3\n", -1, NULL);
    assert_int_equal(chmod(place.program, 0700), 0);
    assert_null(fetcher_start(place.program, &place.config, &said, &error));
    assert_true(g_error_matches(error, FETCHER_ERROR, FETCHER_ERROR_LATER));
    assert_non_null(strstr(error->message, "ended with status 3; nothing is lost"));
    g_clear_error(&error);
    assert_int_equal(chmod(place.password, 0644), 0);
    assert_null(fetcher_start(place.program, &place.config, &said, &error));
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_WRONG));
}

// ---- list --------------------------------------------------------------------------------------

#define MAIL(number, size, id) "{\"number\":" number ",\"size\":" size ",\"id\":\"" id "\"}"
#define LIST(mails, more)      "{\"status\":\"ok\",\"mails\":[" mails "],\"more\":" more "}\n"

static void test_list(void **state)
{
    (void)state;
    answer((const char *const[]){
        READY, LIST(MAIL("5", "10", "5") "," MAIL("4294967295", "0", "x y"), "true"),
        LIST("", "false"), NULL});
    g_autoptr(fetcher) self = start();
    g_autoptr(GArray) mails = NULL;
    gboolean more;
    assert_true(fetcher_list(self, 4, &mails, &more, NULL));
    assert_true(more);
    assert_int_equal(mails->len, 2);
    const struct fetcher_mail *mail = &g_array_index(mails, struct fetcher_mail, 1);
    assert_int_equal(mail->number, 4294967295);
    assert_int_equal(mail->size, 0);
    assert_string_equal(mail->id, "x y");
    g_array_unref(g_steal_pointer(&mails));
    assert_true(fetcher_list(self, 4294967295, &mails, &more, NULL));
    assert_false(more);
    assert_int_equal(mails->len, 0);
    json_t *said = question(2);
    json_t *wanted = json_pack("{s:s s:I}", "do", "list", "after", (json_int_t)4294967295);
    assert_true(json_equal(said, wanted));
    json_decref(said);
    json_decref(wanted);
}

static const char *const bad_lists[] = {
    LIST(MAIL("4", "1", "a"), "false"),                         // not above
    LIST(MAIL("6", "1", "a") "," MAIL("5", "1", "b"), "false"), // backwards
    LIST(MAIL("5", "1", "a") "," MAIL("5", "1", "b"), "false"), // twice
    LIST(MAIL("5", "-1", "a"), "false"),
    LIST(MAIL("5.5", "1", "a"), "false"),
    LIST("{\"number\":5,\"size\":1}", "false"),
    LIST("5", "false"),
    LIST("", "true"), // a list without end
    "{\"status\":\"ok\"}\n",
    "{\"status\":\"ok\",\"mails\":{}}\n",
};

static void test_bad_lists(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(bad_lists); i++) {
        answer((const char *const[]){READY, bad_lists[i], NULL});
        g_autoptr(fetcher) self = start();
        g_autoptr(GError) error = NULL;
        GArray *mails;
        gboolean more;
        if (fetcher_list(self, 4, &mails, &more, &error))
            fail_msg("taken: %s", bad_lists[i]);
        assert_true(g_error_matches(error, FETCHER_ERROR, FETCHER_ERROR_LATER));
    }
}

// ---- get, done, check, end ---------------------------------------------------------------------

#define GOT(mails) "{\"status\":\"ok\",\"mails\":[" mails "]}\n"

static void check_raw(GArray *got, guint i, gint64 number, const char *raw)
{
    const struct fetcher_got *one = &g_array_index(got, struct fetcher_got, i);
    gsize len;
    assert_int_equal(one->number, number);
    const char *bytes = g_bytes_get_data(one->raw, &len);
    assert_int_equal(len, strlen(raw));
    if (len > 0)
        assert_memory_equal(bytes, raw, len);
}

static void test_get(void **state)
{
    static const gint64 numbers[] = {5, 6, 7, 8, 9};
    (void)state;
    answer((const char *const[]){
        READY,
        GOT("{\"number\":5,\"bytes\":4},{\"number\":6,\"gone\":true},{\"number\":7,\"bytes\":0},"
            "{\"number\":8,\"unreadable\":\"a disk\"}") "a\n{}",
        NULL});
    g_autoptr(fetcher) self = start();
    g_autoptr(GArray) got = NULL;
    assert_true(fetcher_get(self, numbers, 5, &got, NULL));
    assert_int_equal(got->len, 4);
    check_raw(got, 0, 5, "a\n{}");
    assert_null(g_array_index(got, struct fetcher_got, 1).raw);
    assert_null(g_array_index(got, struct fetcher_got, 1).unreadable);
    check_raw(got, 2, 7, "");
    assert_null(g_array_index(got, struct fetcher_got, 3).raw);
    assert_string_equal(g_array_index(got, struct fetcher_got, 3).unreadable, "a disk");
    json_t *said = question(1);
    json_t *wanted = json_pack("{s:s s:[i i i i i]}", "do", "get", "numbers", 5, 6, 7, 8, 9);
    assert_true(json_equal(said, wanted));
    json_decref(said);
    json_decref(wanted);
}

static const char *const bad_gets[] = {
    GOT(""),
    GOT("{\"number\":6,\"bytes\":1}") "x",
    GOT("{\"number\":5,\"bytes\":2}") "x",
    GOT("{\"number\":5,\"bytes\":1}") "xy",
    GOT("{\"number\":5,\"bytes\":-1}"),
    GOT("{\"number\":5,\"bytes\":9223372036854775807}") "x",
    GOT("{\"number\":5}"),
    GOT("{\"number\":5,\"bytes\":1},{\"number\":6,\"bytes\":0},{\"number\":7,\"bytes\":0}") "x",
    GOT("5"),
    "{\"status\":\"ok\"}\n",
};

static void test_bad_gets(void **state)
{
    static const gint64 numbers[] = {5, 6};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(bad_gets); i++) {
        answer((const char *const[]){READY, bad_gets[i], NULL});
        g_autoptr(fetcher) self = start();
        g_autoptr(GError) error = NULL;
        GArray *got;
        if (fetcher_get(self, numbers, 2, &got, &error))
            fail_msg("taken: %s", bad_gets[i]);
        assert_true(g_error_matches(error, FETCHER_ERROR, FETCHER_ERROR_LATER));
    }
}

static void test_done_in_parts(void **state)
{
    enum { COUNT = 2001 };
    (void)state;
    gint64 numbers[COUNT];
    for (gint64 i = 0; i < COUNT; i++)
        numbers[i] = i + 1;
    answer((const char *const[]){READY, "{\"status\":\"ok\"}\n", "{\"status\":\"ok\"}\n",
                                 "{\"status\":\"ok\",\"done_folder\":true}\n",
                                 "{\"status\":\"ok\"}\n", NULL});
    g_autoptr(fetcher) self = start();
    gboolean used, there;
    assert_true(fetcher_done(self, numbers, COUNT, NULL));
    json_t *first = question(1);
    json_t *second = question(2);
    assert_int_equal(json_array_size(json_object_get(first, "numbers")), 2000);
    assert_int_equal(json_array_size(json_object_get(second, "numbers")), 1);
    json_decref(first);
    json_decref(second);
    assert_true(fetcher_done(self, numbers, 0, NULL)); // asks nothing
    assert_true(fetcher_check(self, &used, &there, NULL));
    assert_true(used && there);
    assert_true(fetcher_end(self, NULL));
}

static void test_check_without_folder(void **state)
{
    (void)state;
    answer((const char *const[]){READY, "{\"status\":\"ok\",\"done_folder\":null}\n",
                                 "{\"status\":\"later\",\"detail\":\"bye\"}\n", NULL});
    g_autoptr(fetcher) self = start();
    g_autoptr(GError) error = NULL;
    gboolean used = TRUE, there;
    assert_true(fetcher_check(self, &used, &there, NULL));
    assert_false(used);
    assert_false(fetcher_end(self, &error));
    assert_non_null(strstr(error->message, "bye"));
}

// ---- fingerprints ------------------------------------------------------------------------------

static void test_fingerprints(void **state)
{
    static const char *const same[][2] = {
        {"", ""}, {"a\nb\n", "a\r\nb\r\n"}, {"a\n", "a\r\n"}, {"\n\n", "\r\n\n"}};
    static const char *const other[][2] = {
        {"a\n", "a"}, {"a\r", "a"}, {"a\rb", "a\nb"}, {"a\r\r\n", "a\n"}, {"", "\n"}};
    (void)state;
    guint8 one[FINGERPRINT_BYTES], two[FINGERPRINT_BYTES];
    for (gsize i = 0; i < G_N_ELEMENTS(same) + G_N_ELEMENTS(other); i++) {
        const char *const *pair = i < G_N_ELEMENTS(same) ? same[i] : other[i - G_N_ELEMENTS(same)];
        g_autoptr(GBytes) a = g_bytes_new_static(pair[0], strlen(pair[0]));
        g_autoptr(GBytes) b = g_bytes_new_static(pair[1], strlen(pair[1]));
        fingerprint_of(a, one);
        fingerprint_of(b, two);
        assert_int_equal(memcmp(one, two, sizeof one) == 0, i < G_N_ELEMENTS(same));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_settings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_failures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_program, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_list, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_lists, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_get, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bad_gets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_done_in_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_check_without_folder, set_up, tear_down),
        cmocka_unit_test(test_fingerprints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// The hub's side of `post`: with the program itself, and with ones that fail in every way.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "mail/post.h"
#include "referee/programs/poster.h"
#include "tests/unit/postbox.h"

G_STATIC_ASSERT((int)POSTER_MAIL_MAX == (int)POST_FRAME_MAX);

static struct postbox box;

static int set_up(void **state)
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

// Sends and returns the status, or -1 with an error.
static int send_one(poster *self, json_t *mail, char **out_detail, GError **error)
{
    enum poster_status status;
    gboolean good = poster_send(self, mail, &status, out_detail, error);
    json_decref(mail);
    return good ? (int)status : -1;
}

static void test_with_post(void **state)
{
    (void)state;
    g_autofree char *program = postbox_program();
    json_t *config = postbox_maildir(&box);
    g_autoptr(GError) error = NULL;
    poster *self = poster_start(program, config, &error);
    json_decref(config);
    assert_non_null(self);
    for (gint64 id = 1; id <= 20; id++) {
        g_autofree char *detail = NULL;
        json_t *mail = postbox_mail(id);
        if (id % 2 == 0)
            json_object_set_new(mail, "subject", json_string("a\nb"));
        assert_int_equal(send_one(self, mail, &detail, &error),
                         id % 2 ? POSTER_SENT : POSTER_NEVER);
        assert_string_equal(detail,
                            id % 2 ? "" : "\"subject\" is too long or holds a control character");
    }
    json_t *mail = postbox_mail(21);
    g_autofree char *text = g_strnfill(POSTER_MAIL_MAX, 'x');
    json_object_set_new(mail, "text", json_string(text));
    g_autofree char *detail = NULL;
    assert_int_equal(send_one(self, mail, &detail, &error), POSTER_NEVER);
    assert_string_equal(detail, "the mail is too big");
    poster_stop(self);
    GPtrArray *texts = postbox_files(&box, "new", NULL);
    assert_int_equal(texts->len, 10);
    g_ptr_array_unref(texts);
}

// A post that ends within a batch has made none of it safe, and says so.
static void test_dies_within_a_batch(void **state)
{
    (void)state;
    g_autofree char *program = postbox_program();
    json_auto_t *config = postbox_maildir(&box);
    json_object_set_new(config, "batches", json_true());
    g_autoptr(GError) error = NULL;
    g_setenv("REFEREE23_FAULT", "2", TRUE); // the second mail
    poster *self = poster_start(program, config, &error);
    g_unsetenv("REFEREE23_FAULT");
    assert_non_null(self);
    g_autofree char *first = NULL, *second = NULL;
    assert_int_equal(send_one(self, postbox_mail(1), &first, &error), POSTER_SENT);
    assert_int_equal(send_one(self, postbox_mail(2), &second, &error), -1);
    g_clear_error(&error);
    assert_false(poster_sync(self, &error));
    assert_true(g_error_matches(error, POSTER_ERROR, POSTER_ERROR_DOWN));
    g_clear_error(&error);
    g_autoptr(GPtrArray) none = postbox_files(&box, "new", NULL);
    assert_int_equal(none->len, 0);
    for (gint64 id = 1; id <= 2; id++) {
        g_autofree char *detail = NULL;
        assert_int_equal(send_one(self, postbox_mail(id), &detail, &error), POSTER_SENT);
    }
    assert_true(poster_sync(self, &error));
    g_autoptr(GPtrArray) both = postbox_files(&box, "new", NULL);
    g_autoptr(GPtrArray) rest = postbox_files(&box, "tmp", NULL);
    assert_int_equal(both->len, 2);
    assert_int_equal(rest->len, 0);
    poster_stop(self);
}

static void test_refused_configuration(void **state)
{
    (void)state;
    g_autofree char *program = postbox_program();
    json_t *config =
        json_pack("{s:s, s:s, s:s}", "transport", "maildir", "path", "/nowhere", "host", "h");
    g_autoptr(GError) error = NULL;
    assert_null(poster_start(program, config, &error));
    json_decref(config);
    assert_true(g_error_matches(error, POSTER_ERROR, POSTER_ERROR_CONFIG));
    assert_true(g_str_has_prefix(error->message, "sending mail: /nowhere is no Maildir"));
    poster_stop(NULL);
}

// A program made of a shell script; $D is the test's folder. reply TEXT writes a frame of less than
// 256 bytes, skip reads one frame of a mail (any size).
static char *program_of(const char *script)
{
    char *program = g_build_filename(box.dir, "fake", NULL);
    g_autofree char *whole = g_strdup_printf(
        "#!/bin/sh\nD='%s'\n"
        "reply() { printf \"\\\\000\\\\000\\\\000\\\\$(printf %%03o ${#1})%%s\" \"$1\"; }\n"
        "skip() { n=$(head -c 4 | od -An -tu1 | { read a b c d; echo $((c * 256 + d)); }); "
        "head -c $n >/dev/null; }\n%s\n",
        box.dir, script);
    assert_true(g_file_set_contents(program, whole, -1, NULL));
    assert_int_equal(chmod(program, 0700), 0);
    return program;
}

static void test_dies_with_a_mail(void **state)
{
    (void)state;
    // Every first mail of a process kills it, but the third process lives.
    g_autofree char *program = program_of(
        "echo x >>$D/starts; skip; reply '{\"status\":\"ready\"}'; skip; "
        "[ $(wc -l <$D/starts) -ge 3 ] || kill -SEGV $$; "
        "reply '{\"id\":3,\"status\":\"later\",\"detail\":\"busy\"}'; exec cat >/dev/null");
    json_t *config = json_object();
    g_autoptr(GError) error = NULL;
    poster *self = poster_start(program, config, &error);
    json_decref(config);
    assert_non_null(self);
    for (gint64 id = 1; id <= 2; id++) {
        char *detail;
        assert_int_equal(send_one(self, postbox_mail(id), &detail, &error), -1);
        assert_null(detail);
        assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_GONE));
        g_clear_error(&error);
    }
    g_autofree char *detail = NULL;
    assert_int_equal(send_one(self, postbox_mail(3), &detail, &error), POSTER_LATER);
    assert_string_equal(detail, "busy");
    poster_stop(self);
}

static void test_dies_too_often(void **state)
{
    (void)state;
    g_autofree char *program = program_of("skip; reply '{\"status\":\"ready\"}'; skip; exit 1");
    json_t *config = json_object();
    poster *self = poster_start(program, config, NULL);
    json_decref(config);
    assert_non_null(self);
    for (int i = 1; i <= POSTER_STARTS_MAX + 2; i++) {
        g_autoptr(GError) error = NULL;
        char *detail;
        assert_int_equal(send_one(self, postbox_mail(i), &detail, &error), -1);
        assert_true(error->domain == (i <= POSTER_STARTS_MAX ? CHILD_ERROR : POSTER_ERROR));
    }
    poster_stop(self);
}

static void test_nonsense(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "nonsense",
        "[]",
        "{}",
        "{\"id\":2,\"status\":\"sent\",\"detail\":\"\"}",
        "{\"id\":null,\"status\":\"sent\",\"detail\":\"\"}",
        "{\"id\":1,\"status\":\"gone\",\"detail\":\"\"}",
        "{\"id\":1,\"status\":\"sent\"}",
        "{\"id\":1,\"status\":17,\"detail\":\"\"}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        g_autofree char *script = g_strdup_printf(
            "skip; reply '{\"status\":\"ready\"}'; skip; reply '%s'; exec cat >/dev/null",
            answers[i]);
        g_autofree char *program = program_of(script);
        json_t *config = json_object();
        poster *self = poster_start(program, config, NULL);
        json_decref(config);
        assert_non_null(self);
        g_autoptr(GError) error = NULL;
        char *detail;
        assert_int_equal(send_one(self, postbox_mail(1), &detail, &error), -1);
        assert_null(detail);
        gboolean spoken = answers[i][0] == '{'; // else it is not even an answer
        assert_true(spoken ? g_error_matches(error, POSTER_ERROR, POSTER_ERROR_ANSWER)
                           : g_error_matches(error, CHILD_ERROR, CHILD_ERROR_FRAME));
        poster_stop(self);
    }
}

static void test_does_not_start(void **state)
{
    (void)state;
    json_t *config = json_object();
    g_autoptr(GError) error = NULL;
    assert_null(poster_start("/nowhere/post", config, &error));
    assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_START));
    g_clear_error(&error);
    g_autofree char *program = program_of("exit 0");
    assert_null(poster_start(program, config, &error));
    assert_true(g_error_matches(error, CHILD_ERROR, CHILD_ERROR_GONE));
    json_decref(config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_with_post, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dies_within_a_batch, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_configuration, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dies_with_a_mail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dies_too_often, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nonsense, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_does_not_start, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("poster", tests, NULL, NULL);
}

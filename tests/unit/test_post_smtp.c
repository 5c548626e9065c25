// SPDX-License-Identifier: MIT
// `post` with a submission server that refuses, breaks off, falls silent and lies at every step:
// what becomes of each mail, that none is lost, and that all copies of one have one Message-ID.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/wait.h>

#include "tests/unit/postbox.h"
#include "tests/unit/sink.h"

static struct postbox box;
static struct sink sink;

static int set_up(void **state)
{
    (void)state;
    postbox_make(&box);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sink_clear(&sink);
    postbox_close(&box);
    return 0;
}

// ---- the server --------------------------------------------------------------------------------

static json_t *config_for(const char *port, int seconds)
{
    json_t *config = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i}", "transport", "smtp", "tls", "none",
                               "user", "referee", "password", "secret", "host",
                               "referee.example.org", "seconds", seconds);
    json_object_set_new(config, "url", json_sprintf("smtp://127.0.0.1:%s", port));
    return config;
}

static void start(const char *rules)
{
    sink_start(&sink, box.dir, rules);
    postbox_start(&box, config_for(sink.port, 1));
}

static const char *const people[] = {"anna", "bruno", "clara"};

// A mail to one of three people; its Message-ID tells which.
static json_t *mail_to(int who)
{
    json_t *mail = postbox_mail(who + 1);
    json_object_set_new(mail, "to", json_sprintf("%s@example.org", people[who]));
    json_object_set_new(mail, "message_id", json_sprintf("<%s@host.example>", people[who]));
    json_object_set_new(mail, "text", json_string(".\nIt is your turn.\n..\n.x\n"));
    return mail;
}

static char *status_of(int who)
{
    g_autofree char *answer = postbox_send(&box, mail_to(who));
    return g_strndup(answer, strcspn(answer, " "));
}

// How many copies the server kept for one of them; that they are all the same mail is asserted.
static int copies(int who)
{
    g_autofree char *first = NULL;
    g_autofree char *to = g_strdup_printf("\nX-To: %s@example.org\n", people[who]);
    g_autofree char *id = g_strdup_printf("\nMessage-ID: <%s@host.example>\n", people[who]);
    int n = 0;
    for (guint i = 1;; i++) {
        g_autofree char *mail = sink_mail(&sink, i);
        if (!*mail)
            return n;
        if (!strstr(mail, to))
            continue;
        n++;
        assert_non_null(strstr(mail, id));
        assert_true(g_str_has_suffix(mail, "\n\n.\nIt is your turn.\n..\n.x\n"));
        if (!first)
            first = g_strdup(mail);
        assert_string_equal(mail, first);
    }
}

// ---- refusals, and the ends of connections -----------------------------------------------------

// What becomes of three mails in one run, then how often each was kept, and over how many
// connections.
static const struct {
    const char *rules;
    const char *statuses[3];
    int kept[3];
    guint connections;
} table[] = {
    {"", {"sent", "sent", "sent"}, {1, 1, 1}, 1},
    // one mail's own affair
    {"rcpt@bruno=550 5.1.1 nobody", {"sent", "refused", "sent"}, {1, 0, 1}, 1},
    {"rcpt@bruno=550-5.1.1 nobody|550 5.1.1 here", {"sent", "refused", "sent"}, {1, 0, 1}, 1},
    {"rcpt@bruno=450 4.2.0 come back", {"sent", "later", "sent"}, {1, 0, 1}, 1},
    {"rcpt@bruno=251 forwarded", {"sent", "sent", "sent"}, {1, 1, 1}, 1},
    {"rcpt@bruno=550 5.7.1 not from you", {"sent", "refused", "sent"}, {1, 0, 1}, 1},
    {"data@bruno=452 4.3.1 full", {"sent", "later", "sent"}, {1, 0, 1}, 1},
    {"data@bruno=554 5.5.0 no", {"sent", "refused", "sent"}, {1, 0, 1}, 1},
    {"dot@bruno=451 4.3.0 busy", {"sent", "later", "sent"}, {1, 0, 1}, 1},
    {"dot@bruno=554 5.6.0 looks bad", {"sent", "refused", "sent"}, {1, 0, 1}, 1},
    {"mail/1/1=451 4.3.0 busy", {"sent", "later", "sent"}, {1, 0, 1}, 1},
    {"mail/1/1=552 5.3.4 too big", {"sent", "never", "sent"}, {1, 0, 1}, 1},
    {"rcpt@bruno=450 4.2.0 come back\nrset=drop", {"sent", "later", "sent"}, {1, 0, 1}, 2},
    {"rcpt@bruno=450 4.2.0 come back\nrset=421 bye", {"sent", "later", "sent"}, {1, 0, 1}, 2},
    // it hangs up where it would hear of the recipient
    {"mail/1/1=552 5.3.4 too big\nrcpt/1/1=drop", {"sent", "never", "sent"}, {1, 0, 1}, 2},
    // nobody's
    {"connect=drop", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"connect=421 4.3.2 closed", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"connect=554 5.3.2 no", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"connect=endless", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"connect=long", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"connect=garbage", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"ehlo=drop", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"ehlo=550 5.7.1 no", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"ehlo=421 4.7.0 no", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"ehlo=endless", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"ehlo=250 tests", {"down", "down", "down"}, {0, 0, 0}, 3}, // no login offered
    {"auth=535 5.7.8 wrong", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"auth=454 4.7.0 not now", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"auth=drop", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"login=500 what", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"mail=553 5.7.1 not yours", {"down", "down", "down"}, {0, 0, 0}, 1},
    {"mail=530 5.7.0 log in", {"down", "down", "down"}, {0, 0, 0}, 1},
    {"mail=421 4.7.0 slowly", {"down", "down", "down"}, {0, 0, 0}, 3},
    {"rcpt=553 5.7.1 <referee+b.12.k7xq@host.example>: not yours",
     {"down", "down", "down"},
     {0, 0, 0},
     1},
    {"rcpt=550 5.1.8 bad sender", {"down", "down", "down"}, {0, 0, 0}, 1},
    {"rcpt=530 5.7.0 log in", {"down", "down", "down"}, {0, 0, 0}, 1},
    {"data=250 fine", {"down", "down", "down"}, {0, 0, 0}, 3},
    // a connection that had served before ends: the mail goes over a new one
    {"mail/1/1=drop", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"mail/1/1=421 4.7.0 enough", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"rcpt/1/1=drop", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"data/1/1=drop", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"data/1/1=421 4.7.0 enough", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"mail/1/1=garbage", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"mail/1/1=long", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    {"mail/1/1=endless", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
    // a fresh one breaks: once may be the mail's doing, twice is the server's
    {"mail/0/1=drop", {"later", "sent", "sent"}, {0, 1, 1}, 2},
    {"rcpt@bruno=drop", {"sent", "later", "sent"}, {1, 0, 1}, 3},
    {"data=drop", {"later", "down", "down"}, {0, 0, 0}, 3},
    {"rcpt=endless", {"later", "down", "down"}, {0, 0, 0}, 3},
    {"rcpt=long", {"later", "down", "down"}, {0, 0, 0}, 3},
    {"rcpt=garbage", {"later", "down", "down"}, {0, 0, 0}, 3},
    // the answer to the final dot is lost: it may have been taken, and is sent again
    {"dot@bruno=drop", {"sent", "later", "sent"}, {1, 0, 1}, 2},
    {"dot@bruno=keep-drop", {"sent", "later", "sent"}, {1, 1, 1}, 2},
    {"dot@bruno=421 4.3.2 bye", {"sent", "down", "sent"}, {1, 0, 1}, 2},
    {"dot@bruno=endless", {"sent", "later", "sent"}, {1, 0, 1}, 2},
    {"dot=keep-drop", {"later", "down", "down"}, {1, 1, 1}, 3},
    // out of step
    {"dot@bruno=twice", {"sent", "sent", "sent"}, {1, 1, 1}, 2},
};

static void check_table(void **state, const char *offer)
{
    int tested = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++, tested++) {
        set_up(state);
        g_autofree char *rules = g_strconcat(table[i].rules, offer, NULL);
        start(rules);
        for (int who = 0; who < 3; who++) {
            g_autofree char *status = status_of(who);
            if (strcmp(status, table[i].statuses[who]) != 0)
                fail_msg("%s: mail %d is %s", table[i].rules, who, status);
        }
        assert_int_equal(child_stop(box.post, 20), 0); // nothing leaked either, where that is asked
        box.post = NULL;
        for (int who = 0; who < 3; who++)
            if (copies(who) != (strstr(table[i].rules, "=twice") ? 1 : table[i].kept[who]))
                fail_msg("%s: %d copies of mail %d", table[i].rules, copies(who), who);
        g_autofree char *log = sink_log(&sink);
        if (sink_count(log, "connect\n") != table[i].connections)
            fail_msg("%s: connections:\n%s", table[i].rules, log);
        tear_down(state);
    }
    assert_true(tested > 40);
}

static void test_table(void **state)
{
    check_table(state, "");
}

// The same where the sender and the recipient are named at once.
static void test_pipelining(void **state)
{
    check_table(state, "\noffer=PIPELINING");
}

// ---- again and again ---------------------------------------------------------------------------

// Whatever goes wrong at first: a mail that is tried until it is sent arrives, at least once, and
// all its copies are one mail.
static void test_tried_until_sent(void **state)
{
    static const char *const rules[] = {
        "connect/0/2=drop",      "ehlo/0/2=421 no",       "auth/0/2=454 4.7.0 no",
        "mail/0/3=451 4.3.0 no", "rcpt/0/3=450 4.2.0 no", "data/0/3=drop",
        "dot/0/3=drop",          "dot/0/3=451 4.3.0 no",  "dot/0/3=keep-drop",
        "dot/0/1=keep-hang",     "rcpt/0/1=hang",         "dot/1/2=421 4.3.2 no",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        gboolean sent[3] = {0};
        set_up(state);
        start(rules[i]);
        for (int run = 0; run < 6; run++) {
            for (int who = 0; who < 3; who++) {
                g_autofree char *status = sent[who] ? NULL : status_of(who);
                if (!status)
                    continue;
                assert_true(!strcmp(status, "sent") || !strcmp(status, "later") ||
                            !strcmp(status, "down"));
                sent[who] = strcmp(status, "sent") == 0;
            }
        }
        int most = 1;
        for (int who = 0; who < 3; who++) {
            int n = copies(who);
            most = MAX(most, n);
            if (!sent[who] || n < 1)
                fail_msg("%s: mail %d is lost", rules[i], who);
        }
        assert_true((most > 1) == (strstr(rules[i], "keep") != NULL));
        tear_down(state);
    }
}

// Whatever a server says: post lives, takes no noise for a mail that was taken, and sends the next
// one when the server has come to its senses.
static void test_noise(void **state)
{
    static const char *const steps[] = {"connect", "ehlo", "login", "auth",
                                        "mail",    "rcpt", "data",  "dot"};
    int noises = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
        set_up(state);
        g_autofree char *rule = g_strdup_printf("%s/0/60=noise", steps[i]);
        start(rule);
        for (int n = 0; n < 60; n++, noises++) {
            g_autofree char *status = status_of(n % 3);
            assert_true(*status); // it didn't die
            if (strcmp(steps[i], "dot") != 0 && strcmp(status, "sent") == 0)
                assert_true(copies(0) + copies(1) + copies(2) > 0);
        }
        while (TRUE) {
            g_autofree char *status = status_of(0);
            if (strcmp(status, "sent") == 0 && copies(0) > 0)
                break;
            assert_true(++noises < 1000);
        }
        tear_down(state);
    }
    assert_true(noises >= 480);
}

// ---- time --------------------------------------------------------------------------------------

static void test_hangs(void **state)
{
    static const char *const steps[] = {"connect", "ehlo", "login", "auth",
                                        "mail",    "rcpt", "data",  "dot"};
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
        set_up(state);
        g_autofree char *rule = g_strconcat(steps[i], "/0/1=hang", NULL);
        start(rule);
        const gint64 from = g_get_monotonic_time();
        g_autofree char *first = status_of(0);
        const gint64 took = g_get_monotonic_time() - from;
        assert_string_equal(first, "down");
        assert_in_range(took, 900 * 1000, 5 * G_USEC_PER_SEC);
        g_autofree char *second = status_of(1);
        assert_string_equal(second, "sent");
        tear_down(state);
    }
}

static void test_nobody_there(void **state)
{
    (void)state;
    sink_start(&sink, box.dir, "");
    sink_stop(&sink);
    postbox_start(&box, config_for(sink.port, 5));
    g_autofree char *status = status_of(0);
    assert_string_equal(status, "down");
}

// ---- words -------------------------------------------------------------------------------------

static void test_detail(void **state)
{
    (void)state;
    start(
        "rcpt@anna=550-5.1.1 \x1b[31mno\x07|550 5.1.1 body\nauth/1/1=535 5.7.8 not you\ndata=drop");
    g_autofree char *refused = postbox_send(&box, mail_to(0));
    assert_string_equal(refused, "refused 550-5.1.1 [31mno 550 5.1.1 body");
    // The connection breaks twice: on the used one, and on a new one, where nobody may log in.
    g_autofree char *down = postbox_send(&box, mail_to(1));
    assert_true(g_str_has_prefix(down, "down smtp://127.0.0.1:"));
    assert_true(g_str_has_suffix(down, "; it said: 535 5.7.8 not you"));
    g_autofree char *broke = postbox_send(&box, mail_to(2));
    assert_string_equal(broke, "later the server broke off when it was given a mail");
    assert_null(strstr(down, "secret"));
}

static void test_letters_outside_ascii(void **state)
{
    for (int offered = 0; offered <= 1; offered++) {
        set_up(state);
        start(offered ? "offer=SMTPUTF8" : "");
        json_t *mail = mail_to(0);
        json_object_set_new(mail, "to", json_string("jörg@exämple.org"));
        g_autofree char *answer = postbox_send(&box, mail);
        assert_true(g_str_has_prefix(answer, offered ? "sent" : "never the server takes no addr"));
        g_autofree char *log = sink_log(&sink);
        assert_int_equal(
            sink_count(log, " SMTPUTF8 BODY=8BITMIME\nRCPT TO:<jörg@xn--exmple-cua.org>\n"),
            offered);
        g_autofree char *second = status_of(1);
        assert_string_equal(second, "sent");
        g_autofree char *after = sink_log(&sink);
        assert_int_equal(sink_count(after, "SMTPUTF8"), offered);
        tear_down(state);
    }
}

static void test_check(void **state)
{
    static const struct {
        const char *rules, *answer;
    } checks[] = {{"", "{\"expires\": null, \"status\": \"ready\", \"detail\": \"\"}"},
                  {"auth=535 5.7.8 no", "it said: 535 5.7.8 no\"}"}};
    for (gsize i = 0; i < G_N_ELEMENTS(checks); i++) {
        set_up(state);
        start(checks[i].rules);
        g_autoptr(GBytes) answer = child_ask(box.post, "{\"check\":true}", 14, 4096, 20, NULL);
        assert_non_null(answer);
        gsize len;
        const char *bytes = g_bytes_get_data(answer, &len);
        json_auto_t *object = json_loadb(bytes, len, 0, NULL);
        g_autofree char *text = json_dumps(object, 0);
        assert_true(g_str_has_suffix(text, checks[i].answer));
        g_autofree char *status = status_of(0);
        assert_string_equal(status, i ? "down" : "sent");
        g_autofree char *log = sink_log(&sink);
        assert_int_equal(sink_count(log, "connect\n"), i ? 2 : 1);
        tear_down(state);
    }
}

// ---- the configuration -------------------------------------------------------------------------

static void test_refused_configuration(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value; // JSON
        const char *words;
    } wrongs[] = {
        {"url", "\"http://h\"", "must be smtps"},
        {"url", "\"smtps://h\"", "must be smtps"},
        {"url", "\"smtp://u:p@h\"", "must be smtps"},
        {"url", "\"smtp://h?x\"", "must be smtps"},
        {"url", "\"smtp://h\\r\\nx\"", "must be smtps"},
        {"url", "null", "must be smtps"},
        {"tls", "\"maybe\"", "must be smtps"},
        {"tls", "null", "must be smtps"},
        {"user", "null", "go together"},
        {"password", "null", "go together"},
        {"password", "\"a\\nb\"", "no controls"},
        {"user", "\"\"", "no controls"},
        {"user", "17", "no controls"},
        {"ca_file", "\"/nowhere/ca.pem\"", "/nowhere/ca.pem: No such file"},
        {"seconds", "0", "out of range"},
        {"seconds", "241", "out of range"},
    };
    g_autofree char *program = postbox_program();
    for (gsize i = 0; i < G_N_ELEMENTS(wrongs); i++) {
        json_auto_t *config = config_for("25", 1);
        json_object_set_new(config, wrongs[i].key,
                            json_loads(wrongs[i].value, JSON_DECODE_ANY, NULL));
        const char *const argv[] = {program, NULL};
        child *post = child_start(argv, NULL);
        g_autofree char *text = json_dumps(config, 0);
        g_autoptr(GBytes) answer = child_ask(post, text, strlen(text), 4096, 20, NULL);
        assert_non_null(answer);
        gsize len;
        const char *bytes = g_bytes_get_data(answer, &len);
        if (!g_strstr_len(bytes, (gssize)len, "\"refused\"") ||
            !g_strstr_len(bytes, (gssize)len, wrongs[i].words))
            fail_msg("%s: %.*s", wrongs[i].value, (int)len, bytes);
        assert_int_equal(WEXITSTATUS(child_stop(post, 20)), 78);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_pipelining),
        cmocka_unit_test(test_tried_until_sent),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_hangs),
        cmocka_unit_test_setup_teardown(test_nobody_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_detail, set_up, tear_down),
        cmocka_unit_test(test_letters_outside_ascii),
        cmocka_unit_test(test_check),
        cmocka_unit_test_setup_teardown(test_refused_configuration, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("post-smtp", tests, NULL, NULL);
}

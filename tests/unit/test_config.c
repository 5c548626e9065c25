// SPDX-License-Identifier: MIT
// referee.conf: the sample says every setting and means the defaults; every value at its edges;
// every mistake named with its line and what to do.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "referee/setup/config_file.h"
#include "referee/setup/config_table.h"

#include <glib/gstdio.h>
#include <string.h>

static char *dir;
static char *file;

static int set_up(void **state)
{
    (void)state;
    dir = g_dir_make_tmp("config-XXXXXX", NULL);
    file = g_build_filename(dir, "referee.conf", NULL);
    return dir ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    g_unlink(file);
    g_rmdir(dir);
    g_free(file);
    g_free(dir);
    return 0;
}

static struct config *load(const char *text, GError **error)
{
    assert_true(g_file_set_contents(file, text, -1, NULL));
    return config_load(dir, error);
}

// Loads what has to be fine: text after the one setting that must be said.
static struct config *load_fine(const char *text)
{
    g_autofree char *all = g_strconcat("[referee]\naddress = r@example.org\n", text, NULL);
    GError *error = NULL;
    struct config *config = load(all, &error);
    if (error)
        fail_msg("%s", error->message);
    return config;
}

static void expect_wrong(const char *text, const char *message)
{
    GError *error = NULL;
    struct config *config = load(text, &error);
    if (config)
        fail_msg("taken: %s", text);
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_WRONG));
    assert_true(g_str_has_prefix(error->message, file));
    if (!strstr(error->message, message))
        fail_msg("said \"%s\" where \"%s\" was wanted", error->message, message);
    g_error_free(error);
}

static void test_defaults(void **state)
{
    (void)state;
    struct config *c = load_fine("");
    assert_string_equal(c->dir, dir);
    assert_string_equal(c->name, "23 by mail");
    assert_string_equal(c->host, "example.org");
    assert_string_equal(c->language, "en");
    assert_string_equal(c->timezone, "UTC");
    assert_true(g_path_is_absolute(c->templates));
    assert_int_equal(c->receive, CONFIG_RECEIVE_MAILDIR);
    g_autofree char *in = g_build_filename(dir, "mail/in", NULL);
    g_autofree char *out = g_build_filename(dir, "mail/out", NULL);
    assert_string_equal(c->receive_url, in);
    assert_string_equal(c->receive_keep, "move");
    assert_int_equal(c->send, CONFIG_SEND_MAILDIR);
    assert_string_equal(c->send_url, out);
    assert_string_equal(c->send_from, "r@example.org");
    assert_string_equal(c->send_command[0], "/usr/sbin/sendmail");
    assert_null(c->send_command[1]);
    assert_int_equal(c->pace, 48 * 3600);
    assert_int_equal(c->bank, 7 * 86400);
    assert_int_equal(c->quiet_from, 23);
    assert_int_equal(c->quiet_to, 8);
    assert_memory_equal(&c->rules, &rules_brief, sizeof c->rules);
    assert_string_equal(c->security, "ticket");
    assert_string_equal(c->press, "all");
    assert_false(c->anybody);
    assert_non_null(c->banner);
    assert_null(c->banner[0]);
    assert_false(c->subaddress);
    assert_int_equal(c->message_bytes, 2 * 1024 * 1024);
    assert_int_equal(c->commands, 40);
    assert_false(c->is_public);
    config_free(c);
    config_free(NULL);
}

static void test_sample_means_the_defaults(void **state)
{
    (void)state;
    g_autofree char *sample = config_sample("Zoë \\ co", "Ref@Example.ORG", "mx.example.org");
    GError *error = NULL;
    struct config *a = load(sample, &error);
    if (error)
        fail_msg("%s", error->message);
    assert_string_equal(a->name, "Zoë \\ co");
    assert_string_equal(a->address, "Ref@example.org");
    assert_string_equal(a->host, "mx.example.org");
    struct config *b = load_fine("");
    assert_int_equal(a->pace, b->pace);
    assert_int_equal(a->bank, b->bank);
    assert_int_equal(a->message_bytes, b->message_bytes);
    assert_int_equal(a->mails_an_hour, b->mails_an_hour);
    assert_string_equal(a->receive_keep, b->receive_keep);
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->templates, b->templates);
    assert_string_equal(a->site, b->site);
    config_free(a);
    config_free(b);
}

// Every setting stands in the sample, on or off, below at least one line of comment, and an example
// that is switched on is one that is understood.
static void test_sample_is_whole(void **state)
{
    (void)state;
    g_autofree char *sample = config_sample(NULL, "r@example.org", NULL);
    g_auto(GStrv) lines = g_strsplit(sample, "\n", -1);
    gsize found = 0;
    for (gsize i = 0; i < config_n_settings; i++) {
        const struct setting *s = &config_settings[i];
        g_autofree char *on = g_strconcat(s->key, " = ", NULL);
        g_autofree char *off = g_strconcat("#", on, NULL);
        gboolean inside = FALSE;
        g_autofree char *group = g_strconcat("[", s->group, "]", NULL);
        gboolean seen = FALSE;
        for (guint j = 1; lines[j]; j++) {
            if (lines[j][0] == '[')
                inside = strcmp(lines[j], group) == 0;
            else if (inside && (g_str_has_prefix(lines[j], on) || g_str_has_prefix(lines[j], off)))
                seen = g_str_has_prefix(lines[j - 1], "# ");
        }
        if (!seen)
            fail_msg("[%s] %s isn't in the sample, or has no comment", s->group, s->key);
        found++;
        if (s->example) {
            struct config *config = g_new0(struct config, 1);
            config->dir = g_strdup(dir);
            char *wrong = s->kind->read(s, s->example, config);
            if (wrong)
                fail_msg("[%s] %s = %s: %s", s->group, s->key, s->example, wrong);
            config_free(config);
        }
    }
    assert_int_equal(found, config_n_settings);
    assert_true(found >= 37);
}

static void test_values(void **state)
{
    (void)state;
    struct config *c = load_fine("host = Münchner-Post.DE\n"
                                 "language = fr\n"
                                 "timezone = Europe/Paris\n"
                                 "templates = words\n"
                                 "# a comment\n\n"
                                 "[send]\nkind=sendmail\ncommand = /bin/s \"-a b\" -c\n"
                                 "[play]\npace = 14d\nbank = 0h\nquiet = 0-12\n"
                                 "rules = booklet  discard=0\nopen = yes\n"
                                 "[mail]\nbanner = [EXT] one\\; two ;; three\nsubaddress = yes\n"
                                 "[limits]\nmessage-bytes = 64K\n");
    assert_string_equal(c->host, "xn--mnchner-post-dlb.de");
    assert_string_equal(c->language, "fr");
    g_autofree char *words = g_build_filename(dir, "words", NULL);
    assert_string_equal(c->templates, words);
    assert_int_equal(c->send, CONFIG_SEND_SENDMAIL);
    assert_int_equal(g_strv_length(c->send_command), 3);
    assert_string_equal(c->send_command[1], "-a b");
    assert_int_equal(c->pace, 14 * 86400);
    assert_int_equal(c->bank, 0);
    assert_int_equal(c->quiet_from, 0);
    assert_int_equal(c->quiet_to, 12);
    assert_int_equal(c->rules.gap, RULES_GAP_SKIPPED);
    assert_int_equal(c->rules.bonus, RULES_BONUS_SHIFT);
    assert_int_equal(c->rules.discard, 0);
    assert_true(c->anybody);
    assert_int_equal(g_strv_length(c->banner), 2);
    assert_string_equal(c->banner[0], "[EXT] one; two");
    assert_string_equal(c->banner[1], "three");
    assert_true(c->subaddress);
    assert_int_equal(c->message_bytes, 65536);
    config_free(c);
}

static void test_servers(void **state)
{
    (void)state;
    struct config *c = load_fine("[receive]\nkind = pop3\nurl = pop3s://h:995\nuser = u\n"
                                 "password-file = secret/in\n"
                                 "[send]\nkind = smtp\nurl = smtp://h:587\n");
    g_autofree char *secret = g_build_filename(dir, "secret/in", NULL);
    assert_int_equal(c->receive, CONFIG_RECEIVE_POP3);
    assert_string_equal(c->receive_password_file, secret);
    assert_string_equal(c->receive_keep, "delete");
    assert_int_equal(c->send, CONFIG_SEND_SMTP);
    assert_string_equal(c->send_url, "smtp://h:587");
    config_free(c);
    g_setenv("CREDENTIALS_DIRECTORY", "/run/c", TRUE);
    c = load_fine("[receive]\nkind = imap\nurl = imaps://h\nuser = u\n"
                  "password-file = credential:in\n");
    assert_string_equal(c->receive_password_file, "/run/c/in");
    assert_true(c->receive_tls);
    assert_string_equal(c->receive_ca_file, "");
    assert_int_equal(c->receive_timeout, 30);
    config_free(c);
    c = load_fine("[receive]\nkind = imap\nurl = imap://h/\nuser = u\npassword-file = p\n"
                  "tls = no\nca-file = ca.pem\ntimeout = 5\n");
    g_autofree char *ca = g_build_filename(dir, "ca.pem", NULL);
    assert_false(c->receive_tls);
    assert_string_equal(c->receive_ca_file, ca);
    assert_int_equal(c->receive_timeout, 5);
    config_free(c);
    g_unsetenv("CREDENTIALS_DIRECTORY");
}

#define HEAD "[referee]\naddress = r@example.org\n"

static const struct {
    const char *text, *message;
} wrong[] = {
    // names
    {HEAD "adress = x\n", ":3: [referee] has no setting adress; did you mean address?"},
    {HEAD "[play]\npcae = 48h\n", ":4: [play] has no setting pcae; did you mean pace?"},
    {HEAD "pace = 48h\n", ":3: [referee] has no setting pace; it belongs to [play]"},
    {HEAD "[pley]\n", ":3: there is no group [pley]; did you mean [play]?"},
    {HEAD "[play] # x\n", ":3: a group is written [referee], alone on its line"},
    {HEAD "name[fr] = x\n", "has no setting name[fr]; did you mean name?"},
    {HEAD "address = s@example.org\n", ":3: address is said twice; the first time in line 2"},
    {HEAD "[receive]\n[referee]\naddress = s@example.org\n", "said twice"},
    {"address = x\n", ":1: a [group] has to come first"},
    {HEAD "what is this\n", ":3: neither [group] nor key = value nor # comment"},
    {"[referee]\nname = x\n", "[referee] address is missing; say address = VALUE"},
    {"", "address is missing"},
    // characters
    {HEAD "name = a\x01"
          "b\n",
     ":3: a control character"},
    {HEAD "name = a\\nb\n", ":3: [referee] name has a control character"},
    {HEAD "name = a\\qb\n", "a \\ that escapes nothing"},
    {HEAD "name = \xc2\x85\n", "name has a control character"},
    {HEAD "name = \xff\n", "it is no text file"},
    {HEAD "name =\n", "it may have 1 to 100 bytes"},
    // addresses and hosts
    {"[referee]\naddress = r\n", "it needs one @"},
    {"[referee]\naddress = r@a@b\n", "it needs one @"},
    {"[referee]\naddress = @b\n", "nothing stands before the @"},
    {"[referee]\naddress = \"r\"@b\n", "a character that no address needs"},
    {"[referee]\naddress = r s@b\n", "a character that no address needs"},
    {"[referee]\naddress = .r@b\n", "a dot stands first, last or twice"},
    {"[referee]\naddress = r..s@b\n", "a dot stands first, last or twice"},
    {"[referee]\naddress = -r@b\n", "it begins with a hyphen"},
    {"[referee]\naddress = r@\n", "its host name is none"},
    {"[referee]\naddress = r@b..c\n", "a part of its host name is empty"},
    {"[referee]\naddress = r@-b\n", "begins or ends with a hyphen"},
    {"[referee]\naddress = r@b_c\n", "a character that no host name has"},
    {"[referee]\naddress = r@[127.0.0.1]\n", "a character that no host name has"},
    {HEAD "host = a b\n", "a host name like mail.example.org is wanted"},
    // words
    {HEAD "language = Spanish\n",
     ":3: [referee] language = Spanish: it is the name of a folder of templates"},
    {HEAD "timezone = Mars/Base\n", "a time zone like Europe/Paris or UTC is wanted"},
    {HEAD "timezone = ../../etc/passwd\n", "a time zone like"},
    {HEAD "timezone = /etc/localtime\n", "a time zone like"},
    {HEAD "[play]\nopen = true\n", "it is yes or no"},
    {HEAD "[play]\nsecurity = none\n", "it is one of: ticket, signed"},
    {HEAD "[play]\npress =\n", "it is one of: all, public, none"},
    // amounts
    {HEAD "[play]\npace = 0h\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = 15d\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = 337h\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = 48\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = -1h\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = 1.5h\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = 99999999999999999999h\n", "a time from 1h to 14d is wanted"},
    {HEAD "[play]\npace = 48h # two days\n", "(a comment has a line of its own)"},
    {HEAD "[play]\nbank = 61d\n", "a time from 0h to 60d is wanted"},
    {HEAD "[play]\nquiet = 24-8\n", "two hours from 0 to 23 are wanted"},
    {HEAD "[play]\nquiet = 23\n", "two hours from 0 to 23 are wanted"},
    {HEAD "[play]\nquiet = 23-8-9\n", "two hours from 0 to 23 are wanted"},
    {HEAD "[play]\nquiet = 20-9\n", "at most 12 hours may be quiet"},
    {HEAD "[play]\nrules = gap=none\n", "brief or booklet is wanted"},
    {HEAD "[play]\nrules = stall=3 brief\n", "brief or booklet is wanted"},
    {HEAD "[play]\nrules =\n", "brief or booklet is wanted"},
    {HEAD "[limits]\nmessage-bytes = 63K\n", "from 64K to 32M are wanted"},
    {HEAD "[limits]\nmessage-bytes = 2G\n", "from 64K to 32M are wanted"},
    {HEAD "[limits]\ncommands = 41\n", "a number from 1 to 40 is wanted"},
    {HEAD "[limits]\ncommands = many\n", "a number from 1 to 40 is wanted"},
    // what goes together
    {HEAD "[receive]\nkind = imap\n", "[receive] url: kind = imap wants imaps://HOST"},
    {HEAD "[receive]\nkind = imap\nurl = pop3://h\n", "kind = imap wants imaps://HOST"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://\n", "kind = imap wants imaps://HOST"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://u:p@h\n", "no user or password stands in it"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://h\n", "[receive] user: kind = imap needs one"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://h\nuser = u\n", "password-file: u needs one"},
    {HEAD "[receive]\nkind = pop3\nkeep = move\n", "pop3 can't move"},
    {HEAD "[receive]\nfolder = Done\n", "it must be another than folder"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://h/INBOX\n", "kind = imap wants imaps://HOST"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://h?x\n", "kind = imap wants imaps://HOST"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://h#x\n", "kind = imap wants imaps://HOST"},
    {HEAD "[receive]\nkind = imap\nurl = imaps://h\ntls = no\n",
     "[receive] tls: imaps://h encrypts; take out tls = no, or say imap://HOST"},
    {HEAD "[receive]\ntimeout = 0\n", "a number from 1 to 600 is wanted"},
    {HEAD "[receive]\nurl = imaps://h\n", "[receive] url: kind = maildir wants a folder"},
    {HEAD "[receive]\npassword-file = credential:../x\n", "a credential has a plain name"},
    {HEAD "[send]\nkind = smtp\nurl = smtps://h\ntls = no\n",
     "[send] tls: smtps://h encrypts; take out tls = no, or say smtp://HOST"},
    {HEAD "[send]\ntimeout = 241\n", "a number from 1 to 240 is wanted"},
    {HEAD "[send]\nurl = mail/in\n", "[send] url: it must be another folder"},
    {HEAD "[send]\nkind = smtp\n", "[send] url: kind = smtp wants smtps://HOST"},
    {HEAD "[send]\nkind = smtp\nurl = smtp://h\nuser = u\n", "password-file: u needs one"},
    {HEAD "[send]\nkind = smtp\nurl = smtp://h\npassword-file = p\n", "[send] user: whose"},
    {HEAD "[send]\ncommand = sendmail\n", "the program's full path is wanted"},
    {HEAD "[send]\ncommand = /bin/s \"x\n", "a quote doesn't end"},
    {HEAD "[send]\ncommand =\n", "a program and its options are wanted"},
    {"[referee]\naddress = abcdefghijklmnopqrstuvwxy@b\n[mail]\nsubaddress = yes\n",
     "is too long before its @"},
};

static void test_wrong(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++)
        expect_wrong(wrong[i].text, wrong[i].message);
    assert_true(G_N_ELEMENTS(wrong) > 60);
}

static void test_missing_file(void **state)
{
    (void)state;
    g_unlink(file);
    GError *error = NULL;
    assert_null(config_load(dir, &error));
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_WRONG));
    assert_non_null(strstr(error->message, "make it with referee23 init"));
    g_clear_error(&error);
    assert_int_equal(g_mkdir(file, 0700), 0);
    assert_null(config_load(dir, &error));
    assert_non_null(strstr(error->message, "can't be read"));
    g_clear_error(&error);
    g_rmdir(file);
}

static void test_relative_directory(void **state)
{
    (void)state;
    assert_true(g_file_set_contents(file, HEAD, -1, NULL));
    g_autofree char *before = g_get_current_dir();
    assert_int_equal(g_chdir(dir), 0);
    struct config *config = config_load(".", NULL);
    assert_int_equal(g_chdir(before), 0);
    assert_non_null(config);
    assert_true(g_path_is_absolute(config->dir));
    assert_true(g_path_is_absolute(config->send_url));
    config_free(config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),        cmocka_unit_test(test_sample_means_the_defaults),
        cmocka_unit_test(test_sample_is_whole), cmocka_unit_test(test_values),
        cmocka_unit_test(test_servers),         cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_missing_file),    cmocka_unit_test(test_relative_directory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: MIT
// Whole texts: what counts as new, what makes a mail unclear and for which reason, press, plans,
// flowed text, HTML beside the text, signed blocks, and lines that the referee once sent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"

// "[command][command]", or the name of the reason.
static char *made_of(const struct newtext_input *input)
{
    struct newtext read;
    GString *out = g_string_new(NULL);
    newtext_read(input, &read);
    assert_true(g_utf8_validate(read.sentence, -1, NULL));
    assert_true(g_str_has_suffix(read.sentence, "."));
    if (read.outcome == NEWTEXT_ASK) {
        assert_int_equal(read.commands->len, 0);
        g_string_append(out, newtext_reason_name(read.reason));
    }
    for (guint i = 0; i < read.commands->len; i++) {
        g_autofree char *command = command_format(read.commands->pdata[i]);
        g_string_append_printf(out, "[%s]", command);
    }
    newtext_clear(&read);
    newtext_clear(&read);
    return g_string_free(out, FALSE);
}

static void check(const struct newtext_input *input, const char *wanted)
{
    g_autofree char *made = made_of(input);
    if (strcmp(made, wanted) != 0)
        fail_msg("made %s, not %s, of:\n%s", made, wanted, input->text ? input->text : "(no text)");
}

struct row {
    const char *text, *wanted;
};

static void check_rows(const struct row *rows, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        struct newtext_input input = {.text = rows[i].text};
        check(&input, rows[i].wanted);
    }
}

static void test_runs(void **state)
{
    static const struct row rows[] = {
        {"play 7 7\n", "[play 7x2]"},
        {"play 7 7", "[play 7x2]"},
        {"\n\n\nplay 7 7\n\n\npass\n", "[play 7x2][pass]"},
        {"play 7 7\n7,7\n\n2x7\n", "[play 7x2]"},
        {"# one\nplay 7 7\n# two\nmail turn\n", "[play 7x2][mail turn]"},
        {"pass\nSee you on Thursday.\n", "[pass]"},
        {"pass\n\nSee you.\nRuben\n", "[pass]"},
        {"pass\n\nBest wishes\n# one of the rowing club\n", "[pass]"},
        {"   pass\n", "[pass]"},
        {"\302\240\302\240pass\n", "[pass]"},
        {"\342\200\213pass\357\273\277\n", "[pass]"},
        {"weiter\n", "[pass]"},
        {"Hallo Anna,\n\nweiter!\n\nLiebe Grüße\n", "[pass]"},
        {"Ja, das war ich.\n\nGruß, Bruno\n", "[yes]"},
        {"Yes, that was me.\nSorry for the mess.\n", "[yes]"},
        {"Count me in!\nnick Al\n", "[join][nick Al]"},
        {"7 7\nJa gern!\n", "[play 7x2]"}, // below a command these are chat
        {"7 7\n\nI give up!\n", "[play 7x2]"},
        {"7 7\n\nDann geht es also morgen\nweiter.\n", "[play 7x2]"},
        {"7 7\nweiter\n", "[play 7x2]"},
        {"7 7\n\nNein, doch nicht.\nIch passe.\n", "later-command"},
        {"say Ja, gern!\n", "[say Ja, gern!]"},
        {"say Noch eine?\n\nJa gern!\n", "[say Noch eine? Ja gern!]"},
        {"Heute nicht.\nJa, das war ich.\n", "no-command"},
        {"", "empty"},
        {" \n\302\240\n", "empty"},
        {"# only\n# these\n", "comments-only"},
        {"    pass\n", "no-command"},
        {"\tpass\n", "no-command"},
        {"Nothing today.\n", "no-command"},
        {"pass\npas force\n", "near-miss"},
        {"pass\n# so\npas force\n", "near-miss"},
        {"pass\n\npas force\n", "[pass]"},
        {"play 7 7\nplay 24\n", "wrong"},
        {"play 7 7\n\nplay 24\n", "wrong"},
        {"play 7 7\n\nAnd then\n\nplay 24\n", "later-command"},
        {"play 7 7\n\nWatch out, Ruben!\n", "[play 7x2]"},
        {"play 7 7\nWatch out, Ruben!\n", "wrong"},
        {"play 7 7\n\nNo, wait.\n\npass\n", "later-command"},
        {"I would rather not\npass\n", "later-command"},
        {"play 7 7\n\n    pass\n", "[play 7x2]"},
        {"new seats=3\ninvite a@example.org\nb@example.org\n", "near-miss"},
        {"new seats=3\npress=none\n", "near-miss"},
    };
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_heads(void **state)
{
    static const struct row rows[] = {
        {"Hi,\n\npass\n", "[pass]"},
        {"Hi\npass\n", "[pass]"},
        {"hi clara\npass\n", "[pass]"},
        {"HELLO REFEREE!\npass\n", "[pass]"},
        {"Dear all,\npass\n", "[pass]"},
        {"Good evening, Dr. Winter-Brandt!\npass\n", "[pass]"},
        {"Hello Ruben and Ines,\npass\n", "[pass]"},
        {"Hey \360\237\231\202\npass\n", "[pass]"},
        {"Salut l\342\200\231arbitre,\npasser\n", "[pass]"},
        {"Bonjour à tous !\npasser\n", "[pass]"},
        {"Bonsoir tout le monde\npasser\n", "[pass]"},
        {"Guten Abend, Clara!\npassen\n", "[pass]"},
        {"Sehr geehrte Damen und Herren,\npassen\n", "[pass]"},
        {"Moin moin.\npassen\n", "[pass]"},
        {"Liebe Schiedsstelle,\npassen\n", "[pass]"},
        {"ticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n\nHi,\npass\n", "[pass]"},
        {"Hi,\nDear all,\npass\n", "later-command"},
        {"Hello, I pass,\nplay 7 7\n", "later-command"},
        {"Hello, never\npass\n", "later-command"},
        {"Hi please don't\npass\n", "later-command"},
        {"Hi 7\npass\n", "later-command"},
        {"Hello 7\357\270\217\342\203\243\npass\n", "later-command"},
        {"Hello \360\237\202\247\npass\n", "later-command"},
        {"Hello pass\nplay 7\n", "later-command"},
        {"Bonjour, ce soir je ne voudrais surtout pas\npasser\n", "later-command"},
        {"Clara,\npass\n", "later-command"},
        {"Away until Monday\npass\nit on\n", "later-command"},
        {"Hello, hope the snow has reached you too,\npass\n", "later-command"},
        {"CAUTION: from outside.\n\npass\n", "later-command"},
    };
    static const char *const banner[] = {"  CAUTION: from outside. ", "[EXT]", NULL};
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
    struct newtext_input input = {.text = "[EXT]\nCAUTION: from outside.\n\nHi,\npass\n",
                                  .banner = banner};
    check(&input, "[pass]");
    input.text = "CAUTION: from outside.\n\n> old\n\npass\n";
    check(&input, "[pass]");
    input.text = "pass\n\nCAUTION: from outside.\n";
    check(&input, "[pass]");
}

static void test_quotes(void **state)
{
    static const struct row rows[] = {
        {"pass\n> old\n", "[pass]"},
        {"pass\n\n> old\n\nwords\n", "[pass]"},
        {"pass\n\n> old\nplay 7\n> old\n", "among-quotes"},
        {"pass\n\n> old\n\nplay 7\n", "among-quotes"},
        {"pass\n\nR wrote:\n> old\n\nplay 7\n", "among-quotes"},
        {"pass\n\n> old\n\n-- \nplay 7\n", "[pass]"},
        {"pass\n\nR <r@example.org> wrote:\n\nplay 7\n", "[pass]"},
        {"pass\n\n-----Original Message-----\n> old\nplay 7\n", "[pass]"},
        {"> play 7\n", "only-quote"},
        {"> old\nplay 7\n> old\n", "among-quotes"},
        {"> old\n\nplay 7\n", "[play 7]"},
        {"> old\nplay 7\n", "among-quotes"},
        {"> old\n\nHi,\nplay 7\n", "among-quotes"},
        {"> old\n\nplay 7\n\npass\n\n-- \nClara\nleave\n", "[play 7][pass]"},
        {"> old\n\nplay 7\nThat is all.\n", "among-quotes"},
        {"> old\n\nplay 7\n\n> more\n", "among-quotes"},
        {"> old\n\nplay 7\n\nSent from my iPhone\n", "[play 7]"},
        {"> old\n\nplay 7\n\n-- \nC\n\n> more\n", "among-quotes"},
        {"> old\n\nsay Good evening\nall\n", "[say Good evening all]"},
        {"| old\n\nplay 7\n", "only-quote"},
        {"I'd rather not:\n> old\n\nplay 7\n", "among-quotes"},
        {"On Tuesday somebody wrote:\n> old\n\nplay 7\n", "[play 7]"},
        {"13.01.2026 20:05, R:\n> old\n\nplay 7\n", "[play 7]"},
        {"pass\n\nSent from my iPhone\n\n> old\nplay 7\n> old\n", "among-quotes"},
        {"pass\n\nSent from my iPhone\nplay 7\n\n> old\n", "[pass]"},
        {"pass\n-- \nClara\nplay 7\n\nR wrote:\n> old\n", "[pass]"},
        {"pass\n-- \nClara\n\nR wrote:\n> old\nplay 7\n", "among-quotes"},
        {"> old\n\nplay 24\n", "wrong"},
    };
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_press(void **state)
{
    static const struct row rows[] = {
        {"say Hi,\nall!\n\nRuben\n", "[say Hi, all! Ruben]"},
        {"play 7\nsay Hi\n", "[play 7][say Hi]"},
        {"say\nHello\n", "[say Hello]"},
        {"say\n\n> old\n", "wrong"},
        {"say Hi\n-- \nRuben\n", "[say Hi]"},
        {"say Hi\n\nSent from my iPhone\n", "[say Hi]"},
        {"say Hi\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n", "[say Hi]"},
        {"say Hi\n\nOld words.\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n", "press-known"},
        {"say Hi, the ticket is 14.37.2.k7xqa9m2pd4ht0v3c8we\n", "press-ticket"},
        {"say Hi\nhead. ticket\n14.37.2.k7xqa9m2pd4ht0v3c8we\n", "press-ticket"},
        {"say Hi\nYour hand: [3] [17] [17] [23]\n", "press-known"},
        {"say Hi\n· 7 7 … free\n", "press-known"},
        {"say Hi\nYour hand: 5 7 7 9\n", "press-known"},
        {"say Hi\n\nReferee\n13.01.2026 20:05\nThema\t[23] Game 14\n", "press-known"},
        {"say my hand is [5]\n", "press-known"},
        {"say a [1a] and a ] and [\n", "[say a [1a] and a ] and []"},
        {"say Hi\nhead 99e556cbfccab185.\n", "press-known"},
        {"say 2026 was fine, 12 of 13 evenings\n", "[say 2026 was fine, 12 of 13 evenings]"},
        {"say I am not going to\npass\n", "press-command"},
        {"say pass\n", "press-command"},
        {"say Hi\n# no comment here\n", "[say Hi # no comment here]"},
        {"say Hi\n\n    Your hand is bad\n", "[say Hi]"},
        {"say Hi\rall\n", "stray"},
        {"say Hi\nall\033[2J\n", "stray"},
        {"tell ines See you\nthere\n", "[tell ines See you there]"},
    };
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_plans(void **state)
{
    static const struct row rows[] = {
        {"plan\n7 7 if top 5..6\n\n# then\npass\nend\nThanks!\n",
         "[plan; 7x2 if top 5..6; pass; end]"},
        {"play 5\nplan\n9\nend\nstatus\n", "[play 5][plan; 9; end][status]"},
        {"plan\n9\n", "wrong"},
        {"plan\nend\n", "wrong"},
        {"plan\n9\n\n> end\n", "wrong"},
        {"plan\n9 if it rains\nend\n", "wrong"},
        {"plan\n    9\nend\n", "wrong"},
        {"plan\n9\nend\npas force\n", "near-miss"},
        {"plan off\n", "[plan off]"},
    };
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_controls(void **state)
{
    static const struct row rows[] = {
        {"play 7\r7\n", "stray"},
        {"play 7\rpass\n\n> old\n", "stray"},
        {"play 7\n\n> old\rplay 9\n", "[play 7]"},
        {"play 7\n\n> old \357\277\275\n", "[play 7]"},
        {"play 7\n\nwords \357\277\275\n\n> old\n", "stray"},
        {"play \357\277\2757\n", "stray"},
        {"say Gr\357\277\275e\n", "stray"},
        {"play 7\n\nwords\rplay 9\n", "stray"},
        {"> old\rplay 7\n\npass\n", "stray"},
        {"play 7\nwords\302\205\n", "[play 7]"},
        {"play 7\302\2057\n", "near-miss"},
    };
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
}

static void test_flowed(void **state)
{
    static const struct row rows[] = {
        {"play 7 7 \nbonus\n", "flowed"},     {"play 7 7 \n\n> old\n", "[play 7x2]"},
        {"play 7 7 \n> old\n", "[play 7x2]"}, {"play 7 7 \n-- \nClara\n", "[play 7x2]"},
        {" play 7 7\n", "[play 7x2]"},        {"    play 7 7\n", "[play 7x2]"},
        {"     play 7 7\n", "no-command"},    {"Hi, \nplay 7 7\n", "later-command"},
        {"# my move \nplay 7 7\n", "flowed"}, {"say a long \nline\n", "[say a long line]"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct newtext_input input = {.text = rows[i].text, .flowed = TRUE};
        check(&input, rows[i].wanted);
    }
    struct newtext_input input = {
        .text = "say to ge \nther  \nnow\nat last\n", .flowed = TRUE, .delsp = TRUE};
    check(&input, "[say to gether now at last]");
}

static void test_html(void **state)
{
    static const struct {
        const char *text, *html, *wanted;
    } rows[] = {
        {NULL, "play 7\n>\n", "[play 7]"},
        {" \n\302\240\n", "play 7\n", "[play 7]"},
        {"play 7\n", "play 7\n", "[play 7]"},
        {"play 7\n", "pass\n", "html-differs"},
        {"play 7\n", "play 7\npass\n", "html-differs"},
        {"play 7\n", "", "[play 7]"},
        {"play 7\n", "A picture of mine\n", "[play 7]"},
        {"> old\n", "pass\n>\n", "only-quote"},
        {"This message is HTML.\n", "pass\n", "see-html"},
        {"say Hi *you*\n", "say Hi you\n", "[say Hi *you*]"},
        {"say Hi\n", "say Ho\n", "html-differs"},
        {NULL, NULL, "no-text"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct newtext_input input = {.text = rows[i].text, .html = rows[i].html};
        check(&input, rows[i].wanted);
    }
    struct newtext_input trouble = {.text = "play 7\n", .trouble = "a byte is wrong"};
    check(&trouble, "trouble");
}

static void test_limits(void **state)
{
    (void)state;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 1; i <= 40; i++)
        g_string_append_printf(text, "preview %s%d\n", i > 20 ? "pass" : "", i);
    g_string_assign(text, "");
    for (int i = 0; i < 40; i++)
        g_string_append(text, "status\n");
    struct newtext_input input = {.text = text->str};
    check(&input, "[status]");
    g_string_append(text, "status\n");
    input.text = text->str;
    check(&input, "too-many");
    struct newtext_input few = {.text = "status\nhand\ngames\n", .limit = 2};
    check(&few, "too-many");
}

static void test_languages(void **state)
{
    struct newtext_input input = {.text = "passer\n", .language = "fr"};
    (void)state;
    check(&input, "[pass]");
    input.language = "de";
    check(&input, "near-miss"); // `passen` is
    input.language = NULL;
    check(&input, "[pass]");
    input.text = "Dire straits tonight, but I am still in.\n";
    input.language = "en";
    check(&input, "no-command");
}

// Lines that were sent: "Your move, Clara" whole, "the pile shows …" in part.
static enum body_sent known(const char *line, gpointer data)
{
    (void)data;
    if (strcmp(line, "Your move, Clara") == 0)
        return BODY_SENT_LINE;
    return strstr(line, "the pile shows") ? BODY_SENT_PART : BODY_UNSENT;
}

static void test_known(void **state)
{
    static const struct row rows[] = {
        {"pass\nYour move, Clara\nplay 7\n", "[pass]"},
        {"Your move, Clara\npass\n", "only-quote"},
        {"say Hi\nYour move, Clara\nYour hand\n", "[say Hi]"},
        {"say Hi\nthe pile shows a 7\n", "press-known"},
        {"pass\nthe pile shows a 7\nplay 7\n", "later-command"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct newtext_input input = {.text = rows[i].text, .known = known};
        check(&input, rows[i].wanted);
    }
}

static void test_keys(void **state)
{
    static const char armor[] = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEaaaa\n=abcd\n"
                                "-----END PGP PUBLIC KEY BLOCK-----\n";
    (void)state;
    g_autofree char *text = g_strconcat("key openpgp\n\n", armor, "\nstatus\n", NULL);
    struct newtext_input input = {.text = text};
    struct newtext read;
    newtext_read(&input, &read);
    assert_int_equal(read.commands->len, 2);
    const struct command *key = read.commands->pdata[0];
    assert_int_equal(key->key, COMMAND_KEY_OPENPGP);
    assert_string_equal(key->text, armor);
    newtext_clear(&read);
    static const struct row rows[] = {
        {"key openpgp\n", "wrong"},
        {"key ssh-ed25519\n"
         "AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\ninesh@home\n",
         "[key ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA]"},
    };
    check_rows(rows, G_N_ELEMENTS(rows));
}

// Attributions have an end: words above them stay, and a greeting is no attribution.
static void test_said_above(void **state)
{
    static const struct row rows[] = {
        {"say See you at 20:05 tonight, friends.\nOn 13/01/2026 20:05, R wrote:\nold\n",
         "[say See you at 20:05 tonight, friends.]"},
        {"say One\nSee you at 20:05 tonight, friends.\nOn 13/01/2026 20:05, R wrote:\nold\n",
         "[say One See you at 20:05 tonight, friends.]"},
        {"say One\nTwo\n\nOn Tuesday, January 13, 2026 at 8:05:11\nPM GMT+1, Referee\n"
         "<r@example.org>\nwrote:\n\nold\n",
         "[say One Two]"},
        {"say One\nthree things:\nfour\n", "[say One three things: four]"},
        {"say One\n\nFrom: R <r@example.org>\nSent: today\nold\n", "[say One]"},
        {"say From: me\nto you\n", "[say From: me to you]"},
    };
    (void)state;
    check_rows(rows, G_N_ELEMENTS(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),       cmocka_unit_test(test_heads),
        cmocka_unit_test(test_quotes),     cmocka_unit_test(test_press),
        cmocka_unit_test(test_plans),      cmocka_unit_test(test_controls),
        cmocka_unit_test(test_flowed),     cmocka_unit_test(test_html),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_known),
        cmocka_unit_test(test_languages),  cmocka_unit_test(test_keys),
        cmocka_unit_test(test_said_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

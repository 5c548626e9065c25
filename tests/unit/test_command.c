// SPDX-License-Identifier: MIT
// Lines and what they are read as: every command in three languages, what was understood and can't
// be, what only begins like a command, and what is none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "referee/words/command_text.h"
#include "tests/unit/command_rows.h"

static void test_moves(void **state)
{
    static const struct command_row rows[] = {
        {"play 7", "play 7"},
        {"play 7 7", "play 7x2"},
        {"7 7 7", "play 7x3"},
        {"7,7", "play 7x2"},
        {"7 , 7", "play 7x2"},
        {"7x2", "play 7x2"},
        {"2x7", "play 7x2"},
        {"7 X 2 BONUS", "play 7x2 bonus"},
        {"7×2", "play 7x2"},
        {"07", "play 7"},
        {"1x2", "play 2"},
        {"2x1", "play 2"},
        {"1x1", "play 1"},
        {"2x2", "play 2x2"},
        {"3x2", "play 3x2"},
        {"2x3", "play 3x2"},
        {"3x3", "play 3x3"},
        {"3x23", "play 23x3"},
        {"play 7 7 bonus!", "play 7x2 bonus"},
        {"play 7 7 bonus # at last", "play 7x2 bonus"},
        {"  play\t7\302\2407  ", "play 7x2"},
        {"\357\275\220\357\275\214\357\275\201\357\275\231\343\200\200\357\274\227", "play 7"},
        {"pass", "pass"},
        {"pass !", "pass"},
        {"Pass Force.", "pass force"},
        {"leave", "leave"},
        {"preview 7x2 bonus", "preview 7x2 bonus"},
        {"preview play 9", "preview 9"},
        {"preview pass force", "preview pass force"},
        {"discard 23, 3, 17", "discard 3 17 23"},
        {"discard 7, 10 and 22", "discard 7 10 22"},
        {"discard 7 and 10 and 22", "discard 7 10 22"},
        {"discard 3 3 5", "discard 3 3 5"},
        {"plan off", "plan off"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_EN);
}

static void test_french(void **state)
{
    static const struct command_row rows[] = {
        {"nouveau seats=3", "new seats=3"},
        {"inviter ruben", "invite ruben"},
        {"rejoindre 31", "join 31"},
        {"refuser", "decline"},
        {"chance : trois hiboux !", "luck: trois hiboux !"},
        {"commencer", "start"},
        {"défausser 9 3 5", "discard 3 5 9"},
        {"défausser 7, 10, et 22", "discard 7 10 22"},
        {"DE\314\201FAUSSER 9 3 5", "discard 3 5 9"},
        {"defausser 9 3 5", "discard 3 5 9"},
        {"jouer 7 7 bonus", "play 7x2 bonus"},
        {"passer", "pass"},
        {"passer forcer", "pass force"},
        {"quitter", "leave"},
        {"essai 9", "preview 9"},
        {"état", "status"},
        {"main", "hand"},
        {"renvoyer", "resend"},
        {"aide jouer", "help play"},
        {"dire Bonsoir à tous !", "say Bonsoir à tous !"},
        {"dire à clara Bonsoir", "tell clara Bonsoir"},
        {"dire a clara Bonsoir", "tell clara Bonsoir"},
        {"suivre 14", "watch 14"},
        {"oui", "yes"},
        {"non", "no"},
        {"revanche", "rematch"},
        {"remplaçant ruben", "substitute ruben"},
        {"abandonner", "resign"},
        {"annuler", "cancel"},
        {"accord", "agree"},
        {"bloquer", "block"},
        {"débloquer", "unblock"},
        {"oubliez-moi", "forget me"},
        {"mes données", "my data"},
        {"courriel page", "mail page"},
        {"play 7", "play 7"},
        {"legen 7", "(none)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), words_languages("fr"));
}

static void test_german(void **state)
{
    static const struct command_row rows[] = {
        {"neu seats=3", "new seats=3"},
        {"einladen ruben ines", "invite ruben ines"},
        {"mitspielen 31", "join 31"},
        {"ablehnen", "decline"},
        {"glück: drei Nüsse!", "luck: drei Nüsse!"},
        {"glueck: drei", "luck: drei"},
        {"gluck: drei", "luck: drei"},
        {"beginnen", "start"},
        {"abwerfen 3 5 9", "discard 3 5 9"},
        {"abwerfen 7, 10 und 22", "discard 7 10 22"},
        {"beitreten", "join"},
        {"legen 7x2", "play 7x2"},
        {"passen zwingen", "pass force"},
        {"aussteigen", "leave"},
        {"probe 9 bonus", "preview 9 bonus"},
        {"stand", "status"},
        {"hand", "hand"},
        {"nochmal", "resend"},
        {"sagen Guten Abend.", "say Guten Abend."},
        {"sagen an frieda: Hallo", "tell frieda Hallo"},
        {"zuschauen 14", "watch 14"},
        {"ja", "yes"},
        {"nein", "no"},
        {"ersatz ruben", "substitute ruben"},
        {"aufgeben", "resign"},
        {"abbrechen", "cancel"},
        {"einverstanden", "agree"},
        {"sperren", "block"},
        {"zurück", "back"},
        {"zurueck", "back"},
        {"post täglich", "mail daily"},
        {"vergiss mich", "forget me"},
        {"jouer 7", "(none)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), words_languages("de"));
}

static void test_lobby(void **state)
{
    static const struct command_row rows[] = {
        {"new pace=2 days", "new pace=2d"},
        {"new pace=2days seats=3", "new pace=2d seats=3"},
        {"neu pace=2 Tage", "new pace=2d"},
        {"nouveau pace=2j", "new pace=2d"},
        {"new pace=48 hours", "new pace=48h"},
        {"new pace=48 Std nick=Al", "new pace=48h nick=Al"},
        {"new pace=2 weeks", "(wrong 9)"},
        {"new pace=", "(wrong 9)"},
        {"new", "new"},
        {"new seats=3 robots=0 pace=24h rules=booklet press=public open=no name=winter",
         "new seats=3 robots=0 pace=24h rules=booklet press=public open=no name=winter"},
        {"new PACE=2d Security=Signed nick=Clara", "new pace=2d security=signed nick=Clara"},
        {"new seats = 2 gap=skipped", "new seats=2 gap=skipped"},
        {"new name=\"Winter evening\" open=yes", "new name=Winter evening open=yes"},
        {"new name=Winter evening by the fire seats=2",
         "new name=Winter evening by the fire seats=2"},
        {"new seats=5", "(wrong 8)"},
        {"new robots=4", "(wrong 8)"},
        {"new pace=15d", "(wrong 9)"},
        {"new pace=0h", "(wrong 9)"},
        {"new pace=48", "(wrong 9)"},
        {"new tempo=48h", "(wrong 6)"},
        {"new seats=2 seats=3", "(wrong 7)"},
        {"new name=", "(wrong 8)"},
        {"new nick=robot-1", "(wrong 12)"},
        {"invite lea.orlop@example.org anatole", "invite lea.orlop@example.org anatole"},
        {"invite a@example.org, b@example.org", "invite a@example.org b@example.org"},
        {"invite a@example.org<mailto:a@example.org>", "invite a@example.org"},
        {"invite a@example.org <a@example.org>", "invite a@example.org"},
        {"invite a@example.org <mailto:a@example.org> ines", "invite a@example.org ines"},
        {"invite <a@example.org>", "invite a@example.org"},
        {"invite a@example.org<mailto:b@example.org>", "(wrong 10)"},
        {"invite a@example.org <b@example.org>", "(wrong 10)"},
        {"invite a@", "(wrong 10)"},
        {"invite a@example", "(wrong 10)"},
        {"invite -a@example.org", "(wrong 10)"},
        {"invite a..b@example.org", "(wrong 10)"},
        {"invite", "(wrong 13)"},
        {"join", "join"},
        {"join 31", "join 31"},
        {"join #31", "join 31"},
        {"join nick=Al", "join nick=Al"},
        {"join 31 nick=Al", "join 31 nick=Al"},
        {"rejoindre 31 pseudo=Al", "join 31 nick=Al"},
        {"join spitzname=Al", "join nick=Al"},
        {"join 31 seats=2", "(wrong 6)"},
        {"join 0", "(wrong 14)"},
        {"decline", "decline"},
        {"luck: three owls, a teapot & 100% rain! # no comment",
         "luck: three owls, a teapot & 100% rain! # no comment"},
        {"luck:", "(wrong 21)"},
        {"watch 14", "watch 14"},
        {"watch", "(wrong 14)"},
        {"unwatch #14", "unwatch 14"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

static void test_settings(void **state)
{
    static const struct command_row rows[] = {
        {"nick Ines", "nick Ines"},
        {"nick Jean-Luc", "nick Jean-Luc"},
        {"nick Лена", "(wrong 11)"},
        {"nick 7x2", "(wrong 11)"},
        {"nick Hand", "(wrong 11)"},
        {"nick robot-7", "(wrong 12)"},
        {"nick 77", "(wrong 11)"},
        {"nick a@b", "(wrong 11)"},
        {"nick", "(wrong 11)"},
        {"timezone Europe/Berlin", "timezone Europe/Berlin"},
        {"timezone America/Argentina/Ushuaia", "timezone America/Argentina/Ushuaia"},
        {"timezone ../../etc/passwd", "(wrong 18)"},
        {"language de", "language de"},
        {"language Français", "language fr"},
        {"language klingon", "(wrong 19)"},
        {"mail all", "mail all"},
        {"mail turn", "mail turn"},
        {"mail daily", "mail daily"},
        {"mail weekly", "(wrong 19)"},
        {"quiet 23-8", "quiet 23-8"},
        {"quiet 22–7", "quiet 22-7"},
        {"quiet 08 - 20", "quiet 8-20"},
        {"quiet 8-21", "(wrong 17)"},
        {"quiet 25-3", "(wrong 17)"},
        {"quiet off", "quiet off"},
        {"quiet 23:00-8:00", "quiet 23-8"},
        {"quiet 22h-7h", "quiet 22-7"},
        {"calme de 22h00 à 7h00", "quiet 22-7"},
        {"Ruhe von 22 Uhr bis 7 Uhr", "quiet 22-7"},
        {"quiet from 10pm to 7 am", "quiet 22-7"},
        {"quiet 12am-8am", "quiet 0-8"},
        {"quiet 22:30-7", "(wrong 17)"},
        {"quiet 13pm-7am", "(wrong 17)"},
        {"quiet please", "(wrong 17)"},
        {"quiet", "(wrong 17)"},
        {"quiet 22 7", "(wrong 17)"},
        {"vacation 2026-02-02 2026-02-14", "vacation 2026-02-02 2026-02-14"},
        {"vacation 2026-2-2", "vacation 2026-02-02"},
        {"vacation 2026-02-30", "(wrong 15)"},
        {"vacation 2.2.2026", "vacation 2026-02-02"},
        {"vacation 2026-02-14 2026-02-02", "(wrong 16)"},
        {"back", "back"},
        {"calendar on", "calendar on"},
        {"calendar off", "calendar off"},
        {"private yes", "private yes"},
        {"private no", "private no"},
        {"address clara@example.net", "address clara@example.net"},
        {"address clara", "(wrong 10)"},
        {"my data", "my data"},
        {"mail page", "mail page"},
        {"forget me", "forget me"},
        {"unblock", "unblock"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

static void test_keys(void **state)
{
    static const struct command_row rows[] = {
        {"key ed25519 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
         "key ed25519 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
        {"key ed25519 AAAA", "(wrong 20)"},
        {"key ed25519 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB=",
         "(wrong 20)"}, // a bit too many
        {"key ssh-ed25519 "
         "AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ines@home",
         "key ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
        {"key minisign RWQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
         "key minisign RWQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"},
        {"key openpgp 0123456789abcdef0123456789abcdef01234567",
         "key openpgp 0123456789ABCDEF0123456789ABCDEF01234567"},
        {"key seal on", "key seal on"},
        {"key age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
         "key age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"},
        {"key age age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
         "key age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"},
        {"key age", "key age"}, // attached
        {"key minisign", "key minisign"},
        {"key ssh", "key ssh-ed25519"},
        {"key age1ql3z7", "(wrong 20)"},
        {"key off", "key off"},
        {"key rsa AAAA", "(wrong 20)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

static void test_questions(void **state)
{
    static const char *const words[] = {
        "status", "hand",    "resend", "history", "games",  "open",  "standings", "rules", "help",
        "start",  "rematch", "pause",  "resign",  "cancel", "agree", "block",     "yes",   "no"};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *read = command_rows_read(words[i], WORDS_EN);
        g_autofree char *more = g_strconcat(words[i], " of all things", NULL);
        g_autofree char *other = command_rows_read(more, WORDS_EN);
        assert_string_equal(read, words[i]);
        assert_string_equal(other, strcmp(words[i], "help") == 0 ? "(near)" : "(near)");
    }
}

static void test_wrong(void **state)
{
    static const struct command_row rows[] = {
        {"play 24", "(wrong 1)"},
        {"0", "(wrong 1)"},
        {"play 99999999999999999999999", "(wrong 1)"},
        {"play 7 7 7 7", "(wrong 2)"},
        {"4x7", "(wrong 2)"},
        {"7 8", "(wrong 3)"},
        {"play", "(wrong 4)"},
        {"discard 3 3", "(wrong 5)"},
        {"discard 1", "(wrong 5)"},
        {"discard 7 and 10", "(wrong 5)"},
        {"discard 1 2 3 4", "(wrong 5)"},
        {"discard 3 17 24", "(wrong 1)"},
        {"discard", "(wrong 5)"},
        {"tell", "(wrong 13)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

static void test_none(void **state)
{
    static const struct command_row rows[] = {
        {"", "(none)"},
        {"# play 7 7", "(comment)"},
        {"#", "(comment)"},
        {"pas force", "(near)"},
        {"pass?", "(near)"},
        {"pass!!", "(near)"},
        {"pass, please", "(near)"},
        {"play 7. 7", "(near)"},
        {"play seven seven", "(near)"},
        {"play 7 7bonus", "(near)"},
        {"play 7 7 bonus bonus", "(near)"},
        {"- play 7 7", "(near)"},
        {"7 7 bonsu", "(near)"},
        {"7 7?", "(near)"},
        {"plya 7 7", "(near)"},
        {"passforce", "(none)"},
        {"I play 7 7", "(none)"},
        {"See you on Thursday, all of you.", "(none)"},
        {"my goodness", "(none)"},
        {"my date", "(near)"},
        {"end", "(near)"},
        {"and so on", "(near)"}, // a letter away from `hand`,
        {"On verra", "(none)"},
        {"0171 2345678", "(none)"},
        {"play 7\342\200\2157", "(near)"},
        {"pl\342\200\213ay 7", "(none)"},
        {"play \342\200\2167", "(near)"},
        {"play \331\247", "(near)"},
        {"play \342\221\246", "(near)"},
        {"play 7\302\262", "(near)"},
        {"d\304\261scard 3 17 23", "(none)"},
        {"D\304\260SCARD 3 17 23", "(none)"},
        {"pl\303\244y 7", "(near)"},
        {"p\316\261ss force", "(none)"},
        {"pass\033[2J", "(near)"},
        {"play 7\0137", "(near)"},
        {"play 7 7\342\200\250pass", "(near)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

// Free text as it was written; a control character makes it none.
static void test_press(void **state)
{
    static const struct command_row rows[] = {
        {"say Good luck – everybody!!", "say Good luck – everybody!!"},
        {"SAY  Ｈｉ  there # 1", "say Ｈｉ  there # 1"},
        {"say", "say "},
        {"tell clara Shall we?", "tell clara Shall we?"},
        {"tell clara, shall we?", "tell clara shall we?"},
        {"tell a@b hi", "(wrong 11)"},
        {"say \033[2J", "(near)"},
        {"saying nothing", "(none)"},
    };
    (void)state;
    command_rows_check(rows, G_N_ELEMENTS(rows), WORDS_ALL);
}

static void test_long(void **state)
{
    (void)state;
    g_autofree char *blanks = g_strnfill(300, ' ');
    g_autofree char *long_play = g_strconcat("play 7", blanks, "7", NULL);
    g_autofree char *words = g_strnfill(5000, 'a');
    g_autofree char *say = g_strconcat("say ", words, NULL);
    g_autofree char *first = command_rows_read(long_play, WORDS_ALL);
    g_autofree char *second = command_rows_read(say, WORDS_ALL);
    assert_string_equal(first, "(near)");
    assert_string_equal(second, say);
}

// The canonical form is read as itself.
static void test_again(void **state)
{
    static const char *const lines[] = {"play 7x2 bonus",
                                        "pass force",
                                        "leave",
                                        "discard 3 17 23",
                                        "preview 9 bonus",
                                        "plan off",
                                        "new seats=3 pace=2d nick=Al",
                                        "invite a@example.org ines",
                                        "join 31 nick=Al",
                                        "luck: three owls",
                                        "tell ines Hallo",
                                        "say Hallo",
                                        "watch 3",
                                        "unwatch 3",
                                        "help play",
                                        "quiet 23-8",
                                        "vacation 2026-02-02 2026-02-14",
                                        "vacation 24 december 3 january",
                                        "vacation today sunday",
                                        "key seal off",
                                        "key off",
                                        "my data",
                                        "forget me",
                                        "mail turn",
                                        "language fr",
                                        "calendar off",
                                        "private no"};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autofree char *read = command_rows_read(lines[i], WORDS_EN);
        assert_string_equal(read, lines[i]);
    }
}

static void test_plan_lines(void **state)
{
    static const struct command_row rows[] = {
        {"7 7", "7x2"},
        {"play 7x2 if top 5..9", "7x2 if top 5..9"},
        {"12 bonus if top 12 .. 14 if cost<=2", "12 bonus if top 12..14 if cost <= 2"},
        {"pass if forced", "pass if forced"},
        {"leave if cost <= 0 if top 1..6 if forced # so there",
         "leave if top 1..6 if cost <= 0 if forced"},
        {"jouer 12 si haut 12..14 si coût <= 2", "12 if top 12..14 if cost <= 2"},
        {"quitter si forcé", "leave if forced"},
        {"legen 7 7 wenn oben 5..9 wenn kosten <= 1", "7x2 if top 5..9 if cost <= 1"},
        {"aussteigen wenn gezwungen!", "leave if forced"},
        {"7 7 if top 5..", NULL},
        {"7 7 if top 9..5", NULL},
        {"7 7 if top 1..24", NULL},
        {"7 7 if top 5", NULL},
        {"7 7 if cost < 2", NULL},
        {"7 7 if cost <= 2 if cost <= 3", NULL},
        {"7 7 if", NULL},
        {"if forced", NULL},
        {"discard 3 5 9", NULL},
        {"24", NULL},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fold line;
        struct plan_line plan;
        struct plan_line again;
        char text[PLAN_TEXT_MAX];
        fold_init(&line, rows[i].line, -1);
        gboolean read = plan_text_parse(&line, WORDS_ALL, &plan);
        fold_clear(&line);
        if (read != (rows[i].wanted != NULL))
            fail_msg("%s: %s", rows[i].line, read ? "read" : "not read");
        if (!read)
            continue;
        plan_text_format(&plan, text);
        assert_string_equal(text, rows[i].wanted);
        assert_true(plan_text_read(text, &again));
        assert_memory_equal(&plan, &again, sizeof plan);
    }
}

static void test_values(void **state)
{
    struct command command;
    (void)state;
    assert_int_equal(
        command_parse_text("new rules=booklet gap=difference pace=36h", WORDS_EN, &command, NULL),
        COMMAND_LINE_COMMAND);
    assert_int_equal(command.game_wanted->rules.gap, RULES_GAP_DIFFERENCE);
    assert_int_equal(command.game_wanted->rules.bonus, RULES_BONUS_SHIFT);
    assert_int_equal(command.game_wanted->pace, 36 * 3600);
    assert_true(command.game_wanted->said & 1u << COMMAND_OPTION_RULES);
    assert_false(command.game_wanted->said & 1u << COMMAND_OPTION_SEATS);
    command_clear(&command);
    command_clear(&command); // a second time does no harm
    assert_int_equal(command_parse_text("vacation 2026-02-02", WORDS_EN, &command, NULL),
                     COMMAND_LINE_COMMAND);
    assert_memory_equal(&command.dates[0], &command.dates[1], sizeof command.dates[0]);
    command_clear(&command);
}

// Every word is shown as something that is read as that word.
static void test_words(void **state)
{
    static const enum words_language languages[] = {WORDS_EN, WORDS_FR, WORDS_DE};
    (void)state;
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++)
        for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
            char key[FOLD_KEY_MAX];
            const char *shown = words_show((enum word)word, languages[i]);
            if (*shown == '\0')
                continue;
            assert_true(fold_key_of(shown, key));
            assert_true(words_is(key, FALSE, (enum word)word, languages[i] | WORDS_EN));
        }
}

static void test_near_nicks(void **state)
{
    static const struct command_row rows[] = {
        {"Claire Dubois", "Claire-Dubois"},
        {"Jürgen", "Juergen"},
        {"Émilie  d'Été!", "Emilie-d-Ete"},
        {"a name that is much too long", "a-name-that-is-much"},
        {" -x- ", "x"},
        {"23", ""},
        {"pass", ""},
        {"robot-1", ""},
        {"日本", ""},
        {"", ""},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *near = command_nick_near(rows[i].line);
        assert_string_equal(near, rows[i].wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_nicks), cmocka_unit_test(test_moves),
        cmocka_unit_test(test_french),     cmocka_unit_test(test_german),
        cmocka_unit_test(test_lobby),      cmocka_unit_test(test_settings),

        cmocka_unit_test(test_keys),       cmocka_unit_test(test_questions),
        cmocka_unit_test(test_wrong),      cmocka_unit_test(test_none),
        cmocka_unit_test(test_press),      cmocka_unit_test(test_long),
        cmocka_unit_test(test_again),      cmocka_unit_test(test_plan_lines),
        cmocka_unit_test(test_values),     cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

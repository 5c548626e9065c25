// SPDX-License-Identifier: MIT
// Answers: their headers and text, and that the referee's own reader finds and believes the blocks
// that are signed here, also after what mail does to a text.
#include "player/answer.h"
#include "player/choice.h"
#include "player/keyfile.h"
#include "player/sign.h"
#include "referee/words/command_text.h"
#include "referee/words/signed.h"
#include "tests/unit/player_mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { REFEREE = 7, CLARA = 9, COMMANDS_MAX = 40 };
enum { NOW = 1796026364 }; // Mon, 30 Nov 2026 08:12:44 UTC

static int set_up(void **state)
{
    (void)state;
    return sodium_init() < 0;
}

static struct mailfile *mail_with(const struct player_mail *pieces)
{
    g_autofree char *bytes = player_mail_make(pieces);
    struct mailfile *mail = mailfile_parse(bytes, strlen(bytes), NULL);
    assert_non_null(mail);
    return mail;
}

static struct mailfile *turn_mail(void)
{
    json_auto_t *table = player_mail_table(REFEREE);
    return mail_with(&(struct player_mail){.table = table, .seed = REFEREE});
}

static struct answer answer_to(const struct mailfile *mail, const char *const *commands)
{
    return (struct answer){.mail = mail,
                           .commands = commands,
                           .from = "clara@example.org",
                           .message_id = "<1@example.org>",
                           .now = NOW};
}

static const guint8 *clara(guint8 public_key[32])
{
    const guint8 *secret = player_mail_secret(CLARA);
    crypto_sign_ed25519_sk_to_pk(public_key, secret);
    return secret;
}

static void test_plain(void **state)
{
    (void)state;
    g_autoptr(mailfile) mail = turn_mail();
    const char *commands[] = {"play 12x2", NULL};
    struct answer answer = answer_to(mail, commands);
    g_autofree char *text = answer_compose(&answer, NULL);
    assert_string_equal(text, "From: clara@example.org\n"
                              "To: referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org\n"
                              "Subject: Re: [23] Game 14: your turn\n"
                              "Date: Mon, 30 Nov 2026 08:12:44 +0000\n"
                              "Message-ID: <1@example.org>\n"
                              "In-Reply-To: <14.37.2.k7xqa9m2pd4ht0v3c8we.99@play.example.org>\n"
                              "References: <14.35.2.1111111111111111111z.97@play.example.org>\n"
                              " <14.36.2.2222222222222222222z.98@play.example.org>\n"
                              " <14.37.2.k7xqa9m2pd4ht0v3c8we.99@play.example.org>\n"
                              "MIME-Version: 1.0\n"
                              "Content-Type: text/plain; charset=utf-8\n"
                              "Content-Transfer-Encoding: 7bit\n"
                              "\n"
                              "play 12x2\n"
                              "\n"
                              "ticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n");
}

// What the referee makes of a text: the canonical commands, and whether clara signed them.
static void check_block(const char *text, gint64 game, gint64 turn, const char *const *commands)
{
    guint8 public_key[32];
    clara(public_key);
    struct signed_block block;
    assert_int_equal(signed_find(text, WORDS_EN, COMMANDS_MAX, &block, NULL), 1);
    assert_int_equal(block.fault, SIGNED_FINE);
    assert_int_equal(block.game, game);
    assert_int_equal(block.turn, turn);
    assert_string_equal(block.seat, "clara");
    assert_true(signed_verify(block.words, player_mail_hex(REFEREE), block.signature, public_key));
    assert_false(signed_verify(block.words, player_mail_hex(3), block.signature, public_key));
    guint n = 0;
    for (; commands[n]; n++) {
        assert_true(n < block.commands->len);
        g_autofree char *canonical = command_format(g_ptr_array_index(block.commands, n));
        assert_string_equal(canonical, commands[n]);
    }
    assert_int_equal(block.commands->len, n);
    signed_clear(&block);
}

static char *signed_answer(const struct mailfile *mail, const char *const *commands)
{
    guint8 public_key[32];
    struct answer answer = answer_to(mail, commands);
    guint8 secret[64];
    memcpy(secret, clara(public_key), sizeof secret);
    answer.secret = secret;
    return answer_compose(&answer, NULL);
}

static void test_signed(void **state)
{
    (void)state;
    static const char *const all[][4] = {
        {"play 12x2", NULL},         {"play 9 bonus", NULL}, {"pass", NULL},
        {"pass force", NULL},        {"leave", NULL},        {"discard 3 17 23", NULL},
        {"play 12", "status", NULL},
    };
    g_autoptr(mailfile) mail = turn_mail();
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *text = signed_answer(mail, all[i]);
        assert_non_null(text);
        const char *body = strstr(text, "\n\n") + 2;
        check_block(body, 14, 37, all[i]);
        // as it comes back quoted, with CR LF, with blanks at the line ends
        g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
        g_autofree char *quoted = g_strjoinv("\n> ", lines);
        check_block(quoted, 14, 37, all[i]);
        g_autofree char *blanks = g_strjoinv("  \n", lines);
        check_block(blanks, 14, 37, all[i]);
        assert_non_null(strstr(body, "\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n"));
    }
}

// What tests/e2e/player.bats expects of player23 with clara's key. GOLDEN=write rewrites the files.
static void check_golden(const char *name, const char *text)
{
    g_autofree char *path = g_strdup_printf("tests/player/%s", name);
    if (g_strcmp0(g_getenv("GOLDEN"), "write") == 0)
        assert_true(g_file_set_contents(path, text, -1, NULL));
    g_autofree char *want = NULL;
    assert_true(g_file_get_contents(path, &want, NULL, NULL));
    assert_string_equal(text, want);
}

static void test_golden(void **state)
{
    (void)state;
    g_autoptr(mailfile) mail = turn_mail();
    const char *commands[] = {"play 12x2", NULL};
    g_autofree char *text = signed_answer(mail, commands);
    check_block(text, 14, 37, commands);
    check_golden("play-12x2.txt", strstr(text, "\n\n") + 2);
    guint8 seed[32];
    memset(seed, CLARA, sizeof seed);
    struct keyfile *key = keyfile_from_seed(seed);
    char *bare = keyfile_format(key, NULL, KEYFILE_WEAK);
    check_golden("clara.key", bare);
    keyfile_text_free(bare);
    keyfile_free(key);
}

static void test_changed(void **state)
{
    (void)state;
    guint8 public_key[32];
    g_autoptr(mailfile) mail = turn_mail();
    const char *commands[] = {"play 12", NULL};
    g_autofree char *text = signed_answer(mail, commands);
    char *at = strstr(text, "play 12\n");
    at[6] = '3';
    struct signed_block block;
    assert_int_equal(signed_find(text, WORDS_EN, COMMANDS_MAX, &block, NULL), 1);
    assert_int_equal(block.fault, SIGNED_FINE);
    clara(public_key);
    assert_false(signed_verify(block.words, player_mail_hex(REFEREE), block.signature, public_key));
    signed_clear(&block);
}

// Outside a game the ticket names the matter, and the nickname comes from the player.
static void test_join(void **state)
{
    (void)state;
    static const char invitation[] = "Join?\n\nticket 0.5.0.k7xqa9m2pd4ht0v3c8we\n";
    g_autoptr(mailfile) mail =
        mail_with(&(struct player_mail){.text = invitation,
                                        .reply_to = "referee@play.example.org",
                                        .message_id = "<welcome@play.example.org>"});
    const char *commands[] = {"join 14 nick=clara", "luck: the cat sat on the keyboard", NULL};
    const char *understood[] = {"join 14 nick=clara", "luck: the cat sat on the keyboard", NULL};
    guint8 public_key[32];
    guint8 secret[64];
    memcpy(secret, clara(public_key), sizeof secret);
    g_autofree char *hex = g_strdup(player_mail_hex(REFEREE));
    struct answer answer = answer_to(mail, commands);
    answer.secret = secret;
    answer.referee_hex = hex;
    answer.nick = "clara";
    g_autofree char *text = answer_compose(&answer, NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "To: referee@play.example.org\n"));
    check_block(strstr(text, "\n\n") + 2, 0, 5, understood);
    g_autoptr(GError) error = NULL;
    answer.nick = NULL;
    assert_null(answer_compose(&answer, &error));
    assert_true(g_error_matches(error, ANSWER_ERROR, ANSWER_ERROR_IMPOSSIBLE));
    g_clear_error(&error);
    answer.nick = "clara";
    static const char *const unfit[] = {
        "luck: a;b", "luck: a # b", "luck: >", "", "a\nb", "luck: -----END 23 COMMAND-----"};
    for (gsize i = 0; i < G_N_ELEMENTS(unfit); i++) {
        commands[1] = unfit[i];
        assert_null(answer_compose(&answer, NULL));
    }
}

static void test_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *reply_to, *want;
    } cases[] = {
        {"referee@play.example.org", "referee@play.example.org"},
        {"Referee+x.y@Play.Example.Org", "Referee+x.y@play.example.org"},
        {"referees@play.example.org", "referee@play.example.org"},
        {"referee+x@elsewhere.example", "referee@play.example.org"},
        {"mallory@elsewhere.example", "referee@play.example.org"},
        {"a@b.example, c@d.example", "referee@play.example.org"},
    };
    json_auto_t *table = player_mail_table(REFEREE);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct player_mail pieces = {
            .table = table, .seed = REFEREE, .reply_to = cases[i].reply_to};
        g_autoptr(mailfile) mail = mail_with(&pieces);
        g_autofree char *to = answer_address(mail);
        assert_string_equal(to, cases[i].want);
        g_autofree char *referee = answer_referee(mail);
        assert_string_equal(referee, "referee@play.example.org");
        pieces.table = NULL;
        g_autoptr(mailfile) bare = mail_with(&pieces);
        g_autofree char *anywhere = answer_address(bare);
        assert_string_equal(anywhere, bare->reply_to ? bare->reply_to : bare->from);
    }
    g_autoptr(mailfile) tagged = mail_with(&(struct player_mail){0});
    g_autofree char *referee = answer_referee(tagged);
    assert_string_equal(referee, "referee@play.example.org");
}

static void check_lines(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        assert_true(strlen(*line) <= 78 || g_str_has_prefix(*line, " <"));
        assert_true(g_str_is_ascii(*line));
    }
}

// A subject of any kind comes back as "Re: " and itself.
static void test_subjects(void **state)
{
    (void)state;
    static const struct {
        const char *subject, *want;
    } cases[] = {
        {"Re: [23] Game 14", "Re: [23] Game 14"},
        {"RE: again", "RE: again"},
        {"Regen", "Re: Regen"},
        {"", "Re:"},
        {"=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Re: Gr\xc3\xbc\xc3\x9f"
                                        "e"},
        {"=?utf-8?Q?=3D=3Fno=3F=3D?=", "Re: =?no?="},
        {"=?utf-8?B?4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI4pyI=?=",
         "Re: \xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88"
         "\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88"
         "\xe2\x9c\x88\xe2\x9c\x88\xe2\x9c\x88"},
        {"A subject that is so long that it has to be folded somewhere, for it has more words than "
         "any line",
         "Re: A subject that is so long that it has to be folded somewhere, for it has more words "
         "than any line"},
    };
    const char *commands[] = {"pass", NULL};
    json_auto_t *table = player_mail_table(REFEREE);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(mailfile) mail = mail_with(
            &(struct player_mail){.table = table, .seed = REFEREE, .subject = cases[i].subject});
        struct answer answer = answer_to(mail, commands);
        g_autofree char *text = answer_compose(&answer, NULL);
        check_lines(text);
        g_autoptr(mailfile) again = mailfile_parse(text, strlen(text), NULL);
        assert_non_null(again);
        assert_string_equal(again->subject, cases[i].want);
        assert_string_equal(again->text, "pass\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n");
        assert_string_equal(again->from, "clara@example.org");
        assert_string_equal(again->ticket, mail->ticket);
        assert_int_equal(again->references->len, 3);
        assert_false(again->of_referee);
    }
}

static void test_not_ascii(void **state)
{
    (void)state;
    g_autoptr(mailfile) mail = turn_mail();
    const char *commands[] = {"join", "luck: gr\xc3\xbcn gr\xc3\xbcn gr\xc3\xbcn gr\xc3\xbcn",
                              NULL};
    struct answer answer = answer_to(mail, commands);
    g_autofree char *text = answer_compose(&answer, NULL);
    check_lines(text);
    g_autoptr(mailfile) again = mailfile_parse(text, strlen(text), NULL);
    g_autofree char *want =
        g_strdup_printf("%s\n%s\n\nticket %s\n", commands[0], commands[1], mail->ticket);
    assert_string_equal(again->text, want);
}

static void test_thread(void **state)
{
    (void)state;
    GString *head = g_string_new("References:");
    for (int i = 0; i < 60; i++)
        g_string_append_printf(head, " <%d@x.example>\n", i);
    g_string_append(head, "Message-ID: <m@x.example>\nReply-To: r@x.example\n\n"
                          "ticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n");
    g_autoptr(mailfile) mail = mailfile_parse(head->str, head->len, NULL);
    g_string_free(head, TRUE);
    assert_int_equal(mail->references->len, 60);
    const char *commands[] = {"pass", NULL};
    struct answer answer = answer_to(mail, commands);
    g_autofree char *text = answer_compose(&answer, NULL);
    g_autoptr(mailfile) again = mailfile_parse(text, strlen(text), NULL);
    assert_int_equal(again->references->len, 20);
    assert_string_equal(g_ptr_array_index(again->references, 0), "<41@x.example>");
    assert_string_equal(g_ptr_array_index(again->references, 19), "<m@x.example>");
}

static void test_impossible(void **state)
{
    (void)state;
    const char *commands[] = {"pass", NULL};
    static const char nowhere[] = "Subject: x\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n";
    static const char no_ticket[] = "Subject: x\nReply-To: r@x.example\n\nhello\n";
    const char *both[] = {nowhere, no_ticket};
    for (int i = 0; i < 2; i++) {
        g_autoptr(mailfile) mail = mailfile_parse(both[i], strlen(both[i]), NULL);
        assert_non_null(mail);
        struct answer answer = answer_to(mail, commands);
        g_autoptr(GError) error = NULL;
        assert_null(answer_compose(&answer, &error));
        assert_true(g_error_matches(error, ANSWER_ERROR, ANSWER_ERROR_IMPOSSIBLE));
    }
}

// ---- choices -----------------------------------------------------------------------------------

static void test_choices(void **state)
{
    (void)state;
    static const struct {
        enum choice_kind kind;
        const char *words, *canonical; // NULL: no such command
        int cost;                      // of turn 37; -1: not legal then
    } cases[] = {
        {CHOICE_PLAY, "12", "play 12", 0},
        {CHOICE_PLAY, "12 12", "play 12x2", 0},
        {CHOICE_PLAY, "2x12", "play 12x2", 0},
        {CHOICE_PLAY, "play 12, 12", "play 12x2", 0},
        {CHOICE_PLAY, "17", "play 17", 5},
        {CHOICE_PLAY, "9 BONUS", "play 9 bonus", 0},
        {CHOICE_PLAY, "passen zwingen", "pass force", 2},
        {CHOICE_PLAY, "quitter", "leave", 7},
        {CHOICE_PLAY, "9", "play 9", -1},
        {CHOICE_PLAY, "12x3", "play 12x3", -1},
        {CHOICE_PLAY, "21 bonus", "play 21 bonus", -1},
        {CHOICE_PLAY, "14", "play 14", -1},
        {CHOICE_PLAY, "24", NULL, 0},
        {CHOICE_PLAY, "7 8", NULL, 0},
        {CHOICE_PLAY, "7 7 7 7", NULL, 0},
        {CHOICE_PLAY, "", NULL, 0},
        {CHOICE_PLAY, "discard 9 12 12", NULL, 0},
        {CHOICE_PLAY, "resign", NULL, 0},
        {CHOICE_PLAY, "12\nresign", NULL, 0},
        {CHOICE_DISCARD, "discard 21 9 12", "discard 9 12 21", -1},
        {CHOICE_DISCARD, "discard 9 12", NULL, 0},
        {CHOICE_JOIN, "join", "join", -1},
        {CHOICE_JOIN, "join 14 nick=clara", "join 14 nick=clara", -1},
        {CHOICE_JOIN, "join x", NULL, 0},
    };
    json_auto_t *table = player_mail_table(REFEREE);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *canonical = choice_read(cases[i].kind, cases[i].words, &error);
        if (!cases[i].canonical) {
            assert_null(canonical);
            assert_int_equal(error->domain, CHOICE_ERROR);
            continue;
        }
        assert_string_equal(canonical, cases[i].canonical);
        int cost;
        assert_int_equal(choice_judge(table, canonical, &cost, &error), cases[i].cost >= 0);
        if (cases[i].cost >= 0)
            assert_int_equal(cost, cases[i].cost);
        else
            assert_int_equal(error->domain, CHOICE_ERROR);
    }
}

static void told(const json_t *table, const char *command, const char *want)
{
    int cost;
    g_autoptr(GError) error = NULL;
    assert_false(choice_judge(table, command, &cost, &error));
    assert_string_equal(error->message, want);
}

static void test_reasons(void **state)
{
    (void)state;
    int cost;
    json_auto_t *turn = player_mail_table(REFEREE);
    told(turn, "play 9", "the pile shows 12 and 9 is below it; a bonus token would allow it");
    told(turn, "play 14", "you have no 14");
    told(turn, "discard 9 12 21", "you have nothing to put aside now");
    json_object_set_new(turn, "legal", json_array());
    json_object_set_new(turn, "to_move", json_string("anna"));
    told(turn, "pass", "it is the turn of anna");
    json_object_set_new(turn, "phase", json_string("over"));
    told(turn, "pass", "the round is over");
    json_auto_t *forced = player_mail_table(REFEREE);
    json_object_set_new(forced, "forced", json_true());
    json_object_set_new(forced, "legal", json_pack("[[s,i]]", "leave", 7));
    told(forced, "pass", "you are forced: play or leave");
    json_auto_t *deal = player_mail_deal(REFEREE);
    assert_true(choice_judge(deal, "discard 3 3 23", &cost, NULL));
    assert_int_equal(cost, 0);
    told(deal, "discard 1 2 3", "the 1 may not be discarded");
    told(deal, "play 3", "you have to put three cards aside first: discard A B C");
    json_object_set_new(deal, "discard", json_false());
    told(deal, "play 3", "the others have not all put their cards aside yet");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),    cmocka_unit_test(test_golden),
        cmocka_unit_test(test_signed),   cmocka_unit_test(test_changed),
        cmocka_unit_test(test_join),     cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_subjects), cmocka_unit_test(test_not_ascii),
        cmocka_unit_test(test_thread),   cmocka_unit_test(test_impossible),
        cmocka_unit_test(test_choices),  cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}

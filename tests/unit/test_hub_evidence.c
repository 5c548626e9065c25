// SPDX-License-Identifier: MIT
// Games in which every seat signs, and the evidence of them (docs/record.md): that it proves a
// whole game of three tools, grows with it, follows keys and seats that change, and tells nobody
// anything before the end.
#include "tests/unit/signers.h"
#include "tests/unit/worlds.h"

#include "referee/evidence/evidence_check.h"
#include "referee/record/record.h"

#include <sodium.h>

static const struct club_mail *the_end(const struct club *club, const char *to)
{
    for (guint i = club->mails->len; i-- > 0;) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (g_str_equal(mail->to, to) && mail->evidence)
            return mail;
    }
    fail_msg("%s got no evidence", to);
    return NULL;
}

// Checks the record and the evidence of a mail, which must hold.
static struct evidence_outcome checked(const struct club_mail *mail)
{
    struct game game;
    struct record_fault fault;
    struct evidence_outcome outcome;
    if (!record_verify(&game, mail->record, strlen(mail->record), NULL, &fault))
        fail_msg("line %zu of the record: %s\n%s", fault.line, fault.reason, mail->record);
    if (!evidence_check(mail->evidence, strlen(mail->evidence), mail->record, strlen(mail->record),
                        &game, NULL, &outcome, &fault))
        fail_msg("line %zu: %s\n%s\n%s", fault.line, fault.reason, mail->evidence, mail->record);
    game_clear(&game);
    return outcome;
}

// How many lines of a text begin and end so.
static guint lines_of(const char *text, const char *start, const char *end)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint n = 0;
    for (char **line = lines; *line; line++)
        n += g_str_has_prefix(*line, start) && g_str_has_suffix(*line, end);
    return n;
}

// ---- a whole game ------------------------------------------------------------------------------

static void test_whole_game(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 3, 3, "discard=3");
    signers_finish(&signers);
    for (unsigned i = 0; i < signers.n; i++) {
        const struct club_mail *mail = the_end(&club, signers_address(i));
        const struct evidence_outcome outcome = checked(mail);
        const guint deeds = lines_of(mail->record, "move ", "") +
                            lines_of(mail->record, "discard ", "") -
                            lines_of(mail->record, "move ", "Z 1");
        assert_int_equal(outcome.proofs, deeds);
        assert_true(deeds > 20);
        assert_int_equal(outcome.unchecked + outcome.by_operator, 0);
        assert_int_equal(lines_of(mail->evidence, "key ", ""), 3);
        club_holds(mail, "is attached as game-2.evidence");
    }
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM evidence"), "0");
    signers_end(&signers);
    club_end(&club);
}

// The head in a mail is that of the lines that the evidence has then, and it ends with them.
static void test_heads(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 2, 2, "discard=0");
    signers_finish(&signers);
    const char *evidence = the_end(&club, ANNA)->evidence;
    g_auto(GStrv) lines = g_strsplit(evidence, "\n", -1);
    guint checked_heads = 0;
    for (guint i = 0; i < club.mails->len; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        const json_t *said = json_object_get(mail->parts->table, "evidence");
        if (!said)
            continue;
        guint8 head[CHAIN_HASH] = {0};
        char hex[2 * CHAIN_HASH + 1];
        json_int_t left = json_integer_value(json_object_get(said, "lines"));
        for (char **line = lines; left > 0; line++) {
            assert_non_null(*line);
            if (g_str_has_prefix(*line, "text ") || g_str_has_prefix(*line, "sign ") ||
                g_str_has_prefix(*line, "as "))
                continue;
            chain_add(head, *line, strlen(*line));
            left--;
        }
        sodium_bin2hex(hex, sizeof hex, head, sizeof head);
        hex[16] = '\0';
        assert_string_equal(json_string_value(json_object_get(said, "head")), hex);
        club_holds(mail, hex);
        checked_heads++;
    }
    assert_true(checked_heads > 20);
    signers_end(&signers);
    club_end(&club);
}

// ---- plans, keys and seats ---------------------------------------------------------------------

// One plan gives several moves, and is said once.
static void test_plan(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 2, 2, "discard=0");
    guint planned = 0;
    for (guint left = 100; left > 0; left--) {
        // whoever isn't to move leaves a plan that always fits
        const unsigned waits =
            json_array_size(json_object_get(signers_table(&signers, 0), "legal")) ? 1 : 0;
        const json_t *you = json_object_get(signers_table(&signers, waits), "you");
        if (json_array_size(json_object_get(you, "plan")) == 0 && left % 5 == 0 &&
            !json_is_string(json_object_get(signers_table(&signers, waits), "seed")))
            signers_play(&signers, waits,
                         "plan\npass\nleave if cost <= 99\npass force\nleave\nend");
        planned += left % 5 == 0;
        if (!signers_move(&signers))
            break;
    }
    signers_finish(&signers);
    const struct club_mail *mail = the_end(&club, BRUNO);
    (void)checked(mail);
    assert_true(planned > 1);
    assert_true(lines_of(mail->evidence, "as ", "") > 0);
    signers_end(&signers);
    club_end(&club);
}

// A plan that was taken back leaves nothing behind in the evidence: how many lines it has would
// tell the others of it. What its owner can show is the referee's signed word that there was none.
static void test_plan_off(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 2, 2, "discard=0");
    const unsigned waits =
        json_array_size(json_object_get(signers_table(&signers, 0), "legal")) ? 1 : 0;
    const char *before = club_sql(&club, "SELECT count(*) FROM evidence");
    signers_play(&signers, waits, "plan\npass force\nleave\nend");
    json_t *you = json_object_get(signers_table(&signers, waits), "you");
    assert_int_equal(json_array_size(json_object_get(you, "plan")), 2);
    signers_play(&signers, waits, "plan off");
    const struct club_mail *mail = club_last(&club, signers_address(waits));
    club_holds(mail, "Your plan is gone");
    assert_int_equal(mail->parts->signature, MAILFILE_SIGNED);
    you = json_object_get(mail->parts->table, "you");
    assert_true(json_is_array(json_object_get(you, "plan")));
    assert_int_equal(json_array_size(json_object_get(you, "plan")), 0);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM evidence"), before);
    signers_finish(&signers);
    mail = the_end(&club, BRUNO);
    (void)checked(mail);
    g_auto(GStrv) lines = g_strsplit(mail->evidence, "\n", -1);
    guint texts = 0;
    for (char **line = lines; *line; line++) {
        gsize len;
        if (!g_str_has_prefix(*line, "text "))
            continue;
        g_autofree guchar *bytes = g_base64_decode(*line + strlen("text "), &len);
        g_autofree char *text = g_strndup((const char *)bytes, len);
        assert_null(strstr(text, "plan"));
        texts++;
    }
    assert_true(texts > 10);
    signers_end(&signers);
    club_end(&club);
}

static void test_new_key(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    guint8 secret[64];
    signers_begin(&signers, &club, 2, 2, "discard=0");
    for (int i = 0; i < 3; i++)
        assert_true(signers_move(&signers));
    // Anna signs for another key of the same kind: nothing beside that.
    g_autofree char *more = g_strdup_printf("key ed25519 %s\nsay Hello", club_key(2, secret));
    signers_sign(&signers, 0, "game 0\nturn 0\nseat anna", more);
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "it holds nothing but that one command");
    g_autofree char *other = g_strdup_printf("key ed25519 %s", club_key(2, secret));
    signers_sign(&signers, 0, "game 0\nturn 0\nseat anna", other);
    club_tick(&club);
    club_expect(&club, ANNA, "answer", "is registered.");
    memcpy(signers.secret, secret, sizeof secret);
    for (int i = 0; i < 3; i++)
        assert_true(signers_move(&signers));
    // Nobody goes without a key.
    signers_sign(&signers, 0, "game 0\nturn 0\nseat anna", "key off");
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "but not go without one");
    // The operator takes it away; a ticket registers another.
    assert_int_equal(club_program(&club, "player drop-key anna", NULL, 0, NULL), 0);
    g_autofree char *third = g_strdup_printf("key ed25519 %s", club_key(3, secret));
    club_move(&club, ANNA, third);
    club_move(&club, ANNA, "yes");
    memcpy(signers.secret, secret, sizeof secret);
    signers_finish(&signers);
    const struct club_mail *mail = the_end(&club, ANNA);
    const struct evidence_outcome outcome = checked(mail);
    assert_int_equal(outcome.by_operator, 1);
    assert_int_equal(lines_of(mail->evidence, "key ", ""), 4);
    assert_int_equal(lines_of(mail->evidence, "key ", " by operator"), 1);
    signers_end(&signers);
    club_end(&club);
}

// The clock puts cards aside for both; then Clara takes Anna's seat.
static void test_seats(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 3, 2, "discard=3 pace=1h");
    club.hasty = TRUE;
    signers_play(&signers, 1, "plan\npass\nleave\nend");
    club_sql_do(&club, "UPDATE seat SET bank = 0 WHERE game = 2");
    club_sql_do(&club, "UPDATE game SET due_at = 1 WHERE id = 2");
    club_hours(&club, 2);
    assert_true(lines_of(club_sql(&club, "SELECT group_concat(line, char(10)) FROM event"
                                         " WHERE game = 2 AND line LIKE '%%by clock'"),
                         "discard ", "by clock") > 0);
    signers_sign(&signers, 0, "game 2\nturn 0\nseat anna", "substitute clara");
    club_tick(&club);
    club_expect(&club, CLARA, "substitute", "anna");
    g_autofree char *place =
        g_strdup_printf("game 0\nturn %s\nseat clara",
                        club_sql(&club, "SELECT max(id) FROM matter WHERE kind = 'substitute'"));
    signers_sign(&signers, 2, place, "join 2");
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT nick FROM seat WHERE game = 2 AND seat = 0"),
                        "clara");
    assert_int_equal(g_ascii_strtoll(club_sql(&club, "SELECT count(*) FROM evidence WHERE line"
                                                     " LIKE 'key %%'"),
                                     NULL, 10),
                     3);
    assert_int_equal(club_program(&club, "game cancel 2 That is enough", NULL, 0, NULL), 0);
    club_tick(&club);
    (void)checked(the_end(&club, CLARA));
    signers_end(&signers);
    club_end(&club);
}

// ---- what can't be published -------------------------------------------------------------------

// A name stands for one key: nobody sits down under that of somebody else, who was there or will be
// again; nor does somebody who has another key since.
static void test_names_of_others(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 3, 2, "discard=0 pace=1h");
    club.hasty = TRUE;
    club_sql_do(&club, "UPDATE seat SET bank = 0 WHERE game = 2");
    for (int i = 0; i < 60 && club_sql_number(&club, "SELECT sum(robot) FROM seat"
                                                     " WHERE game = 2 AND seat = 1") == 0;
         i++) {
        (void)signers_move_of(&signers, 0);
        club.now += CLUB_HOUR / 2;
        club_tick(&club);
    }
    // A robot sits in for Bruno: his key can't be told where nobody is called by his name.
    signers_sign(&signers, 1, "game 0\nturn 0\nseat bruno",
                 "key ed25519 iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=");
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "a robot plays your seat there at the moment");
    signers_sign(&signers, 1, "game 0\nturn 0\nseat bruno", "nick zoe");
    club_tick(&club);
    signers_sign(&signers, 2, "game 0\nturn 0\nseat clara", "nick bruno");
    club_tick(&club);
    signers_sign(&signers, 0, "game 2\nturn 0\nseat anna", "substitute bruno");
    club_tick(&club);
    g_autofree char *offer =
        g_strdup(club_sql(&club, "SELECT max(id) FROM matter WHERE kind = 'substitute'"));
    g_autofree char *place = g_strdup_printf("game 0\nturn %s\nseat bruno", offer);
    signers_sign(&signers, 2, place, "join 2");
    club_tick(&club);
    club_expect(&club, CLARA, "refused", "Somebody is called bruno already.");
    signers_sign(&signers, 2, place, "join 2 nick=clara");
    club_tick(&club);
    signers_sign(&signers, 1, "game 2\nturn 0\nseat zoe", "back");
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT group_concat(nick) FROM seat WHERE game = 2"),
                        "clara,bruno");
    assert_true(signers_move_of(&signers, 1) || signers_move_of(&signers, 2));
    assert_true(signers_move_of(&signers, 1) || signers_move_of(&signers, 2));
    assert_int_equal(club_program(&club, "game cancel 2 That is enough", NULL, 0, NULL), 0);
    club_tick(&club);
    const struct club_mail *mail = the_end(&club, BRUNO);
    assert_true(checked(mail).proofs > 1);
    assert_int_equal(lines_of(mail->evidence, "key ", ""), 3);
    signers_end(&signers);
    club_end(&club);
}

// What is signed for another key is published in all games where everybody signs, so it is for all.
static void test_new_key_in_two_games(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    guint8 secret[64];
    signers_begin(&signers, &club, 2, 2, "discard=0");
    signers_sign(&signers, 0, "game 0\nturn 0\nseat anna",
                 "new seats=2 discard=0 security=signed\ninvite bruno");
    club_tick(&club);
    g_autofree char *place =
        g_strdup_printf("game 0\nturn %s\nseat bruno",
                        club_sql(&club, "SELECT max(id) FROM matter WHERE kind = 'invitation'"));
    signers_sign(&signers, 1, place, "join");
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 3"), "running");
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(2, secret));
    signers_sign(&signers, 0, "game 2\nturn 0\nseat anna", key);
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "that one command, for game 0");
    signers_sign(&signers, 0, "game 0\nturn 0\nseat anna", key);
    club_tick(&club);
    assert_int_equal(club_program(&club, "game cancel 3 That is enough", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(lines_of(the_end(&club, ANNA)->evidence, "key ", ""), 3);
    (void)checked(the_end(&club, ANNA));
    signers_end(&signers);
    club_end(&club);
}

static void test_refused(void **state)
{
    static const char *const more[] = {"%s\nsay I am done", "%s\n# for bruno: I have two sevens"};
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 3, 3, "discard=3");
    for (unsigned who = 1; who < 3; who++) {
        const json_t *table = signers_table(&signers, who);
        const json_t *hand = json_object_get(json_object_get(table, "you"), "hand");
        g_autofree char *discard =
            g_strdup_printf("discard %d %d %d", (int)json_integer_value(json_array_get(hand, 14)),
                            (int)json_integer_value(json_array_get(hand, 13)),
                            (int)json_integer_value(json_array_get(hand, 12)));
        for (gsize i = 0; i < G_N_ELEMENTS(more); i++) {
            g_auto(GStrv) halves = g_strsplit(more[i], "%s", 2);
            g_autofree char *words = g_strjoinv(discard, halves);
            signers_play(&signers, who, words);
            club_expect(&club, signers_address(who), "refused",
                        "holds nothing but moves, discards and plans");
        }
        club_letter(&club, signers_address(who), discard, .reply = club_last(&club, BRUNO));
        club_tick(&club);
        assert_string_equal(club_sql(&club, "SELECT count(*) FROM event WHERE game = 2"
                                            " AND line LIKE 'discard%%'"),
                            who == 1 ? "0" : "1");
        signers_play(&signers, who, discard);
        assert_string_equal(club_sql(&club, "SELECT count(*) FROM event WHERE game = 2"
                                            " AND line LIKE 'discard%%'"),
                            who == 1 ? "1" : "2");
    }
    signers_end(&signers);
    club_end(&club);
}

// ---- what nobody learns ------------------------------------------------------------------------

// Hashes, and what proves who somebody is, taken out.
static char *masked(const char *text)
{
    g_autoptr(GRegex) hashes =
        g_regex_new("[0-9a-f]{16,64}|[0-9]+\\.[0-9]+\\.[0-9]+\\.[a-z0-9]{20}", 0, 0, NULL);
    return g_regex_replace_literal(hashes, text, -1, 0, "*", 0, NULL);
}

// What Anna sees of a game in which Bruno puts aside other cards, and plans other things.
static GPtrArray *seen_in(unsigned world)
{
    struct club club;
    struct signers signers;
    GPtrArray *seen = g_ptr_array_new_with_free_func(g_free);
    signers_begin(&signers, &club, 2, 2, "discard=3");
    const json_t *hand =
        json_object_get(json_object_get(signers_table(&signers, 1), "you"), "hand");
    const gsize at = world ? 3 : 12; // not the 1
    g_autofree char *words =
        g_strdup_printf("discard %d %d %d", (int)json_integer_value(json_array_get(hand, at)),
                        (int)json_integer_value(json_array_get(hand, at + 1)),
                        (int)json_integer_value(json_array_get(hand, at + 2)));
    signers_play(&signers, 1, words);
    signers_play(&signers, 1,
                 world ? "plan\n23x3\nend" : "plan\n22x3 if cost <= 1\n21x3\n23x3\nend");
    hand = json_object_get(json_object_get(signers_table(&signers, 0), "you"), "hand");
    g_autofree char *own =
        g_strdup_printf("discard %d %d %d", (int)json_integer_value(json_array_get(hand, 12)),
                        (int)json_integer_value(json_array_get(hand, 13)),
                        (int)json_integer_value(json_array_get(hand, 14)));
    signers_play(&signers, 0, own);
    for (guint i = 0; i < club.mails->len; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        if (!g_str_equal(mail->to, ANNA) || !mail->parts->table)
            continue;
        char *table = json_dumps(mail->parts->table, JSON_INDENT(1));
        g_ptr_array_add(seen, masked(table));
        g_ptr_array_add(seen, masked(mail->parts->text));
        free(table);
    }
    g_ptr_array_add(seen, g_strdup(club_sql(&club, "SELECT group_concat(seq || ' ' || length(line)"
                                                   " || ' ' || coalesce(length(secret), 0)) FROM"
                                                   " evidence")));
    g_ptr_array_add(seen, g_strdup(club_sql(&club, "SELECT group_concat(length(lines) || ' ' ||"
                                                   " length(word)) FROM plan")));
    signers_end(&signers);
    club_end(&club);
    return seen;
}

static void test_two_worlds(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) one = seen_in(0);
    g_autoptr(GPtrArray) other = seen_in(1);
    assert_true(one->len > 8);
    worlds_compare("a signed game, as Anna sees it", one, other);
}

// ---- the tests' own ----------------------------------------------------------------------------

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_game),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_plan_off),
        cmocka_unit_test(test_new_key),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_names_of_others),
        cmocka_unit_test(test_new_key_in_two_games),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_two_worlds),
    };
    return cmocka_run_group_tests_name("hub: evidence", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// At the table: moves and what is wrong with them, several commands in a mail, previews, who is
// told what in which order, rounds, the end.
#include "tests/unit/club.h"

#include "referee/record/record.h"

#include <glib/gstdio.h>

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'");
}

// ---- what is wrong -----------------------------------------------------------------------------

// One step of a story: who writes what, and what comes of it.
struct step {
    const char *from, *body;
    const char *refused; // why; NULL: it is done
};

static void run_steps(struct club *club, const struct step *steps, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autofree char *before = club_dump(club);
        club_move(club, steps[i].from, steps[i].body);
        g_autofree char *after = club_dump(club);
        const struct club_mail *mail = club_last(club, steps[i].from);
        if (!steps[i].refused && g_str_equal(mail->kind, "refused"))
            fail_msg("step %u, %s: %s", (guint)i, steps[i].body, mail->parts->text);
        if (!steps[i].refused)
            continue;
        club_expect(club, steps[i].from, "refused", steps[i].refused);
        assert_string_equal(before, after);
        gboolean turn = g_strcmp0(club_turn(club), steps[i].from) == 0;
        assert_int_equal(json_array_size(club_value(mail, "legal")) > 0, turn);
        if (turn)
            club_holds(mail, "What you can do, and what it costs:");
    }
}

static void test_every_reason(void **state)
{
    (void)state;
    static const struct step steps[] = {
        {ANNA, "2", "It is not your turn: it is for bruno to move."},
        {BRUNO, "9", "In your hand there is no [9]."},
        {BRUNO, "play 4 4 4", "You have [4] 2 times in your hand, not 3 times."},
        {BRUNO, "2 2", "You have only one [2] in your hand, not 2 of them."},
        {BRUNO, "discard 2 3 4", "There is nothing to put aside at the moment."},
        {BRUNO, "8 bonus", "a bonus token does not reach as far as [8] from there."},
        {BRUNO, "4", NULL},
        {ANNA, "3", "The pile shows [4], and [3] is below that; with a bonus token you could"},
        {ANNA, "pass force", NULL},
        {BRUNO, "pass", "You are forced by the seat before you"},
        {BRUNO, "pass force", "You are forced by the seat before you"},
        {BRUNO, "10", NULL},
        {ANNA, "2", "The pile shows [10], and [2] is below that."},
        {ANNA, "5 bonus", NULL},
        {BRUNO, "3 bonus", NULL},
        {ANNA, "3x2 bonus", NULL},
        {BRUNO, "4 bonus", NULL},
        {ANNA, "2 bonus", NULL},
        {BRUNO, "2 bonus", NULL},
        {ANNA, "6 bonus", "You have no bonus token left."},
        {ANNA, "pass", NULL},
        {BRUNO, "pass", NULL},
        {ANNA, "pass", NULL},
        {BRUNO, "pass", NULL},
        {ANNA, "pass", NULL},
        {BRUNO, "pass", NULL},
        {ANNA, "pass", "Too many have passed since the last card"},
        {ANNA, "pass force", "Too many have passed since the last card"},
        {ANNA, "leave", NULL},
        {ANNA, "6", "It is not your turn: it is for bruno to move."},
        {BRUNO, "8", NULL},
        {BRUNO, "pass force", "Nobody else is in the round, so there is nobody to force."},
        {BRUNO, "pass", NULL},
    };
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    run_steps(&club, steps, G_N_ELEMENTS(steps));
    assert_string_equal(moves(&club), "19");
    club_end(&club);
}

static void test_discards(void **state)
{
    (void)state;
    static const struct step steps[] = {
        {ANNA, "2", "The round has not begun: cards are still being put aside."},
        {ANNA, "preview 2", "The round has not begun: cards are still being put aside."},
        {ANNA, "discard 1 2 3", "The 1 can't be put aside, because it opens the round."},
        {ANNA, "discard 2 3 23", "In your hand there is no [23]."},
        {ANNA, "discard 2 2 3", "You have only one [2] in your hand, not 2 of them."},
        {ANNA, "discard 15, 13, 14", NULL},
        {ANNA, "discard 13 14 15", "You have put your cards aside already in this round."},
        {ANNA, "discard 10 11 12", "You have put your cards aside already in this round."},
        {BRUNO, "discard 14 15 16", NULL},
        {BRUNO, "discard 4 5 6", "There is nothing to put aside at the moment."},
    };
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
    club_game(&club, 2, NULL);
    run_steps(&club, steps, G_N_ELEMENTS(steps));
    const struct club_mail *mail = club_last(&club, ANNA);
    assert_string_equal(club_hand(&club, ANNA), "2 3 4 5 6 7 8 9 10 11 12");
    const json_t *discarded = json_object_get(club_value(mail, "you"), "discarded");
    assert_int_equal(json_integer_value(json_array_get(discarded, 2)), 15);
    assert_string_equal(club_turn(&club), BRUNO);
    club_end(&club);
}

// What the grammar refuses is answered with what is wrong, and with the moves.
static void test_unclear(void **state)
{
    (void)state;
    static const struct {
        const char *body, *words;
    } cases[] = {
        {"play 24", "There is no such card"},
        {"play 0", "There is no such card"},
        {"7 7 7 7", "Three cards of one value are the most"},
        {"discard 3 3", "three"},
        {"play 2 3", ""},
        {"pas force", ""},
        {"I think I pass", ""},
        {"2\nand then\n3", ""},
        {"", ""},
        {"play", ""},
        {"tell", ""},
        {"plan\n7", ""},
    };
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    g_autofree char *before = club_dump(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        if (i % 2 == 0) { // a ticket is told so twice, an address ten times a day
            club_sql_do(&club, "UPDATE inbound SET received_at = 0, ticket = NULL");
        }
        club_move(&club, BRUNO, cases[i].body);
        const struct club_mail *mail =
            club_expect(&club, BRUNO, "unclear", "I could not make sense of your mail");
        club_holds(mail, cases[i].words);
        assert_true(json_array_size(club_value(mail, "legal")) > 0);
    }
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

static void test_unclear_is_told_twice(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    const struct club_mail *deal = club_last(&club, ANNA);
    guint before = club_count(&club, ANNA);
    for (int i = 0; i < 4; i++) {
        club_letter(&club, ANNA, "What?", .reply = deal);
        club_tick(&club);
    }
    assert_int_equal(club_count(&club, ANNA), before + 2);
    assert_string_equal(club_sql(&club, "SELECT outcome||gate FROM inbound ORDER BY id DESC"),
                        "dropidentity");
    for (int i = 0; i < 12; i++) {
        club_says(&club, ANNA, "What on earth?");
        club_tick(&club);
    }
    assert_int_equal(club_count(&club, ANNA), before + 9); // the confirmation counts too
    club_letter(&club, ANNA, "resend", .reply = deal);     // and is heard all the same
    club_tick(&club);
    assert_int_equal(club_count(&club, ANNA), before + 10);
    club_end(&club);
}

// ---- before and after --------------------------------------------------------------------------

static void test_too_early_and_too_late(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    static const char *const acts[] = {"2", "discard 2 3 4", "preview 2", "resign", "back"};
    for (gsize i = 0; i < G_N_ELEMENTS(acts); i++) {
        club_move(&club, ANNA, acts[i]);
        if (g_str_equal(club_last(&club, ANNA)->kind, "ask"))
            club_move(&club, ANNA, "yes");
        club_expect(&club, ANNA, "refused",
                    i < 4 ? "Game 1 has not begun yet." : "You have never been away");
    }
    club_move(&club, ANNA, "start");
    for (int round = 0; round < 2; round++) {
        club_discard(&club);
        while (g_strcmp0(club_turn(&club), ANNA) == 0)
            club_move(&club, ANNA, "leave");
    }
    club_expect(&club, ANNA, "game-over", "game 1 is over");
    for (gsize i = 0; i < 3; i++) {
        club_move(&club, ANNA, acts[i]);
        const struct club_mail *mail = club_last(&club, ANNA);
        club_holds(mail, "The game is over; nothing can be played in it any more.");
        assert_int_equal(json_array_size(club_value(mail, "legal")), 0);
    }
    club_end(&club);
}

// ---- several commands --------------------------------------------------------------------------

static void test_several_commands(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    club_move(&club, BRUNO, "2\nsay Your turn");
    club_expect(&club, ANNA, "turn", "bruno says: “Your turn”");
    club_expect(&club, BRUNO, "table", "Your words went to the table: “Your turn”");
    club_move(&club, ANNA, "3\n5\nsay Hm");
    const struct club_mail *mail =
        club_expect(&club, ANNA, "refused", "It is not your turn: it is for bruno to move.");
    club_holds(mail, "You laid [3], free of charge.");
    club_holds(mail, "Not tried, because something before it failed: “say Hm”");
    club_lacks(club_last(&club, BRUNO), "Hm");
    club_move(&club, BRUNO, "9\npass\nsay Hm");
    mail = club_expect(&club, BRUNO, "refused", "In your hand there is no [9].");
    club_holds(mail, "Not tried, because something before it failed: “pass”");
    club_holds(mail, "Not tried, because something before it failed: “say Hm”");
    club_move(&club, BRUNO, "4\n4"); // the same twice is once
    club_expect(&club, BRUNO, "table", "You laid [4], free of charge.");
    club_move(&club, ANNA, "leave");
    // Alone, one moves again and again: in one mail too.
    club_move(&club, BRUNO, "8\n10\n11");
    club_expect(&club, BRUNO, "turn", "You laid [11], free of charge.");
    assert_string_equal(moves(&club), "8");
    club_end(&club);
}

// A mail of a bygone turn doesn't move when the same seat is on turn again.
static void test_only_the_mails_own_turn(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "2", .reply = mail);
    club_letter(&club, ANNA, "3", .reply = club_last(&club, ANNA)); // her mail is older
    club_letter(&club, BRUNO, "4", .reply = mail);
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_expect(&club, ANNA, "refused", "The game has moved on");
    club_expect(&club, BRUNO, "refused", "The game has moved on");
    club_end(&club);
}

// ---- preview -----------------------------------------------------------------------------------

static void test_preview(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    g_autofree char *before = club_dump(&club);
    club_move(&club, BRUNO, "preview 4 4");
    const struct club_mail *mail =
        club_expect(&club, BRUNO, "answer", "The move “4x2” would be made for 3 tokens.");
    club_holds(mail, "You would keep [2] [3] [8] [10] [11] [12] [13] [17] [18] [22] and have 3 "
                     "penalty tokens and 3 bonus tokens. Nothing was changed.");
    club_move(&club, BRUNO, "preview 4x2 bonus");
    club_expect(&club, BRUNO, "answer", "The move “4x2 bonus” would be made free of charge.");
    club_move(&club, BRUNO, "preview leave");
    club_expect(&club, BRUNO, "answer", "With the move “leave”, for 12 tokens, you would be out");
    club_move(&club, BRUNO, "preview 9");
    club_expect(&club, BRUNO, "refused", "In your hand there is no [9].");
    club_move(&club, ANNA, "preview 2");
    club_expect(&club, ANNA, "refused", "It is not your turn");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

// ---- who is told -------------------------------------------------------------------------------

static void test_who_is_told(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "robots=1");
    club_discard(&club);
    for (int turn = 0; turn < 3; turn++) {
        const char *who = club_turn(&club);
        guint before = club.mails->len;
        club_move(&club, who, "pass");
        assert_int_equal(club.mails->len, before + 3); // each once, the mover's receipt too
        g_autofree char *passed =
            g_strdup_printf("%.*s passed, for 1 token.", (int)strcspn(who, "@"), who);
        for (guint i = before; i < club.mails->len; i++) {
            const struct club_mail *mail = club.mails->pdata[i];
            gboolean next = g_str_equal(mail->to, club_turn(&club));
            assert_string_equal(mail->kind, next ? "turn" : "table");
            club_holds(mail, g_str_equal(mail->to, who) ? "You passed, for 1 token." : passed);
        }
    }
    club_end(&club);
}

// A mail that got lost is in what `resend` brings, whichever it was.
static void test_resend(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    for (int i = 0; i < 3; i++)
        club_move(&club, club_turn(&club), "pass");
    club_move(&club, ANNA, "resend");
    const struct club_mail *mail =
        club_expect(&club, ANNA, "answer", "with all that has happened since the beginning");
    assert_int_equal(json_array_size(club_value(mail, "log")), club_number(mail, "lines"));
    club_holds(mail, "Round 1 was dealt.");
    club_move(&club, club_turn(&club), "pass");
    assert_int_equal(json_array_size(club_value(club_last(&club, ANNA), "log")), 1);
    club_end(&club);
}

// The buttons of the HTML write an answer that acts, without anything else of the mail.
static void test_buttons(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    const struct club_mail *mail = club_last(&club, BRUNO);
    const char *body = strstr(mail->markup, "body=play%204x2%20bonus");
    assert_non_null(body);
    const char *link = g_strrstr_len(mail->markup, body - mail->markup, "mailto:");
    g_autofree char *to = g_strndup(link + 7, strcspn(link + 7, "?"));
    assert_string_equal(to, mail->parts->reply_to);
    g_autofree char *escaped = g_strndup(body + 5, strcspn(body, "\"") - 5);
    g_autofree char *text = g_uri_unescape_string(escaped, NULL);
    g_autofree char *wanted =
        g_strdup_printf("play 4x2 bonus\r\n\r\nticket %s\r\n", mail->parts->ticket);
    assert_string_equal(text, wanted);
    club_letter(&club, BRUNO, text, .places = CLUB_NOWHERE);
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// ---- rounds and the end ------------------------------------------------------------------------

static void test_round_over(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 3 5 6 7 9 14 15 16 23");
    club_deal(1, 1, "2 3 4 4 8 10 11 12 13 17 18 22");
    club_game(&club, 2, "discard=0");
    club_move(&club, BRUNO, "leave");
    guint before = club.mails->len;
    club_move(&club, ANNA, "leave");
    assert_int_equal(club.mails->len, before + 2);
    for (guint i = before; i < club.mails->len; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        gboolean turn = g_strcmp0(mail->to, club_turn(&club)) == 0;
        assert_string_equal(mail->kind, turn ? "turn" : "round-over");
        const gboolean hers = g_str_equal(mail->to, ANNA);
        club_holds(mail, hers ? "The round ends for you with 11 penalty tokens and 3 bonus tokens."
                              : "The round ends for anna with 11 penalty tokens");
        club_holds(mail, hers
                             ? "The round ends for bruno with 12 penalty tokens and 3 bonus tokens."
                             : "The round ends for you with 12 penalty tokens");
        club_holds(mail, "Round 2 was dealt.");
        assert_int_equal(club_number(mail, "round"), 2);
    }
    club_end(&club);
}

// The seed stands nowhere before the game is over: not as text, not in a part.
static void check_no_seed(const struct club *club, const char *seed)
{
    guint before = 0;
    for (guint i = 0; i < club->mails->len; i++) {
        const struct club_mail *mail = club->mails->pdata[i];
        g_autofree char *table =
            mail->parts->table ? json_dumps(mail->parts->table, 0) : g_strdup("");
        if (g_str_equal(mail->kind, "game-over"))
            continue;
        assert_null(strstr(mail->raw, seed));
        assert_null(strstr(mail->parts->text, seed));
        assert_null(strstr(table, seed));
        before++;
    }
    assert_true(before > 5);
}

// Somebody at the table plays any legal move, others discard.
static void play_on(struct club *club, GRand *dice)
{
    for (guint i = 0; i < 400 && !g_str_equal(club_last(club, ANNA)->kind, "game-over"); i++) {
        const char *who = club_turn(club);
        if (!who) {
            club_discard(club);
            continue;
        }
        const json_t *legal = club_value(club_last(club, who), "legal");
        gsize n = json_array_size(legal);
        assert_true(n > 0);
        gsize k = (gsize)g_rand_int_range(dice, 0, (gint32)n);
        const char *move = json_string_value(json_array_get(json_array_get(legal, k), 0));
        club_move(club, who, g_str_equal(move, "leave") && n > 1 ? "pass" : move);
        if (g_str_equal(club_last(club, who)->kind, "refused"))
            club_move(club, who, "leave");
    }
}

static void test_a_whole_game(void **state)
{
    (void)state;
    struct club club;
    struct game game;
    struct record_fault fault;
    GRand *dice = g_rand_new_with_seed(23);
    club_begin(&club);
    club.hasty = TRUE;
    club_game(&club, 3, "name=Friday club pace=24h");
    play_on(&club, dice);
    const struct club_mail *mail = club_expect(&club, CLARA, "game-over", "game 1 is over");
    assert_non_null(mail->record);
    if (!record_verify(&game, mail->record, strlen(mail->record), NULL, &fault))
        fail_msg("line %u: %s", (guint)fault.line, fault.reason);
    game_clear(&game);
    assert_string_equal(mail->record,
                        club_sql(&club, "SELECT record_text(size, text) FROM record"));
    assert_string_equal(mail->record, club_last(&club, ANNA)->record);
    g_autofree char *seed = g_strdup_printf("seed %s\n", club_text(mail, "seed"));
    assert_non_null(strstr(mail->record, seed));
    check_no_seed(&club, club_text(mail, "seed"));
    // The record has taken the events' place. (That they were its public form is seen in each mail:
    // the head in it is theirs.)
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM event"), "0");
    g_autofree char *path = g_strdup(club_path(&club, "one.record"));
    g_autofree char *words = g_strdup_printf("verify %s", path);
    assert_true(g_file_set_contents(path, mail->record, -1, NULL));
    assert_int_equal(club_program(&club, words, NULL, 0, NULL), 0);
    assert_non_null(strstr(club_out->str, ": ok"));
    g_rand_free(dice);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_reason),
        cmocka_unit_test(test_discards),
        cmocka_unit_test(test_unclear),
        cmocka_unit_test(test_unclear_is_told_twice),
        cmocka_unit_test(test_too_early_and_too_late),
        cmocka_unit_test(test_several_commands),
        cmocka_unit_test(test_only_the_mails_own_turn),
        cmocka_unit_test(test_preview),
        cmocka_unit_test(test_who_is_told),
        cmocka_unit_test(test_resend),
        cmocka_unit_test(test_buttons),
        cmocka_unit_test(test_round_over),
        cmocka_unit_test(test_a_whole_game),
    };
    return cmocka_run_group_tests_name("hub: play", tests, NULL, NULL);
}

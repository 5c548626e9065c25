// SPDX-License-Identifier: MIT
// Seats that go from one person to another by their own wish, and the same people once more.
#include "tests/unit/club.h"

#include "referee/record/record.h"

static void begin(struct club *club, guint people, const char *options)
{
    club_begin_like(club, "play.quiet=0-0");
    club_game(club, people, options);
}

static void play_to_the_end(struct club *club)
{
    for (int i = 0; i < 16 && club_turn(club); i++)
        club_move(club, club_turn(club), "leave");
    assert_int_equal(club_sql_number(club, "SELECT count(*) FROM game WHERE state = 'running'"), 0);
}

// ---- a substitute ------------------------------------------------------------------------------

static void test_somebody_new(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=14d");
    const char *mover = club_turn(&club);
    club_move(&club, mover, "pass"); // so that both have been told something
    const struct club_mail *old = club_last(&club, BRUNO);
    g_autofree char *hand = g_strdup(club_hand(&club, BRUNO));
    club_confirms(&club, BRUNO, "substitute " CLARA);
    club_expect(&club, BRUNO, "answer", CLARA " is being asked to take over your seat.");
    const struct club_mail *offer =
        club_expect(&club, CLARA, "substitute", "bruno can't go on with a game of 23");
    club_lacks(offer, "[");
    assert_null(offer->parts->table);
    assert_string_equal(offer->parts->subject, "[23] bruno asks you to take over a seat");
    assert_int_equal(
        club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE 'seat-change%'"), 0);
    club_move(&club, CLARA, "rules");
    club_letter(&club, CLARA, "join nick=clara", .reply = offer);
    club_tick(&club);
    const struct club_mail *mail = club_last(&club, CLARA);
    club_holds(mail, "You play the seat of bruno in game 1");
    assert_string_equal(club_hand(&club, CLARA), hand);
    assert_int_equal(json_array_size(club_value(mail, "log")), club_number(mail, "lines"));
    assert_int_equal(
        club_sql_number(&club,
                        "SELECT count(*) FROM log WHERE line GLOB 'seat-change bruno 2*Z clara'"),
        1);
    club_holds(club_last(&club, ANNA), "bruno has handed the seat to clara");
    club_expect(&club, BRUNO, "answer", "clara plays your seat in game 1 from now on.");
    assert_null(club_last(&club, BRUNO)->parts->table);
    // His tickets are dead, and he hears nothing but the end.
    static const char *const words[] = {"pass", "status", "hand", "resign", "substitute " ANNA};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        club_letter(&club, BRUNO, words[i], .reply = old);
        club_tick(&club);
        assert_null(club_last(&club, BRUNO)->parts->table);
        club_lacks(club_last(&club, BRUNO), "Your hand");
    }
    guint before = club_count(&club, BRUNO);
    club_move(&club, club_turn(&club), "pass");
    assert_int_equal(club_count(&club, BRUNO), before);
    play_to_the_end(&club);
    mail = club_expect(&club, BRUNO, "watch", "Game 1 is over.");
    struct game game;
    struct record_fault fault;
    if (!record_verify(&game, mail->record, strlen(mail->record), NULL, &fault))
        fail_msg("line %u: %s", (guint)fault.line, fault.reason);
    game_clear(&game);
    club_end(&club);
}

// A robot sits in for the heir later: whoever comes back is called by their own name.
static void test_the_heir_comes_back(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "play.bank=0h\nplay.quiet=0-0");
    club_game(&club, 2, "pace=1h discard=0");
    club_confirms(&club, BRUNO, "substitute " CLARA);
    club_move(&club, CLARA, "join nick=clara");
    for (int i = 0;
         i < 60 && club_sql_number(&club, "SELECT count(*) FROM seat WHERE robot = 1") == 0; i++) {
        if (club_turn(&club) && g_str_equal(club_turn(&club), ANNA))
            club_move(&club, ANNA, "pass");
        club.now += CLUB_HOUR / 2;
        club_tick(&club);
    }
    assert_string_equal(club_sql(&club, "SELECT nick FROM seat WHERE seat = 1"), "robot-1");
    club_move(&club, CLARA, "back");
    assert_string_equal(club_sql(&club, "SELECT nick FROM seat WHERE seat = 1"), "clara");
    club_end(&club);
}

// The time that was used is used; a turn begins anew.
// What was done in a seat is told by the name of who did it: "you" is only what the reader did.
static void test_who_did_it(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "pace=14d");
    club_discard(&club);
    club_holds(club_last(&club, BRUNO), "From your hand you put aside");
    const char *mover = club_turn(&club);
    club_move(&club, mover, "pass");
    club_holds(club_last(&club, mover), "You passed, for 1 token.");
    club_confirms(&club, BRUNO, "substitute " CLARA);
    club_letter(&club, CLARA, "join nick=clara",
                .reply = club_expect(&club, CLARA, "substitute", "bruno can't go on"));
    club_tick(&club);
    const struct club_mail *mail = club_last(&club, CLARA);
    club_holds(mail, "bruno, in your seat, put aside [");
    club_lacks(mail, "you put aside");
    club_lacks(mail, "You passed");
    if (!g_str_equal(club_turn(&club), CLARA))
        club_move(&club, ANNA, "pass");
    club_move(&club, CLARA, "pass");
    club_holds(club_last(&club, CLARA), "You passed, for 1 token.");
    club_move(&club, CLARA, "history");
    mail = club_expect(&club, CLARA, "answer", "bruno, in your seat, put aside [");
    club_holds(mail, "You passed, for 1 token.");
    club_end(&club);
}

static void test_time(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=24h");
    if (g_str_equal(club_turn(&club), ANNA))
        club_move(&club, ANNA, "pass");
    club_says(&club, DAVID, "nick david");
    club_tick(&club);
    club_move(&club, DAVID, "yes");
    club_confirms(&club, BRUNO, "substitute david");
    const struct club_mail *offer = club_expect(&club, DAVID, "substitute", "since you are david");
    club_hours(&club, 48); // a day of the bank
    club_letter(&club, DAVID, "yes", .reply = offer);
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT bank / 3600 FROM seat WHERE seat = 1"), 6 * 24);
    assert_int_equal(club_sql_number(&club, "SELECT began_at FROM seat WHERE seat = 1"), club.now);
    assert_int_equal(club_sql_number(&club, "SELECT player FROM seat WHERE seat = 1"), 3);
    club_end(&club);
}

// A seat that goes to and fro makes no turn last for ever.
static void test_to_and_fro(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=24h");
    club.unchecked = TRUE; // whoever comes back is told all once more
    if (g_str_equal(club_turn(&club), ANNA))
        club_move(&club, ANNA, "pass");
    club_confirms(&club, BRUNO, "substitute " CLARA);
    club_letter(&club, CLARA, "join nick=clara", .reply = club_last(&club, CLARA));
    club_tick(&club);
    assert_string_equal(club_turn(&club), CLARA);
    const struct club_mail *turn = club_last(&club, CLARA);
    club_move(&club, CLARA, "substitute bruno");
    club_expect(&club, CLARA, "refused", "Your seat has changed hands in this very turn.");
    // After that turn it can be handed on once more.
    club_letter(&club, CLARA, "pass", .reply = turn);
    club_tick(&club);
    club_move(&club, ANNA, "pass");
    assert_string_equal(club_turn(&club), CLARA);
    club_confirms(&club, CLARA, "substitute bruno");
    club_letter(&club, BRUNO, "yes",
                .reply = club_expect(&club, BRUNO, "substitute", "clara can't go on"));
    club_tick(&club);
    assert_string_equal(club_turn(&club), BRUNO);
    club_end(&club);
}

static void test_no_and_too_late(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, "discard=0");
    club_confirms(&club, BRUNO, "substitute " DAVID);
    const struct club_mail *offer = club_last(&club, DAVID);
    club_move(&club, DAVID, "decline");
    club_expect(&club, DAVID, "answer", "You said no to game 1.");
    club_holds(club_last(&club, BRUNO), DAVID " does not want to take over your seat");
    club_letter(&club, DAVID, "join nick=david", .reply = offer);
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM player"), 3);
    // Another one is asked in the place of the first; only the last question counts.
    club_confirms(&club, BRUNO, "substitute eve@example.org");
    offer = club_last(&club, "eve@example.org");
    club_confirms(&club, BRUNO, "substitute " DAVID);
    club_letter(&club, "eve@example.org", "join nick=eve", .reply = offer);
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM player"), 3);
    // Bruno gave up before David said yes.
    offer = club_last(&club, DAVID);
    club_confirms(&club, BRUNO, "resign");
    club_letter(&club, DAVID, "join nick=david", .reply = offer);
    club_tick(&club);
    club_expect(&club, DAVID, "answer", "That seat is not to be had any more.");
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM seat WHERE player > 3"), 0);
    club_end(&club);
}

static void test_who_may(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 security=ticket");
    static const struct {
        const char *command, *answer;
    } rows[] = {
        {"substitute anna", "anna has a seat at this table already."},
        {"substitute zoe", "Nobody here is called zoe."},
        {"substitute " REFEREE, "wants no mail from this referee"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        club_move(&club, BRUNO, rows[i].command);
        club_expect(&club, BRUNO, "refused", rows[i].answer);
    }
    // A seat is taken under a name that nobody else there has, and by nobody twice.
    club_confirms(&club, BRUNO, "substitute " CLARA);
    club_move(&club, CLARA, "join nick=anna");
    club_expect(&club, CLARA, "answer", "Somebody is called anna already.");
    assert_int_equal(
        club_sql_number(&club, "SELECT count(*) FROM log WHERE line LIKE 'seat-change%'"), 0);
    club_end(&club);
}

static void test_a_signed_table(void **state)
{
    (void)state;
    struct club club;
    guint8 secret[64];
    begin(&club, 2, "discard=0");
    club_sql_do(&club, "UPDATE game SET security = 'signed'");
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(1, secret));
    club_move(&club, BRUNO, key);
    club_move(&club, BRUNO, "yes");
    club_move(&club, BRUNO, "substitute " CLARA);
    club_expect(&club, BRUNO, "refused", "only a mail signed with it can do this");
    g_autofree char *block =
        club_block(&club, secret, "game 1 turn 1 seat bruno substitute " CLARA);
    club_letter(&club, BRUNO, block, .places = CLUB_NOWHERE);
    club_tick(&club);
    club_move(&club, CLARA, "join nick=clara");
    club_expect(&club, CLARA, "answer", "In that game every move is signed");
    assert_int_equal(club_sql_number(&club, "SELECT player FROM seat WHERE seat = 1"), 2);
    club_end(&club);
}

// ---- once more ---------------------------------------------------------------------------------

static void test_rematch(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "robots=1 discard=0 pace=14d name=Tea press=public");
    club_move(&club, ANNA, "rematch");
    club_expect(&club, ANNA, "refused", "Game 1 is not over yet.");
    play_to_the_end(&club);
    const struct club_mail *end = club_expect(&club, ANNA, "game-over", "game 1 is over.");
    const struct club_mail *other = club_expect(&club, BRUNO, "game-over", "game 1 is over.");
    club_letter(&club, ANNA, "rematch", .reply = end);
    club_tick(&club);
    club_expect(&club, ANNA, "lobby", "Game 2 is open: the same people and rules as in game 1.");
    club_expect(&club, BRUNO, "invitation", "anna invites you to a game of 23");
    assert_string_equal(
        club_sql(&club, "SELECT name||seats||robots||pace||press||state||rematch_of FROM game"
                        " WHERE id = 2"),
        "Tea311209600publicopen1");
    assert_string_equal(club_sql(&club, "SELECT line FROM log WHERE game = 2 AND line LIKE"
                                        " 'rules %%'"),
                        club_sql(&club, "SELECT line FROM log WHERE game = 1 AND line LIKE"
                                        " 'rules %%'"));
    club_letter(&club, ANNA, "rematch", .reply = end); // twice
    club_tick(&club);
    club_holds(club_last(&club, ANNA), "You are in game 2 already");
    club_letter(&club, BRUNO, "rematch", .reply = other); // and the other has the same thought
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM game"), 2);
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 2"), "running");
    assert_string_equal(club_sql(&club, "SELECT group_concat(nick) FROM seat WHERE game = 2"),
                        "anna,bruno,robot-1");
    club_end(&club);
}

// Both say so in one run, before either has heard of the other.
static void test_rematch_at_once(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 2, "discard=0 pace=14d");
    play_to_the_end(&club);
    club_letter(&club, ANNA, "rematch", .reply = club_last(&club, ANNA));
    club_letter(&club, BRUNO, "rematch", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_int_equal(club_sql_number(&club, "SELECT count(*) FROM game"), 2);
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 2"), "running");
    club_end(&club);
}

static void test_rematch_without_some(void **state)
{
    (void)state;
    struct club club;
    begin(&club, 3, "discard=0 pace=14d");
    club_confirms(&club, BRUNO, "resign");
    const struct club_mail *gone = club_last(&club, BRUNO);
    play_to_the_end(&club);
    club_sql_do(&club, "INSERT INTO blocked (address, blocked_at) VALUES ('" CLARA "', 1)");
    club_letter(&club, BRUNO, "rematch", .reply = gone);
    club_tick(&club);
    club_holds(club_last(&club, BRUNO), "Which game do you mean?");
    club_move(&club, ANNA, "rematch"); // alone with two robots, it begins at once
    assert_string_equal(club_sql(&club, "SELECT state||robots FROM game WHERE id = 2"), "running2");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_somebody_new),
        cmocka_unit_test(test_the_heir_comes_back),
        cmocka_unit_test(test_who_did_it),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_to_and_fro),
        cmocka_unit_test(test_no_and_too_late),
        cmocka_unit_test(test_who_may),
        cmocka_unit_test(test_a_signed_table),
        cmocka_unit_test(test_rematch),
        cmocka_unit_test(test_rematch_at_once),
        cmocka_unit_test(test_rematch_without_some),
    };
    return cmocka_run_group_tests_name("hub: heirs", tests, NULL, NULL);
}

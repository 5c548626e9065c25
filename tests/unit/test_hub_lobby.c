// SPDX-License-Identifier: MIT
// Before the game (spec: mail.md, "Before the game"): opening, inviting, joining, luck, beginning,
// and everything that is refused on the way.
#include "tests/unit/club.h"

#define COUNT(club, table) club_sql((club), "SELECT count(*) FROM " table)

// ---- opening -----------------------------------------------------------------------------------

static void test_new_is_confirmed_first(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=Anna pace=24h name=Friday club\ninvite " BRUNO);
    assert_int_equal(club_tick(&club), 1);
    const struct club_mail *mail = club_expect(&club, ANNA, "confirm", "- [new …]");
    // Anybody may have written that: nobody's words go to an address that isn't confirmed.
    club_holds(mail, "- [invite …]");
    club_lacks(mail, "Friday");
    club_lacks(mail, BRUNO);
    assert_string_equal(COUNT(&club, "player"), "0");
    assert_string_equal(COUNT(&club, "game"), "0");
    club_answers(&club, ANNA, "yes");
    assert_int_equal(club_tick(&club), 2);
    assert_string_equal(club_sql(&club, "SELECT nick FROM player"), "Anna");
    assert_string_equal(club_sql(&club, "SELECT address FROM address"), ANNA);
    assert_string_equal(club_sql(&club, "SELECT name||pace||state||seats||robots FROM game"),
                        "Friday club86400open20");
    assert_string_equal(club_sql(&club, "SELECT address||state FROM invitation"), BRUNO "open");
    mail =
        club_expect(&club, ANNA, "lobby", "Game 1 is open. It begins by itself when all of its 2");
    club_holds(mail, "game 1 \"Friday club\" waits for players");
    mail = club_expect(&club, BRUNO, "invitation", "Anna invites you to a game of 23");
    club_holds(mail, "Time for a turn: 24 hours.");
    assert_string_equal(mail->parts->subject, "[23] Anna invites you to a game");
    club_end(&club);
}

static void test_the_answer_is_no(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new robots=1");
    club_tick(&club);
    club_answers(&club, ANNA, "no");
    club_tick(&club);
    club_expect(&club, ANNA, "answer", "it is forgotten, and nothing was changed");
    assert_string_equal(COUNT(&club, "player"), "0");
    assert_string_equal(COUNT(&club, "matter WHERE settled_at IS NULL"), "0");
    club_end(&club);
}

static void test_yes_comes_too_late(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new robots=1");
    club_tick(&club);
    const struct club_mail *asked = club_last(&club, ANNA);
    for (int i = 0; i < 8; i++) {
        club.now += CLUB_DAY;
        club_tick(&club);
    }
    club_letter(&club, ANNA, "yes", .reply = asked);
    club_tick(&club);
    assert_string_equal(club_last(&club, ANNA)->kind, "stranger");
    assert_string_equal(COUNT(&club, "player"), "0");
    club_end(&club);
}

static void test_robots_alone(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=anna robots=3 rules=booklet stall=0");
    club_tick(&club);
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    const struct club_mail *mail = club_expect(&club, ANNA, "deal", "round 1 of game 1 is dealt");
    assert_int_equal(json_array_size(club_value(mail, "seats")), 4);
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "running");
    assert_string_equal(club_sql(&club, "SELECT group_concat(nick||robot) FROM seat"),
                        "anna0,robot-11,robot-21,robot-31");
    assert_string_equal(club_sql(&club, "SELECT line FROM log WHERE line LIKE 'rules%%'"),
                        "rules gap=skipped bonus=shift discard=3 stall=0");
    club_end(&club);
}

// What can't be opened, and what is said about it.
static void test_new_refused(void **state)
{
    (void)state;
    static const struct {
        const char *body, *words;
    } cases[] = {
        {"new", "A game needs at least two seats."},
        {"new seats=2 robots=2", "A game has two, three or four seats"},
        {"new robots=3\ninvite " BRUNO, "A game has two, three or four seats"},
        {"new seats=2\ninvite " BRUNO " " CLARA, "A game has two, three or four seats"},
        {"new seats=3\ninvite " BRUNO " " BRUNO, BRUNO " is in game 2 or invited to it already"},
        {"new seats=2\ninvite " ANNA, ANNA " is in game 3 or invited to it already"},
        {"new seats=2 security=signed", "everybody at its table needs a key first"},
    };
    struct club club;
    club_begin_like(&club, "limits.games-a-player=9");
    club_game(&club, 1, "robots=1");
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        club_move(&club, ANNA, cases[i].body);
        club_expect(&club, ANNA, "refused", cases[i].words);
    }
    club_end(&club);
}

static void test_games_limit(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "limits.games-a-player=2");
    club_game(&club, 1, "robots=1");
    club_move(&club, ANNA, "new robots=1");
    assert_string_equal(COUNT(&club, "game"), "2");
    club_move(&club, ANNA, "new robots=1");
    club_expect(&club, ANNA, "refused", "as many games as this referee allows");
    assert_string_equal(COUNT(&club, "game"), "2");
    club_end(&club);
}

// A name that is short in characters can be long in bytes.
static void test_names(void **state)
{
    (void)state;
    g_autoptr(GString) longest = g_string_new("new robots=1 name=x");
    for (int i = 0; i < 59; i++)
        g_string_append(longest, "\U0001d11e");
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1 name=Brétzel & <b>Söhne</b> “x”");
    const struct club_mail *mail = club_last(&club, ANNA);
    assert_string_equal(club_text(mail, "name"), "Brétzel & <b>Söhne</b> “x”");
    assert_string_equal(mail->parts->subject, "[23] Game 1: Brétzel & <b>Söhne</b> “x”");
    club_move(&club, ANNA, longest->str);
    club_expect(&club, ANNA, "refused", "at most 200 bytes");
    assert_string_equal(COUNT(&club, "game"), "1");
    club_end(&club);
}

// ---- inviting ----------------------------------------------------------------------------------

static void test_invite_refused(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=4");
    assert_string_equal(club_last(&club, ANNA)->kind, "lobby");
    club_sql_do(&club, "INSERT INTO blocked VALUES ('" DAVID "', 1, 0)");
    club_move(&club, ANNA, "invite nobody");
    club_expect(&club, ANNA, "refused", "Nobody here is called nobody. Please give an address");
    club_move(&club, ANNA, "invite " DAVID);
    club_expect(&club, ANNA, "refused", DAVID " wants no mail from this referee.");
    club_move(&club, ANNA, "invite referee@play.example.org");
    club_expect(&club, ANNA, "refused", "wants no mail from this referee.");
    club_move(&club, ANNA, "invite Referee+x@PLAY.example.org");
    club_expect(&club, ANNA, "refused", "wants no mail from this referee.");
    club_move(&club, ANNA, "invite " BRUNO " " BRUNO);
    club_expect(&club, ANNA, "refused", BRUNO " is in game 1 or invited to it already.");
    assert_string_equal(COUNT(&club, "invitation"), "1");
    assert_int_equal(club_count(&club, BRUNO), 1);
    club_move(&club, ANNA, "invite " CLARA "\ninvite eva@example.org\ninvite emil@example.org");
    club_expect(&club, ANNA, "refused", "That is more people than game 1 has seats for.");
    club_holds(club_last(&club, ANNA), "Invitation to game 1 sent to " CLARA);
    assert_string_equal(COUNT(&club, "invitation"), "3");
    club_move(&club, BRUNO, "join nick=bruno");
    club_move(&club, BRUNO, "invite emil@example.org");
    club_expect(&club, BRUNO, "refused", "Only anna, who opened game 1, can ask others to it.");
    club_end(&club);
}

static void test_invitation_limits(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "limits.invitations-a-day=2");
    club_game(&club, 1, "seats=4");
    club_move(&club, ANNA, "invite " BRUNO " " CLARA " " DAVID);
    club_expect(&club, ANNA, "refused", "That is as many invitations as one day allows.");
    assert_string_equal(COUNT(&club, "invitation"), "2");
    club.now += CLUB_DAY + 1;
    club_move(&club, ANNA, "invite " DAVID);
    assert_string_equal(COUNT(&club, "invitation"), "3");
    club_end(&club);
}

// A player is invited by name or by address, and needs no name to join.
static void test_invite_a_player(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, NULL);
    club_move(&club, ANNA, "new seats=2\ninvite BRUNO");
    const struct club_mail *mail = club_expect(&club, BRUNO, "invitation", "Hello bruno,");
    club_holds(mail, "You can leave the name out, since you are bruno here.");
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "deal", "round 1 of game 2 is dealt");
    club_move(&club, ANNA, "new seats=2\ninvite Bruno@EXAMPLE.org");
    club_move(&club, BRUNO, "no");
    club_expect(&club, BRUNO, "answer", "You said no to game 3.");
    club_expect(&club, ANNA, "lobby", "bruno said no to the invitation to game 3");
    assert_string_equal(club_sql(&club, "SELECT group_concat(state) FROM invitation"),
                        "joined,joined,declined");
    club_end(&club);
}

// The domain of an address is compared in its ASCII form.
static void test_invite_idn(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite uwe@BÜCHER.example.org");
    club_move(&club, "uwe@xn--bcher-kva.example.org", "join nick=uwe");
    club_expect(&club, "uwe@xn--bcher-kva.example.org", "deal", "round 1 of game 1 is dealt");
    club_end(&club);
}

// ---- joining -----------------------------------------------------------------------------------

static void test_join_refused(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=3");
    club_move(&club, ANNA, "invite " BRUNO " " CLARA);
    const struct club_mail *invited = club_last(&club, BRUNO);
    const struct club_mail *other = club_last(&club, CLARA);
    club_move(&club, BRUNO, "join nick=ANNA");
    club_expect(&club, BRUNO, "answer", "Somebody is called ANNA already.");
    assert_string_equal(COUNT(&club, "player"), "1");
    club_letter(&club, BRUNO, "join nick=bruno", .reply = invited);
    club_tick(&club);
    club_letter(&club, BRUNO, "join", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "You are in game 1 already.");
    club_move(&club, BRUNO, "join 7");
    club_expect(&club, BRUNO, "refused", "There is no game number 7");
    club_letter(&club, CLARA, "join nick=clara", .reply = other);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "running");
    club_move(&club, BRUNO, "join 1");
    club_expect(&club, BRUNO, "refused", "Game 1 does not wait for players any more.");
    club_end(&club);
}

static void test_join_needs_an_invitation(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "seats=3");
    club_says(&club, CLARA, "join 1 nick=clara");
    club_tick(&club);
    club_expect(&club, CLARA, "confirm", "- [join …]");
    club_move(&club, CLARA, "yes");
    club_expect(&club, CLARA, "refused", "Game 1 is for those who were invited.");
    assert_string_equal(COUNT(&club, "seat"), "2");
    club_end(&club);
}

static void test_open_game(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "open=yes seats=3");
    club_says(&club, CLARA, "join 1 nick=clara");
    club_tick(&club);
    club_move(&club, CLARA, "yes");
    club_expect(&club, CLARA, "lobby", "You are in game 1, as clara at the table.");
    club_expect(&club, ANNA, "lobby", "clara has joined game 1");
    club_says(&club, DAVID, "join 1");
    club_says(&club, BRUNO, "join 1");
    club_tick(&club);
    club_move(&club, DAVID, "yes");
    club_expect(&club, DAVID, "deal", "player-1, round 1 of game 1 is dealt");
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "refused", "Game 1 does not wait for players any more.");
    club_end(&club);
}

static void test_open_game_is_full(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "open=yes robots=1");
    assert_string_equal(club_sql(&club, "SELECT seats||state FROM game"), "2running");
    club_end(&club);
}

// Two at one table with one name: the one who sits keeps the name that stands in the record.
static void test_a_name_is_free_again(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "open=yes seats=3");
    club_move(&club, ANNA, "nick berta");
    club_expect(&club, ANNA, "lobby", "You are called berta from now on");
    club_says(&club, BRUNO, "join 1 nick=anna");
    club_tick(&club);
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "lobby", "You are in game 1, as anna at the table.");
    club_expect(&club, ANNA, "lobby", "- berta");
    club_end(&club);
}

static void test_decline_and_come_back(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite " BRUNO);
    const struct club_mail *invited = club_last(&club, BRUNO);
    club_move(&club, BRUNO, "decline");
    club_expect(&club, BRUNO, "answer", "You said no to game 1. Nothing more will come about it.");
    club_expect(&club, ANNA, "lobby", BRUNO " said no to the invitation to game 1");
    assert_string_equal(COUNT(&club, "player"), "1");
    club_letter(&club, BRUNO, "join nick=bruno", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "deal", "round 1 of game 1 is dealt");
    club_letter(&club, BRUNO, "decline", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Game 1 does not wait for players any more.");
    club_end(&club);
}

// Mail to one address is read at another: who answers from there, joins from there.
static void test_invitation_answered_from_elsewhere(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite " BRUNO);
    club_letter(&club, DAVID, "join nick=david\nluck: from afar", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    const struct club_mail *mail = club_expect(&club, DAVID, "confirm", "- [join …]");
    club_letter(&club, DAVID, "yes", .reply = mail);
    club_tick(&club);
    club_expect(&club, DAVID, "deal", "You are in game 1, as david at the table.");
    assert_string_equal(club_sql(&club, "SELECT luck FROM seat WHERE seat = 1"), "from afar");
    assert_string_equal(club_sql(&club, "SELECT group_concat(address) FROM address"),
                        ANNA "," DAVID);
    assert_string_equal(club_sql(&club, "SELECT state FROM invitation"), "joined");
    club_end(&club);
}

// An answer that nobody can make sense of, and one that only asks.
static void test_invitation_and_other_words(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite " BRUNO);
    const struct club_mail *invited = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "What is this?", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "unclear",
                "there was nothing on its first lines that I could follow");
    club_letter(&club, BRUNO, "rules", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "There are 66 cards");
    club_letter(&club, BRUNO, "Who are you?", .reply = invited);
    club_tick(&club);
    guint before = club_count(&club, BRUNO);
    club_letter(&club, BRUNO, "Hello?", .reply = invited);
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before); // twice a ticket, no more
    club_letter(&club, BRUNO, "join nick=bruno", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "deal", "round 1 of game 1 is dealt");
    club_end(&club);
}

// Somebody who was invited may write of something else on the same day.
static void test_invited_stranger_gets_an_answer(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite " BRUNO);
    club_says(&club, BRUNO, "help");
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "How to play by mail");
    club_end(&club);
}

// ---- luck --------------------------------------------------------------------------------------

static void test_luck(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=anna seats=3\ninvite " BRUNO " " CLARA "\nluck: too early");
    club_tick(&club);
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "Luck can only be given before the game begins");
    assert_string_equal(COUNT(&club, "invitation"), "2");
    club_move(&club, ANNA, "luck:   \xc2\xa0 7 brackish “ÄÖÜ” 🎲 \t");
    club_expect(&club, ANNA, "lobby", "Your line of luck is noted.");
    club_move(&club, BRUNO, "join nick=bruno\nluck: first\nluck: the cat sat\ton it");
    club_move(&club, CLARA, "join nick=clara");
    club_expect(&club, CLARA, "deal", "round 1 of game 1 is dealt");
    assert_string_equal(club_sql(&club, "SELECT group_concat(line, '|') FROM log"
                                        " WHERE line LIKE 'seat %%'"),
                        "seat anna 7 brackish “ÄÖÜ” 🎲|seat bruno the cat sat on it|seat clara");
    club_move(&club, CLARA, "luck: too late");
    club_expect(&club, CLARA, "refused", "Luck can only be given before the game begins");
    club_end(&club);
}

// 200 bytes are the most, and they are counted as bytes.
static void test_luck_length(void **state)
{
    (void)state;
    struct club club;
    g_autoptr(GString) most = g_string_new("luck: ");
    for (int i = 0; i < 100; i++)
        g_string_append(most, "é");
    g_autofree char *more = g_strconcat(most->str, "!", NULL);
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_move(&club, ANNA, "invite " BRUNO);
    club_move(&club, ANNA, more);
    club_expect(&club, ANNA, "refused", "Luck is one line of at most 200 bytes; yours is longer.");
    assert_string_equal(club_sql(&club, "SELECT luck FROM seat"), "");
    club_move(&club, ANNA, most->str);
    assert_string_equal(club_sql(&club, "SELECT luck FROM seat"), most->str + 6);
    club_move(&club, BRUNO, "join nick=bruno");
    club_expect(&club, BRUNO, "deal", "round 1 of game 1 is dealt");
    club_end(&club);
}

// A mail without a ticket has seen no commitment, whatever is said yes to later.
static void test_luck_without_the_commitment(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_says(&club, ANNA, "luck: unseen");
    club_tick(&club);
    club_expect(&club, ANNA, "ask", "- [luck: unseen]");
    club_move(&club, ANNA, "yes");
    club_expect(&club, ANNA, "refused", "Luck can only be given before the game begins");
    assert_string_equal(club_sql(&club, "SELECT luck FROM seat"), "");
    club_end(&club);
}

// From an address that was never confirmed, but in answer to the mail with the commitment.
static void test_luck_from_elsewhere(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=2");
    club_letter(&club, DAVID, "luck: seen", .reply = club_last(&club, ANNA));
    club_tick(&club);
    club_expect(&club, ANNA, "ask", "It came from david@example.com this time.");
    club_move(&club, ANNA, "yes");
    assert_string_equal(club_sql(&club, "SELECT luck FROM seat"), "seen");
    assert_string_equal(club_sql(&club, "SELECT player FROM address WHERE address = '" DAVID "'"),
                        "1");
    club_end(&club);
}

// ---- beginning ---------------------------------------------------------------------------------

static void test_start(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "seats=4");
    club_move(&club, ANNA, "invite " CLARA);
    const struct club_mail *invited = club_last(&club, CLARA);
    club_move(&club, BRUNO, "start");
    club_expect(&club, BRUNO, "refused", "Only anna, who opened game 1, can begin it.");
    club_move(&club, ANNA, "start");
    club_expect(&club, ANNA, "deal", "round 1 of game 1 is dealt");
    club_expect(&club, BRUNO, "deal", "round 1 of game 1 is dealt");
    assert_string_equal(club_sql(&club, "SELECT group_concat(nick) FROM seat"),
                        "anna,bruno,robot-1,robot-2");
    club_move(&club, ANNA, "start");
    club_expect(&club, ANNA, "refused", "Game 1 has begun already.");
    club_letter(&club, CLARA, "join nick=clara", .reply = invited);
    club_tick(&club);
    club_expect(&club, CLARA, "answer", "Game 1 does not wait for players any more.");
    assert_string_equal(club_sql(&club, "SELECT group_concat(state) FROM invitation"),
                        "joined,lapsed");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_new_is_confirmed_first),
        cmocka_unit_test(test_the_answer_is_no),
        cmocka_unit_test(test_yes_comes_too_late),
        cmocka_unit_test(test_robots_alone),
        cmocka_unit_test(test_new_refused),
        cmocka_unit_test(test_games_limit),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_invite_refused),
        cmocka_unit_test(test_invitation_limits),
        cmocka_unit_test(test_invite_a_player),
        cmocka_unit_test(test_invite_idn),
        cmocka_unit_test(test_join_refused),
        cmocka_unit_test(test_join_needs_an_invitation),
        cmocka_unit_test(test_open_game),
        cmocka_unit_test(test_open_game_is_full),
        cmocka_unit_test(test_a_name_is_free_again),
        cmocka_unit_test(test_decline_and_come_back),
        cmocka_unit_test(test_invitation_answered_from_elsewhere),
        cmocka_unit_test(test_invitation_and_other_words),
        cmocka_unit_test(test_invited_stranger_gets_an_answer),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_luck_length),
        cmocka_unit_test(test_luck_without_the_commitment),
        cmocka_unit_test(test_luck_from_elsewhere),
        cmocka_unit_test(test_start),
    };
    return cmocka_run_group_tests_name("hub: lobby", tests, NULL, NULL);
}

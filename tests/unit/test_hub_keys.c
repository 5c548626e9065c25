// SPDX-License-Identifier: MIT
// Players with a key (spec: mail.md, "Signature"): registering, signed moves and everything that
// can happen to them on the way, changing and dropping a key, games where everybody signs.
#include "tests/unit/club.h"

static guint8 secret[64]; // Bruno's

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'");
}

// Bruno is to move first.
static void begin_without_key(struct club *club)
{
    club_begin(club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(club, 2, "discard=0");
}

// Bruno registers a key.
static void register_key(struct club *club)
{
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(7, secret));
    club_move(club, BRUNO, words);
    club_expect(club, BRUNO, "ask", "- [key ed25519");
    club_move(club, BRUNO, "yes");
    club_expect(club, BRUNO, "answer", "From now on only mails that are signed with it");
    assert_string_equal(club_sql(club, "SELECT public FROM key WHERE player = 2"),
                        club_key(7, secret));
}

static void begin(struct club *club)
{
    begin_without_key(club);
    register_key(club);
}

// A mail with a block over these words, signed by this key; nothing else proves who wrote it.
static void sign_and_send(struct club *club, const guint8 key[64], const char *words)
{
    g_autofree char *block = club_block(club, key, words);
    club_says(club, BRUNO, block);
    club_tick(club);
}

// ---- registering -------------------------------------------------------------------------------

static void test_bad_keys(void **state)
{
    (void)state;
    static const char *const bad[] = {// no point of the curve; points of small order
                                      "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                                      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                                      "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                                      "7P///////////////////////////////////////38="};
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *words = g_strdup_printf("key ed25519 %s", bad[i]);
        club_move(&club, ANNA, words);
        if (g_str_equal(club_last(&club, ANNA)->kind, "ask"))
            club_move(&club, ANNA, "yes");
        club_expect(&club, ANNA, "refused", "That is no Ed25519 public key");
    }
    club_move(&club, ANNA, "key off");
    club_expect(&club, ANNA, "refused", "You have no key registered here.");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM key"), "0");
    club_end(&club);
}

// An old or forwarded mail must not set a key: that would take the seat away.
static void test_key_is_asked_back(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    const struct club_mail *deal = club_last(&club, ANNA);
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(9, secret));
    club_letter(&club, DAVID, words, .reply = deal);
    club_tick(&club);
    club_expect(&club, ANNA, "ask", "It came from david@example.com this time.");
    assert_int_equal(club_count(&club, DAVID), 0);
    club_letter(&club, ANNA, words, .reply = deal);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM key"), "0");
    club_letter(&club, DAVID, "yes", .reply = club_last(&club, ANNA)); // read over her shoulder
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM key"), "0");
    club_end(&club);
}

// ---- what a ticket is still good for -----------------------------------------------------------

static void test_a_ticket_reads(void **state)
{
    (void)state;
    static const char *const reads[] = {"status", "hand", "history", "preview 3", "help", "rules"};
    static const char *const acts[] = {"2",      "pass",    "say hello",    "nick berta",
                                       "resign", "luck: x", "new robots=1", "language fr",
                                       "back",   "yes"};
    struct club club;
    begin(&club);
    g_autofree char *before = club_dump(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(reads); i++) {
        club_move(&club, BRUNO, reads[i]);
        assert_string_equal(club_last(&club, BRUNO)->kind, "answer");
    }
    for (gsize i = 0; i < G_N_ELEMENTS(acts); i++) {
        club_move(&club, BRUNO, acts[i]);
        club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this:");
    }
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_holds(club_last(&club, BRUNO), "Your moves need your signature");
    assert_null(strstr(club_last(&club, BRUNO)->markup, "mailto:"));
    club_end(&club);
}

// ---- signed moves ------------------------------------------------------------------------------

static void test_signed_move(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno play 2");
    assert_string_equal(moves(&club), "2");
    club_expect(&club, BRUNO, "table", "You laid [2], free of charge.");
    club_move(&club, ANNA, "3");
    // Wrapped, quoted, with CRLF, between other words; from an address that nobody knows.
    g_autofree char *folded = club_block(&club, secret, "game 1 turn 4 seat bruno play 4");
    const char *signature = strstr(folded, "-----BEGIN 23 SIGNATURE");
    g_autofree char *body = g_strdup_printf(
        "Hello,\r\n\r\n> -----BEGIN 23 COMMAND-----\r\n> game 1\r\n> turn 4 seat\r\n"
        "> bruno play   4\r\n%s\r\nBye",
        signature);
    club_letter(&club, "bot@elsewhere.example.org", body);
    club_tick(&club);
    assert_string_equal(moves(&club), "4");
    assert_int_equal(club_count(&club, "bot@elsewhere.example.org"), 0);
    club_end(&club);
}

// What the block says counts, not which mail it answers.
static void test_signed_in_another_games_thread(void **state)
{
    (void)state;
    struct club club;
    begin_without_key(&club);
    club_move(&club, ANNA, "new seats=2 discard=0 pace=3d\ninvite bruno");
    club_move(&club, BRUNO, "join");
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 2"), "running");
    const struct club_mail *of_two = club_last(&club, BRUNO);
    assert_int_equal(club_number(of_two, "game"), 2);
    register_key(&club);
    g_autofree char *block = club_block(&club, secret, "game 1 turn 2 seat bruno play 2");
    club_letter(&club, BRUNO, block, .reply = of_two);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM log WHERE game = 1 AND line LIKE"
                                        " 'move bruno %% 2'"),
                        "1");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM log WHERE game = 2 AND line LIKE"
                                        " 'move bruno %%'"),
                        "0");
    club_end(&club);
}

static void test_signed_and_wrong(void **state)
{
    (void)state;
    guint8 other[64];
    struct club club;
    begin(&club);
    (void)club_key(8, other);
    g_autofree char *before = club_dump(&club);
    static const char wrong[] = "The signature in your mail does not fit its words";
    g_autofree char *good = club_block(&club, secret, "game 1 turn 2 seat bruno play 2");
    static const char *const altered[] = {
        "game 2 turn 2 seat bruno play 2", "game 1 turn 3 seat bruno play 2",
        "game 1 turn 2 seat bruno play 3", "game 1 turn 2 seat bruno play 2 bonus",
        "game 1 turn 2 seat bruno pass"};
    const char *signature = strstr(good, "-----BEGIN 23 SIGNATURE");
    for (gsize i = 0; i < G_N_ELEMENTS(altered); i++) {
        g_autofree char *block =
            g_strdup_printf("-----BEGIN 23 COMMAND-----\n%s\n%s", altered[i], signature);
        club_letter(&club, BRUNO, block, .reply = club_last(&club, BRUNO));
        club_tick(&club);
        club_expect(&club, BRUNO, "refused",
                    i ? wrong : "nobody with a registered key is called so");
    }
    sign_and_send(&club, other, "game 1 turn 2 seat bruno play 2");
    club_expect(&club, BRUNO, "refused", wrong);
    sign_and_send(&club, secret, "game 1 turn 2 seat anna play 2");
    club_expect(&club, BRUNO, "refused", "nobody with a registered key is called so");
    sign_and_send(&club, secret, "game 1 turn 2 seat nobody play 2");
    club_expect(&club, BRUNO, "refused", "nobody with a registered key is called so");
    sign_and_send(&club, secret, "game 1 turn 1 seat bruno play 2");
    club_expect(&club, BRUNO, "refused", "The game has moved on");
    sign_and_send(&club, secret, "game 7 turn 2 seat bruno play 2");
    club_expect(&club, BRUNO, "refused", "nobody with a registered key is called so");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

// Cut on the way, said twice, or with a command beside it: unclear, and the block may come again.
static void test_signed_and_unclear(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    g_autofree char *before = club_dump(&club);
    g_autofree char *good = club_block(&club, secret, "game 1 turn 2 seat bruno play 2");
    g_autofree char *cut = g_strndup(good, strlen(good) - 40);
    g_autofree char *twice = g_strconcat(good, "\n", good, NULL);
    g_autofree char *beside = g_strconcat("play 3\n\n", good, NULL);
    g_autofree char *below = g_strconcat(good, "\nplay 3\n", NULL);
    const char *const bodies[] = {cut, twice, beside, below};
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        club_says(&club, BRUNO, bodies[i]);
        club_tick(&club);
        assert_string_equal(club_last(&club, BRUNO)->kind, "unclear");
    }
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_says(&club, BRUNO, good);
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

static void test_a_block_acts_once(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno say Again and again");
    club_expect(&club, ANNA, "press", "bruno says: “Again and again”");
    guint before = club_count(&club, ANNA);
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno say Again and again");
    club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
    assert_int_equal(club_count(&club, ANNA), before);
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno say Again and again ; play 2");
    assert_string_equal(moves(&club), "1"); // say takes the rest
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno play 2 ; say And now you");
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

static void test_openpgp(void **state)
{
    (void)state;
    static const char body[] =
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nplay 2\n"
        "-----BEGIN PGP SIGNATURE-----\n\niHUEABYIAB0WIQT=\n=abcd\n-----END PGP SIGNATURE-----\n";
    struct club club;
    begin(&club);
    g_autofree char *before = club_dump(&club);
    club_letter(&club, BRUNO, body, .reply = club_last(&club, BRUNO));
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

// ---- changing it -------------------------------------------------------------------------------

static void test_changing_a_key(void **state)
{
    (void)state;
    guint8 next[64];
    struct club club;
    begin(&club);
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(8, next));
    g_autofree char *block = g_strdup_printf("game 1 turn 2 seat bruno %s", words);
    club_move(&club, BRUNO, words);
    club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this");
    club_says(&club, BRUNO, words);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this");
    sign_and_send(&club, next, block);
    club_expect(&club, BRUNO, "refused", "does not fit its words");
    sign_and_send(&club, secret, block);
    club_expect(&club, BRUNO, "answer", club_key(8, next));
    assert_string_equal(club_sql(&club, "SELECT public FROM key WHERE dropped_at IS NULL"),
                        club_key(8, next));
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno play 2");
    club_expect(&club, BRUNO, "refused", "does not fit its words");
    sign_and_send(&club, next, "game 1 turn 2 seat bruno key off");
    club_expect(&club, BRUNO, "answer", "Your key is no longer used.");
    club_move(&club, BRUNO, "2");
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// Who asked the operator for it may have been somebody else: its player hears of it.
static void test_dropped_by_the_operator(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    assert_int_equal(club_program(&club, "player drop-key bruno", NULL, 0, NULL), 0);
    club_tick(&club);
    club_expect(&club, BRUNO, "announcement", "has dropped your keys here.");
    const guint before = club_count(&club, BRUNO);
    assert_int_equal(club_program(&club, "player drop-key bruno", NULL, 0, NULL), 0); // none left
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before);
    club_end(&club);
}

// Outside a game: the number of the matter that the ticket names stands for the turn.
static void test_signed_outside_a_game(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_letter(&club, BRUNO, "games", .places = CLUB_NOWHERE);
    sign_and_send(&club, secret, "game 0 turn 0 seat bruno nick berta");
    club_expect(&club, BRUNO, "answer", "You are called berta from now on");
    // The seat keeps its name; the player may sign by either.
    sign_and_send(&club, secret, "game 0 turn 0 seat bruno nick carla");
    club_expect(&club, BRUNO, "refused", "nobody with a registered key is called so");
    sign_and_send(&club, secret, "game 1 turn 2 seat berta say It is me");
    club_expect(&club, ANNA, "press", "bruno says: “It is me”");
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno play 2");
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// What is asked back is proven by a signature already.
static void test_signed_resign(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno resign");
    club_expect(&club, BRUNO, "answer", "You gave up your seat in game 1.");
    club_expect(&club, ANNA, "turn", "bruno gave up. A robot plays the seat to the end.");
    assert_string_equal(club_sql(&club, "SELECT nick||coalesce(player, 0)||robot FROM seat"
                                        " WHERE seat = 1"),
                        "robot-101");
    club_end(&club);
}

// A word that names no game is about the only one of whoever says it, and the answer calls that.
static void test_game_unnamed(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    sign_and_send(&club, secret, "game 0 turn 0 seat bruno join");
    club_expect(&club, BRUNO, "refused", "Game 1 does not wait for players any more");
    club_end(&club);
}

// A name at a table is that seat's, whoever is called so elsewhere since.
static void test_a_former_name(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    sign_and_send(&club, secret, "game 0 turn 0 seat bruno nick zoe");
    club_move(&club, ANNA, "nick bruno");
    assert_string_equal(club_sql(&club, "SELECT nick FROM player WHERE id = 1"), "bruno");
    sign_and_send(&club, secret, "game 1 turn 2 seat bruno play 2");
    club_expect(&club, BRUNO, "table", "You laid [2], free of charge.");
    club_move(&club, ANNA, "3");
    sign_and_send(&club, secret, "game 1 turn 4 seat Zoe play 4");
    assert_string_equal(moves(&club), "4");
    club_end(&club);
}

// ---- games where everybody signs ---------------------------------------------------------------

static void test_signed_game(void **state)
{
    (void)state;
    guint8 anna[64];
    struct club club;
    begin(&club);
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(1, anna));
    club_move(&club, ANNA, "new security=signed seats=2\ninvite bruno");
    club_expect(&club, ANNA, "refused", "everybody at its table needs a key first");
    club_move(&club, ANNA, words);
    club_move(&club, ANNA, "yes");
    g_autofree char *block = club_block(&club, anna,
                                        "game 0 turn 0 seat anna new security=signed seats=2"
                                        " ; invite bruno");
    club_says(&club, ANNA, block);
    club_tick(&club);
    club_expect(&club, BRUNO, "invitation", "anna invites you");
    club_expect(&club, BRUNO, "invitation", "Everybody signs here: a seat needs a key");
    club_expect(&club, ANNA, "lobby", "Everybody signs here: a seat needs a key");
    g_autofree char *join = g_strdup_printf("game 0 turn %s seat bruno join 2",
                                            club_sql(&club, "SELECT id FROM matter WHERE kind ="
                                                            " 'invitation' ORDER BY id DESC"));
    sign_and_send(&club, secret, join);
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 2"), "running");
    // Nobody goes without a key there; the operator may take one away.
    sign_and_send(&club, secret, "game 0 turn 0 seat bruno key off");
    club_expect(&club, BRUNO, "refused", "but not go without one as long as you have a seat there");
    club_sql_do(&club, "UPDATE key SET dropped_at = 1 WHERE player = (SELECT id FROM player"
                       " WHERE nick = 'bruno')");
    const struct club_mail *mail = club_last(&club, BRUNO);
    for (guint i = 0; i < club.mails->len; i++) {
        const struct club_mail *other = club.mails->pdata[i];
        if (g_str_equal(other->to, BRUNO) && other->parts->table && club_number(other, "game") == 2)
            mail = other;
    }
    club_letter(&club, BRUNO, "discard 2 3 4", .reply = mail);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "In this game only a mail signed");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_keys),
        cmocka_unit_test(test_key_is_asked_back),
        cmocka_unit_test(test_a_ticket_reads),
        cmocka_unit_test(test_signed_move),
        cmocka_unit_test(test_signed_and_wrong),
        cmocka_unit_test(test_signed_in_another_games_thread),
        cmocka_unit_test(test_signed_and_unclear),
        cmocka_unit_test(test_a_block_acts_once),
        cmocka_unit_test(test_openpgp),
        cmocka_unit_test(test_changing_a_key),
        cmocka_unit_test(test_dropped_by_the_operator),
        cmocka_unit_test(test_signed_outside_a_game),
        cmocka_unit_test(test_signed_resign),
        cmocka_unit_test(test_game_unnamed),
        cmocka_unit_test(test_a_former_name),
        cmocka_unit_test(test_signed_game),
    };
    return cmocka_run_group_tests_name("hub: keys", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Who is speaking (spec: mail.md): tickets in all their places and forgeries, addresses that were
// never confirmed, mails without any proof, strangers. Keys and signatures are in test_hub_keys.c.
#include "tests/unit/club.h"

#include "referee/identity/identity.h"
#include "referee/words/ticket.h"

// Bruno is to move first; both can play upward one by one.
static void begin(struct club *club)
{
    club_begin(club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(club, 2, "discard=0");
    assert_string_equal(club_turn(club), BRUNO);
}

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'");
}

// A ticket's line with one character of it changed. The caller owns it.
static char *changed(const char *ticket, gsize at)
{
    char *text = g_strdup(ticket);
    text[at] = text[at] == '7' ? '8' : '7';
    return text;
}

// ---- places ------------------------------------------------------------------------------------

static void test_three_places(void **state)
{
    (void)state;
    static const unsigned places[] = {CLUB_TO, CLUB_IDS, CLUB_QUOTE, CLUB_TO | CLUB_IDS};
    static const char *const plays[] = {"2", "3", "4", "5"};
    struct club club;
    begin(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        const char *who = club_turn(&club);
        club_letter(&club, who, plays[i], .reply = club_last(&club, who), .places = places[i]);
        club_tick(&club);
        assert_int_equal(atol(moves(&club)), 2 + i);
    }
    club_end(&club);
}

// As people copy it by hand: in capitals, with O for 0 and I for 1, hyphens.
static void test_typed_by_hand(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    g_autofree char *ticket = g_ascii_strup(club_last(&club, BRUNO)->parts->ticket, -1);
    char *mac = strrchr(ticket, '.') + 1;
    g_strdelimit(mac, "0", 'O');
    g_strdelimit(mac, "1", 'I');
    g_autofree char *quote =
        g_strdup_printf("Ticket %.*s-%s\n", (int)(mac - ticket + 4), ticket, mac + 4);
    club_letter(&club, BRUNO, "2", .quote = quote);
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// ---- old tickets -------------------------------------------------------------------------------

static void test_stale(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *first = club_last(&club, BRUNO);
    club_move(&club, BRUNO, "2");
    club_move(&club, ANNA, "3");
    g_autofree char *before = club_dump(&club);
    club_letter(&club, BRUNO, "play 4", .reply = first);
    club_tick(&club);
    const struct club_mail *mail = club_expect(
        &club, BRUNO, "refused", "The game has moved on since the mail that you answered");
    assert_true(json_array_size(club_value(mail, "legal")) > 0);
    club_letter(&club, BRUNO, "2", .reply = first);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "You have played “play 2” already.");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    // It still tells who speaks.
    club_letter(&club, BRUNO, "say still here", .reply = first);
    club_tick(&club);
    club_expect(&club, ANNA, "press", "bruno says: “still here”");
    club_end(&club);
}

// Others' discards don't end a ticket; the same discard again is played already.
static void test_discards_dont_end_tickets(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
    club_game(&club, 2, NULL);
    const struct club_mail *mail = club_last(&club, ANNA);
    club_move(&club, BRUNO, "discard 14 15 16");
    club_letter(&club, ANNA, "discard 13 14 15", .reply = mail);
    club_tick(&club);
    assert_string_equal(moves(&club), "1");
    club_letter(&club, ANNA, "discard 15 14 13", .reply = mail);
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "You have played “discard 13 14 15” already.");
    club_letter(&club, ANNA, "discard 12 14 15", .reply = mail);
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "The game has moved on");
    club_end(&club);
}

static void test_the_same_mail_again(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *mail = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "2", .reply = mail, .id = "<one@example.org>");
    club_tick(&club);
    guint before = club.mails->len;
    club_letter(&club, BRUNO, "2", .reply = mail, .id = "<one@example.org>");
    club_letter(&club, BRUNO, "2", .reply = mail, .id = "<one@example.org>",
                .headers = "Received: by another way\n");
    club_tick(&club);
    assert_int_equal(club.mails->len, before);
    assert_string_equal(club_sql(&club, "SELECT outcome||gate FROM inbound ORDER BY id DESC"),
                        "dropduplicate");
    // The same id with other words is another mail.
    club_letter(&club, BRUNO, "3", .reply = mail, .id = "<one@example.org>");
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "The game has moved on");
    club_end(&club);
}

// A client keeps the ids of the whole thread; the newest counts.
static void test_old_references(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    static const char *const plays[] = {"2", "3", "4", "5", "6", "7"};
    for (gsize i = 0; i < G_N_ELEMENTS(plays); i++) {
        const char *who = club_turn(&club);
        const struct club_mail *mail = club_last(&club, who);
        assert_true(mail->parts->references->len >= i / 2);
        club_letter(&club, who, plays[i], .reply = mail, .places = CLUB_IDS);
        club_tick(&club);
    }
    assert_string_equal(moves(&club), "7");
    club_end(&club);
}

// ---- forgeries ---------------------------------------------------------------------------------

static void test_near_misses(void **state)
{
    (void)state;
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    guint8 key[IDENTITY_KEY_BYTES];
    char ticket[IDENTITY_TICKET_MAX];
    const struct identity_place place = {14, 37, 2, 5};
    guint tried = 0;
    memset(key, 0xaa, sizeof key);
    identity_ticket(key, &place, ticket);
    const char *right = strrchr(ticket, '.') + 1;
    assert_true(identity_check(key, &place, right));
    for (gsize at = 0; at < IDENTITY_MAC_LEN; at++) {
        for (const char *digit = digits; *digit; digit++) {
            g_autofree char *mac = g_strdup(right);
            mac[at] = *digit;
            assert_int_equal(identity_check(key, &place, mac), *digit == right[at]);
            tried++;
        }
    }
    for (gint64 n = -500; n <= 500; n++, tried += 4) {
        const struct identity_place others[] = {
            {14 + n, 37, 2, 5}, {14, 37 + n, 2, 5}, {14, 37, 2 + (int)n, 5}, {14, 37, 2, 5 + n}};
        for (gsize i = 0; i < G_N_ELEMENTS(others); i++)
            assert_int_equal(identity_check(key, &others[i], right), n == 0);
    }
    for (guint bit = 0; bit < 256; bit++, tried++) {
        key[bit / 8] ^= (guint8)(1u << bit % 8);
        assert_false(identity_check(key, &place, right));
        key[bit / 8] ^= (guint8)(1u << bit % 8);
    }
    static const char *const shapes[] = {"", "0", "00000000000000000000", "000000000000000000000"};
    for (gsize i = 0; i < G_N_ELEMENTS(shapes); i++)
        assert_false(identity_check(key, &place, shapes[i]));
    assert_true(tried > 4000);
}

// A mail full of forged tickets is one without any.
static void test_forged_mail(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const char *ticket = club_last(&club, BRUNO)->parts->ticket;
    const char *mac = strrchr(ticket, '.') + 1;
    g_autoptr(GString) quote = g_string_new(NULL);
    for (gsize at = 0; at < TICKET_MAC_LEN; at++) {
        g_autofree char *wrong = changed(mac, at);
        g_string_append_printf(quote, "ticket 1.2.1.%s\n", wrong);
    }
    g_string_append_printf(quote, "ticket 1.2.0.%s\nticket 1.3.1.%s\nticket 2.2.1.%s\n", mac, mac,
                           mac);
    g_string_append_printf(quote, "ticket 0.2.0.%s\nticket 0.0.0.%s\nticket 999.1.3.%s\n", mac, mac,
                           mac);
    club_letter(&club, BRUNO, "2", .quote = quote->str);
    club_letter(&club, DAVID, "2", .quote = quote->str);
    club_tick(&club);
    assert_string_equal(moves(&club), "1");
    club_expect(&club, BRUNO, "ask", "but without the ticket that an answer to my mails carries");
    assert_string_equal(club_last(&club, DAVID)->kind, "confirm");
    club_end(&club);
}

// ---- several tickets ---------------------------------------------------------------------------

static void test_two_places(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *first = club_last(&club, BRUNO);
    club_move(&club, ANNA, "new seats=2\ninvite bruno");
    club_move(&club, BRUNO, "join");
    const struct club_mail *second = club_expect(&club, BRUNO, "deal", "game 2");
    g_autofree char *both =
        g_strdup_printf("ticket %s\nticket %s\n", first->parts->ticket, second->parts->ticket);
    g_autofree char *seats = g_strdup_printf("ticket %s\nticket %s\n", first->parts->ticket,
                                             club_last(&club, ANNA)->parts->ticket);
    g_autofree char *before = club_dump(&club);
    club_letter(&club, BRUNO, "2", .quote = both);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Your mail answers mails of different games or seats.");
    club_letter(&club, BRUNO, "2", .quote = seats);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Your mail answers mails of different games or seats.");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

// Two invitations in one mail: nobody can tell which game is meant.
static void test_two_invitations(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    club_move(&club, ANNA, "new seats=2\ninvite " CLARA);
    const struct club_mail *first = club_last(&club, CLARA);
    club_move(&club, ANNA, "new seats=2\ninvite " CLARA);
    const struct club_mail *second = club_last(&club, CLARA);
    g_autofree char *both =
        g_strdup_printf("ticket %s\nticket %s\n", first->parts->ticket, second->parts->ticket);
    club_letter(&club, CLARA, "join nick=clara", .quote = both);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM seat WHERE nick = 'clara'"), "0");
    club_letter(&club, CLARA, "join nick=clara", .reply = first);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT game FROM seat WHERE nick = 'clara'"), "2");
    club_end(&club);
}

// The thread of a game may hold the invitation to it: that is the same place.
static void test_invitation_in_the_thread(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_says(&club, ANNA, "new nick=anna discard=0\ninvite " BRUNO);
    club_tick(&club);
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    const struct club_mail *invited = club_last(&club, BRUNO);
    club_move(&club, BRUNO, "join nick=bruno");
    const struct club_mail *turn = club_expect(&club, BRUNO, "turn", "it is your turn");
    g_autofree char *both =
        g_strdup_printf("ticket %s\nticket %s\n", invited->parts->ticket, turn->parts->ticket);
    club_letter(&club, BRUNO, "2", .quote = both);
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// ---- from elsewhere ----------------------------------------------------------------------------

static void test_elsewhere(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    club_letter(&club, DAVID, "2", .reply = turn);
    club_tick(&club);
    assert_string_equal(moves(&club), "1");
    assert_int_equal(club_count(&club, DAVID), 0);
    club_expect(&club, BRUNO, "ask", "- [play 2]");
    club_holds(club_last(&club, BRUNO), "It came from david@example.com this time.");
    guint before = club.mails->len;
    club_letter(&club, DAVID, "2", .reply = turn); // once
    club_tick(&club);
    assert_int_equal(club.mails->len, before);
    club_move(&club, BRUNO, "yes");
    assert_string_equal(moves(&club), "2");
    assert_string_equal(
        club_sql(&club, "SELECT player||main FROM address WHERE address = '" DAVID "'"), "20");
    club_expect(&club, BRUNO, "table", "You laid [2]");
    club_move(&club, ANNA, "3");
    club_letter(&club, DAVID, "4", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_string_equal(moves(&club), "4");
    assert_int_equal(club_count(&club, DAVID), 0);
    club_end(&club);
}

static void test_elsewhere_is_no(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_letter(&club, DAVID, "2", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    const struct club_mail *asked = club_last(&club, BRUNO);
    club_move(&club, BRUNO, "no");
    club_expect(&club, BRUNO, "answer", "it is forgotten");
    club_letter(&club, BRUNO, "yes", .reply = asked);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Nothing here waits for a yes or a no from you.");
    assert_string_equal(moves(&club), "1");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM address"), "2");
    club_end(&club);
}

// The yes makes the move only as long as its turn stands; the address is added all the same.
static void test_elsewhere_too_late(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    club_letter(&club, DAVID, "3", .reply = turn);
    club_tick(&club);
    const struct club_mail *asked = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "2", .reply = turn);
    club_tick(&club);
    club_move(&club, ANNA, "3");
    club_letter(&club, BRUNO, "yes", .reply = asked);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "The game has moved on");
    assert_string_equal(moves(&club), "3");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM address"), "3");
    club_end(&club);
}

// Mail to the one address is read at another: its reader can say yes from there.
static void test_elsewhere_and_forwarded(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_letter(&club, DAVID, "2", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    club_letter(&club, CLARA, "yes", .reply = club_last(&club, BRUNO)); // not who was asked about
    club_tick(&club);
    assert_string_equal(moves(&club), "1");
    club_letter(&club, DAVID, "yes", .reply = club_expect(&club, BRUNO, "refused", "yes or a no"));
    club_tick(&club);
    assert_string_equal(moves(&club), "1");
    for (guint i = 0; i < club.mails->len; i++) {
        const struct club_mail *mail = club.mails->pdata[i];
        if (g_str_equal(mail->kind, "ask"))
            club_letter(&club, DAVID, "yes", .reply = mail);
    }
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM address WHERE player = 2"), "2");
    club_end(&club);
}

// Another player's mail with your ticket: you are asked; the address stays theirs.
static void test_another_seats_ticket(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_letter(&club, ANNA, "2", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    assert_string_equal(moves(&club), "1");
    club_expect(&club, BRUNO, "ask", "It came from anna@example.org this time.");
    club_move(&club, BRUNO, "yes");
    assert_string_equal(moves(&club), "2");
    assert_string_equal(club_sql(&club, "SELECT player FROM address WHERE address = '" ANNA "'"),
                        "1");
    club_end(&club);
}

// ---- without a ticket --------------------------------------------------------------------------

static void test_known_address_asks(void **state)
{
    (void)state;
    static const struct {
        const char *body, *kind, *words;
    } cases[] = {
        {"hand", "answer", "This is how it stands."},
        {"status", "answer", "This is how it stands."},
        {"preview 3", "answer", "The move “3” would be made for 2 tokens."},
        {"history", "answer", "All that has happened in game 1"},
        {"games", "answer", "Game 1"},
        {"rules", "answer", "There are 66 cards"},
        {"help\nrules", "answer", "How to play by mail"},
    };
    struct club club;
    begin(&club);
    g_autofree char *before = club_dump(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        club_says(&club, "Bruno@EXAMPLE.ORG", cases[i].body);
        assert_int_equal(club_tick(&club), 1);
        club_expect(&club, BRUNO, cases[i].kind, cases[i].words);
    }
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

static void test_known_address_moves(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_says(&club, BRUNO, "2");
    club_tick(&club);
    club_expect(&club, BRUNO, "ask", "- [play 2]");
    guint before = club.mails->len;
    club_says(&club, BRUNO, "play 2");
    club_tick(&club);
    assert_int_equal(club.mails->len, before);
    assert_string_equal(moves(&club), "1");
    club_move(&club, BRUNO, "yes");
    assert_string_equal(moves(&club), "2");
    club_move(&club, ANNA, "3");
    // The same words at another turn are another question, and not a yes to the old one.
    club_says(&club, BRUNO, "pass");
    club_tick(&club);
    const struct club_mail *asked = club_expect(&club, BRUNO, "ask", "- [pass]");
    club_letter(&club, BRUNO, "4", .reply = club_last(&club, BRUNO));
    club_tick(&club);
    club_letter(&club, BRUNO, "yes", .reply = asked);
    club_tick(&club);
    club_end(&club);
}

static void test_known_address_too_late(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const struct club_mail *turn = club_last(&club, BRUNO);
    club_says(&club, BRUNO, "pass");
    club_tick(&club);
    const struct club_mail *asked = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "2", .reply = turn);
    club_tick(&club);
    club_move(&club, ANNA, "3");
    club_letter(&club, BRUNO, "yes", .reply = asked);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "The game has moved on");
    club_says(&club, BRUNO, "pass"); // another turn: another question
    club_tick(&club);
    asked = club_expect(&club, BRUNO, "ask", "- [pass]");
    for (int i = 0; i < 7; i++) {
        club.now += CLUB_DAY;
        club_tick(&club);
    }
    club_letter(&club, BRUNO, "yes", .reply = asked);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Nothing here waits for a yes or a no from you.");
    assert_string_equal(moves(&club), "3");
    club_end(&club);
}

// In two games nobody can tell which is meant.
static void test_known_address_in_two_games(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, BRUNO, "new robots=1");
    club_says(&club, BRUNO, "2");
    club_tick(&club);
    club_answers(&club, BRUNO, "yes");
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "Which game do you mean?");
    club_says(&club, BRUNO, "hand");
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "Game 1");
    club_holds(club_last(&club, BRUNO), "Game 2");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_places),
        cmocka_unit_test(test_typed_by_hand),
        cmocka_unit_test(test_stale),
        cmocka_unit_test(test_discards_dont_end_tickets),
        cmocka_unit_test(test_the_same_mail_again),
        cmocka_unit_test(test_old_references),
        cmocka_unit_test(test_near_misses),
        cmocka_unit_test(test_forged_mail),
        cmocka_unit_test(test_two_places),
        cmocka_unit_test(test_two_invitations),
        cmocka_unit_test(test_invitation_in_the_thread),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_elsewhere_is_no),
        cmocka_unit_test(test_elsewhere_too_late),
        cmocka_unit_test(test_elsewhere_and_forwarded),
        cmocka_unit_test(test_another_seats_ticket),
        cmocka_unit_test(test_known_address_asks),
        cmocka_unit_test(test_known_address_moves),
        cmocka_unit_test(test_known_address_too_late),
        cmocka_unit_test(test_known_address_in_two_games),
    };
    return cmocka_run_group_tests_name("hub: identity", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Those who go: block, unblock, one tap on "unsubscribe", forget me; and those who move to another
// address (spec: mail.md, "Commands").
#include "tests/unit/club.h"

#include <unistd.h>

#define NEW_PLACE "anna@new.example.org"

static const char *blocked(const struct club *club)
{
    return club_sql(club, "SELECT coalesce(group_concat(address, ' '), '') FROM blocked");
}

// What a mail's List-Unsubscribe writes to; the caller owns it.
static char *unsubscribe_to(const struct club_mail *mail)
{
    g_autofree char *header = club_header(mail, "List-Unsubscribe");
    assert_true(g_str_has_prefix(header, "<mailto:"));
    return g_strndup(header + 8, strcspn(header + 8, "?>"));
}

// A mail to any address of the referee, as a program sends it.
static void write_to(struct club *club, const char *from, const char *to, const char *headers,
                     const char *body)
{
    static guint n;
    g_autofree char *mail = g_strdup_printf(
        "Return-Path: <%s>\nFrom: %s\nTo: %s\nSubject: unsubscribe\nMessage-ID: <tap%u@x.example>\n"
        "Date: Mon, 30 Nov 2026 08:00:00 +0000\nMIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=utf-8\n%s\n%s\n",
        from, from, to, n++, headers, body);
    club_drop(club, mail, strlen(mail));
    club_tick(club);
}

// Anna's game, to which Bruno is invited.
static void invite(struct club *club)
{
    club_begin(club);
    club_game(club, 1, "seats=3");
    club_move(club, ANNA, "invite " BRUNO);
    assert_string_equal(club_last(club, BRUNO)->kind, "invitation");
}

// ---- strangers ---------------------------------------------------------------------------------

static void test_a_stranger_blocks(void **state)
{
    (void)state;
    struct club club;
    invite(&club);
    const struct club_mail *invited = club_last(&club, BRUNO);
    club_holds(invited, "answer with [block] on the first line");
    club_move(&club, BRUNO, "block");
    club_expect(&club, BRUNO, "blocked", "No more mail comes to bruno@example.org");
    club_expect(&club, ANNA, "lobby", "bruno@example.org said no to the invitation");
    assert_string_equal(blocked(&club), BRUNO);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "1");
    guint before = club_count(&club, BRUNO);
    // Nothing brings a mail there: no invitation, no words, no confirmation.
    club_move(&club, ANNA, "invite " BRUNO);
    club_expect(&club, ANNA, "refused", "wants no mail from this referee");
    club_letter(&club, BRUNO, "block", .reply = invited);
    club_letter(&club, BRUNO, "join", .reply = invited);
    club_letter(&club, BRUNO, "Hello there", .reply = invited);
    club_says(&club, BRUNO, "new robots=1");
    club_says(&club, BRUNO, "help");
    club_says(&club, BRUNO, "unblock"); // without a ticket anybody could say that
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before);
    // But an old mail does, long after its invitation has lapsed.
    club.now += 60 * CLUB_DAY;
    club_tick(&club);
    club_letter(&club, BRUNO, "unblock", .reply = invited);
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    club_expect(&club, BRUNO, "answer", "My mails go to bruno@example.org again.");
    assert_string_equal(blocked(&club), "");
    club_letter(&club, BRUNO, "unblock", .reply = invited);
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "Nothing is blocked");
    club_end(&club);
}

// Somebody who gets mails that were asked for in their name.
static void test_a_stranger_blocks_confirmations(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, BRUNO, "new robots=1");
    club_tick(&club);
    assert_string_equal(club_last(&club, BRUNO)->kind, "confirm");
    club_move(&club, BRUNO, "block");
    club_expect(&club, BRUNO, "blocked", "No more mail comes to bruno@example.org");
    club.now += 2 * CLUB_DAY;
    club_says(&club, BRUNO, "new robots=1");
    assert_int_equal(club_tick(&club), 0);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "0");
    club_end(&club);
}

// Somebody who has deleted the invitation, and writes a mail of their own.
static void test_block_without_a_ticket(void **state)
{
    (void)state;
    struct club club;
    invite(&club);
    club_says(&club, BRUNO, "block");
    club_tick(&club);
    club_expect(&club, BRUNO, "confirm", "- [block]");
    assert_string_equal(blocked(&club), "");
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "blocked", "No more mail comes");
    assert_string_equal(blocked(&club), BRUNO);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "1");
    assert_string_equal(club_sql(&club, "SELECT state FROM invitation"), "declined");
    club_end(&club);
}

// ---- one tap -----------------------------------------------------------------------------------

// Programs write what they like, and say that they are programs.
static void test_one_tap(void **state)
{
    (void)state;
    static const struct {
        const char *headers, *body;
    } taps[] = {
        {"", "block\n\nticket 0.1.0.aaaaaaaaaaaaaaaaaaaa"},
        {"", ""},
        {"Auto-Submitted: auto-generated\nPrecedence: bulk\n", "This was sent by a program."},
        {"", "Please take me off the list that sent me the mail below."},
        {"Auto-Submitted: auto-replied\n", "Somebody unsubscribes."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(taps); i++) {
        struct club club;
        invite(&club);
        g_autofree char *to = unsubscribe_to(club_last(&club, BRUNO));
        write_to(&club, BRUNO, to, taps[i].headers, taps[i].body);
        assert_string_equal(blocked(&club), BRUNO);
        club_expect(&club, BRUNO, "blocked", "No more mail comes");
        guint before = club_count(&club, BRUNO);
        write_to(&club, BRUNO, to, taps[i].headers, taps[i].body);
        assert_int_equal(club_count(&club, BRUNO), before); // said twice
        club_end(&club);
    }
}

static void test_taps_that_are_none(void **state)
{
    (void)state;
    struct club club;
    invite(&club);
    g_autofree char *to = unsubscribe_to(club_last(&club, BRUNO));
    g_autofree char *forged = g_strdup(to);
    char *mac = strchr(forged, '@') - 1;
    *mac = *mac == 'a' ? 'b' : 'a';
    write_to(&club, BRUNO, forged, "", "");
    write_to(&club, BRUNO, "referee+off.1@play.example.org", "", "");
    write_to(&club, BRUNO, "referee+off.1.aaaaaaaaaaaaaaaaaaaa@play.example.org", "", "block");
    // The address at which the invitation is answered isn't one, whatever a program says there.
    g_autofree char *reply = club_header(club_last(&club, BRUNO), "Reply-To");
    write_to(&club, BRUNO, reply, "Auto-Submitted: auto-replied\n", "I am away until Monday.");
    assert_string_equal(blocked(&club), "");
    // Another server's copy of it is.
    g_autofree char *upper = g_ascii_strup(to, -1);
    write_to(&club, "postmaster@mail.example.org", upper, "", "");
    assert_string_equal(blocked(&club), BRUNO);
    club_end(&club);
}

// Of a player it is only asked, and not for ever.
static void test_one_tap_of_a_player(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "robots=1");
    club_move(&club, ANNA, "new seats=2\ninvite bruno");
    assert_string_equal(club_last(&club, BRUNO)->kind, "invitation");
    g_autofree char *to = unsubscribe_to(club_last(&club, BRUNO));
    write_to(&club, BRUNO, to, "Auto-Submitted: auto-generated\n", "");
    club_expect(&club, BRUNO, "ask", "not even about your games");
    assert_string_equal(blocked(&club), "");
    club_move(&club, BRUNO, "yes");
    assert_string_equal(blocked(&club), BRUNO);
    club_end(&club);
}

// ---- players -----------------------------------------------------------------------------------

static void test_a_player_blocks(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    const struct club_mail *bruno = club_last(&club, BRUNO);
    club_move(&club, ANNA, "new seats=2\ninvite bruno");
    club_letter(&club, CLARA, "new seats=2 name=Tea", .places = CLUB_NOWHERE);
    club_tick(&club);
    // An old mail is enough to ask.
    club_letter(&club, BRUNO, "block", .reply = bruno);
    club_tick(&club);
    club_expect(&club, BRUNO, "ask", "robots play your seats meanwhile");
    assert_string_equal(blocked(&club), "");
    const struct club_mail *ask = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "yes", .reply = ask);
    club_tick(&club);
    const struct club_mail *last =
        club_expect(&club, BRUNO, "blocked", "No more mail comes to bruno@example.org from now on");
    assert_string_equal(club_sql(&club, "SELECT robot||'/'||player FROM seat WHERE game = 1"
                                        " AND seat = 1"),
                        "1/2");
    assert_string_equal(club_sql(&club, "SELECT state FROM invitation WHERE address = '" BRUNO "'"
                                        " ORDER BY id DESC"),
                        "declined");
    club_holds(club_last(&club, CLARA), "bruno wants no mail for a while. A robot plays the seat");
    guint before = club_count(&club, BRUNO);
    club_move(&club, ANNA, "say Bruno?");
    club_letter(&club, BRUNO, "status", .reply = last);
    club_letter(&club, BRUNO, "yes", .reply = ask);
    club_says(&club, BRUNO, "unblock");
    assert_int_equal(club_program(&club, "announce Good news", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before);
    club_letter(&club, BRUNO, "unblock", .reply = last);
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    club_expect(&club, BRUNO, "answer", "My mails go to bruno@example.org again.");
    club_letter(&club, BRUNO, "back", .reply = bruno);
    club_tick(&club);
    club_holds(club_last(&club, BRUNO), "You play your own seat again, bruno.");
    assert_string_equal(club_sql(&club, "SELECT robot FROM seat WHERE game = 1 AND seat = 1"), "0");
    club_end(&club);
}

// A mail that waits for a server when its reader blocks doesn't go.
static void test_what_was_ready(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "robots=1");
    const struct club_mail *deal = club_last(&club, BRUNO);
    club_letter(&club, BRUNO, "block", .reply = deal);
    club_tick(&club);
    const struct club_mail *ask = club_last(&club, BRUNO);
    g_autofree char *out = g_strdup(club_path(&club, "out"));
    g_autofree char *away = g_strdup(club_path(&club, "out.away"));
    g_autoptr(GError) error = NULL;
    if (rename(out, away) == 0) { // no mail can be posted
        club_letter(&club, ANNA, "say Are you there?", .reply = club_last(&club, ANNA));
        club_try(&club, &error);
        assert_int_equal(rename(away, out), 0);
    }
    guint before = club_count(&club, BRUNO);
    club.now += 60;
    club_letter(&club, BRUNO, "yes", .reply = ask);
    club_tick(&club);
    club_hours(&club, 8);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    assert_string_equal(club_last(&club, BRUNO)->kind, "blocked");
    club_end(&club);
}

// Where the operator has blocked somebody, nothing that they write lifts it.
static void test_blocked_by_the_operator(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "robots=1");
    assert_int_equal(club_program(&club, "player block bruno", NULL, 0, NULL), 0);
    guint before = club_count(&club, BRUNO);
    g_autofree char *dump = club_dump(&club);
    club_answers(&club, BRUNO, "unblock");
    club_answers(&club, BRUNO, "discard 2 3 4");
    club_answers(&club, BRUNO, "help");
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before);
    assert_string_equal(blocked(&club), BRUNO);
    g_autofree char *after = club_dump(&club);
    assert_string_equal(dump, after);
    assert_int_equal(club_program(&club, "player unblock bruno", NULL, 0, NULL), 0);
    club_answers(&club, BRUNO, "help");
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    club_end(&club);
}

static void test_a_keyed_player_blocks(void **state)
{
    (void)state;
    guint8 secret[64];
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "robots=1");
    g_autofree char *words = g_strdup_printf("key ed25519 %s", club_key(3, secret));
    club_move(&club, BRUNO, words);
    club_expect(&club, BRUNO, "ask", "so keep a copy");
    club_move(&club, BRUNO, "yes");
    static const char *const wishes[] = {"block", "forget me", "address bruno@new.example.org",
                                         "mail daily", "private yes"};
    for (gsize i = 0; i < G_N_ELEMENTS(wishes); i++) {
        club_move(&club, BRUNO, wishes[i]);
        club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this");
    }
    g_autofree char *block = club_block(&club, secret, "game 1 turn 1 seat bruno block");
    club_says(&club, BRUNO, block);
    club_tick(&club);
    club_expect(&club, BRUNO, "blocked", "No more mail comes to bruno@example.org from now on");
    club_move(&club, BRUNO, "unblock"); // does no harm to anybody
    club_expect(&club, BRUNO, "answer", "My mails go to bruno@example.org again.");
    club_end(&club);
}

// ---- forget me ---------------------------------------------------------------------------------

// Nothing in the database holds these words, but for what is sealed.
static void check_gone(const struct club *club, const char *words)
{
    static const struct {
        const char *table, *column;
    } places[] = {{"address", "address"}, {"outbound", "address"},   {"outbound", "detail"},
                  {"inbound", "sender"},  {"inbound", "message_id"}, {"inbound", "reason"},
                  {"matter", "address"},  {"invitation", "address"}, {"key", "public"},
                  {"bounce", "address"},  {"player", "timezone"},    {"setting", "value"}};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        const char *n = club_sql(club, "SELECT count(*) FROM %s WHERE %s LIKE '%%%s%%'",
                                 places[i].table, places[i].column, words);
        if (!g_str_equal(n, "0"))
            fail_msg("%s.%s still holds %s", places[i].table, places[i].column, words);
    }
}

static void test_forget_me(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    const struct club_mail *old = club_last(&club, BRUNO);
    club_move(&club, ANNA, "new seats=2\ninvite bruno");
    club_letter(&club, BRUNO, "new seats=3 name=Mine\ninvite " DAVID, .reply = old);
    club_tick(&club);
    club_letter(&club, BRUNO, "forget me", .reply = old);
    club_tick(&club);
    const struct club_mail *ask = club_expect(&club, BRUNO, "ask", "This can't be undone.");
    club_letter(&club, BRUNO, "yes\nsay And one more word", .reply = ask);
    club_tick(&club);
    club_expect(&club, BRUNO, "farewell", "You are forgotten, bruno.");
    assert_null(strstr(club_last(&club, BRUNO)->markup, "body=games")); // he is in none
    g_autofree char *ticket = club_header(club_last(&club, BRUNO), "Reply-To");
    assert_string_equal(ticket, REFEREE);
    check_gone(&club, "bruno");
    assert_string_equal(club_sql(&club, "SELECT coalesce(player, 0)||robot FROM seat"
                                        " WHERE game = 1 AND seat = 1"),
                        "01");
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 3"), "cancelled");
    assert_string_equal(club_sql(&club, "SELECT nick FROM player WHERE id = 2"), "bruno");
    club_holds(club_last(&club, CLARA), "bruno gave up. A robot plays the seat to the end.");
    // Old mails are nobody's now.
    guint before = club_count(&club, BRUNO);
    club_letter(&club, BRUNO, "yes", .reply = ask);
    club_tick(&club);
    assert_string_equal(club_last(&club, BRUNO)->kind, "stranger");
    club_letter(&club, BRUNO, "play 2", .reply = old);
    club_tick(&club);
    assert_string_equal(club_last(&club, BRUNO)->kind, "confirm"); // as any stranger
    assert_int_equal(club_count(&club, BRUNO), before + 2);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM address WHERE address = '" BRUNO "'"),
                        "0");
    club_end(&club);
}

// What they wrote and nobody has read yet goes with them: they are no stranger to whom the game has
// to be explained.
static void test_forget_me_while_mails_wait(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    club_move(&club, BRUNO, "forget me");
    club_answers(&club, BRUNO, "yes");
    club_letter(&club, BRUNO, "help", .places = CLUB_NOWHERE, .id = "<more-bruno@example.org>");
    club_says(&club, DAVID, "help");
    guint before = club_count(&club, BRUNO);
    club_tick(&club);
    club_expect(&club, BRUNO, "farewell", "You are forgotten, bruno.");
    club_expect(&club, DAVID, "answer", "How to play by mail");
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    check_gone(&club, "bruno");
    assert_int_equal(club_tick(&club), 0);
    club_end(&club);
}

// By the operator's hand, too, and of what was delivered while another run was under way.
static void test_forgotten_while_mails_wait(void **state)
{
    (void)state;
    static const char late[] = "From: Bruno <" BRUNO ">\nTo: <" REFEREE ">\nSubject: Hm\n"
                               "Message-ID: <late-bruno@example.org>\n\nWhat is that?\n";
    struct club club;
    g_autoptr(GError) error = NULL;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    int lock = tick_lock(club.dir, &error);
    assert_true(lock >= 0);
    assert_int_equal(club_program(&club, "deliver", late, -1, NULL), 0);
    close(lock);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM inbound WHERE state = 'waiting'"),
                        "1");
    club_letter(&club, BRUNO, "help", .places = CLUB_NOWHERE, .id = "<more-bruno@example.org>");
    guint before = club_count(&club, BRUNO);
    assert_int_equal(club_program(&club, "player forget bruno", NULL, 0, NULL), 0);
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM inbound WHERE reason LIKE"
                                        " '%%forgotten before%%' AND state = 'done'"),
                        "2");
    check_gone(&club, "bruno");
    club_end(&club);
}

// Somebody in a game that waits for players makes room in it.
static void test_forget_me_before_the_game(void **state)
{
    (void)state;
    struct club club;
    invite(&club);
    club_move(&club, BRUNO, "join nick=bruno");
    club_move(&club, ANNA, "invite " CLARA);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM seat"), "2");
    club_move(&club, BRUNO, "forget me");
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "farewell", "You are forgotten, bruno.");
    club_expect(&club, ANNA, "lobby", "bruno has left game 1 before it began.");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM seat"), "1");
    club_move(&club, CLARA, "join nick=clara");
    club_move(&club, ANNA, "start");
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "running");
    club_end(&club);
}

static void test_forget_a_stranger(void **state)
{
    (void)state;
    struct club club;
    invite(&club);
    club_move(&club, BRUNO, "forget me");
    club_expect(&club, BRUNO, "answer", "there is nothing that I could forget");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM player"), "1");
    club_end(&club);
}

// ---- another address ---------------------------------------------------------------------------

static void test_address(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0 robots=1");
    const struct club_mail *old = club_last(&club, ANNA);
    club_move(&club, ANNA, "address " NEW_PLACE);
    club_expect(&club, ANNA, "ask", "With your yes I ask at the new address, too.");
    assert_int_equal(club_count(&club, NEW_PLACE), 0);
    club_move(&club, ANNA, "yes");
    club_holds(club_last(&club, ANNA), "I have written to anna@new.example.org.");
    club_expect(&club, NEW_PLACE, "new-address", "anna plays 23 by e-mail");
    assert_string_equal(club_sql(&club, "SELECT address FROM address WHERE player = 1"), ANNA);
    club_move(&club, NEW_PLACE, "yes");
    assert_string_equal(club_sql(&club, "SELECT address||main FROM address WHERE player = 1"),
                        NEW_PLACE "1");
    club_expect(&club, NEW_PLACE, "answer", "My mails go to anna@new.example.org from now on");
    club_expect(&club, ANNA, "farewell", "my mails to you go to another address from now on");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM outbound WHERE address = '" ANNA
                                        "' AND kind = 'farewell'"),
                        "0");
    // What she was told, she was told.
    g_hash_table_insert(club.told, g_strdup(NEW_PLACE "/1"),
                        g_hash_table_lookup(club.told, ANNA "/1"));
    // The old mail can be answered from there, in the same thread.
    guint before = club_count(&club, ANNA);
    club_letter(&club, NEW_PLACE, "hand", .reply = old);
    club_tick(&club);
    club_holds(club_last(&club, NEW_PLACE), "This is how it stands.");
    g_autofree char *references = club_header(club_last(&club, NEW_PLACE), "References");
    g_autofree char *id = club_header(old, "Message-ID");
    assert_non_null(strstr(references, id));
    // From the old one it is asked about.
    club_letter(&club, ANNA, "say Hello", .reply = old);
    club_tick(&club);
    assert_int_equal(club_count(&club, ANNA), before);
    club_expect(&club, NEW_PLACE, "ask", "from an address that I have not seen you write from");
    club_end(&club);
}

static void test_addresses_that_cant_be(void **state)
{
    (void)state;
    static const char *const wrong[] = {BRUNO, "Bruno@Example.ORG", "referee+x@play.example.org",
                                        REFEREE, CLARA};
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0 robots=1");
    club_sql_do(&club, "INSERT INTO blocked (address, blocked_at) VALUES ('" CLARA "', 1)");
    g_autofree char *before = club_dump(&club);
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *words = g_strdup_printf("address %s", wrong[i]);
        club_move(&club, ANNA, words);
        club_expect(&club, ANNA, "refused", "Mail for you can't go to");
    }
    club_move(&club, ANNA, "address " ANNA);
    club_expect(&club, ANNA, "refused", "go to anna@example.org already");
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    // Somebody else has become known there between the two.
    club_move(&club, ANNA, "address " DAVID);
    club_move(&club, ANNA, "yes");
    const struct club_mail *asked = club_last(&club, DAVID);
    assert_string_equal(asked->kind, "new-address");
    club_sql_do(&club, "INSERT INTO address (address, player, main, confirmed_at)"
                       " VALUES ('" DAVID "', 2, 0, 1)");
    club_letter(&club, DAVID, "yes", .reply = asked);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT address FROM address WHERE player = 1"), ANNA);
    club_end(&club);
}

// Only its own mail moves it, once; a no there ends it.
static void test_address_and_other_words(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0 robots=1");
    club_move(&club, ANNA, "address " NEW_PLACE);
    const struct club_mail *ask = club_last(&club, ANNA);
    club_letter(&club, BRUNO, "yes", .reply = ask); // handed on
    club_tick(&club);
    assert_int_equal(club_count(&club, NEW_PLACE), 0);
    club_letter(&club, ANNA, "yes", .reply = ask);
    club_tick(&club);
    const struct club_mail *asked = club_last(&club, NEW_PLACE);
    club_letter(&club, DAVID, "yes", .reply = asked); // handed on, too
    club_tick(&club);
    club_letter(&club, ANNA, "yes", .reply = asked);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT address FROM address WHERE player = 1"), ANNA);
    club_letter(&club, NEW_PLACE, "no", .reply = asked);
    club_tick(&club);
    club_expect(&club, NEW_PLACE, "answer", "it is forgotten, and nothing was changed");
    club_letter(&club, NEW_PLACE, "yes", .reply = asked);
    club_tick(&club);
    assert_string_equal(club_sql(&club, "SELECT address FROM address WHERE player = 1"), ANNA);
    // Once more, but whoever reads there wants no mail at all.
    club.now += 2 * CLUB_DAY;
    club_tick(&club);
    club_letter(&club, ANNA, "address " NEW_PLACE, .reply = ask);
    club_tick(&club);
    club_answers(&club, ANNA, "yes");
    club_tick(&club);
    club_move(&club, NEW_PLACE, "block");
    assert_string_equal(blocked(&club), NEW_PLACE);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_stranger_blocks),
        cmocka_unit_test(test_a_stranger_blocks_confirmations),
        cmocka_unit_test(test_block_without_a_ticket),
        cmocka_unit_test(test_one_tap),
        cmocka_unit_test(test_taps_that_are_none),
        cmocka_unit_test(test_one_tap_of_a_player),
        cmocka_unit_test(test_a_player_blocks),
        cmocka_unit_test(test_what_was_ready),
        cmocka_unit_test(test_blocked_by_the_operator),
        cmocka_unit_test(test_a_keyed_player_blocks),
        cmocka_unit_test(test_forget_me),
        cmocka_unit_test(test_forget_me_while_mails_wait),
        cmocka_unit_test(test_forgotten_while_mails_wait),
        cmocka_unit_test(test_forget_me_before_the_game),
        cmocka_unit_test(test_forget_a_stranger),
        cmocka_unit_test(test_address),
        cmocka_unit_test(test_addresses_that_cant_be),
        cmocka_unit_test(test_address_and_other_words),
    };
    return cmocka_run_group_tests_name("hub: leaving", tests, NULL, NULL);
}

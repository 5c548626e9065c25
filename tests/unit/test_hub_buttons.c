// SPDX-License-Identifier: MIT
// Playing with one's thumb: what the buttons of HTML mails write is all that is sent, from a mail
// program that takes along neither the quoted mail nor its ids.
#include "tests/unit/club.h"

#include "tests/unit/links.h"

// Taps the button whose mail begins with this line, and sends that mail.
static void taps(struct club *club, const char *who, const char *line)
{
    g_autoptr(GPtrArray) links = links_of(club_last(club, who)->markup);
    const struct link *link = links_find(links, line);
    if (!link)
        fail_msg("%s has no button for \"%s\" in:\n%s", who, line, club_last(club, who)->html);
    club_letter(club, who, link->body, .places = CLUB_NOWHERE);
    club_tick(club);
}

static guint count_links(struct club *club, const char *who)
{
    g_autoptr(GPtrArray) links = links_of(club_last(club, who)->markup);
    return links->len;
}

static void test_a_game_by_thumb(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 5 6 6 8 9 11 13 15 17 21 22 23");
    club_deal(1, 1, "2 3 4 4 7 7 10 11 12 14 16 18 20 21 22");
    club_says(&club, ANNA, "new nick=anna name=Tea\ninvite " BRUNO);
    club_tick(&club);
    club_expect(&club, ANNA, "confirm", "If it was you");
    taps(&club, ANNA, "yes");
    club_expect(&club, BRUNO, "invitation", "anna invites you");
    taps(&club, BRUNO, "join");
    club_expect(&club, ANNA, "deal", "choose three cards");
    taps(&club, ANNA, "discard 21 22 23");
    club_expect(&club, ANNA, "table", "From your hand you put aside [21] [22] [23]");
    taps(&club, BRUNO, "discard 20 21 22");
    club_expect(&club, ANNA, "table", "You held the 1 and opened with it.");
    taps(&club, BRUNO, "play 4x2");
    taps(&club, ANNA, "play 2 bonus");
    club_holds(club_last(&club, BRUNO), "anna spent a bonus token and laid [2], free of charge.");
    taps(&club, BRUNO, "pass force");
    taps(&club, ANNA, "leave");
    club_holds(club_last(&club, BRUNO), "anna went out of the round");
    taps(&club, ANNA, "history");
    club_expect(&club, ANNA, "answer", "player-1 laid [4] [4]");
    club_end(&club);
}

// Three cards that somebody chooses are written behind the word; the hand stands below, where
// nothing is read.
static void test_other_cards(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 5 6 6 8 9 11 13 15 17 21 22 23");
    club_deal(1, 1, "2 3 4 4 7 7 10 11 12 14 16 18 20 21 22");
    club_game(&club, 2, NULL);
    g_autoptr(GPtrArray) links = links_of(club_last(&club, ANNA)->markup);
    const struct link *link = links_find(links, "discard ");
    assert_non_null(link);
    assert_non_null(strstr(link->body, "\nYour hand: [1] [2] [3]"));
    g_autofree char *body = g_strconcat("discard 5 13 17", strchr(link->body, '\n'), NULL);
    club_letter(&club, ANNA, body, .places = CLUB_NOWHERE);
    club_tick(&club);
    club_holds(club_last(&club, ANNA), "put aside [5] [13] [17]");
    club_end(&club);
}

static void test_asked_back(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, NULL);
    club_move(&club, ANNA, "resign");
    club_expect(&club, ANNA, "ask", "can't be undone");
    taps(&club, ANNA, "no");
    club_holds(club_last(&club, ANNA), "nothing was changed");
    club_move(&club, ANNA, "resign");
    taps(&club, ANNA, "yes");
    club_holds(club_last(&club, ANNA), "You gave up your seat");
    club_end(&club);
}

static void test_invitation(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "new nick=anna\ninvite " BRUNO "\ninvite " CLARA "\ninvite " DAVID);
    club_tick(&club);
    taps(&club, ANNA, "yes");
    taps(&club, BRUNO, "decline");
    club_holds(club_last(&club, ANNA), "said no to the invitation");
    taps(&club, DAVID, "rules");
    club_holds(club_last(&club, DAVID), "tokens");
    g_autoptr(GPtrArray) links = links_of(club_last(&club, CLARA)->markup);
    const struct link *link = links_find(links, "join nick=");
    assert_non_null(link);
    g_autofree char *body = g_strconcat("join nick=Clara", strchr(link->body, '\n'), NULL);
    club_letter(&club, CLARA, body, .places = CLUB_NOWHERE);
    club_tick(&club);
    club_holds(club_last(&club, ANNA), "Clara has joined game 1 now.");
    club_end(&club);
}

// In the reader's own language, from the first mail on.
static void test_languages(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "referee.language=de");
    club_says(&club, ANNA, "neu nick=anna robots=1");
    club_tick(&club);
    taps(&club, ANNA, "ja");
    assert_string_equal(club_last(&club, ANNA)->kind, "deal");
    g_autoptr(GPtrArray) links = links_of(club_last(&club, ANNA)->markup);
    assert_non_null(links_find(links, "abwerfen "));
    club_discard(&club);
    while (!g_str_equal(club_last(&club, ANNA)->kind, "turn"))
        club_hours(&club, 1);
    taps(&club, ANNA, "passen");
    club_end(&club);
}

// Who signs gets no buttons: what they write would move nothing.
static void test_signers(void **state)
{
    (void)state;
    struct club club;
    guint8 secret[64];
    club_begin(&club);
    club_game(&club, 2, NULL);
    assert_true(count_links(&club, ANNA) > 3);
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(1, secret));
    club_move(&club, ANNA, key);
    club_move(&club, ANNA, "yes");
    club_move(&club, ANNA, "status");
    assert_int_equal(count_links(&club, ANNA), 0);
    club_holds(club_last(&club, ANNA), "your signature");
    assert_non_null(strstr(club_last(&club, ANNA)->html, "your signature"));
    club_end(&club);
}

// A stranger's button writes a new mail, which nothing identifies.
static void test_stranger(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, CLARA, "Hm?");
    club_tick(&club);
    const struct club_mail *hello = club_last(&club, CLARA);
    club_says(&club, CLARA, "Hm? Hm?"); // gets nothing more today; what the buttons write does
    club_tick(&club);
    assert_ptr_equal(club_last(&club, CLARA), hello);
    taps(&club, CLARA, "rules");
    club_expect(&club, CLARA, "answer", "The rules of 23, in short");
    club_says(&club, CLARA, "new robots=2");
    club_tick(&club);
    club_expect(&club, CLARA, "confirm", "[new …]");
    guint before = club_count(&club, CLARA);
    club_says(&club, CLARA, "open");
    club_tick(&club);
    assert_int_equal(club_count(&club, CLARA), before); // enough for a day
    club_end(&club);
}

// The longest list of moves that cards allow, in a game with the longest name: still a small mail
// (club_check.c holds the size).
static void test_most_moves(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 4 4 4 5 5 5 6 6 6 7 7");
    club_deal(1, 1, "2 2 3 3 3 8 9 9 9 10 10 10");
    g_autoptr(GString) wish = g_string_new("discard=0 name=");
    for (int i = 0; i < 60; i++)
        g_string_append(wish, "日");
    club_game(&club, 2, wish->str);
    club_move(&club, BRUNO, "play 2");
    club_expect(&club, ANNA, "turn", "it is your turn");
    assert_int_equal(json_array_size(club_value(club_last(&club, ANNA), "legal")), 25);
    assert_true(count_links(&club, ANNA) > 25);
    taps(&club, ANNA, "play 7x2 bonus");
    club_expect(&club, BRUNO, "turn", "anna spent a bonus token and laid [7] [7]");
    club_end(&club);
}

// Who follows a game stops it with one tap.
static void test_watcher(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "play.quiet=0-0");
    club_game(&club, 2, NULL);
    club_says(&club, DAVID, "nick david");
    club_tick(&club);
    club_move(&club, DAVID, "yes");
    club_move(&club, DAVID, "watch 1");
    club_expect(&club, DAVID, "watch", "You follow game 1 from now");
    taps(&club, DAVID, "unwatch 1");
    club_expect(&club, DAVID, "answer", "You don't follow game 1 any more.");
    club_move(&club, DAVID, "language de");
    club_move(&club, DAVID, "watch 1");
    taps(&club, DAVID, "wegschauen 1");
    club_expect(&club, DAVID, "answer", "Partie 1");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_by_thumb), cmocka_unit_test(test_other_cards),
        cmocka_unit_test(test_asked_back),      cmocka_unit_test(test_invitation),
        cmocka_unit_test(test_languages),       cmocka_unit_test(test_signers),
        cmocka_unit_test(test_stranger),        cmocka_unit_test(test_most_moves),
        cmocka_unit_test(test_watcher),
    };
    return cmocka_run_group_tests_name("hub: buttons", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Talk at the table: who hears what, in which games, and what a text may hold.
#include "tests/unit/club.h"

static void begin(struct club *club, const char *options)
{
    club_begin(club);
    club_game(club, 3, options);
}

// ---- who hears it ------------------------------------------------------------------------------

static void test_say(void **state)
{
    (void)state;
    struct club club;
    begin(&club, NULL);
    guint before = club.mails->len;
    club_move(&club, ANNA, "say Good evening, everybody!");
    assert_int_equal(club.mails->len, before + 3);
    club_expect(&club, ANNA, "answer", "Your words went to the table: “Good evening, everybody!”");
    club_expect(&club, BRUNO, "press", "anna says: “Good evening, everybody!”");
    club_expect(&club, CLARA, "press", "anna says: “Good evening, everybody!”");
    club_end(&club);
}

static void test_tell(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "seats=4 robots=1");
    guint before = club_count(&club, CLARA);
    club_move(&club, ANNA, "tell BRUNO shall we?");
    club_expect(&club, ANNA, "answer", "Your words went to bruno alone: “shall we?”");
    club_expect(&club, BRUNO, "press", "anna says to you alone: “shall we?”");
    static const char *const nobody[] = {"tell david hello", "tell robot-1 hello",
                                         "tell anna hello"};
    for (gsize i = 0; i < G_N_ELEMENTS(nobody); i++) {
        club_move(&club, ANNA, nobody[i]);
        club_expect(&club, ANNA, "refused", "Nobody at this table is called");
    }
    assert_int_equal(club_count(&club, CLARA), before);
    // To two of them in one mail: the first would take the second for its text.
    club_move(&club, ANNA, "tell bruno one\ntell clara two");
    assert_string_equal(club_last(&club, ANNA)->kind, "unclear");
    assert_int_equal(club_count(&club, CLARA), before);
    club_end(&club);
}

// What goes to the table is kept to be read with the game, sealed; what goes to one isn't kept.
static void test_kept(void **state)
{
    (void)state;
    struct club club;
    begin(&club, NULL);
    club_move(&club, ANNA, "tell bruno not for the archive");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM press"), "0");
    club_move(&club, ANNA, "say for everybody");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM press WHERE game = 1 AND line > 5"),
                        "1");
    assert_string_equal(
        club_sql(&club, "SELECT instr(CAST(text AS BLOB), CAST('everybody' AS BLOB)) FROM press"),
        "0");
    assert_int_equal(club_program(&club, "player forget anna", NULL, 0, NULL), 0);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM press"), "0");
    club_end(&club);
}

static void test_press_public(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "press=public");
    guint before = club_count(&club, BRUNO);
    club_move(&club, ANNA, "tell bruno psst");
    club_expect(&club, ANNA, "refused", "In this game everybody hears everything");
    assert_int_equal(club_count(&club, BRUNO), before);
    club_move(&club, ANNA, "say aloud");
    club_expect(&club, BRUNO, "press", "anna says: “aloud”");
    club_end(&club);
}

static void test_press_none(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "press=none");
    guint before = club.mails->len;
    club_move(&club, ANNA, "say hello");
    club_expect(&club, ANNA, "refused", "This game is played without talking");
    club_move(&club, ANNA, "tell bruno hello");
    club_expect(&club, ANNA, "refused", "This game is played without talking");
    assert_int_equal(club.mails->len, before + 2);
    club_end(&club);
}

static void test_muted(void **state)
{
    (void)state;
    struct club club;
    begin(&club, NULL);
    guint before = club.mails->len;
    assert_int_equal(club_program(&club, "player mute anna", NULL, 0, NULL), 0);
    club_move(&club, ANNA, "say hello");
    club_expect(&club, ANNA, "refused", "does not pass on your words at present");
    assert_int_equal(club.mails->len, before + 1);
    club_move(&club, BRUNO, "say hello anna");
    club_expect(&club, ANNA, "press", "bruno says: “hello anna”");
    club_end(&club);
}

static void test_who_left_says_nothing(void **state)
{
    (void)state;
    struct club club;
    begin(&club, NULL);
    const struct club_mail *deal = club_last(&club, BRUNO);
    club_move(&club, BRUNO, "resign");
    club_move(&club, BRUNO, "yes");
    guint before = club_count(&club, ANNA);
    club_letter(&club, BRUNO, "say wait", .reply = deal);
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "You have no seat in game 1 any more.");
    assert_int_equal(club_count(&club, ANNA), before);
    club_end(&club);
}

// After the game people may go on talking; the record doesn't go out again.
static void test_after_the_game(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    for (int i = 0; i < 4; i++)
        club_move(&club, club_turn(&club), "leave");
    assert_non_null(club_expect(&club, ANNA, "game-over", "game 1 is over")->record);
    club_move(&club, ANNA, "say Well played");
    const struct club_mail *mail = club_expect(&club, BRUNO, "press", "anna says: “Well played”");
    assert_null(mail->record);
    assert_string_equal(club_text(mail, "phase"), "over");
    club_move(&club, BRUNO, "status");
    assert_null(club_expect(&club, BRUNO, "answer", "game 1 is over")->record);
    club_end(&club);
}

// ---- what is said ------------------------------------------------------------------------------

// Texts that must come through as words, whatever they look like.
static void test_odd_words(void **state)
{
    (void)state;
    static const struct {
        const char *said, *heard;
    } cases[] = {
        {"<b>bold</b> & \"quoted\" 'so'", "<b>bold</b> & \"quoted\" 'so'"},
        {"{{me}} {{{ticket}}} {{#seats}}", "{{me}} {{{ticket}}} {{#seats}}"},
        {"Ça va? Grüße, пока, 再见 👋🏽",
         "Ça va? Grüße, пока, 再见 👋🏽"},
        {"e\xcc\x81 is one", "\xc3\xa9 is one"},
        {"two\nlines\n\nand one more", "two lines and one more"},
        {"%s %n %d $(reboot) `id` ; DROP TABLE game", "%s %n %d $(reboot) `id` ; DROP TABLE game"},
        {"a tab\there", "a tab here"},
        {"I would pass 7 7 here, or leave", "I would pass 7 7 here, or leave"},
        {"\xe2\x80\xaeturned\xe2\x80\xac round", "turned round"},
        {"“curly” and „low“ and … dots", "“curly” and „low“ and … dots"},
        {"nul-like \\0 \\x00 %00", "nul-like \\0 \\x00 %00"},
    };
    struct club club;
    begin(&club, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *words = g_strconcat("say ", cases[i].said, NULL);
        g_autofree char *wanted = g_strconcat("anna says: “", cases[i].heard, "”", NULL);
        club_move(&club, ANNA, words);
        club_expect(&club, BRUNO, "press", wanted);
        assert_null(strstr(club_last(&club, BRUNO)->markup, "<b>bold"));
    }
    club_end(&club);
}

// Words that could act when they come back, or that tell too much: unclear, and nobody hears them.
static void test_dangerous_words(void **state)
{
    (void)state;
    struct club club;
    begin(&club, NULL);
    g_autofree char *ticket =
        g_strdup_printf("say look: ticket %s", club_last(&club, ANNA)->parts->ticket);
    g_autofree char *bare = g_strdup_printf("say %s", club_last(&club, ANNA)->parts->ticket);
    const char *const bodies[] = {"say bell\x07 escape\x1b[31m",
                                  "say I think\npass\nis best",
                                  "say hello\nplay 7 7",
                                  ticket,
                                  bare,
                                  "say so\nwhatever\nresign"};
    guint before = club_count(&club, BRUNO);
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        club_sql_do(&club, "UPDATE inbound SET received_at = 0, ticket = NULL");
        club_move(&club, ANNA, bodies[i]);
        assert_string_equal(club_last(&club, ANNA)->kind, "unclear");
    }
    assert_int_equal(club_count(&club, BRUNO), before);
    club_end(&club);
}

// Very long words are cut, with a sign that there was more; nothing breaks.
static void test_long_words(void **state)
{
    (void)state;
    struct club club;
    begin(&club, NULL);
    g_autoptr(GString) many = g_string_new("say ");
    while (many->len < 100000)
        g_string_append(many, "blah blah, seven sevens and 23 more 7x2 ");
    g_autoptr(GString) one = g_string_new("say ");
    while (one->len < 3000)
        g_string_append(one, "\xf0\x9f\x82\xa1");
    club_move(&club, ANNA, many->str);
    const struct club_mail *mail = club_expect(&club, BRUNO, "press", "anna says: “blah blah");
    club_holds(mail, "…”");
    assert_true(strlen(mail->parts->text) < 6000);
    club_move(&club, ANNA, one->str);
    mail = club_expect(&club, BRUNO, "press", "anna says: “\xf0\x9f\x82\xa1");
    assert_true(strlen(mail->parts->text) < 12000);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_say),
        cmocka_unit_test(test_tell),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_press_public),
        cmocka_unit_test(test_press_none),
        cmocka_unit_test(test_muted),
        cmocka_unit_test(test_who_left_says_nothing),
        cmocka_unit_test(test_after_the_game),
        cmocka_unit_test(test_odd_words),
        cmocka_unit_test(test_dangerous_words),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests_name("hub: press", tests, NULL, NULL);
}

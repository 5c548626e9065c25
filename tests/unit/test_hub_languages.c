// SPDX-License-Identifier: MIT
// One story told in each language, by people who write its commands: every kind of mail as it was
// (tests/golden), no line of it left in English, every move that it lists fit to be typed. And
// which language somebody is answered in.
#include "tests/unit/club.h"

#include "referee/match/robot.h"
#include "referee/words/command_show.h"
#include "referee/words/command_text.h"
#include "tests/unit/golden.h"

#define EVE       "eve@example.org"
#define NEW_PLACE "anna@new.example.org"

static const char *const languages[] = {"en", "fr", "de"};

// ---- telling -----------------------------------------------------------------------------------

struct story {
    struct club club;
    const char *language;
    GHashTable *english; // lines of the English mails, while another language is told
    guint moves;         // that were tried to be typed
};

// A canonical command, or several, as somebody would type them in the story's language.
static char *in_words(const struct story *story, const char *canonical)
{
    enum words_language language = command_show_language(story->language);
    g_auto(GStrv) lines = g_strsplit(canonical, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *shown = command_show(*line, language);
        g_free(*line);
        *line = shown;
    }
    return g_strjoinv("\n", lines);
}

static void answers(struct story *story, const char *who, const char *canonical)
{
    g_autofree char *words = in_words(story, canonical);
    club_move(&story->club, who, words);
}

// A line that is the same in all languages: names, hashes, cards alone, the ticket.
static gboolean is_of_all_languages(const char *line)
{
    static const char *const lines[] = {"- anna", "- bruno", "- [key off]"};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
        if (g_str_equal(line, lines[i]))
            return TRUE;
    if (g_str_has_prefix(line, "ticket ") || g_str_has_prefix(line, "- [") || !strchr(line, ' '))
        return TRUE;
    for (const char *p = line; *p; p++)
        if (g_ascii_isalpha(*p))
            return FALSE;
    return TRUE;
}

static void check_no_english(struct story *story, const char *name)
{
    gboolean english = g_str_equal(story->language, "en");
    g_autofree char *text = golden_text(story->language, name);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (is_of_all_languages(*line))
            continue;
        if (english)
            g_hash_table_add(story->english, g_strdup(*line));
        else if (g_hash_table_contains(story->english, *line))
            fail_msg("%s/%s: a line is still English: %s", story->language, name, *line);
    }
}

// Each `· MOVE … cost` can be typed, in the reader's language alone.
static void check_moves(struct story *story, const struct club_mail *mail)
{
    g_auto(GStrv) lines = g_strsplit(mail->parts->text, "\n", -1);
    for (char **line = lines; mail->parts->table && *line; line++) {
        char *end = strstr(*line, " …");
        if (!g_str_has_prefix(*line, "· ") || !end)
            continue;
        *end = '\0';
        if (strstr(*line, " ("))
            *strstr(*line, " (") = '\0';
        const char *typed = *line + strlen("· ");
        struct command command;
        if (command_parse_text(typed, command_show_language(story->language), &command, NULL) !=
            COMMAND_LINE_COMMAND)
            fail_msg("%s: \"%s\" is no command", story->language, typed);
        assert_int_equal(command.verb, COMMAND_MOVE);
        command_clear(&command);
        story->moves++;
    }
}

static void is_golden(struct story *story, const char *who, const char *name)
{
    const struct club_mail *mail = club_last(&story->club, who);
    golden_check(mail, story->language, name);
    check_no_english(story, name);
    check_moves(story, mail);
}

// ---- the story ---------------------------------------------------------------------------------

static void tell_beginning(struct story *story)
{
    struct club *club = &story->club;
    club_says(club, EVE, "Hm?");
    club_tick(club);
    is_golden(story, EVE, "stranger");
    g_autofree char *wish = in_words(story, "new nick=anna name=Tea\ninvite " BRUNO);
    club_says(club, ANNA, wish);
    club_tick(club);
    is_golden(story, ANNA, "confirm");
    answers(story, ANNA, "yes");
    is_golden(story, ANNA, "lobby");
    is_golden(story, BRUNO, "invitation");
    const struct club_mail *invitation = club_last(club, BRUNO);
    answers(story, BRUNO, "help");
    is_golden(story, BRUNO, "help");
    answers(story, BRUNO, "rules");
    is_golden(story, BRUNO, "rules");
    g_autofree char *join = in_words(story, "join nick=bruno\nluck: the cat sat on the mat");
    club_letter(club, BRUNO, join, .reply = invitation);
    club_tick(club);
    is_golden(story, ANNA, "deal");
    is_golden(story, BRUNO, "joined");
}

static void tell_round(struct story *story)
{
    answers(story, ANNA, "discard 21 22 23");
    is_golden(story, ANNA, "wait");
    answers(story, BRUNO, "discard 1 2 3");
    is_golden(story, BRUNO, "refused-discard");
    answers(story, BRUNO, "discard 20 21 22");
    is_golden(story, ANNA, "turn");
    is_golden(story, BRUNO, "table");
    answers(story, ANNA, "play 1");
    answers(story, BRUNO, "play 4x2");
    is_golden(story, ANNA, "turn-more");
    answers(story, ANNA, "preview 6x2");
    is_golden(story, ANNA, "preview");
    answers(story, ANNA, "play 2");
    is_golden(story, ANNA, "refused-below");
    answers(story, ANNA, "play 9x2");
    is_golden(story, ANNA, "refused-not-in-hand");
    answers(story, BRUNO, "pass");
    is_golden(story, BRUNO, "refused-turn");
    answers(story, ANNA, "play 6x2\nhistory");
    is_golden(story, ANNA, "history");
    answers(story, BRUNO, "pass force");
    is_golden(story, ANNA, "turn-forced");
    is_golden(story, BRUNO, "receipt");
}

static void tell_words(struct story *story)
{
    struct club *club = &story->club;
    club_move(club, BRUNO, "7 7 7 7");
    is_golden(story, BRUNO, "unclear-wrong");
    club_move(club, BRUNO, "Yes, but when?");
    is_golden(story, BRUNO, "unclear-words");
    answers(story, BRUNO, "say Bonsoir, Abend, evening!");
    is_golden(story, ANNA, "press");
    is_golden(story, BRUNO, "said");
    answers(story, BRUNO, "tell anna Psst.");
    is_golden(story, ANNA, "press-alone");
    answers(story, BRUNO, "tell zoe Psst.\nleave");
    is_golden(story, BRUNO, "refused-first");
    answers(story, BRUNO, "status");
    is_golden(story, BRUNO, "status");
    answers(story, BRUNO, "games");
    is_golden(story, BRUNO, "games");
}

static void tell_settings(struct story *story)
{
    answers(story, BRUNO, "timezone Europe/Paris\nquiet 22-7\nvacation 2027-01-01 2027-01-03");
    is_golden(story, BRUNO, "settings");
    is_golden(story, ANNA, "vacation-other");
    answers(story, BRUNO, "nick anna");
    is_golden(story, BRUNO, "nick-taken");
    answers(story, BRUNO, "join 77");
    is_golden(story, BRUNO, "game-unknown");
    g_autofree char *chosen = g_strdup_printf("language %s", story->language);
    answers(story, BRUNO, chosen);
    is_golden(story, BRUNO, "language");
}

// Anna lets her time run out; hours until a mail of that kind comes to her.
static void wait_for(struct story *story, const char *kind)
{
    for (guint hours = 0; hours < 24 * 21; hours++) {
        guint before = club_count(&story->club, ANNA);
        club_hours(&story->club, 1);
        if (club_count(&story->club, ANNA) > before &&
            g_str_equal(club_last(&story->club, ANNA)->kind, kind))
            return;
    }
    fail_msg("no %s came in three weeks", kind);
}

static void tell_end(struct story *story)
{
    wait_for(story, "reminder");
    is_golden(story, ANNA, "reminder");
    wait_for(story, "missed");
    is_golden(story, ANNA, "missed");
    is_golden(story, BRUNO, "missed-other");
    answers(story, ANNA, "resign");
    is_golden(story, ANNA, "ask");
    answers(story, ANNA, "no");
    is_golden(story, ANNA, "forgotten");
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(1, (guint8[64]){0}));
    answers(story, ANNA, key);
    answers(story, ANNA, "yes");
    is_golden(story, ANNA, "key-set");
    answers(story, ANNA, "pass");
    is_golden(story, ANNA, "key-needed");
    answers(story, BRUNO, "resign");
    answers(story, BRUNO, "yes");
    is_golden(story, BRUNO, "resigned");
    is_golden(story, ANNA, "somebody-resigned");
    wait_for(story, "game-over");
    is_golden(story, ANNA, "game-over");
    answers(story, ANNA, "standings");
    is_golden(story, ANNA, "standings");
}

static void begin(struct story *story)
{
    g_autofree char *conf = g_strdup_printf("referee.language=%s", story->language);
    club_begin_like(&story->club, conf);
}

static void tell(const char *language, GHashTable *english)
{
    struct story story = {.language = language, .english = english};
    begin(&story);
    club_deal(1, 0, "1 2 3 5 6 6 8 9 11 13 15 17 21 22 23");
    club_deal(1, 1, "2 3 4 4 7 7 10 11 12 14 16 18 20 21 22");
    tell_beginning(&story);
    tell_round(&story);
    tell_words(&story);
    tell_settings(&story);
    tell_end(&story);
    assert_true(story.moves > 20);
    club_end(&story.club);
}

// ---- another story: of all at a table, of those around it, and of oneself ----------------------

// A mail of one's own, which answers none.
static void says(struct story *story, const char *who, const char *canonical)
{
    g_autofree char *words = in_words(story, canonical);
    club_letter(&story->club, who, words, .places = CLUB_NOWHERE);
    club_tick(&story->club);
}

static void tell_watching(struct story *story)
{
    says(story, ANNA, "new nick=anna name=Tea seats=2 open=yes discard=0 pace=24h");
    answers(story, ANNA, "yes");
    says(story, EVE, "open");
    is_golden(story, EVE, "open");
    says(story, BRUNO, "join 1 nick=bruno");
    answers(story, BRUNO, "yes");
    says(story, CLARA, "nick clara");
    answers(story, CLARA, "yes");
    answers(story, CLARA, "watch 1");
    is_golden(story, CLARA, "watch-begun");
    answers(story, club_turn(&story->club), "pass");
    is_golden(story, CLARA, "watch");
}

static void tell_pause(struct story *story)
{
    answers(story, BRUNO, "pause");
    is_golden(story, ANNA, "pause-asked");
    is_golden(story, BRUNO, "pause-wanted");
    answers(story, ANNA, "agree");
    is_golden(story, ANNA, "pause-agreed");
    is_golden(story, BRUNO, "paused");
    club_sql_do(&story->club, "UPDATE game SET due_at = paused_at + 60"); // two weeks are over
    club_hours(&story->club, 1);
    is_golden(story, BRUNO, "pause-long");
    answers(story, BRUNO, "back");
    is_golden(story, BRUNO, "pause-ended");
    is_golden(story, ANNA, "pause-ended-other");
}

static void tell_no(struct story *story)
{
    answers(story, ANNA, "cancel");
    is_golden(story, ANNA, "cancel-sure");
    answers(story, ANNA, "yes");
    is_golden(story, ANNA, "cancel-wanted");
    is_golden(story, BRUNO, "cancel-asked");
    answers(story, BRUNO, "no");
    is_golden(story, BRUNO, "cancel-no");
    is_golden(story, ANNA, "cancel-refused");
}

static void tell_substitute(struct story *story)
{
    answers(story, BRUNO, "substitute " DAVID);
    is_golden(story, BRUNO, "substitute-sure");
    answers(story, BRUNO, "yes");
    is_golden(story, BRUNO, "substitute-wanted");
    is_golden(story, DAVID, "substitute-asked");
    answers(story, DAVID, "join nick=david");
    is_golden(story, DAVID, "substitute-sits");
    is_golden(story, BRUNO, "substitute-taken");
    is_golden(story, ANNA, "substitute-other");
}

static void tell_rematch(struct story *story)
{
    struct club *club = &story->club;
    for (guint i = 0; i < 8 && club_turn(club); i++)
        answers(story, club_turn(club), "leave");
    is_golden(story, CLARA, "watch-over");
    answers(story, ANNA, "rematch");
    is_golden(story, ANNA, "rematch");
    is_golden(story, DAVID, "rematch-asked");
    answers(story, DAVID, "join");
    is_golden(story, DAVID, "rematch-begun");
}

static void tell_day(struct story *story)
{
    struct club *club = &story->club;
    gboolean annas = g_str_equal(club_turn(club), ANNA);
    const char *other = annas ? DAVID : ANNA;
    answers(story, other, "calendar on");
    is_golden(story, other, "calendar");
    answers(story, other, "mail daily");
    is_golden(story, other, "mail-daily");
    answers(story, other, "my data");
    is_golden(story, other, "my-data");
    answers(story, other, "mail page");
    is_golden(story, other, "page");
    answers(story, annas ? ANNA : DAVID, "say Bonsoir, Abend, evening!");
    club_hours(club, 12);
    is_golden(story, other, "daily");
    answers(story, ANNA, "cancel");
    answers(story, ANNA, "yes");
    answers(story, DAVID, "agree");
    answers(story, DAVID, "yes");
    is_golden(story, ANNA, "cancelled");
}

static void tell_leaving(struct story *story)
{
    answers(story, ANNA, "address " NEW_PLACE);
    is_golden(story, ANNA, "address-sure");
    answers(story, ANNA, "yes");
    is_golden(story, ANNA, "address-asked");
    is_golden(story, NEW_PLACE, "address-new");
    answers(story, NEW_PLACE, "yes");
    is_golden(story, NEW_PLACE, "address-set");
    is_golden(story, ANNA, "address-left");
    answers(story, CLARA, "block");
    is_golden(story, CLARA, "block-sure");
    answers(story, CLARA, "yes");
    is_golden(story, CLARA, "blocked");
    answers(story, CLARA, "unblock");
    is_golden(story, CLARA, "unblocked");
    answers(story, CLARA, "forget me");
    is_golden(story, CLARA, "forget-sure");
    answers(story, CLARA, "yes");
    is_golden(story, CLARA, "farewell");
}

static void tell_more(const char *language, GHashTable *english)
{
    struct story story = {.language = language, .english = english};
    begin(&story);
    tell_watching(&story);
    tell_pause(&story);
    tell_no(&story);
    tell_substitute(&story);
    tell_rematch(&story);
    tell_day(&story);
    tell_leaving(&story);
    club_end(&story.club);
}

static void test_every_mail(void **state)
{
    (void)state;
    g_autoptr(GHashTable) english = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        tell(languages[i], english);
        tell_more(languages[i], english);
    }
    assert_true(golden_count() > 220);
    assert_true(g_hash_table_size(english) > 200);
}

// ---- who is answered in which ------------------------------------------------------------------

// Somebody new writes in a language that isn't the referee's own: mails to them are in it, from the
// first.
static void test_the_first_words_tell(void **state)
{
    (void)state;
    static const struct {
        const char *referee, *wish, *yes, *asked, *lobby, *language;
    } rows[] = {
        {"en", "nouveau", "oui", "Si c'était toi", "attend des joueurs", "fr"},
        {"en", "neu", "ja", "Warst du es", "wartet auf Leute", "de"},
        {"fr", "new", "yes", "If it was you", "waits for players", "en"},
        {"fr", "nouveau", "oui", "Si c'était toi", "attend des joueurs", ""},
        {"de", "nouveau", "oui", "Si c'était toi", "attend des joueurs", "fr"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct club club;
        g_autofree char *conf = g_strdup_printf("referee.language=%s", rows[i].referee);
        g_autofree char *wish = g_strconcat(rows[i].wish, " nick=anna\ninvite " BRUNO, NULL);
        club_begin_like(&club, conf);
        club_says(&club, ANNA, wish);
        club_tick(&club);
        club_expect(&club, ANNA, "confirm", rows[i].asked);
        club_move(&club, ANNA, rows[i].yes);
        club_expect(&club, ANNA, "lobby", rows[i].lobby);
        assert_string_equal(club_sql(&club, "SELECT language FROM player"), rows[i].language);
        club_end(&club);
    }
}

static void test_another_language(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    club_move(&club, ANNA, "language fr");
    club_holds(club_last(&club, ANNA), "Je t'écris désormais en français.");
    club_move(&club, ANNA, "langue de");
    club_holds(club_last(&club, ANNA), "Von jetzt an schreibe ich dir auf Deutsch.");
    club_move(&club, ANNA, "sprache en");
    club_holds(club_last(&club, ANNA), "I write to you in English from now on.");
    club_end(&club);
}

// One table, three languages: each reads their own.
static void test_a_table_of_three(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, NULL);
    club_move(&club, BRUNO, "langue fr");
    club_move(&club, CLARA, "sprache de");
    club_move(&club, ANNA, "say Hello!");
    club_expect(&club, BRUNO, "press", "anna dit : « Hello! »");
    club_expect(&club, CLARA, "press", "anna sagt: „Hello!“");
    club_move(&club, BRUNO, "dire à clara Coucou.");
    club_expect(&club, CLARA, "press", "bruno sagt nur zu dir: „Coucou.“");
    club_end(&club);
}

// ---- a game to be shown ------------------------------------------------------------------------

// Three friends play as well as robots do, to the end: the mails of it that the documentation shows
// and that are looked at in a browser (tests/look).
static void play_to_the_end(const char *language)
{
    struct club club;
    gboolean shown = FALSE;
    g_autofree char *wish = g_strconcat("language ", language, NULL);
    club_begin(&club);
    club_game(&club, 3, "name=Sunday");
    if (g_str_equal(language, languages[0]))
        golden_check(club_last(&club, ANNA), language, "played-deal");
    else
        club_move(&club, ANNA, wish);
    for (guint moves = 0; !g_str_equal(club_last(&club, ANNA)->kind, "game-over"); moves++) {
        const char *who = club_turn(&club);
        char answer[ROBOT_ANSWER_MAX];
        assert_true(moves < 400);
        if (!who) {
            club_discard(&club);
            continue;
        }
        const struct club_mail *turn = club_last(&club, who);
        if (!shown && moves > 13 && g_str_equal(who, ANNA)) {
            golden_check(turn, language, "played-turn");
            shown = TRUE;
        }
        assert_true(robot_answer(turn->parts->table, answer));
        club_move(&club, who, answer);
    }
    assert_true(shown);
    golden_check(club_last(&club, ANNA), language, "played-over");
    club_end(&club);
}

static void test_a_whole_game(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++)
        play_to_the_end(languages[i]);
}

// Somebody who isn't known yet is written to in the language of whoever invites them, or in that of
// their own words; and no other one when something was unclear.
static void test_invited_by_a_german(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_says(&club, ANNA, "neu nick=anna seats=4\neinladen " BRUNO);
    club_tick(&club);
    club_answers(&club, ANNA, "Na klar!");
    club_tick(&club);
    club_expect(&club, ANNA, "unclear", "deine Antwort kam an");
    club_answers(&club, ANNA, "Ja, das war ich.");
    club_tick(&club);
    club_expect(&club, BRUNO, "invitation", "anna lädt dich zu einer Partie");
    club_answers(&club, BRUNO, "Gerne!");
    club_tick(&club);
    club_expect(&club, BRUNO, "unclear", "deine Antwort kam an");
    club_move(&club, BRUNO, "rejoindre nick=bruno"); // French, as it turns out
    club_expect(&club, BRUNO, "lobby", "la partie");
    club_move(&club, BRUNO, "nouveau seats=2\ninviter " CLARA);
    club_expect(&club, CLARA, "invitation", "bruno t'invite");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_mail),       cmocka_unit_test(test_the_first_words_tell),
        cmocka_unit_test(test_another_language), cmocka_unit_test(test_a_table_of_three),
        cmocka_unit_test(test_a_whole_game),     cmocka_unit_test(test_invited_by_a_german),
    };
    return cmocka_run_group_tests_name("hub: languages", tests, NULL, NULL);
}

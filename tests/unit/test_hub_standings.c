// SPDX-License-Identifier: MIT
// Standings as players and the operator see them: by mail and from the command line, after games
// that were played by mail. The method itself is tested in test_rating.c.
#include "tests/unit/club.h"

#include "player/mailfile.h"

static json_t *standings(struct club *club, const char *options)
{
    g_autofree char *words = g_strconcat("standings --json", options, NULL);
    assert_int_equal(club_program(club, words, NULL, 0, NULL), 0);
    json_t *lines = json_loads(club_out->str, 0, NULL);
    assert_non_null(lines);
    return lines;
}

// The line of a nick, or NULL.
static const json_t *line_of(const json_t *lines, const char *nick)
{
    gsize i;
    json_t *line;
    json_array_foreach(lines, i, line)
    {
        if (g_str_equal(json_string_value(json_object_get(line, "nick")), nick))
            return line;
    }
    return NULL;
}

static int number(const json_t *line, const char *key)
{
    assert_non_null(line);
    return (int)json_integer_value(json_object_get(line, key));
}

static int result_of(struct club *club, const char *nick)
{
    return (int)g_ascii_strtoll(
        club_sql(club,
                 "SELECT substr(line, %d) FROM log WHERE game = 1 AND line LIKE "
                 "'result %s %%'",
                 (int)strlen("result  ") + (int)strlen(nick) + 1, nick),
        NULL, 10);
}

static void leave_all(struct club *club, guint people)
{
    for (guint i = 0; i < 2 * people; i++)
        club_move(club, club_turn(club), "leave");
    assert_string_equal(club_last(club, ANNA)->kind, "game-over");
}

static void test_nobody_yet(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    club_move(&club, ANNA, "standings");
    club_expect(&club, ANNA, "answer", "No game is finished yet");
    club_holds(club_last(&club, ANNA), "You haven't finished a game here yet.");
    assert_int_equal(club_program(&club, "standings", NULL, 0, NULL), 0);
    assert_string_equal(club_out->str, "no game is finished yet\n");
    json_auto_t *none = standings(&club, "");
    assert_int_equal(json_array_size(none), 0);
    club_end(&club);
}

static void test_a_game(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    leave_all(&club, 2);
    json_auto_t *lines = standings(&club, "");
    assert_int_equal(json_array_size(lines), 2);
    const char *const nicks[] = {"anna", "bruno"};
    int anna = result_of(&club, "anna");
    int bruno = result_of(&club, "bruno");
    for (gsize i = 0; i < G_N_ELEMENTS(nicks); i++) {
        const json_t *line = line_of(lines, nicks[i]);
        assert_int_equal(number(line, "games"), 1);
        assert_int_equal(number(line, "tokens"), i ? bruno : anna);
        assert_int_equal(number(line, "won"), i ? bruno <= anna : anna <= bruno);
        assert_int_equal(number(line, "turns"), 2); // the opening is nobody's
        assert_int_equal(number(line, "missed"), 0);
    }
    club_move(&club, ANNA, "standings");
    club_expect(&club, ANNA, "answer", "How strong we play here");
    club_holds(club_last(&club, ANNA), "You had 2 turns in them, and let 0 go by.");
    club_end(&club);
}

// Whoever has the records finds the same.
static void test_from_records(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    leave_all(&club, 3);
    for (guint i = 0; i < 3; i++) {
        club_move(&club, ANNA, "new seats=2 discard=0\ninvite bruno");
        club_move(&club, BRUNO, "join");
        leave_all(&club, 2);
        club.now += i * CLUB_DAY;
    }
    g_autofree char *file = g_strdup(club_path(&club, "all.records"));
    g_autofree char *export = g_strconcat("export ", file, NULL);
    g_autofree char *from = g_strconcat(" --from ", file, NULL);
    assert_int_equal(club_program(&club, export, NULL, 0, NULL), 0);
    json_auto_t *lines = standings(&club, "");
    json_auto_t *same = standings(&club, from);
    assert_int_equal(json_array_size(lines), 3);
    assert_int_equal(number(line_of(lines, "anna"), "games"), 4);
    assert_true(json_equal(lines, same));
    club_end(&club);
}

// Who is private or forgotten is nobody's to see but their own and the operator's; the others'
// figures stay as they are.
static void test_hidden(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    leave_all(&club, 3);
    json_auto_t *before = standings(&club, "");
    club_sql_do(&club, "UPDATE player SET private = 1 WHERE nick = 'bruno'");
    assert_int_equal(club_program(&club, "player forget clara", NULL, 0, NULL), 0);
    json_auto_t *lines = standings(&club, "");
    assert_int_equal(json_array_size(lines), 1);
    assert_true(json_equal(json_object_get(line_of(lines, "anna"), "mean"),
                           json_object_get(line_of(before, "anna"), "mean")));
    json_auto_t *all = standings(&club, " --all");
    assert_int_equal(json_array_size(all), 3);
    assert_true(json_is_true(json_object_get(line_of(all, "bruno"), "hidden")));
    club_says(&club, ANNA, "standings");
    club_tick(&club);
    club_holds(club_last(&club, ANNA), "1. anna:");
    club_lacks(club_last(&club, ANNA), "bruno");
    club_lacks(club_last(&club, ANNA), "clara");
    club_says(&club, BRUNO, "standings");
    club_tick(&club);
    club_holds(club_last(&club, BRUNO), "nobody else sees you in this list");
    club_holds(club_last(&club, BRUNO), "You are worth at least");
    club_end(&club);
}

// A robot that takes a seat over plays for whoever began there; robots are one player; a clock's
// moves are counted; a new nick takes the old games along.
static void test_whose_result(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "play.bank=0h\nplay.quiet=0-0");
    club_game(&club, 2, "discard=0 robots=1 pace=1h");
    for (guint hours = 0; hours < 40 && !g_str_equal(club_last(&club, ANNA)->kind, "game-over");
         hours++) {
        if (hours == 3) {
            club_move(&club, BRUNO, "resign");
            club_move(&club, BRUNO, "yes");
        }
        club_hours(&club, 1);
    }
    assert_string_equal(club_sql(&club, "SELECT state FROM game"), "over");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM seat WHERE player IS NULL"), "2");
    club_move(&club, ANNA, "nick anne");
    json_auto_t *lines = standings(&club, "");
    assert_int_equal(json_array_size(lines), 3);
    assert_null(line_of(lines, "anna"));
    assert_int_equal(number(line_of(lines, "anne"), "games"), 1);
    assert_true(number(line_of(lines, "anne"), "missed") > 0);
    assert_int_equal(number(line_of(lines, "bruno"), "games"), 1);
    assert_true(number(line_of(lines, "bruno"), "turns") <= 3);
    assert_true(json_is_true(json_object_get(line_of(lines, "robot"), "robot")));
    assert_int_equal(number(line_of(lines, "robot"), "games"), 1);
    assert_int_equal(number(line_of(lines, "robot"), "turns"), 0);
    club_end(&club);
}

// What the database counts is held against the records, and set anew from them.
static void test_doctor(void **state)
{
    (void)state;
    static const char *const breaks[] = {
        "UPDATE seat SET result = result + 1 WHERE game = 1 AND seat = 1",
        "UPDATE seat SET result = NULL WHERE game = 1 AND seat = 0",
        "UPDATE seat SET turns = turns + 1 WHERE game = 1 AND seat = 0",
        "UPDATE seat SET absent = 2 WHERE game = 1 AND seat = 1",
        "UPDATE seat SET result = 3 WHERE game = 2 AND seat = 0", // which was cancelled
    };
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    leave_all(&club, 2);
    club_move(&club, ANNA, "new seats=2 discard=0\ninvite bruno");
    club_move(&club, BRUNO, "join");
    assert_int_equal(club_program(&club, "game cancel 2 why not", NULL, 0, NULL), 0);
    club_tick(&club);
    json_auto_t *before = standings(&club, "");
    assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(breaks); i++) {
        club_sql_do(&club, breaks[i]);
        assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 1);
        assert_non_null(strstr(club_out->str, "1 of 2 ended games aren't counted as"));
        assert_int_equal(club_program(&club, "doctor --mend", NULL, 0, NULL), 0);
        assert_int_equal(club_program(&club, "doctor", NULL, 0, NULL), 0);
        json_auto_t *after = standings(&club, "");
        assert_true(json_equal(before, after));
    }
    club_end(&club);
}

// Cancelled games are none.
static void test_cancelled(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    assert_int_equal(club_program(&club, "game cancel 1 why not", NULL, 0, NULL), 0);
    json_auto_t *lines = standings(&club, " --all");
    assert_int_equal(json_array_size(lines), 0);
    club_end(&club);
}

// More than a mail shows: the rest is counted.
static void test_many(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    leave_all(&club, 2);
    club_sql_do(
        &club,
        "INSERT INTO player (nick, created_at) WITH RECURSIVE n(i) AS"
        " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) SELECT 'pass.' || i, 0 FROM n;"
        "INSERT INTO game (id, state, seats, pace, creator, seed, created_at, started_at, ended_at)"
        " SELECT 1000 + p.id, 'over', 2, 3600, p.id, g.seed, 0, 1, p.id FROM player p, game g"
        " WHERE p.id > 2 AND g.id = 1;"
        "INSERT INTO seat (game, seat, player, nick, joined_at, starter, result)"
        " SELECT 998 + p.id + s.id, s.id - 1, p.id, p.nick, 0, p.id, s.id FROM player p, player s"
        " WHERE p.id > 2 AND s.id <= 2 AND p.id + s.id < 34");
    json_auto_t *lines = standings(&club, "");
    assert_int_equal(json_array_size(lines), 32);
    club_move(&club, ANNA, "standings");
    club_holds(club_last(&club, ANNA), "After these come 12 more players.");
    club_holds(club_last(&club, ANNA), "20. ");
    club_lacks(club_last(&club, ANNA), "21. ");
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_yet),   cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_from_records), cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_whose_result), cmocka_unit_test(test_doctor),
        cmocka_unit_test(test_cancelled),    cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests_name("hub: standings", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// Games in the database: rows, clocks, seats, invitations, the log and the record.
#include "tests/unit/store_fixture.h"

struct table {
    struct fixture *f;
    gint64 anna, bert, game;
};

// An open transaction with two players and a game.
static struct table begin(void **state)
{
    struct table t = {.f = *state};
    MUST(store_begin(t.f->store, &error));
    t.anna = fixture_player(t.f->store, "anna", "anna@example.org");
    t.bert = fixture_player(t.f->store, "bert", "bert@example.org");
    t.game = fixture_game(t.f->store, t.anna);
    return t;
}

static struct game_row find(struct store *store, gint64 id)
{
    struct game_row game = {0};
    gboolean found = FALSE;
    MUST(games_find(store, id, &game, &found, &error));
    assert_true(found);
    return game;
}

static void check_game(struct store *store, const struct game_row *b)
{
    struct game_row a = find(store, b->id);
    assert_string_equal(a.name, b->name);
    assert_string_equal(a.state, b->state);
    assert_true(a.seats == b->seats && a.robots == b->robots && a.pace == b->pace);
    assert_string_equal(a.security, b->security);
    assert_string_equal(a.press, b->press);
    assert_true(a.anybody == b->anybody && a.creator == b->creator);
    assert_memory_equal(a.seed, b->seed, sizeof a.seed);
    assert_true(a.created_at == b->created_at && a.started_at == b->started_at);
    assert_true(a.ended_at == b->ended_at && a.to_move == b->to_move);
    assert_true(a.turn_at == b->turn_at && a.due_at == b->due_at);
}

static void check_seat(GArray *seats, guint i, const struct seat_row *b)
{
    const struct seat_row *a = &g_array_index(seats, struct seat_row, i);
    assert_true(a->game == b->game && a->seat == b->seat && a->player == b->player);
    assert_string_equal(a->nick, b->nick);
    assert_string_equal(a->luck, b->luck);
    assert_true(a->joined_at == b->joined_at && a->robot == b->robot && a->missed == b->missed);
    assert_true(a->told == b->told && a->reminded == b->reminded && a->bank == b->bank);
    assert_true(a->began_at == b->began_at && a->pace == b->pace);
    assert_string_equal(a->zone, b->zone);
    assert_true(a->quiet_from == b->quiet_from && a->quiet_to == b->quiet_to);
}

// ---- games ------------------------------------------------------------------------------------

static void test_add_and_find(void **state)
{
    struct table t = begin(state);
    struct game_row game = {.name = "Sunday \xe2\x99\xa0",
                            .state = "cancelled",
                            .seats = 4,
                            .robots = 2,
                            .pace = 3600,
                            .security = "signed",
                            .press = "public",
                            .anybody = TRUE,
                            .creator = t.bert,
                            .created_at = NOW,
                            .started_at = NOW + 1,
                            .ended_at = NOW + 2,
                            .to_move = 0,
                            .turn_at = NOW + 3};
    memset(game.seed, 0x80, sizeof game.seed);
    MUST(games_add(t.f->store, &game, &error));
    assert_int_equal(game.id, t.game + 1);
    MUST(store_commit(t.f->store, &error));
    fixture_reopen(t.f);
    check_game(t.f->store, &game);
    gboolean found = TRUE;
    MUST(games_find(t.f->store, 99, &game, &found, &error));
    assert_false(found);
    assert_int_equal(find(t.f->store, t.game).to_move, -1);
}

static void test_update(void **state)
{
    struct table t = begin(state);
    struct game_row game = find(t.f->store, t.game);
    struct game_row kept = game;
    g_strlcpy(game.name, "new", sizeof game.name);
    g_strlcpy(game.state, "running", sizeof game.state);
    g_strlcpy(game.security, "signed", sizeof game.security);
    g_strlcpy(game.press, "none", sizeof game.press);
    game.seats = 2;
    game.robots = 1;
    game.pace = 7200;
    game.anybody = TRUE;
    game.started_at = NOW + 1;
    game.to_move = 3;
    game.turn_at = NOW + 2;
    game.due_at = NOW + 3;
    game.creator = t.bert;
    game.created_at = 0;
    memset(game.seed, 0, sizeof game.seed);
    MUST(games_update(t.f->store, &game, &error));
    game.creator = kept.creator; // these three stay
    game.created_at = kept.created_at;
    memcpy(game.seed, kept.seed, sizeof game.seed);
    check_game(t.f->store, &game);
    game.id = 99;
    REFUSED(games_update(t.f->store, &game, &error), STORE_ERROR_STOP, "isn't there");
}

static void test_refused_games(void **state)
{
    struct table t = begin(state);
    struct game_row cases[7];
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        cases[i] = fixture_game_value(t.anna);
    g_strlcpy(cases[0].state, "asleep", sizeof cases[0].state);
    cases[1].seats = 5;
    cases[2].pace = 60;
    cases[3].ended_at = NOW;                                  // but still open
    g_strlcpy(cases[4].state, "over", sizeof cases[4].state); // but never ended
    cases[5].to_move = 4;
    cases[6].creator = 99;
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        MUST(store_savepoint(t.f->store, &error));
        REFUSED(games_add(t.f->store, &cases[i], &error), STORE_ERROR_STOP, "constraint failed");
        store_undo(t.f->store);
    }
}

static void test_a_seed_belongs_to_its_game(void **state)
{
    struct table t = begin(state);
    gint64 second = fixture_game(t.f->store, t.anna);
    MUST(store_commit(t.f->store, &error));
    assert_int_equal(fixture_sql(t.f, "UPDATE game SET seed = (SELECT seed FROM game WHERE id = 1)"
                                      " WHERE id = 2"),
                     SQLITE_OK);
    struct game_row game;
    gboolean found;
    REFUSED(games_find(t.f->store, second, &game, &found, &error), STORE_ERROR_STOP, "game.seed:2");
    assert_false(found);
    find(t.f->store, t.game);
}

static void check_ids(GArray *ids, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < ids->len; i++)
        g_string_append_printf(text, "%s%d", i ? " " : "", (int)g_array_index(ids, gint64, i));
    assert_string_equal(text->str, expected);
    g_array_unref(ids);
}

static gint64 add_game(struct store *store, gint64 creator, const char *state, gint64 due_at)
{
    struct game_row game = fixture_game_value(creator);
    g_strlcpy(game.state, state, sizeof game.state);
    game.due_at = due_at;
    game.ended_at = strcmp(state, "open") != 0 && strcmp(state, "running") != 0 ? NOW : 0;
    MUST(games_add(store, &game, &error));
    return game.id;
}

static void test_due_and_states(void **state)
{
    struct table t = begin(state);
    struct store *store = t.f->store;
    add_game(store, t.anna, "running", NOW + 10); // 2
    add_game(store, t.anna, "running", NOW - 10); // 3
    add_game(store, t.anna, "running", 0);        // 4
    add_game(store, t.anna, "over", 0);           // 5
    add_game(store, t.anna, "open", NOW);         // 6
    add_game(store, t.anna, "lapsed", 0);         // 7
    add_game(store, t.anna, "running", NOW - 20); // 8
    GArray *ids = NULL;
    static const struct {
        gint64 now, after;
        guint limit;
        const char *ids;
    } due[] = {{NOW - 21, 0, 9, ""},        {NOW - 20, 0, 9, "8"},   {NOW - 1, 0, 9, "3 8"},
               {NOW, 0, 9, "3 6 8"},        {NOW, 6, 9, "8"},        {NOW, 8, 9, ""},
               {NOW + 10, 0, 9, "2 3 6 8"}, {NOW + 10, 0, 2, "2 3"}, {NOW + 10, 3, 1, "6"}};
    for (guint i = 0; i < G_N_ELEMENTS(due); i++) {
        MUST(games_due(store, due[i].now, due[i].after, due[i].limit, &ids, &error));
        check_ids(ids, due[i].ids);
    }
    static const struct {
        const char *state;
        guint limit;
        const char *ids;
    } in_state[] = {{"running", 9, "2 3 4 8"}, {"open", 9, "1 6"},   {"over", 9, "5"},
                    {"lapsed", 9, "7"},        {"cancelled", 9, ""}, {"running", 1, "2"}};
    for (guint i = 0; i < G_N_ELEMENTS(in_state); i++) {
        MUST(games_in_state(store, in_state[i].state, in_state[i].limit, &ids, &error));
        check_ids(ids, in_state[i].ids);
    }
}

static void test_clocked(void **state)
{
    struct table t = begin(state);
    struct store *store = t.f->store;
    GArray *ids = NULL;
    add_game(store, t.anna, "open", NOW);
    MUST(games_clocked(store, 0, 9, &ids, &error)); // none is running
    check_ids(ids, "");
    add_game(store, t.anna, "running", NOW + 5);
    add_game(store, t.anna, "running", NOW);
    add_game(store, t.anna, "running", 0);
    MUST(games_clocked(store, 0, 9, &ids, &error));
    check_ids(ids, "3 4");
    MUST(games_clocked(store, 0, 1, &ids, &error));
    check_ids(ids, "3");
    MUST(games_clocked(store, 3, 9, &ids, &error));
    check_ids(ids, "4");
}

// ---- seats ------------------------------------------------------------------------------------

static struct seat_row seat_value(gint64 game, int seat, gint64 player, const char *nick)
{
    struct seat_row row = {.game = game, .seat = seat, .player = player, .joined_at = NOW};
    g_strlcpy(row.nick, nick, sizeof row.nick);
    return row;
}

static void test_seats(void **state)
{
    struct table t = begin(state);
    GArray *seats = NULL;
    MUST(games_seats(t.f->store, t.game, &seats, &error));
    assert_int_equal(seats->len, 0);
    g_array_unref(seats);
    struct seat_row robot = seat_value(t.game, 2, 0, "robot-1");
    struct seat_row anna = seat_value(t.game, 0, t.anna, "anna");
    robot.robot = TRUE;
    anna.missed = 1;
    anna.told = 37;
    anna.reminded = 2;
    anna.bank = 5;
    anna.began_at = NOW + 7;
    anna.pace = 3600;
    g_strlcpy(anna.zone, "Asia/Kathmandu", sizeof anna.zone);
    anna.quiet_from = 22;
    anna.quiet_to = 6;
    g_strlcpy(anna.luck, "seven \xe2\x98\x98", sizeof anna.luck);
    MUST(games_put_seat(t.f->store, &robot, &error));
    MUST(games_put_seat(t.f->store, &anna, &error));
    struct seat_row other = seat_value(fixture_game(t.f->store, t.bert), 0, t.bert, "bert");
    MUST(games_put_seat(t.f->store, &other, &error));
    MUST(games_seats(t.f->store, t.game, &seats, &error));
    assert_int_equal(seats->len, 2);
    check_seat(seats, 0, &anna);
    check_seat(seats, 1, &robot);
    g_array_unref(seats);

    anna.told = 38;
    MUST(games_set_told(t.f->store, t.game, 0, anna.told, &error));
    MUST(games_seats(t.f->store, t.game, &seats, &error));
    check_seat(seats, 0, &anna);
    check_seat(seats, 1, &robot);
    g_array_unref(seats);
    REFUSED(games_set_told(t.f->store, t.game, 1, 1, &error), STORE_ERROR_STOP, "isn't there");

    struct seat_row changed = seat_value(t.game, 0, t.bert, "bert"); // everything is replaced
    changed.joined_at = NOW + 5;
    MUST(games_put_seat(t.f->store, &changed, &error));
    MUST(games_seats(t.f->store, t.game, &seats, &error));
    assert_int_equal(seats->len, 2);
    check_seat(seats, 0, &changed);
    g_array_unref(seats);

    struct seat_row bad[] = {seat_value(t.game, 4, t.anna, "x"), seat_value(99, 0, t.anna, "x"),
                             seat_value(t.game, 1, 99, "x")};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        REFUSED(games_put_seat(t.f->store, &bad[i], &error), STORE_ERROR_STOP, "constraint failed");
}

static void test_games_of_player(void **state)
{
    struct table t = begin(state);
    GArray *ids = NULL;
    gint64 running = add_game(t.f->store, t.bert, "running", 0);
    gint64 over = add_game(t.f->store, t.bert, "over", 0);
    struct seat_row seats[] = {
        seat_value(over, 1, t.anna, "anna"), seat_value(t.game, 0, t.anna, "anna"),
        seat_value(running, 2, t.anna, "anna"), seat_value(running, 0, t.bert, "bert")};
    for (guint i = 0; i < G_N_ELEMENTS(seats); i++)
        MUST(games_put_seat(t.f->store, &seats[i], &error));
    MUST(games_of_player(t.f->store, t.anna, FALSE, &ids, &error));
    check_ids(ids, "2 1");
    MUST(games_of_player(t.f->store, t.anna, TRUE, &ids, &error));
    check_ids(ids, "3 2 1");
    MUST(games_of_player(t.f->store, t.bert, TRUE, &ids, &error));
    check_ids(ids, "2");
    MUST(games_of_player(t.f->store, 99, TRUE, &ids, &error));
    check_ids(ids, "");
    gboolean sits[4];
    MUST(games_sits(t.f->store, over, t.anna, &sits[0], &error) &&
         games_sits(t.f->store, over, t.bert, &sits[1], &error) &&
         games_sits(t.f->store, running, t.bert, &sits[2], &error) &&
         games_sits(t.f->store, 99, t.anna, &sits[3], &error));
    assert_true(sits[0] && !sits[1] && sits[2] && !sits[3]);
}

// ---- invitations ------------------------------------------------------------------------------

static gint64 invite(struct store *store, gint64 game, const char *address, gint64 inviter,
                     gint64 at)
{
    struct invitation_row row = {.game = game, .inviter = inviter, .created_at = at};
    g_strlcpy(row.address, address, sizeof row.address);
    MUST(games_invite(store, &row, &error));
    return row.id;
}

static void test_invitations(void **state)
{
    struct table t = begin(state);
    struct store *store = t.f->store;
    gint64 dora = invite(store, t.game, "Dora@example.org", t.anna, NOW);
    gint64 bert = invite(store, t.game, "bert@example.org", t.anna, NOW + 1);
    struct invitation_row row = {.id = 77};
    gboolean found = TRUE;
    GArray *rows = NULL;
    MUST(games_find_invitation(store, t.game, "nobody@example.org", &row, &found, &error));
    assert_true(!found && row.id == 77);
    MUST(games_find_invitation(store, t.game, "dora@EXAMPLE.org", &row, &found, &error));
    assert_true(found && row.id == dora && row.player == 0 && row.inviter == t.anna);
    assert_string_equal(row.state, "open");
    REFUSED(games_invite(store, &row, &error), STORE_ERROR_STOP, "UNIQUE");

    MUST(games_set_invitation(store, bert, "joined", t.bert, &error));
    MUST(games_set_invitation(store, bert, "declined", 0, &error)); // who it was stays
    REFUSED(games_set_invitation(store, bert, "eaten", 0, &error), STORE_ERROR_STOP, "CHECK");
    REFUSED(games_set_invitation(store, 99, "joined", 0, &error), STORE_ERROR_STOP, "isn't there");
    MUST(games_invitations(store, t.game, &rows, &error));
    assert_int_equal(rows->len, 2);
    row = g_array_index(rows, struct invitation_row, 1);
    assert_true(row.id == bert && row.player == t.bert && row.created_at == NOW + 1);
    assert_string_equal(row.state, "declined");
    g_array_unref(rows);
}

static void test_count_invitations(void **state)
{
    struct table t = begin(state);
    struct store *store = t.f->store;
    gint64 second = fixture_game(store, t.bert);
    invite(store, t.game, "dora@example.org", t.anna, NOW);
    invite(store, t.game, "emil@example.org", t.anna, NOW + 10);
    invite(store, second, "DORA@example.org", t.bert, NOW + 20);
    const struct {
        gint64 inviter;
        const char *address;
        gint64 since;
        guint count;
    } cases[] = {
        {0, "", 0, 3},
        {0, "", NOW + 1, 2},
        {0, "", NOW + 10, 2},
        {0, "", NOW + 21, 0},
        {t.anna, "", 0, 2},
        {t.anna, "", NOW + 1, 1},
        {0, "dora@example.org", 0, 2},
        {0, "dora@example.org", NOW + 20, 1},
        {t.bert, "dora@example.org", 0, 1},
        {t.bert, "emil@example.org", 0, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint count = 99;
        MUST(games_count_invitations(store, cases[i].inviter, cases[i].address, cases[i].since,
                                     &count, &error));
        if (count != cases[i].count)
            fail_msg("case %u: %u", i, count);
    }
}

// ---- the log ----------------------------------------------------------------------------------

static void test_events(void **state)
{
    struct table t = begin(state);
    static const struct {
        const char *line, *secret;
    } lines[] = {
        {"23 record v1", NULL},
        {"name \xc3\xa9t\xc3\xa9", NULL},
        {"deal anna sealed", "3 3 5 7 9 10 11 12 12 14 17 18 20 22 23"},
        {"move anna 2026-11-30T08:12:44Z 1", NULL},
    };
    gint64 second = fixture_game(t.f->store, t.anna);
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        MUST(events_append(t.f->store, t.game, i + 1, lines[i].line, lines[i].secret, &error));
        MUST(events_append(t.f->store, second, i + 1, "other", NULL, &error));
    }
    MUST(store_commit(t.f->store, &error));
    fixture_reopen(t.f);
    GPtrArray *events = NULL;
    MUST(events_load(t.f->store, t.game, &events, &error));
    assert_int_equal(events->len, G_N_ELEMENTS(lines));
    for (guint i = 0; i < events->len; i++) {
        const struct event *event = g_ptr_array_index(events, i);
        assert_string_equal(event->line, lines[i].line);
        if (lines[i].secret)
            assert_string_equal(event->secret, lines[i].secret);
        else
            assert_null(event->secret);
    }
    g_ptr_array_unref(events);
    MUST(events_load(t.f->store, 99, &events, &error));
    assert_int_equal(events->len, 0);
    g_ptr_array_unref(events);
    event_free(NULL);
}

static void test_events_have_no_gaps(void **state)
{
    struct table t = begin(state);
    struct store *store = t.f->store;
    REFUSED(events_append(store, t.game, 0, "x", NULL, &error), STORE_ERROR_STOP, "no gaps");
    REFUSED(events_append(store, t.game, 2, "x", NULL, &error), STORE_ERROR_STOP, "no gaps");
    MUST(events_append(store, t.game, 1, "x", NULL, &error));
    REFUSED(events_append(store, t.game, 1, "x", NULL, &error), STORE_ERROR_STOP, "no gaps");
    REFUSED(events_append(store, t.game, 3, "x", NULL, &error), STORE_ERROR_STOP, "no gaps");
    MUST(events_append(store, t.game, 2, "x", NULL, &error));
    REFUSED(events_append(store, 99, 1, "x", NULL, &error), STORE_ERROR_STOP, "FOREIGN KEY");
    MUST(store_commit(store, &error));

    // Not even by hand.
    static const char *const statements[] = {
        "UPDATE event SET line = 'y' WHERE seq = 1",
        "UPDATE event SET secret = NULL",
        "DELETE FROM event WHERE seq = 2",
        "INSERT INTO event (game, seq, line) VALUES (1, 4, 'y')",
        "INSERT OR REPLACE INTO event (game, seq, line) VALUES (1, 1, 'y')",
    };
    for (guint i = 0; i < G_N_ELEMENTS(statements); i++)
        assert_int_equal(fixture_sql(t.f, statements[i]), SQLITE_CONSTRAINT);
    assert_int_equal(fixture_number(t.f->path, "SELECT count(*) FROM event WHERE line = 'x'"), 2);
}

static void test_a_secret_belongs_to_its_line(void **state)
{
    struct table t = begin(state);
    for (guint seq = 1; seq <= 3; seq++)
        MUST(events_append(t.f->store, t.game, seq, "deal sealed", "3 3 5", &error));
    MUST(store_commit(t.f->store, &error));
    assert_int_equal(fixture_sql(t.f, "DROP TRIGGER event_kept; UPDATE event SET secret ="
                                      " (SELECT secret FROM event WHERE seq = 1) WHERE seq = 3"),
                     SQLITE_OK);
    GPtrArray *events = NULL;
    REFUSED(events_load(t.f->store, t.game, &events, &error), STORE_ERROR_STOP, "event:1:3");
    assert_null(events);
}

static void test_records(void **state)
{
    struct table t = begin(state);
    char *text = NULL;
    MUST(records_get(t.f->store, t.game, &text, &error));
    assert_null(text);
    MUST(records_put(t.f->store, t.game, "23 record v1\nend\n", &error));
    MUST(records_get(t.f->store, t.game, &text, &error));
    assert_string_equal(text, "23 record v1\nend\n");
    g_free(text);
    REFUSED(records_put(t.f->store, t.game, "23 record v1\n", &error), STORE_ERROR_STOP, "UNIQUE");
    REFUSED(records_put(t.f->store, 99, "x", &error), STORE_ERROR_STOP, "FOREIGN KEY");
}

// A record takes the place of its game's events, of no other's, and nothing follows it.
static void test_a_record_is_what_is_left(void **state)
{
    struct table t = begin(state);
    struct store *store = t.f->store;
    gint64 other = fixture_game(store, t.anna);
    GPtrArray *events = NULL;
    guint n;
    for (guint seq = 1; seq <= 3; seq++) {
        MUST(events_append(store, t.game, seq, "x", NULL, &error));
        MUST(events_append(store, other, seq, "y", NULL, &error));
    }
    MUST(events_count(store, t.game, &n, &error));
    assert_int_equal(n, 3);
    MUST(records_put(store, t.game, "x\nx\nx\nend\n", &error));
    REFUSED(events_append(store, t.game, 1, "x", NULL, &error), STORE_ERROR_STOP, "none follows");
    REFUSED(events_append(store, t.game, 5, "x", NULL, &error), STORE_ERROR_STOP, "none follows");
    MUST(events_load(store, t.game, &events, &error));
    assert_int_equal(events->len, 0);
    g_ptr_array_unref(events);
    MUST(events_count(store, t.game, &n, &error));
    assert_int_equal(n, 4);
    MUST(events_count(store, other, &n, &error));
    assert_int_equal(n, 3);
    MUST(events_count(store, 99, &n, &error));
    assert_int_equal(n, 0);
    MUST(store_commit(store, &error));
    assert_int_not_equal(fixture_sql(t.f, "DELETE FROM event"), SQLITE_OK);
    assert_int_equal(fixture_number(t.f->path, "SELECT count(*) FROM event WHERE line = 'y'"), 3);
}

// Long and short ones, and all lengths between, are the same when they come back, and small.
static void test_records_are_packed(void **state)
{
    struct table t = begin(state);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < 200; i++) {
        g_autofree char *back = NULL;
        gint64 game = fixture_game(t.f->store, t.anna);
        MUST(records_put(t.f->store, game, text->str, &error));
        MUST(records_get(t.f->store, game, &back, &error));
        assert_string_equal(back, text->str);
        g_string_append_printf(text, "move clara 2026-11-30T08:12:%02uZ %u\n", i % 60, i * 7 % 23);
    }
    MUST(store_commit(t.f->store, &error));
    assert_true(fixture_number(t.f->path, "SELECT 100 * length(text) / size FROM record"
                                          " ORDER BY game DESC") < 25);
    // What wouldn't get shorter stays as it is.
    assert_true(fixture_number(t.f->path, "SELECT count(*) FROM record WHERE length(text) = size") >
                1);
}

static void test_damaged_records(void **state)
{
    static const char *const damage[] = {
        "UPDATE record SET size = size + 1",
        "UPDATE record SET size = size - 1",
        "UPDATE record SET size = -1",
        "UPDATE record SET size = 1 << 40",
        "UPDATE record SET text = x''",
        "UPDATE record SET text = substr(text, 1, length(text) - 1)",
        "UPDATE record SET text = CAST(substr(text, 1, 9) || x'00' || substr(text, 11) AS BLOB)",
    };
    struct table t = begin(state);
    g_autofree char *long_one = g_strnfill(3000, 'x');
    MUST(records_put(t.f->store, t.game, long_one, &error));
    MUST(store_commit(t.f->store, &error));
    assert_int_equal(fixture_sql(t.f, "CREATE TABLE kept AS SELECT * FROM record"), SQLITE_OK);
    for (guint i = 0; i < G_N_ELEMENTS(damage); i++) {
        char *text = NULL;
        assert_int_equal(fixture_sql(t.f, damage[i]), SQLITE_OK);
        REFUSED(records_get(t.f->store, t.game, &text, &error), STORE_ERROR_STOP, "unpacked");
        assert_null(text);
        assert_int_equal(fixture_sql(t.f, "DELETE FROM record; INSERT INTO record SELECT * FROM"
                                          " kept"),
                         SQLITE_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_add_and_find),
        WITH_STORE(test_update),
        WITH_STORE(test_refused_games),
        WITH_STORE(test_a_seed_belongs_to_its_game),
        WITH_STORE(test_due_and_states),
        WITH_STORE(test_clocked),
        WITH_STORE(test_seats),
        WITH_STORE(test_games_of_player),
        WITH_STORE(test_invitations),
        WITH_STORE(test_count_invitations),
        WITH_STORE(test_events),
        WITH_STORE(test_events_have_no_gaps),
        WITH_STORE(test_a_secret_belongs_to_its_line),
        WITH_STORE(test_records),
        WITH_STORE(test_a_record_is_what_is_left),
        WITH_STORE(test_records_are_packed),
        WITH_STORE(test_damaged_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

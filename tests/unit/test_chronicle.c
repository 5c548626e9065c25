// SPDX-License-Identifier: MIT
// What is told of a finished game: the numbers of two vectors, counted by hand from their lines,
// and what has to add up in all of them. And what the games of an archive come to for each who
// played.
#include "referee/archive/chronicle.h"
#include "referee/archive/shelf.h"
#include "tests/unit/records.h"

#include "storage/archive.h"

static void read_vector(struct chronicle *out, unsigned number)
{
    g_autoptr(GError) error = NULL;
    GString *text = records_read("", number, ".record");
    if (!chronicle_read(out, text->str, text->len, TRUE, &error))
        fail_msg("%03u: %s", number, error->message);
    g_string_free(text, TRUE);
}

static const struct chronicle_event *event_of(const struct chronicle *chronicle, guint line)
{
    for (guint i = 0; i < chronicle->events->len; i++) {
        const struct chronicle_event *event =
            &g_array_index(chronicle->events, struct chronicle_event, i);
        if (event->line == line)
            return event;
    }
    fail_msg("line %u is no event", line);
    return NULL;
}

// ---- 016: two seats, no discards, gap=skipped -------------------------------------------------

// Seat 0: 22 on 13 costs 8 and leaving with 6 cards 6; then 23 on 9 costs 13 and leaving 10.
// Seat 1: 19 on 12 costs 6, four passes 4 and leaving 8; then 9 on 1 costs 7, a force 2,
// leaving 11.
static void test_counted_by_hand(void **state)
{
    (void)state;
    struct chronicle game;
    read_vector(&game, 16);
    assert_true(game.settled);
    assert_int_equal(game.started, 1819939546); // 2027-09-03T02:45:46Z
    assert_int_equal(game.ended - game.started, 9 * 86400 + 3600 + 5 * 60 + 45);
    assert_int_equal(game.positions, 21);
    const struct chronicle_seat *first = &game.seats[0];
    const struct chronicle_seat *second = &game.seats[1];
    assert_string_equal(first->nick, "KX9lsxD.4CEtd1n");
    assert_string_equal(second->luck, "日本語のことわざ");
    assert_int_equal(first->gained[0], 8 + 6);
    assert_int_equal(first->gained[1], 13 + 10);
    assert_int_equal(first->result, 37);
    assert_int_equal(second->gained[0], 6 + 4 + 8);
    assert_int_equal(second->gained[1], 7 + 2 + 11);
    assert_int_equal(second->result, 38);
    assert_true(first->won && !second->won);
    assert_int_equal(first->place, 1);
    assert_int_equal(second->place, 2);
    assert_int_equal(first->spent[0], 3);
    assert_int_equal(first->spent[1], 0);
    assert_int_equal(first->bonus, 0);
    chronicle_clear(&game);
}

static void test_time_taken(void **state)
{
    (void)state;
    struct chronicle game;
    read_vector(&game, 16);
    const struct chronicle_seat *first = &game.seats[0];
    // Seven turns besides the two openings: two by the clock, five of their own.
    assert_int_equal(first->turns, 7);
    assert_int_equal(first->missed, 2);
    assert_int_equal(first->own, 5);
    assert_int_equal(first->robot, 0);
    assert_int_equal(event_of(&game, 11)->thought, -1); // the opening is nobody's doing
    assert_int_equal(event_of(&game, 12)->thought, 1);
    assert_int_equal(event_of(&game, 13)->mark, LINE_CLOCK);
    // Lines 17, 19, 21, 33 and 35, each since the line before.
    assert_int_equal(first->thought, 83787 + 73023 + 2958 + 0 + 2508);
    assert_int_equal(first->sitters->len, 1);
    chronicle_clear(&game);
}

static void test_dearest(void **state)
{
    (void)state;
    struct chronicle game;
    read_vector(&game, 16);
    static const struct {
        unsigned seat;
        guint line;
        int cost;
    } rows[] = {{0, 33, 13}, {0, 35, 10}, {0, 19, 8}, {1, 36, 11}, {1, 25, 8}, {1, 32, 7}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct chronicle_seat *seat = &game.seats[rows[i].seat];
        assert_int_equal(seat->n_dearest, CHRONICLE_DEAREST);
        const struct chronicle_event *event =
            &g_array_index(game.events, struct chronicle_event, seat->dearest[i % 3]);
        assert_int_equal(event->line, rows[i].line);
        assert_int_equal(event->cost, rows[i].cost);
    }
    assert_true(event_of(&game, 35)->left);
    assert_int_equal(event_of(&game, 25)->penalty[1], 18);
    assert_int_equal(event_of(&game, 13)->move.value, 3);
    assert_int_equal(event_of(&game, 13)->bonus[0], 2);
    assert_int_equal(event_of(&game, 15)->held[0], 8);
    chronicle_clear(&game);
}

// ---- 015: seats that change hands --------------------------------------------------------------

// "23" leaves the third seat to anna, and takes the first one from "by" weeks later.
static void test_sitters(void **state)
{
    (void)state;
    struct chronicle game;
    read_vector(&game, 15);
    static const char *const sat[2][2] = {{"by", "23"}, {"23", "anna"}};
    for (unsigned i = 0; i < 2; i++) {
        const struct chronicle_seat *seat = &game.seats[2 * i];
        assert_string_equal(seat->nick, sat[i][0]);
        assert_string_equal(seat->now, sat[i][1]);
        assert_int_equal(seat->sitters->len, 2);
        guint own = 0, missed = 0;
        gint64 thought = 0;
        for (guint k = 0; k < 2; k++) {
            const struct chronicle_sitter *sitter =
                &g_array_index(seat->sitters, struct chronicle_sitter, k);
            assert_string_equal(sitter->nick, sat[i][k]);
            assert_true(sitter->own > 0);
            own += sitter->own;
            missed += sitter->missed;
            thought += sitter->thought;
        }
        assert_int_equal(own, seat->own);
        assert_int_equal(missed, seat->missed);
        assert_int_equal(thought, seat->thought);
    }
    chronicle_clear(&game);
    // A name in other letters, and a robot that came and went, are nobody new.
    read_vector(&game, 7);
    for (unsigned s = 0; s < game.game.n_seats; s++)
        assert_int_equal(game.seats[s].sitters->len, 1);
    chronicle_clear(&game);
    read_vector(&game, 3);
    assert_int_equal(game.seats[0].sitters->len + game.seats[1].sitters->len +
                         game.seats[2].sitters->len + game.seats[3].sitters->len,
                     5);
    chronicle_clear(&game);
}

// ---- all of them -------------------------------------------------------------------------------

static void check_seat(const struct chronicle *game, const struct chronicle_seat *seat,
                       guint number)
{
    const int32_t before = seat->gained[0] + seat->gained[1];
    if (game->settled && seat->result != MAX(0, before - 2 * seat->bonus))
        fail_msg("%03u: %s has %d of %d with %d left", number, seat->nick, seat->result, before,
                 seat->bonus);
    assert_int_equal(seat->spent[0] + seat->spent[1] + seat->bonus, 3);
    assert_int_equal(seat->own + seat->missed + seat->robot, seat->turns);
    assert_string_equal(g_array_index(seat->sitters, struct chronicle_sitter, 0).nick, seat->nick);
}

static void test_all_add_up(void **state)
{
    (void)state;
    guint finished = 0, back = 0;
    for (guint number = 1; number <= RECORDS_GOOD; number++) {
        struct chronicle game;
        GString *states = records_read("", number, ".states");
        g_autoptr(GPtrArray) lines = records_split(states);
        read_vector(&game, number);
        assert_int_equal(game.positions, lines->len);
        for (unsigned s = 0; s < game.game.n_seats; s++)
            check_seat(&game, &game.seats[s], number);
        for (guint i = 0; i < game.events->len; i++) {
            const struct chronicle_event *event =
                &g_array_index(game.events, struct chronicle_event, i);
            finished += event->finished;
            back += event->back > 0;
            assert_true(event->cost >= 0 && event->back >= 0);
        }
        chronicle_clear(&game);
        g_string_free(states, TRUE);
    }
    assert_true(finished > 0 && back > 0);
}

// Half a record is a game that runs, and no record.
static void test_unreadable(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    GString *text = records_read("", 16, ".record");
    const gsize half = (gsize)(strstr(text->str, "score ") - text->str);
    struct chronicle game;
    assert_false(chronicle_read(&game, text->str, half, TRUE, &error));
    assert_true(g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL));
    assert_non_null(strstr(error->message, "line 26"));
    chronicle_clear(&game);
    assert_true(chronicle_read(&game, text->str, half, FALSE, NULL));
    assert_false(game.settled);
    assert_int_equal(game.ended, 0);
    assert_int_equal(game.seats[1].gained[0], 18);
    chronicle_clear(&game);
    text->str[strlen("23 record v1\ngame 1")] = 'x';
    assert_false(chronicle_read(&game, text->str, half, FALSE, NULL));
    chronicle_clear(&game);
    g_string_free(text, TRUE);
}

// ---- the shelf ---------------------------------------------------------------------------------

static void put(struct shelf *shelf, unsigned number, const char *referee)
{
    struct chronicle game;
    read_vector(&game, number);
    shelf_add(shelf, &game, referee);
    chronicle_clear(&game);
}

static void test_shelf(void **state)
{
    (void)state;
    struct shelf *shelf = shelf_new();
    put(shelf, 15, "");
    put(shelf, 16, "");
    put(shelf, 12, "3d7b2d4853a36469aad7803d096e84471825582ba3fa146b23c7cc869674dba2");
    assert_int_equal(shelf->games->len, 3);
    // anna took a seat in 015, whose result stays with "23"; in 012 it is another anna.
    const struct shelf_player *anna = shelf_find(shelf, "ANNA");
    assert_non_null(anna);
    assert_int_equal(anna->games->len, 1);
    assert_int_equal(anna->settled, 0);
    assert_true(anna->own > 0);
    assert_int_equal(g_hash_table_size(anna->pairs), 0);
    assert_null(shelf_find(shelf, "O_o")); // of 012 alone
    // "23" sat in two seats of one game: it is one game.
    const struct shelf_player *other = shelf_find(shelf, "23");
    assert_int_equal(other->games->len, 1);
    assert_int_equal(other->settled, 1);
    const struct shelf_player *winner = shelf_find(shelf, "KX9lsxD.4CEtd1n");
    assert_int_equal(winner->won, 1);
    assert_int_equal(winner->tokens, 37);
    assert_int_equal(winner->own, 5);
    assert_int_equal(winner->missed, 2);
    const struct shelf_game *game = &g_array_index(shelf->games, struct shelf_game, 0);
    assert_string_equal(game->seats[0].later[0], "23");
    assert_null(game->seats[0].later[1]);
    assert_null(game->seats[1].later);
    shelf_free(shelf);
}

// Whom one met most often comes first, and nobody who hides.
static void test_opponents(void **state)
{
    (void)state;
    struct shelf *shelf = shelf_new();
    put(shelf, 15, "");
    g_autoptr(GArray) rows = g_array_new(FALSE, TRUE, sizeof(struct archive_person));
    const struct archive_person hidden = {.nick = "23", .hidden = TRUE};
    g_array_append_val(rows, hidden);
    g_autoptr(people) who = people_new(rows);
    g_autoptr(GPtrArray) met = shelf_opponents(shelf_find(shelf, "by"), who, 8);
    assert_int_equal(met->len, 2);
    for (guint i = 0; i < met->len; i++) {
        const struct shelf_pair *pair = g_ptr_array_index(met, i);
        assert_string_not_equal(pair->nick, "23");
        assert_int_equal(pair->games, 1);
        assert_int_equal(pair->ahead + pair->behind, 1);
    }
    g_autoptr(GPtrArray) one = shelf_opponents(shelf_find(shelf, "by"), who, 1);
    assert_int_equal(one->len, 1);
    shelf_free(shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted_by_hand), cmocka_unit_test(test_time_taken),
        cmocka_unit_test(test_dearest),         cmocka_unit_test(test_sitters),
        cmocka_unit_test(test_all_add_up),      cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_shelf),           cmocka_unit_test(test_opponents),
    };
    return cmocka_run_group_tests_name("chronicle", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// How SQLite finds rows: what runs for every mail must not read whole tables, however long a
// referee has been at work.
#include "tests/unit/store_fixture.h"

#include "storage/bounces.h"
#include "storage/deeds.h"
#include "storage/inbox.h"
#include "storage/known_lines.h"
#include "storage/matters.h"
#include "storage/outbox.h"
#include "storage/plans.h"
#include "storage/press.h"
#include "storage/statement.h"
#include "storage/vacation.h"

// Asks everything that a run asks, so that every statement is in the store's cache.
static void ask_games(struct store *store)
{
    struct game_row game;
    struct invitation_row invitation;
    gboolean found;
    guint count;
    GArray *rows = NULL;
    GPtrArray *events = NULL;
    char *text = NULL;
    MUST(games_find(store, 1, &game, &found, &error));
    MUST(games_due(store, NOW, 0, 9, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_unreached(store, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_in_state(store, "open", 9, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_in_state(store, "lapsed", 9, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_count(store, "over", &count, &error));
    MUST(games_overdue(store, NOW, &count, &error));
    MUST(games_of_player(store, 1, FALSE, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_seats(store, 1, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_invitations(store, 1, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(games_find_invitation(store, 1, "x@example.org", &invitation, &found, &error));
    MUST(games_count_invitations(store, 0, "x@example.org", 0, &count, &error));
    MUST(games_count_invitations(store, 1, "", 0, &count, &error));
    MUST(events_load(store, 1, &events, &error));
    g_clear_pointer(&events, g_ptr_array_unref);
    MUST(records_get(store, 1, &text, &error));
    g_free(text);
    MUST(games_clocked(store, 0, 9, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    for (gint64 i = 0; i < 3; i++) {
        MUST(deeds_list(store, i & 1, i & 2, &rows, &error));
        g_clear_pointer(&rows, g_array_unref);
    }
    MUST(plans_load(store, 1, &events, &error));
    g_clear_pointer(&events, g_ptr_array_unref);
    MUST(plans_put(store, 1, 0, NULL, NULL, &error));
    MUST(press_load(store, 1, &events, &error));
    g_clear_pointer(&events, g_ptr_array_unref);
    MUST(vacation_list(store, 1, 20000, &rows, &error));
    g_clear_pointer(&rows, g_array_unref);
    MUST(vacation_cut(store, 1, 20000, 20001, &error));
}

static void ask_players(struct store *store)
{
    const char *const lines[] = {"a line that is long enough", NULL};
    struct known_lines *known;
    struct player player;
    gboolean found;
    MUST(players_find(store, 1, &player, &found, &error));
    MUST(players_find_nick(store, "anna", &player, &found, &error));
    MUST(players_find_address(store, "x@example.org", &player, &found, &error));
    MUST(players_is_blocked(store, "x@example.org", &found, &error));
    MUST(known_lines_add(store, 1, lines, &error));
    MUST((known = known_lines_load(store, 1, &error)) != NULL);
    known_lines_free(known);
    MUST(players_add_address(store, 1, "y@example.org", TRUE, NOW, &error));
    MUST(players_set_key(store, 1, "age", "age1", NOW, &error));
}

static void ask_mails(struct store *store)
{
    const guint8 hash[32] = {0};
    struct inbound_row in = {0};
    struct outbound_row out = {0};
    struct matter_row matter = {0};
    gboolean found;
    guint count;
    gint64 at;
    GArray *ids = NULL;
    GPtrArray *rows = NULL;
    GBytes *body = NULL;
    MUST(inbox_has(store, "maildir", "1", &found, &error));
    MUST(inbox_has_raw(store, hash, "imap", "imap://h/", &found, &error));
    MUST(inbox_waiting(store, G_MAXINT64, 9, &ids, &error));
    g_clear_pointer(&ids, g_array_unref);
    MUST(inbox_find(store, 1, &in, &found, &error));
    MUST(inbox_body(store, 1, &body, &error));
    MUST(inbox_is_duplicate(store, hash, 1, &found, &error));
    MUST(inbox_has_message(store, "<1@h>", NOW, &found, &error));
    MUST(inbox_count(store, "ask", "x@example.org", NULL, 0, &count, &error));
    MUST(inbox_count(store, "ask", "", NULL, 0, &count, &error));
    MUST(inbox_count(store, "ask", "", hash, 0, &count, &error));
    MUST(inbox_list(store, "hold", 9, &rows, &error));
    g_clear_pointer(&rows, g_ptr_array_unref);
    MUST(inbox_sign_once(store, hash, 1, NOW, &found, &error));
    MUST(outbox_due(store, "noted", NOW, NULL, 9, &rows, &error));
    g_clear_pointer(&rows, g_ptr_array_unref);
    MUST(outbox_unsent(store, 1, 1, &rows, &error));
    g_clear_pointer(&rows, g_ptr_array_unref);
    MUST(outbox_find(store, 1, &out, &found, &error));
    MUST(outbox_thread(store, 1, 1, 9, &rows, &error));
    g_clear_pointer(&rows, g_ptr_array_unref);
    MUST(outbox_count_address(store, "x@example.org", 0, &count, &error));
    MUST(outbox_queue(store, &count, &at, &error));
    MUST(outbox_count_sent(store, NOW, &count, &error));
    MUST(bounces_count(store, "x@example.org", &count, &count, &error));
    MUST(bounces_mark(store, 1, "550 no", NOW, &error));
    MUST(bounces_suspend(store, 1, NOW, &error));
    MUST(bounces_lift(store, 1, &error));
    MUST(vacation_used(store, 1, 2026, &at, &error));
    MUST(matters_find(store, 1, &matter, &found, &error));
    MUST(matters_open(store, "a", 1, "", 1, NOW, &matter, &found, &error));
    MUST(matters_open(store, "a", 0, "x@example.org", 0, NOW, &matter, &found, &error));
    MUST(matters_expire(store, NOW, &count, &error));
}

// The lines of a plan that read a whole table or index, but for those that are short by their
// nature.
static guint count_scans(struct store *store, const char *sql)
{
    g_autofree char *explain = g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
    sqlite3_stmt *plan = NULL;
    guint scans = 0;
    assert_int_equal(sqlite3_prepare_v2(store->db, explain, -1, &plan, NULL), SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(plan, 3);
        gboolean is_short = strstr(line, "CONSTANT ROW") || strstr(line, "SCAN next") ||
                            strstr(line, "SCAN (subquery") || strstr(line, "inbound_state") ||
                            strstr(line, "inbound_hold") || strstr(line, "outbound_due") ||
                            strstr(line, "outbound_waiting") || strstr(line, "SCAN gone") ||
                            strstr(line, "address_suspended") || strstr(line, "deed_all");
        if (g_str_has_prefix(line, "SCAN") && !is_short) {
            print_message("# %s: %s\n", line, sql);
            scans++;
        }
    }
    sqlite3_finalize(plan);
    return scans;
}

static void test_no_whole_table_is_read(void **state)
{
    struct fixture *f = *state;
    MUST(store_begin(f->store, &error));
    fixture_game(f->store, fixture_player(f->store, "", "anna@example.org"));
    ask_games(f->store);
    ask_players(f->store);
    ask_mails(f->store);
    GHashTableIter iter;
    gpointer sql;
    guint scans = 0;
    guint statements = 0;
    g_hash_table_iter_init(&iter, f->store->statements);
    while (g_hash_table_iter_next(&iter, &sql, NULL)) {
        scans += count_scans(f->store, sql);
        statements++;
    }
    assert_true(statements > 40);
    assert_int_equal(scans, 0);
}

static gboolean goes_by(struct store *store, const char *sql, const char *index)
{
    g_autofree char *explain = g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
    sqlite3_stmt *plan = NULL;
    gboolean found = FALSE;
    assert_int_equal(sqlite3_prepare_v2(store->db, explain, -1, &plan, NULL), SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(plan, 3);
        found = found || (g_str_has_prefix(line, "SEARCH game USING") && strstr(line, index));
    }
    sqlite3_finalize(plan);
    return found;
}

// What is due is found by its time, however many games run that aren't.
static void test_what_is_due_is_found_by_its_time(void **state)
{
    struct fixture *f = *state;
    GArray *rows = NULL;
    GHashTableIter iter;
    gpointer sql;
    guint found = 0;
    MUST(store_begin(f->store, &error));
    MUST(games_due(f->store, NOW, 0, 9, &rows, &error));
    g_array_unref(rows);
    g_hash_table_iter_init(&iter, f->store->statements);
    while (g_hash_table_iter_next(&iter, &sql, NULL))
        found += strstr(sql, "due_at <= ") && goes_by(f->store, sql, "game_due (due_at");
    assert_int_equal(found, 1);
}

static int count_step(void *steps)
{
    (*(guint *)steps)++;
    return 0;
}

// What SQLite does to find the games that wait for somebody who can't be reached, and those that
// are due: none here.
static guint steps_of_idle(struct store *store)
{
    guint steps = 0;
    g_autoptr(GArray) unreached = NULL, due = NULL;
    sqlite3_progress_handler(store->db, 1, count_step, &steps);
    MUST(games_unreached(store, &unreached, &error));
    MUST(games_due(store, NOW, 0, 100, &due, &error));
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    assert_true(unreached->len == 0 && due->len == 0 && steps > 10);
    return steps;
}

static void test_idle_with_many_games(void **state)
{
    struct fixture *f = *state;
    MUST(store_begin(f->store, &error));
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    fixture_game(f->store, anna);
    guint with_one = steps_of_idle(f->store);
    for (int i = 0; i < 500; i++) {
        struct seat_row seat = {.game = fixture_game(f->store, anna), .player = anna};
        MUST(games_put_seat(f->store, &seat, &error));
    }
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_sql(f, "UPDATE game SET state = 'running', started_at = 1,"
                                    " turn_at = 1, due_at = 4000000000 + id"),
                     SQLITE_OK);
    guint with_many = steps_of_idle(f->store);
    if (with_many > with_one + 10)
        fail_msg("%u steps with many games, %u with one", with_many, with_one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {WITH_STORE(test_no_whole_table_is_read),
                                       WITH_STORE(test_what_is_due_is_found_by_its_time),
                                       WITH_STORE(test_idle_with_many_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
// What is kept of mails that came back, what becomes of those that wait, and stopped clocks.
#include "tests/unit/store_fixture.h"

#include "storage/bounces.h"
#include "storage/outbox.h"
#include "storage/vacation.h"

struct desk {
    struct store *store;
    gint64 anna, bert, game;
};

static struct desk begin(void **state)
{
    struct fixture *f = *state;
    struct desk d = {.store = f->store};
    MUST(store_begin(d.store, &error));
    d.anna = fixture_player(d.store, "anna", "anna@example.org");
    d.bert = fixture_player(d.store, "bert", "bert@example.org");
    d.game = fixture_game(d.store, d.anna);
    return d;
}

static gint64 note(struct store *store, gint64 player, const char *address)
{
    struct outbound_row row = {.player = player,
                               .address = (char *)address,
                               .kind = (char *)"table",
                               .notes = (char *)"[]",
                               .created_at = NOW,
                               .next_at = NOW};
    MUST(outbox_add(store, &row, &error));
    return row.id;
}

static struct player find(const struct desk *d, gint64 id)
{
    struct player player = {0};
    gboolean found = FALSE;
    MUST(players_find(d->store, id, &player, &found, &error));
    assert_true(found);
    return player;
}

static void expect_counts(const struct desk *d, const char *address, guint mails, guint days)
{
    guint n = 99;
    guint of = 99;
    MUST(bounces_count(d->store, address, &n, &of, &error));
    assert_int_equal(n, mails);
    assert_int_equal(of, days);
}

static guint due(const struct desk *d, const char *state)
{
    g_autoptr(GPtrArray) rows = NULL;
    MUST(outbox_due(d->store, state, NOW, NULL, 99, &rows, &error));
    return rows->len;
}

static void test_each_mail_counts_once(void **state)
{
    struct desk d = begin(state);
    gboolean is_new;
    static const struct {
        int day;
        gboolean again;
        guint mails, days;
    } table[] = {{20000, FALSE, 1, 1}, {20000, TRUE, 1, 1},  {20000, FALSE, 2, 1},
                 {20001, FALSE, 3, 2}, {20009, FALSE, 4, 3}, {20009, TRUE, 4, 3}};
    gint64 mail = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        if (!table[i].again)
            mail = note(d.store, d.anna, NULL);
        MUST(bounces_add(d.store, mail, "anna@example.org", table[i].day, &is_new, &error));
        assert_int_equal(is_new, !table[i].again);
        expect_counts(&d, "ANNA@example.org", table[i].mails, table[i].days);
    }
    expect_counts(&d, "bert@example.org", 0, 0);
    MUST(bounces_lift(d.store, d.bert, &error));
    expect_counts(&d, "anna@example.org", 4, 3);
    MUST(bounces_lift(d.store, d.anna, &error));
    expect_counts(&d, "anna@example.org", 0, 0);
    MUST(store_commit(d.store, &error));
}

static void test_marks_are_of_the_main_address(void **state)
{
    struct desk d = begin(state);
    MUST(players_add_address(d.store, d.anna, "a2@example.org", FALSE, NOW, &error));
    struct player anna = find(&d, d.anna);
    assert_true(!anna.refused_at && !anna.suspended_at && !anna.refused[0]);
    MUST(bounces_mark(d.store, d.anna, "550 5.1.1 nobody", NOW + 1, &error));
    MUST(bounces_suspend(d.store, d.anna, NOW + 2, &error));
    anna = find(&d, d.anna);
    assert_int_equal(anna.refused_at, NOW + 1);
    assert_string_equal(anna.refused, "550 5.1.1 nobody");
    assert_int_equal(anna.suspended_at, NOW + 2);
    GArray *unreached = NULL;
    MUST(players_unreached(d.store, &unreached, &error));
    assert_int_equal(unreached->len, 1);
    assert_string_equal(g_array_index(unreached, struct player, 0).nick, "anna");
    g_array_unref(unreached);
    // Another address is another matter.
    MUST(players_add_address(d.store, d.anna, "a2@example.org", TRUE, NOW, &error));
    anna = find(&d, d.anna);
    assert_true(!anna.refused_at && !anna.suspended_at && !anna.refused[0]);
    MUST(players_add_address(d.store, d.anna, "anna@example.org", TRUE, NOW, &error));
    assert_int_equal(find(&d, d.anna).suspended_at, NOW + 2);
    MUST(bounces_lift(d.store, d.anna, &error));
    anna = find(&d, d.anna);
    assert_true(!anna.refused_at && !anna.suspended_at && !anna.refused[0]);
    MUST(store_commit(d.store, &error));
}

static void test_mails_wait(void **state)
{
    struct desk d = begin(state);
    guint unsent;
    gint64 oldest;
    gint64 anna = note(d.store, d.anna, NULL);
    note(d.store, d.anna, NULL);
    note(d.store, d.bert, NULL);
    note(d.store, 0, "anna@example.org"); // asked about somebody, not the player
    MUST(bounces_suspend(d.store, d.anna, NOW, &error));
    assert_int_equal(due(&d, "noted"), 2);
    MUST(outbox_queue(d.store, &unsent, &oldest, &error));
    assert_int_equal(unsent, 2);
    struct outbound_row row = {
        .id = anna, .address = (char *)"anna@example.org", .kind = (char *)"k"};
    MUST(outbox_ready(d.store, &row, &error));
    assert_int_equal(due(&d, "ready"), 0);
    g_autoptr(GPtrArray) rows = NULL;
    MUST(outbox_unsent(d.store, d.anna, 0, &rows, &error));
    assert_int_equal(rows->len, 2);
    assert_string_equal(((struct outbound_row *)rows->pdata[0])->address, "anna@example.org");
    MUST(bounces_lift(d.store, d.anna, &error));
    assert_int_equal(due(&d, "noted"), 3);
    assert_int_equal(due(&d, "ready"), 1);
    MUST(outbox_settle(d.store, anna, "sent", "", NOW, &error));
    guint sent;
    MUST(outbox_count_sent(d.store, NOW, &sent, &error));
    assert_int_equal(sent, 1);
    MUST(outbox_count_sent(d.store, NOW + 1, &sent, &error));
    assert_int_equal(sent, 0);
    MUST(store_commit(d.store, &error));
}

static void test_nothing_is_left_of_the_forgotten(void **state)
{
    struct desk d = begin(state);
    gboolean is_new;
    gint64 mail = note(d.store, d.anna, NULL);
    MUST(bounces_add(d.store, mail, "anna@example.org", 20000, &is_new, &error));
    MUST(bounces_mark(d.store, d.anna, "550 anna@example.org", NOW, &error));
    MUST(players_forget(d.store, d.anna, NOW, &error));
    expect_counts(&d, "anna@example.org", 0, 0);
    assert_int_equal(find(&d, d.anna).refused_at, 0);
    MUST(store_commit(d.store, &error));
}

static void test_vacation(void **state)
{
    struct desk d = begin(state);
    gint64 used;
    MUST(vacation_charge(d.store, d.anna, 2026, 100, &error));
    MUST(vacation_charge(d.store, d.anna, 2026, 20, &error));
    MUST(vacation_charge(d.store, d.anna, 2027, 3, &error));
    static const struct {
        gboolean anna;
        int year;
        gint64 used;
    } table[] = {{TRUE, 2026, 120}, {TRUE, 2027, 3}, {TRUE, 2025, 0}, {FALSE, 2026, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        MUST(vacation_used(d.store, table[i].anna ? d.anna : d.bert, table[i].year, &used, &error));
        assert_int_equal(used, table[i].used);
    }
    MUST(store_commit(d.store, &error));
}

static guint unreached(const struct desk *d)
{
    g_autoptr(GArray) ids = NULL;
    MUST(games_unreached(d->store, &ids, &error));
    return ids->len;
}

static void test_stopped_clocks(void **state)
{
    struct desk d = begin(state);
    struct seat_row seat = {.game = d.game, .player = d.bert, .nick = "bert", .joined_at = NOW};
    struct game_row row;
    gboolean found;
    MUST(games_put_seat(d.store, &seat, &error));
    MUST(games_find(d.store, d.game, &row, &found, &error));
    assert_true(!row.held_for && !row.held_at && !row.held);
    g_strlcpy(row.state, "running", sizeof row.state);
    row.turn_at = row.due_at = 0;
    MUST(games_update(d.store, &row, &error));
    assert_int_equal(unreached(&d), 0);
    MUST(bounces_suspend(d.store, d.bert, NOW, &error));
    assert_int_equal(unreached(&d), 1);
    row.held_for = d.bert;
    row.held_at = NOW;
    row.held = 7;
    row.due_at = NOW + 100;
    MUST(games_update(d.store, &row, &error));
    assert_int_equal(unreached(&d), 0);
    MUST(games_find(d.store, d.game, &row, &found, &error));
    assert_int_equal(row.held_for, d.bert);
    assert_int_equal(row.held_at, NOW);
    assert_int_equal(row.held, 7);
    assert_int_equal(row.due_at, NOW + 100);
    MUST(store_commit(d.store, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_each_mail_counts_once),
        WITH_STORE(test_marks_are_of_the_main_address),
        WITH_STORE(test_mails_wait),
        WITH_STORE(test_nothing_is_left_of_the_forgotten),
        WITH_STORE(test_vacation),
        WITH_STORE(test_stopped_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

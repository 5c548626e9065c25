// SPDX-License-Identifier: MIT
// Mails to be sent: noted, rendered, tried again, settled; and what is asked about them.
#include "tests/unit/store_fixture.h"

#include "storage/outbox.h"

struct desk {
    struct fixture *f;
    struct store *store;
    gint64 anna, bert, game;
};

static struct desk begin(void **state)
{
    struct desk d = {.f = *state};
    d.store = d.f->store;
    MUST(store_begin(d.store, &error));
    d.anna = fixture_player(d.store, "anna", "anna@example.org");
    d.bert = fixture_player(d.store, "bert", "bert@example.org");
    d.game = fixture_game(d.store, d.anna);
    return d;
}

static gint64 note(struct store *store, gint64 player, gint64 game, gint64 at)
{
    struct outbound_row row = {.player = player,
                               .game = game,
                               .kind = (char *)"table",
                               .notes = (char *)"{\"line\":3}",
                               .created_at = at,
                               .next_at = at};
    MUST(outbox_add(store, &row, &error));
    assert_string_equal(row.state, "noted");
    return row.id;
}

static gint64 note_stranger(struct store *store, const char *address, gint64 at)
{
    struct outbound_row row = {
        .address = (char *)address, .kind = (char *)"confirm", .created_at = at, .next_at = at};
    MUST(outbox_add(store, &row, &error));
    return row.id;
}

static struct outbound_row find(struct store *store, gint64 id)
{
    struct outbound_row row = {0};
    gboolean found = FALSE;
    MUST(outbox_find(store, id, &row, &found, &error));
    assert_true(found);
    return row;
}

static void send(struct store *store, gint64 id, const char *message_id)
{
    struct outbound_row row = find(store, id);
    g_free(row.message_id);
    row.message_id = g_strdup(message_id);
    MUST(outbox_ready(store, &row, &error));
    MUST(outbox_settle(store, id, "sent", "250 ok", NOW, &error));
    outbound_row_clear(&row);
}

// ---- the life of a row ------------------------------------------------------------------------

static void test_life(void **state)
{
    struct desk d = begin(state);
    gint64 id = note(d.store, d.anna, d.game, NOW);
    struct outbound_row row = find(d.store, id);
    assert_true(row.player == d.anna && row.game == d.game && row.matter == 0);
    assert_true(row.created_at == NOW && row.next_at == NOW && row.settled_at == 0);
    assert_string_equal(row.kind, "table");
    assert_string_equal(row.notes, "{\"line\":3}");
    assert_null(row.body);
    assert_string_equal(row.address, "");
    outbound_row_clear(&row);

    MUST(outbox_set_notes(d.store, id, "turn", "{\"line\":4}", &error));
    row = find(d.store, id);
    assert_string_equal(row.kind, "turn");
    assert_string_equal(row.notes, "{\"line\":4}");
    row.told_from = 3;
    row.told_to = 37;
    g_free(row.ticket);
    row.ticket = g_strdup("14.37.2.k7xqa9m2pd4ht0v3c8we");
    g_free(row.message_id);
    row.message_id = g_strdup("<14.37.2.x@example.org>");
    row.body = g_strdup("{\"hand\":[3,17]}");
    MUST(outbox_ready(d.store, &row, &error));
    outbound_row_clear(&row);
    MUST(store_commit(d.store, &error));
    fixture_reopen(d.f);
    d.store = d.f->store;

    row = find(d.store, id);
    assert_string_equal(row.state, "ready");
    assert_string_equal(row.body, "{\"hand\":[3,17]}");
    assert_string_equal(row.ticket, "14.37.2.k7xqa9m2pd4ht0v3c8we");
    assert_string_equal(row.message_id, "<14.37.2.x@example.org>");
    assert_true(row.told_from == 3 && row.told_to == 37 && row.tries == 0);
    MUST(store_begin(d.store, &error));
    REFUSED(outbox_ready(d.store, &row, &error), STORE_ERROR_STOP, "state"); // fixed for good
    outbound_row_clear(&row);
    REFUSED(outbox_set_notes(d.store, id, "turn", "{}", &error), STORE_ERROR_STOP, "state");

    MUST(outbox_later(d.store, id, NOW + 60, "451 later", &error));
    MUST(outbox_later(d.store, id, NOW + 120, "452 later", &error));
    row = find(d.store, id);
    assert_true(row.tries == 2 && row.next_at == NOW + 120);
    assert_string_equal(row.detail, "452 later");
    outbound_row_clear(&row);

    MUST(outbox_settle(d.store, id, "sent", "250 ok", NOW + 121, &error));
    row = find(d.store, id);
    assert_string_equal(row.state, "sent");
    assert_string_equal(row.detail, "250 ok");
    assert_int_equal(row.settled_at, NOW + 121);
    assert_true(!row.notes && !row.body && row.told_to == 37);
    outbound_row_clear(&row);
    outbound_row_clear(&row); // zeroed
    REFUSED(outbox_settle(d.store, id, "failed", "", NOW, &error), STORE_ERROR_STOP, "state");
    REFUSED(outbox_later(d.store, id, NOW, "", &error), STORE_ERROR_STOP, "state");
}

static void test_ends(void **state)
{
    struct desk d = begin(state);
    static const char *const ends[] = {"sent", "failed", "dropped", "replaced"};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        gint64 id = note(d.store, d.anna, d.game, NOW);
        MUST(outbox_settle(d.store, id, ends[i], "", NOW, &error)); // straight from noted
        struct outbound_row row = find(d.store, id);
        assert_string_equal(row.state, ends[i]);
        assert_null(row.notes);
        outbound_row_clear(&row);
    }
    gint64 id = note(d.store, d.anna, d.game, NOW);
    REFUSED(outbox_settle(d.store, id, "eaten", "", NOW, &error), STORE_ERROR_STOP, "CHECK");
    REFUSED(outbox_settle(d.store, 99, "sent", "", NOW, &error), STORE_ERROR_STOP, "isn't there");
}

static void test_refused_rows(void **state)
{
    struct desk d = begin(state);
    struct outbound_row rows[] = {
        {.player = 99, .kind = (char *)"turn"},
        {.player = d.anna, .game = 99, .kind = (char *)"turn"},
        {.player = d.anna, .matter = 99, .kind = (char *)"confirm"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        REFUSED(outbox_add(d.store, &rows[i], &error), STORE_ERROR_STOP, "FOREIGN KEY");
    struct outbound_row none = {.id = 77};
    gboolean found = TRUE;
    MUST(outbox_find(d.store, 99, &none, &found, &error));
    assert_true(!found && none.id == 77);

    // A body moved to another row doesn't open.
    note(d.store, d.anna, d.game, NOW);
    note(d.store, d.bert, d.game, NOW);
    MUST(store_commit(d.store, &error));
    assert_int_equal(fixture_sql(d.f, "UPDATE outbound SET notes ="
                                      " (SELECT notes FROM outbound WHERE id = 1) WHERE id = 2"),
                     SQLITE_OK);
    REFUSED(outbox_find(d.store, 2, &none, &found, &error), STORE_ERROR_STOP, "outbound.notes:2");
    GPtrArray *all = NULL;
    REFUSED(outbox_list(d.store, "noted", 9, &all, &error), STORE_ERROR_STOP, "outbound.notes:2");
    assert_null(all);
}

// ---- questions --------------------------------------------------------------------------------

static void check_rows(GPtrArray *rows, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        g_string_append_printf(text, "%s%d", i ? " " : "", (int)row->id);
    }
    assert_string_equal(text->str, expected);
    g_ptr_array_unref(rows);
}

static void test_due(void **state)
{
    struct desk d = begin(state);
    GPtrArray *rows = NULL;
    note(d.store, d.anna, d.game, NOW + 5); // 1
    note(d.store, d.anna, d.game, NOW);     // 2
    note(d.store, d.bert, d.game, NOW);     // 3
    note(d.store, d.bert, 0, NOW + 9);      // 4
    struct outbound_row row = find(d.store, 3);
    MUST(outbox_ready(d.store, &row, &error));
    outbound_row_clear(&row);
    gint64 newest;
    send(d.store, note(d.store, d.anna, 0, NOW), "<5@x>"); // 5
    MUST(outbox_newest(d.store, &newest, &error));
    assert_int_equal(newest, 5);
    static const struct {
        const char *state;
        gint64 now;
        struct outbound_place after; // 0: none
        guint limit;
        const char *ids;
    } cases[] = {{"noted", NOW - 1, {0}, 9, ""},
                 {"noted", NOW, {0}, 9, "2"},
                 {"noted", NOW + 9, {0}, 9, "2 1 4"},
                 {"noted", NOW + 9, {0}, 2, "2 1"},
                 {"noted", NOW + 9, {NOW, 1}, 9, "2 1 4"},
                 {"noted", NOW + 9, {NOW, 2}, 9, "1 4"},
                 {"noted", NOW + 9, {NOW, 2}, 1, "1"},
                 {"noted", NOW + 9, {NOW + 5, 1}, 9, "4"},
                 {"noted", NOW + 9, {NOW + 9, 4}, 9, ""},
                 {"ready", NOW, {0}, 9, "3"},
                 {"sent", NOW, {0}, 9, ""}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const struct outbound_place *after = cases[i].after.id ? &cases[i].after : NULL;
        MUST(outbox_due(d.store, cases[i].state, cases[i].now, after, cases[i].limit, &rows,
                        &error));
        check_rows(rows, cases[i].ids);
    }
}

static void test_unsent_and_queue(void **state)
{
    struct desk d = begin(state);
    GPtrArray *rows = NULL;
    guint unsent = 9;
    gint64 oldest_at = 9;
    MUST(outbox_queue(d.store, &unsent, &oldest_at, &error));
    assert_true(unsent == 0 && oldest_at == 0);
    note(d.store, d.anna, d.game, NOW + 1);           // 1
    note(d.store, d.anna, 0, NOW + 2);                // 2
    note(d.store, d.bert, d.game, NOW + 3);           // 3
    note(d.store, d.anna, d.game, NOW);               // 4
    note_stranger(d.store, "x@example.org", NOW + 4); // 5
    send(d.store, note(d.store, d.anna, d.game, NOW - 9), "<6@x>");
    struct outbound_row row = find(d.store, 1);
    MUST(outbox_ready(d.store, &row, &error));
    outbound_row_clear(&row);
    const struct {
        gint64 player, game;
        const char *ids;
    } cases[] = {{d.anna, d.game, "1 4"},
                 {d.anna, 0, "2"},
                 {d.bert, d.game, "3"},
                 {d.bert, 0, ""},
                 {0, 0, "5"}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        MUST(outbox_unsent(d.store, cases[i].player, cases[i].game, &rows, &error));
        check_rows(rows, cases[i].ids);
        gboolean has;
        MUST(outbox_has_unsent(d.store, cases[i].player, cases[i].game, &has, &error));
        assert_int_equal(has, cases[i].ids[0] != '\0');
    }
    MUST(outbox_queue(d.store, &unsent, &oldest_at, &error));
    assert_true(unsent == 5 && oldest_at == NOW);
}

static void test_thread(void **state)
{
    struct desk d = begin(state);
    GPtrArray *ids = NULL;
    MUST(outbox_thread(d.store, d.anna, d.game, 9, &ids, &error));
    assert_int_equal(ids->len, 0);
    g_ptr_array_unref(ids);
    for (guint i = 0; i < 5; i++) {
        g_autofree char *id = g_strdup_printf("<%u@x>", i);
        send(d.store, note(d.store, d.anna, d.game, NOW), id);
        send(d.store, note(d.store, d.bert, d.game, NOW), "<bert@x>");
        send(d.store, note(d.store, d.anna, 0, NOW), "<outside@x>");
    }
    note(d.store, d.anna, d.game, NOW); // not sent
    MUST(outbox_settle(d.store, note(d.store, d.anna, d.game, NOW), "sent", "", NOW, &error));
    MUST(outbox_thread(d.store, d.anna, d.game, 3, &ids, &error));
    assert_int_equal(ids->len, 3);
    assert_string_equal(g_ptr_array_index(ids, 0), "<2@x>");
    assert_string_equal(g_ptr_array_index(ids, 2), "<4@x>");
    g_ptr_array_unref(ids);
    MUST(outbox_thread(d.store, d.anna, 0, 9, &ids, &error));
    assert_int_equal(ids->len, 5);
    assert_string_equal(g_ptr_array_index(ids, 0), "<outside@x>");
    g_ptr_array_unref(ids);
}

static void test_count_address(void **state)
{
    struct desk d = begin(state);
    note_stranger(d.store, "x@example.org", NOW);
    send(d.store, note_stranger(d.store, "X@example.org", NOW + 10), "<a@x>");
    MUST(outbox_settle(d.store, note_stranger(d.store, "x@example.org", NOW + 20), "dropped", "",
                       NOW, &error)); // never went
    MUST(outbox_settle(d.store, note_stranger(d.store, "y@example.org", NOW + 20), "failed", "",
                       NOW, &error));
    note(d.store, d.anna, 0, NOW + 20); // a player's
    static const struct {
        const char *address;
        gint64 since;
        guint count;
    } cases[] = {
        {"x@example.org", 0, 2},   {"x@example.org", NOW + 1, 1}, {"x@example.org", NOW + 11, 0},
        {"y@example.org", NOW, 1}, {"z@example.org", 0, 0},       {"", 0, 3},
        {"", NOW + 10, 2}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint count = 99;
        MUST(outbox_count_address(d.store, cases[i].address, cases[i].since, &count, &error));
        if (count != cases[i].count)
            fail_msg("case %u: %u", i, count);
    }
}

static void test_list(void **state)
{
    struct desk d = begin(state);
    GPtrArray *rows = NULL;
    note(d.store, d.anna, 0, NOW);                         // 1
    send(d.store, note(d.store, d.anna, 0, NOW), "<2@x>"); // 2
    gint64 failed = note(d.store, d.anna, 0, NOW);         // 3
    gint64 dropped = note(d.store, d.anna, 0, NOW);        // 4
    note(d.store, d.anna, 0, NOW);                         // 5
    MUST(outbox_settle(d.store, failed, "failed", "550", NOW, &error));
    MUST(outbox_settle(d.store, dropped, "dropped", "", NOW, &error));
    static const struct {
        const char *state;
        guint limit;
        const char *ids;
    } cases[] = {{"", 9, "5 3 1"},
                 {"", 2, "5 3"},
                 {"sent", 9, "2"},
                 {"noted", 9, "5 1"},
                 {"replaced", 9, ""}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        MUST(outbox_list(d.store, cases[i].state, cases[i].limit, &rows, &error));
        check_rows(rows, cases[i].ids);
    }
}

// ---- bodies ------------------------------------------------------------------------------------

// A body of so many bytes: `dense`, it doesn't deflate.
static char *body_of(gsize len, gboolean dense)
{
    GString *body = g_string_new("{");
    GRand *rand = g_rand_new_with_seed(23);
    while (body->len < len)
        g_string_append_c(body, dense ? (char)g_rand_int_range(rand, ' ', 127) : 'a');
    g_rand_free(rand);
    return g_string_free(body, FALSE);
}

// Our own words take one step, whatever they are; what others' words or pictures are in, as many
// bigger ones as if it were not deflated. Both come back as they were.
static void test_bodies(void **state)
{
    struct desk d = begin(state);
    enum { OVERHEAD = 24 + 16 };
    static const struct {
        gsize len;
        gboolean dense, own;
        gsize room;
    } cases[] = {
        {1, FALSE, TRUE, 16384},      {14000, FALSE, TRUE, 16384}, {14000, TRUE, TRUE, 16384},
        {65000, FALSE, TRUE, 16384},  {30000, TRUE, TRUE, 65536},  {1, FALSE, FALSE, 65536},
        {14000, FALSE, FALSE, 65536}, {65535, TRUE, FALSE, 65536}, {65536, FALSE, FALSE, 131072},
        {200000, FALSE, TRUE, 16384},
    };
    gint64 ids[G_N_ELEMENTS(cases)];
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *body = body_of(cases[i].len, cases[i].dense);
        struct outbound_row row = find(d.store, ids[i] = note(d.store, d.anna, d.game, NOW));
        row.body = g_steal_pointer(&body);
        row.own = cases[i].own;
        MUST(outbox_ready(d.store, &row, &error));
        struct outbound_row again = find(d.store, ids[i]);
        assert_string_equal(again.body, row.body);
        outbound_row_clear(&again);
        outbound_row_clear(&row);
    }
    MUST(store_commit(d.store, &error));
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *ask =
            g_strdup_printf("SELECT length(body) FROM outbound WHERE id = %d", (int)ids[i]);
        assert_int_equal(fixture_number(d.f->path, ask), cases[i].room + OVERHEAD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_life),
        WITH_STORE(test_ends),
        WITH_STORE(test_refused_rows),
        WITH_STORE(test_due),
        WITH_STORE(test_unsent_and_queue),
        WITH_STORE(test_thread),
        WITH_STORE(test_count_address),
        WITH_STORE(test_list),
        WITH_STORE(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

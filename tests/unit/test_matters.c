// SPDX-License-Identifier: MIT
// Pending matters: asked, found again, settled, expired.
#include "tests/unit/store_fixture.h"

#include "storage/matters.h"

struct desk {
    struct fixture *f;
    struct store *store;
    gint64 anna, game;
};

static struct desk begin(void **state)
{
    struct desk d = {.f = *state};
    d.store = d.f->store;
    MUST(store_begin(d.store, &error));
    d.anna = fixture_player(d.store, "anna", "anna@example.org");
    d.game = fixture_game(d.store, d.anna);
    return d;
}

static gint64 ask(struct store *store, const char *kind, gint64 player, const char *address,
                  gint64 game, gint64 expires_at)
{
    struct matter_row row = {.kind = (char *)kind,
                             .player = player,
                             .address = (char *)address,
                             .game = game,
                             .data = (char *)"{\"plan\":\"7 7\"}",
                             .created_at = NOW,
                             .expires_at = expires_at};
    MUST(matters_add(store, &row, &error));
    return row.id;
}

static struct matter_row find(struct store *store, gint64 id)
{
    struct matter_row row = {0};
    gboolean found = FALSE;
    MUST(matters_find(store, id, &row, &found, &error));
    assert_true(found);
    return row;
}

static void test_add_and_find(void **state)
{
    struct desk d = begin(state);
    gint64 id = ask(d.store, "resign", d.anna, "new@example.org", d.game, NOW + 9);
    MUST(store_commit(d.store, &error));
    fixture_reopen(d.f);
    struct matter_row row = find(d.f->store, id);
    assert_string_equal(row.kind, "resign");
    assert_true(row.player == d.anna && row.game == d.game && row.settled_at == 0);
    assert_string_equal(row.address, "new@example.org");
    assert_string_equal(row.data, "{\"plan\":\"7 7\"}");
    assert_true(row.created_at == NOW && row.expires_at == NOW + 9);
    matter_row_clear(&row);
    matter_row_clear(&row); // zeroed
    row.id = 77;
    gboolean found = TRUE;
    MUST(matters_find(d.f->store, 99, &row, &found, &error));
    assert_true(!found && row.id == 77);
}

static void test_nothing_said(void **state)
{
    struct desk d = begin(state);
    struct matter_row bare = {.kind = (char *)"confirm", .created_at = NOW, .expires_at = NOW + 1};
    MUST(matters_add(d.store, &bare, &error));
    struct matter_row row = find(d.store, bare.id);
    assert_null(row.data);
    assert_string_equal(row.address, "");
    assert_true(row.player == 0 && row.game == 0);
    matter_row_clear(&row);
    bare.player = 99;
    REFUSED(matters_add(d.store, &bare, &error), STORE_ERROR_STOP, "FOREIGN KEY");
}

static void test_open(void **state)
{
    struct desk d = begin(state);
    gint64 second = fixture_game(d.store, d.anna);
    ask(d.store, "cancel", d.anna, "", d.game, NOW + 9);        // 1
    ask(d.store, "cancel", d.anna, "", second, NOW + 9);        // 2
    ask(d.store, "cancel", d.anna, "", d.game, NOW + 9);        // 3
    ask(d.store, "resign", d.anna, "", d.game, NOW + 9);        // 4
    ask(d.store, "confirm", 0, "Dora@example.org", 0, NOW + 9); // 5
    ask(d.store, "confirm", 0, "dora@example.org", 0, NOW + 1); // 6
    gint64 settled = ask(d.store, "resign", d.anna, "", second, NOW + 9);
    MUST(matters_settle(d.store, settled, NOW, &error));
    const struct {
        const char *kind;
        gint64 player;
        const char *address;
        gint64 game, now, id; // id 0: none
    } cases[] = {
        {"cancel", d.anna, "", 0, NOW, 3},
        {"cancel", d.anna, "", d.game, NOW, 3},
        {"cancel", d.anna, "", second, NOW, 2},
        {"cancel", d.anna, "", 0, NOW + 9, 0},
        {"resign", d.anna, NULL, 0, NOW, 4},
        {"resign", d.anna, "", second, NOW, 0},
        {"confirm", d.anna, "", 0, NOW, 0},
        {"confirm", 0, "DORA@example.org", 0, NOW, 6},
        {"confirm", 0, "dora@example.org", 0, NOW + 1, 5},
        {"confirm", 0, "emil@example.org", 0, NOW, 0},
        {"cancel", 0, "", 0, NOW, 0}, // no address is nobody's
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct matter_row row = {0};
        gboolean found = FALSE;
        MUST(matters_open(d.store, cases[i].kind, cases[i].player, cases[i].address, cases[i].game,
                          cases[i].now, &row, &found, &error));
        if (found != (cases[i].id != 0) || row.id != cases[i].id)
            fail_msg("case %u: %d", i, (int)row.id);
        matter_row_clear(&row);
    }
}

static void test_settle(void **state)
{
    struct desk d = begin(state);
    gint64 id = ask(d.store, "resign", d.anna, "", d.game, NOW + 9);
    MUST(matters_settle(d.store, id, NOW + 1, &error));
    MUST(matters_settle(d.store, id, NOW + 2, &error)); // the first time counts
    struct matter_row row = find(d.store, id);
    assert_int_equal(row.settled_at, NOW + 1);
    assert_null(row.data);
    matter_row_clear(&row);
    REFUSED(matters_settle(d.store, 99, NOW, &error), STORE_ERROR_STOP, "isn't there");
    assert_int_equal(ask(d.store, "resign", d.anna, "", 0, NOW), id + 1); // no number twice
}

static void test_expire(void **state)
{
    struct desk d = begin(state);
    guint count = 99;
    MUST(matters_expire(d.store, NOW, &count, &error));
    assert_int_equal(count, 0);
    gint64 first = ask(d.store, "a", d.anna, "", 0, NOW);
    gint64 second = ask(d.store, "a", d.anna, "", 0, NOW + 1);
    gint64 settled = ask(d.store, "a", d.anna, "", 0, NOW);
    MUST(matters_settle(d.store, settled, NOW - 5, &error));
    MUST(matters_expire(d.store, NOW, &count, &error));
    assert_int_equal(count, 1);
    struct matter_row row = find(d.store, first);
    assert_true(row.settled_at == NOW && !row.data);
    matter_row_clear(&row);
    row = find(d.store, second);
    assert_true(row.settled_at == 0 && row.data);
    matter_row_clear(&row);
    row = find(d.store, settled);
    assert_int_equal(row.settled_at, NOW - 5);
    matter_row_clear(&row);
}

static void test_spoilt_data(void **state)
{
    struct desk d = begin(state);
    gint64 id = ask(d.store, "a", d.anna, "", 0, NOW + 9);
    ask(d.store, "b", d.anna, "", 0, NOW + 9);
    MUST(store_commit(d.store, &error));
    assert_int_equal(fixture_sql(d.f, "UPDATE matter SET data ="
                                      " (SELECT data FROM matter WHERE id = 2) WHERE id = 1"),
                     SQLITE_OK);
    struct matter_row row;
    gboolean found = TRUE;
    REFUSED(matters_find(d.store, id, &row, &found, &error), STORE_ERROR_STOP, "matter.data:1");
    assert_false(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_add_and_find), WITH_STORE(test_nothing_said), WITH_STORE(test_open),
        WITH_STORE(test_settle),       WITH_STORE(test_expire),       WITH_STORE(test_spoilt_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

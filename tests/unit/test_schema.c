// SPDX-License-Identifier: MIT
// What schema.sql says, as SQLite compiles it: a row is added without a table in memory being made
// for its checks or its indices.
#include "tests/unit/store_fixture.h"

#include "storage/store_handle.h"

static GPtrArray *table_names(sqlite3 *db)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    sqlite3_stmt *statement = NULL;
    const char *sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW)
        g_ptr_array_add(names, g_strdup((const char *)sqlite3_column_text(statement, 0)));
    sqlite3_finalize(statement);
    return names;
}

// How many instructions the statement has, and which of them makes a table in memory: -1 none.
static int find_ephemeral(sqlite3 *db, const char *sql, int *out_count)
{
    sqlite3_stmt *statement = NULL;
    int where = -1;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    for (*out_count = 0; sqlite3_step(statement) == SQLITE_ROW; (*out_count)++)
        if (g_str_equal(sqlite3_column_text(statement, 1), "OpenEphemeral"))
            where = *out_count;
    sqlite3_finalize(statement);
    return where;
}

static void test_rows_are_checked_in_place(void **state)
{
    struct fixture *f = *state;
    g_autoptr(GPtrArray) names = table_names(f->store->db);
    assert_true(names->len > 20);
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        g_autofree char *sql = g_strdup_printf("EXPLAIN INSERT INTO \"%s\" DEFAULT VALUES", name);
        int count;
        if (find_ephemeral(f->store->db, sql, &count) >= 0)
            fail_msg("adding a row to %s makes a table in memory: is there an IN in a CHECK or an "
                     "index?",
                     name);
        assert_true(count > 5);
    }
    int count; // that it would be seen
    assert_true(
        find_ephemeral(f->store->db, "EXPLAIN SELECT 1 WHERE ?1 IN ('a', 'b', 'c')", &count) >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_rows_are_checked_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

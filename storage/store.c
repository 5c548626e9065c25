// SPDX-License-Identifier: MIT
// See store.h. A transaction that SQLite undid by itself (a full disk does that) stays lost until
// it is rolled back: nothing is ever written outside one by accident.
#include "storage/store.h"

#include "base/fault.h"
#include "storage/statement.h"

// ---- transactions -----------------------------------------------------------------------------

gboolean store_begin(struct store *store, GError **error)
{
    g_assert(!store->open);
    if (!statement_control(store, "BEGIN IMMEDIATE", error))
        return FALSE;
    store->open = TRUE;
    return TRUE;
}

// Copies the WAL into the database and empties it, so that what was overwritten is gone from there
// too. While somebody reads an older state it can't be, and isn't waited for: the next commit tries
// again, and so does closing.
static void empty_wal(struct store *store)
{
    sqlite3_busy_timeout(store->db, 0);
    int code = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(store->db, store->timeout_ms);
    store->forgets = code != SQLITE_OK;
}

gboolean store_commit(struct store *store, GError **error)
{
    g_assert(store->open && !store->saved);
    fault_step("store:commit-before");
    if (!statement_control(store, "COMMIT", error)) {
        store_rollback(store);
        return FALSE;
    }
    store->open = FALSE;
    fault_step("store:commit-after");
    if (store->forgets)
        empty_wal(store);
    return TRUE;
}

void store_rollback(struct store *store)
{
    if (!store->open)
        return;
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL); // can't fail but by being done
    store->open = store->lost = FALSE;
    store->saved = 0;
    store->undone++;
}

gboolean store_savepoint(struct store *store, GError **error)
{
    g_assert(store->open);
    if (!statement_control(store, "SAVEPOINT one", error))
        return FALSE;
    store->saved++;
    return TRUE;
}

gboolean store_release(struct store *store, GError **error)
{
    g_assert(store->saved);
    if (!statement_control(store, "RELEASE one", error)) // the newest of this name
        return FALSE;
    store->saved--;
    return TRUE;
}

void store_undo(struct store *store)
{
    g_assert(store->saved);
    if (!statement_control(store, "ROLLBACK TO one", NULL) ||
        !statement_control(store, "RELEASE one", NULL))
        store->lost = TRUE;
    store->saved--;
    store->undone++;
}

guint store_undone(const struct store *store)
{
    return store->undone;
}

// ---- settings ---------------------------------------------------------------------------------

static void read_value(struct row *row, gpointer out)
{
    *(char **)out = row_dup(row);
}

gboolean store_get(struct store *store, const char *name, char **out_value, GError **error)
{
    static const struct row_type type = {.size = sizeof(char *), .read = read_value};
    gboolean found;
    *out_value = NULL;
    return statement_find(store, "SELECT value FROM setting WHERE name = ?1",
                          BINDS(bind_text(name)), &type, out_value, &found, error);
}

gboolean store_set(struct store *store, const char *name, const char *value, GError **error)
{
    return statement_change(store,
                            "INSERT INTO setting (name, value) VALUES (?1, ?2)"
                            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                            BINDS(bind_text(name), bind_text(value)), error);
}

gboolean store_get_int(struct store *store, const char *name, gint64 absent, gint64 *out_value,
                       GError **error)
{
    g_autofree char *text = NULL;
    if (!store_get(store, name, &text, error))
        return FALSE;
    *out_value = absent;
    if (!text || g_ascii_string_to_signed(text, 10, G_MININT64, G_MAXINT64, out_value, NULL))
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "database %s: the setting %s should be a number", store->path, name);
    return FALSE;
}

gboolean store_set_int(struct store *store, const char *name, gint64 value, GError **error)
{
    char text[24];
    g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, value);
    return store_set(store, name, text, error);
}

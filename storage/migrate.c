// SPDX-License-Identifier: MIT
// See migrate.h. Nothing happens before the write lock is held, so that two programs that start at
// once make one backup of the old version and one migration.
#include "storage/migrate.h"

#include "base/fault.h"
#include "storage/copy.h"
#include "storage/known_lines.h"
#include "storage/packed.h"
#include "storage/statement.h"
#include "storage/store_error.h"
#include "to_version_2.h"

const char *const migrate_steps[] = {to_version_2, NULL};

int migrate_newest(const char *const *steps)
{
    int version = 1;
    while (steps[version - 1])
        version++;
    return version;
}

static gboolean read_version(sqlite3 *db, const char *path, gint64 *out_version, GError **error)
{
    return statement_ask(db, path, "PRAGMA user_version", out_version, error);
}

// packed(text): what steps say for packed_make.
static void pack(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const char *text = (const char *)sqlite3_value_text(values[0]);
    if (!text) {
        sqlite3_result_error_nomem(context);
        return;
    }
    g_autoptr(GBytes) bytes = packed_make(text, (gsize)sqlite3_value_bytes(values[0]));
    gsize len;
    const void *data = g_bytes_get_data(bytes, &len);
    sqlite3_result_blob64(context, data, len, SQLITE_TRANSIENT);
}

// The hashes of a group, while it is gathered.
struct gathered {
    gint64 player;
    gint64 hashes[KNOWN_LINES_ROW];
    guint n;
};

static void gather_line(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    struct gathered *lines = sqlite3_aggregate_context(context, sizeof *lines);
    if (!lines) {
        sqlite3_result_error_nomem(context);
        return;
    }
    g_assert(lines->n < KNOWN_LINES_ROW);
    lines->player = sqlite3_value_int64(values[0]);
    lines->hashes[lines->n++] = sqlite3_value_int64(values[1]);
}

// sealed_lines(player, hash): what steps say for known_lines_seal.
static void seal_lines(sqlite3_context *context)
{
    const struct gathered *lines = sqlite3_aggregate_context(context, 0);
    if (!lines)
        return;
    g_autoptr(GBytes) sealed =
        known_lines_seal(sqlite3_user_data(context), lines->player, lines->hashes, lines->n);
    gsize len;
    const void *data = g_bytes_get_data(sealed, &len);
    sqlite3_result_blob64(context, data, len, SQLITE_TRANSIENT);
}

static gboolean add_functions(sqlite3 *db, const char *path, const struct seal_key *key,
                              GError **error)
{
    const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    int code = sqlite3_create_function(db, "packed", 1, flags, NULL, pack, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function(db, "sealed_lines", 2, flags, (gpointer)key, NULL,
                                       gather_line, seal_lines);
    return code == SQLITE_OK || statement_error(db, path, code, error);
}

static gboolean take_steps(sqlite3 *db, const char *path, const char *const *steps, int from,
                           GError **error)
{
    int newest = migrate_newest(steps);
    for (int version = from; version < newest; version++)
        if (!statement_script(db, path, steps[version - 1], error)) {
            g_prefix_error(error, "bringing the database from version %d to %d: ", version,
                           version + 1);
            return FALSE;
        }
    char *sql = sqlite3_mprintf("PRAGMA user_version = %d", newest);
    g_assert(sql);
    gboolean ok = statement_script(db, path, sql, error);
    sqlite3_free(sql);
    return ok;
}

static gboolean check_references(sqlite3 *db, const char *path, GError **error)
{
    gint64 broken;
    if (!statement_ask(db, path, "SELECT count(*) FROM pragma_foreign_key_check", &broken, error))
        return FALSE;
    if (broken == 0)
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "database %s: %" G_GINT64_FORMAT
                " references would have no row in the new version; it was left as it was",
                path, broken);
    return FALSE;
}

static gboolean is_known(gint64 version, int newest, GError **error)
{
    g_assert(version >= 1);
    if (version <= newest)
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "this database was written by a newer referee23 (schema %" G_GINT64_FORMAT
                ", this program knows %d): install the newer program",
                version, newest);
    return FALSE;
}

// Inside the write lock; the version is read again, since another program may have been faster.
static gboolean bring_forward(sqlite3 *db, const char *path, const struct seal_key *key,
                              const char *const *steps, GError **error)
{
    int newest = migrate_newest(steps);
    gint64 version;
    if (!read_version(db, path, &version, error) || !is_known(version, newest, error))
        return FALSE;
    if (version == newest)
        return TRUE;
    g_autofree char *backup = g_strdup_printf("%s.v%d-backup", path, (int)version);
    return copy_database(path, backup, TRUE, error) && add_functions(db, path, key, error) &&
           take_steps(db, path, steps, (int)version, error) && check_references(db, path, error);
}

gboolean migrate_forward(sqlite3 *db, const char *path, const struct seal_key *key,
                         const char *const *steps, GError **error)
{
    int newest = migrate_newest(steps);
    gint64 version;
    if (!read_version(db, path, &version, error) || !is_known(version, newest, error))
        return FALSE;
    if (version == newest)
        return TRUE;
    if (!statement_script(db, path, "BEGIN IMMEDIATE", error))
        return FALSE;
    gboolean ok = bring_forward(db, path, key, steps, error);
    if (ok) {
        fault_step("store:migrate-before");
        ok = statement_script(db, path, "COMMIT", error);
        fault_step("store:migrate-after");
    }
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

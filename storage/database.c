// SPDX-License-Identifier: MIT
// See database.h. What is found out before anything is written: whether it is a file, one of ours,
// ours to write, of a version that we know, and sealed with the key that was given.
#include "storage/database.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "schema.h"
#include "storage/copy.h"
#include "storage/file.h"
#include "storage/migrate.h"
#include "storage/statement.h"
#include "storage/store.h"

enum { APPLICATION_ID = 0x32334d4c, TIMEOUT_MS = 5000 };

// ---- making a new one -------------------------------------------------------------------------

// All of it stands in the one file before that is a database in WAL mode: what a full disk keeps in
// a WAL is lost when the file goes by its own name.
static gboolean write_schema(const char *name, const char *path, GError **error)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    gboolean ok = (code == SQLITE_OK || statement_error(db, path, code, error)) &&
                  statement_script(db, path, "BEGIN", error) &&
                  statement_script(db, path, schema_sql, error) &&
                  statement_script(db, path, "COMMIT; PRAGMA journal_mode = WAL", error);
    sqlite3_close(db);
    return ok;
}

gboolean database_create(const char *path, GError **error)
{
    g_autofree char *name = NULL;
    int fd = file_begin(path, &name, error);
    if (fd < 0)
        return FALSE;
    close(fd);
    gboolean ok = write_schema(name, path, error) && file_publish(name, path, FALSE, error);
    if (!ok)
        file_discard(name);
    return ok;
}

// ---- opening and closing ----------------------------------------------------------------------

static void finalize(gpointer statement)
{
    sqlite3_finalize(statement);
}

static gboolean check_file(const char *path, GError **error)
{
    GStatBuf status;
    if (g_stat(path, &status) == 0) {
        if (S_ISREG(status.st_mode))
            return TRUE;
        g_set_error(error, STORE_ERROR, STORE_ERROR_STOP, "%s is not a database, not even a file",
                    path);
    } else if (errno == ENOENT) {
        g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                    "there is no database at %s: run 'referee23 init', or restore a backup", path);
    } else {
        g_set_error(error, STORE_ERROR, STORE_ERROR_LATER, "can't look at %s: %s", path,
                    g_strerror(errno));
    }
    return FALSE;
}

// Before anything is set or written: is it one of ours?
static gboolean check_ours(struct store *store, GError **error)
{
    gint64 id;
    gint64 version;
    if (!statement_ask(store->db, store->path, "PRAGMA application_id", &id, error) ||
        !statement_ask(store->db, store->path, "PRAGMA user_version", &version, error))
        return FALSE;
    if (id == APPLICATION_ID && version >= 1)
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "%s is not a database of referee23: give the right path", store->path);
    return FALSE;
}

// Before anything is read: where this user may not write, SQLite would quietly only read, and leave
// files beside the database that its owner can't use.
static gboolean check_writable(struct store *store, GError **error)
{
    g_autofree char *directory = g_path_get_dirname(store->path);
    if (sqlite3_db_readonly(store->db, "main"))
        return statement_error(NULL, store->path, SQLITE_READONLY, error);
    return g_access(directory, W_OK | X_OK) == 0 ||
           statement_error(NULL, store->path, SQLITE_CANTOPEN, error);
}

// The row that PRAGMA journal_mode answers with: what it is now.
static int note_mode(void *in_wal, int count, char **values, char **names)
{
    (void)count, (void)names;
    *(gboolean *)in_wal = g_strcmp0(values[0], "wal") == 0;
    return 0;
}

static gboolean use_wal(struct store *store, GError **error)
{
    gboolean in_wal = FALSE;
    int code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", note_mode, &in_wal, NULL);
    if (code != SQLITE_OK)
        return statement_error(store->db, store->path, code, error);
    if (in_wal)
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "database %s: this file system can't share memory between programs, which SQLite's "
                "WAL needs: put the database on a local disk",
                store->path);
    return FALSE;
}

// How this connection works. The cache is small because the program is, temporary things stay off
// the disk, and what is deleted is overwritten. The WAL may grow: most of what a run writes are
// mails on their way, and what was wiped again by then isn't written twice. A plan doesn't depend
// on what is bound (QPSG): a statement that is kept would be compiled anew each time.
static gboolean set_up(struct store *store, GError **error)
{
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, NULL);
    return statement_script(store->db, store->path,
                            "PRAGMA cell_size_check = ON;"
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA secure_delete = ON;"
                            "PRAGMA cache_size = -2048;"
                            "PRAGMA temp_store = MEMORY;"
                            "PRAGMA wal_autocheckpoint = 4000;"
                            "PRAGMA journal_size_limit = 1048576",
                            error);
}

// The first opening notes a hash of the key, and every later one compares it: a wrong key is found
// before anything is sealed with it.
static gboolean check_key(struct store *store, GError **error)
{
    static const char text[] = "23 database key";
    gint64 mine = seal_hash(store->key, 0, text, strlen(text));
    gint64 noted;
    if (!store_get_int(store, "key-check", -1, &noted, error))
        return FALSE;
    if (noted == mine)
        return TRUE;
    if (noted == -1)
        return store_begin(store, error) && store_set_int(store, "key-check", mine, error) &&
               store_commit(store, error);
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "database %s was sealed with another key: put back the key that belongs to it",
                store->path);
    return FALSE;
}

// After the migration, which may have to break them for a moment.
static gboolean watch_references(struct store *store, GError **error)
{
    int code = sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
    return code == SQLITE_OK || statement_error(store->db, store->path, code, error);
}

static gboolean connect(struct store *store, GError **error)
{
    // We have one thread, and no use for counts of memory. Refused once SQLite runs: then it is so.
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    int code =
        sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return statement_error(store->db, store->path, code, error);
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, store->timeout_ms);
    return TRUE;
}

struct store *database_open_as(const char *path, const struct seal_key *key,
                               const char *const *steps, int timeout_ms, GError **error)
{
    g_assert(key);
    if (!check_file(path, error))
        return NULL;
    struct store *store = g_new0(struct store, 1);
    store->key = key;
    store->path = g_strdup(path);
    store->timeout_ms = timeout_ms;
    store->statements = g_hash_table_new_full(NULL, NULL, NULL, finalize);
    if (connect(store, error) && check_writable(store, error) && check_ours(store, error) &&
        set_up(store, error) && use_wal(store, error) &&
        migrate_forward(store->db, path, key, steps, error) && watch_references(store, error) &&
        check_key(store, error))
        return store;
    database_close(store);
    return NULL;
}

struct store *database_open(const char *path, const struct seal_key *key, GError **error)
{
    return database_open_as(path, key, migrate_steps, TIMEOUT_MS, error);
}

void database_close(struct store *store)
{
    if (!store)
        return;
    store_rollback(store);
    g_hash_table_unref(store->statements);
    g_assert(sqlite3_close(store->db) == SQLITE_OK); // busy only with a statement left open
    g_free(store->path);
    g_free(store);
}

// ---- care -------------------------------------------------------------------------------------

gboolean database_backup(struct store *store, const char *path, GError **error)
{
    return copy_database(store->path, path, FALSE, error);
}

static void read_sentence(struct row *row, gpointer out)
{
    *(char **)out = row_dup(row);
}

static gboolean find_fault(struct store *store, const char *sql, char **out_fault, GError **error)
{
    static const struct row_type type = {.size = sizeof(char *), .read = read_sentence};
    gboolean found;
    return *out_fault != NULL ||
           statement_find(store, sql, NO_BINDS, &type, out_fault, &found, error);
}

gboolean database_check(struct store *store, char **out_fault, GError **error)
{
    g_autoptr(GError) problem = NULL;
    *out_fault = NULL;
    if (find_fault(store,
                   "SELECT 'The database is damaged (' || integrity_check || '): restore a backup.'"
                   " FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
                   out_fault, &problem) &&
        find_fault(store,
                   "SELECT 'A row of ' || \"table\" || ' names a row of ' || parent ||"
                   " ' that isn''t there: restore a backup.' FROM pragma_foreign_key_check",
                   out_fault, &problem))
        return TRUE;
    if (problem->code == STORE_ERROR_STOP) { // too damaged to be checked to the end
        *out_fault = g_strdup(problem->message);
        return TRUE;
    }
    g_propagate_error(error, g_steal_pointer(&problem));
    return FALSE;
}

// SPDX-License-Identifier: MIT
// See copy.h. It reads through a connection of its own: SQLite doesn't copy from one that is
// writing.
#include "storage/copy.h"

#include <sqlite3.h>
#include <unistd.h>

#include "storage/file.h"
#include "storage/statement.h"

enum { COPY_TIMEOUT_MS = 5000 };

static gboolean connect(const char *path, sqlite3 **out_db, GError **error)
{
    int code = sqlite3_open_v2(path, out_db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return statement_error(*out_db, path, code, error);
    sqlite3_busy_timeout(*out_db, COPY_TIMEOUT_MS);
    return TRUE;
}

// All pages in one step: under one read lock, so that nothing changes half way.
static gboolean copy_pages(sqlite3 *from, sqlite3 *to, const char *path, GError **error)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return statement_error(to, path, sqlite3_errcode(to), error);
    int code = sqlite3_backup_step(backup, -1);
    int finish = sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE && finish == SQLITE_OK)
        return TRUE;
    return statement_error(NULL, path, finish != SQLITE_OK ? finish : code, error);
}

static gboolean copy_to(const char *from_path, const char *name, const char *path, GError **error)
{
    sqlite3 *from = NULL;
    sqlite3 *to = NULL;
    gboolean ok = connect(from_path, &from, error) && connect(name, &to, error) &&
                  copy_pages(from, to, path, error);
    sqlite3_close(from);
    sqlite3_close(to);
    return ok;
}

gboolean copy_database(const char *from, const char *to, gboolean replace, GError **error)
{
    g_autofree char *name = NULL;
    int fd = file_begin(to, &name, error);
    if (fd < 0)
        return FALSE;
    close(fd);
    gboolean ok = copy_to(from, name, to, error) && file_publish(name, to, replace, error);
    if (!ok)
        file_discard(name);
    return ok;
}

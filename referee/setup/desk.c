// SPDX-License-Identifier: MIT
// See desk.h.
#include "referee/setup/desk.h"

#include "referee/setup/config_file.h"
#include "referee/setup/keys_noted.h"
#include "referee/setup/languages.h"
#include "storage/database.h"

#include <string.h>

gboolean desk_open(struct desk *desk, const char *dir, gint64 now, GError **error)
{
    memset(desk, 0, sizeof *desk);
    desk->now = now;
    desk->config = config_load(dir, error);
    if (!desk->config)
        return FALSE;
    g_autofree char *path = g_build_filename(desk->config->dir, "referee.db", NULL);
    desk->keys = keys_load(desk->config->dir, error);
    if (desk->keys)
        desk->store = database_open(path, desk->keys->seal, error);
    if (desk->store && keys_noted_first(desk->keys, desk->store, error)) {
        languages_load(desk->config->templates);
        desk->journal = journal_open(desk->config->journal);
        return TRUE;
    }
    desk_close(desk);
    return FALSE;
}

void desk_close(struct desk *desk)
{
    journal_close(desk->journal);
    g_free(desk->left);
    database_close(desk->store);
    keys_free(desk->keys);
    config_free(desk->config);
    memset(desk, 0, sizeof *desk);
}

gboolean desk_commit(struct desk *desk, GError **error)
{
    if (!store_commit(desk->store, error)) {
        journal_drop(desk->journal);
        return FALSE;
    }
    journal_write(desk->journal);
    return TRUE;
}

void desk_rollback(struct desk *desk)
{
    store_rollback(desk->store);
    journal_drop(desk->journal);
}

gboolean desk_end(struct desk *desk, gboolean done, GError **error)
{
    if (done)
        return desk_commit(desk, error);
    desk_rollback(desk);
    return FALSE;
}

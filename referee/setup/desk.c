// SPDX-License-Identifier: MIT
// See desk.h.
#include "referee/setup/desk.h"
#include "base/child.h"
#include "referee/programs/fetcher.h"
#include "referee/match/match_memory.h"
#include "referee/programs/openpgp.h"
#include "referee/setup/config_file.h"
#include "referee/setup/keys_noted.h"
#include "referee/setup/languages.h"
#include "referee/setup/options.h"
#include "base/plain.h"
#include "referee/programs/poster.h"
#include "storage/database.h"

#include <stdio.h>
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
        desk->memory = match_memory_new();
        return TRUE;
    }
    desk_close(desk);
    return FALSE;
}

void desk_close(struct desk *desk)
{
    journal_close(desk->journal);
    g_free(desk->left);
    match_memory_free(desk->memory);
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

// What a file error means for whoever called us: a full disk empties, a wrong owner stays.
static int file_status(int code)
{
    switch (code) {
    case G_FILE_ERROR_NOSPC:
    case G_FILE_ERROR_IO:
    case G_FILE_ERROR_AGAIN:
    case G_FILE_ERROR_MFILE:
    case G_FILE_ERROR_NFILE:
    case G_FILE_ERROR_NOMEM:
    case G_FILE_ERROR_INTR:
        return EXIT_LATER;
    case G_FILE_ERROR_ACCES:
    case G_FILE_ERROR_PERM:
    case G_FILE_ERROR_ROFS:
    case G_FILE_ERROR_NOTDIR:
        return EXIT_CONFIGURATION;
    default:
        return EXIT_NO;
    }
}

static int status(const GError *error)
{
    if (error->domain == CONFIG_ERROR)
        return EXIT_CONFIGURATION;
    if (error->domain == STORE_ERROR)
        return error->code == STORE_ERROR_LATER ? EXIT_LATER : EXIT_CONFIGURATION;
    if (error->domain == FETCHER_ERROR)
        return error->code == FETCHER_ERROR_LATER ? EXIT_LATER : EXIT_CONFIGURATION;
    if (error->domain == G_FILE_ERROR)
        return file_status(error->code);
    if (error->domain == POSTER_ERROR)
        return error->code == POSTER_ERROR_CONFIG ? EXIT_CONFIGURATION : EXIT_LATER;
    if (error->domain == OPENPGP_ERROR) // no room for what it needs, mostly
        return EXIT_LATER;
    if (error->domain == CHILD_ERROR)
        return error->code == CHILD_ERROR_START ? EXIT_CONFIGURATION : EXIT_LATER;
    return EXIT_NO;
}

int desk_report(GError *error)
{
    g_autofree char *message = plain_line(error->message, -1);
    fprintf(stderr, "referee23: %s\n", message);
    int result = status(error);
    g_error_free(error);
    return result;
}

// SPDX-License-Identifier: MIT
// See demo_servers.h.
#include "referee/admin/demo_servers.h"

#include "referee/setup/fresh.h"

#include <string.h>
#include <unistd.h>

enum { PATIENCE = 60, STEP_MS = 50 }; // seconds; between two looks

// Takes the settings of one key file over into another.
static void merge(GKeyFile *into, GKeyFile *from)
{
    g_auto(GStrv) groups = g_key_file_get_groups(from, NULL);
    for (char **group = groups; *group; group++) {
        g_auto(GStrv) keys = g_key_file_get_keys(from, *group, NULL, NULL);
        for (char **key = keys; *key; key++) {
            g_autofree char *value = g_key_file_get_value(from, *group, *key, NULL);
            g_key_file_set_value(into, *group, *key, value);
        }
    }
}

gboolean demo_servers_configure(const char *dir, const char *path, GError **error)
{
    g_autofree char *conf = g_build_filename(dir, "referee.conf", NULL);
    g_autoptr(GKeyFile) settings = g_key_file_new();
    g_autoptr(GKeyFile) wanted = g_key_file_new();
    if (!g_key_file_load_from_file(settings, conf, G_KEY_FILE_KEEP_COMMENTS, error) ||
        (path && !g_key_file_load_from_file(wanted, path, G_KEY_FILE_NONE, error)))
        return FALSE;
    // All happens within a minute or two.
    g_key_file_set_value(settings, "limits", "mails-an-hour", "100000");
    merge(settings, wanted);
    gsize len;
    g_autofree char *text = g_key_file_to_data(settings, &len, NULL);
    return g_file_set_contents_full(conf, text, (gssize)len, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                    error);
}

char *demo_servers_box(const char *dir, const char *nick, GError **error)
{
    static const char *const folders[] = {"", "tmp", "new", "cur"};
    g_autofree char *players = g_build_filename(dir, "players", NULL);
    g_autofree char *box = g_build_filename(players, nick, NULL);
    if (!fresh_folder(players, NULL, error))
        return NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *folder = g_build_filename(box, folders[i], NULL);
        if (!fresh_folder(folder, NULL, error))
            return NULL;
    }
    return g_steal_pointer(&box);
}

static gboolean run(const char *program, const char *what, const char *nick, const char *path,
                    GError **error)
{
    const char *argv[] = {program, what, nick, path, NULL};
    int status;
    if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                      error))
        return FALSE;
    if (g_spawn_check_wait_status(status, error))
        return TRUE;
    g_prefix_error(error, "%s %s %s: ", program, what, nick);
    return FALSE;
}

gboolean demo_servers_collect(const char *program, const char *nick, const char *box,
                              GError **error)
{
    return run(program, "collect", nick, box, error);
}

gboolean demo_servers_submit(const char *program, const char *nick, const char *box,
                             const char *mail, GError **error)
{
    g_autofree char *path = g_build_filename(box, "tmp", "answer", NULL);
    gboolean done =
        g_file_set_contents(path, mail, -1, error) && run(program, "submit", nick, path, error);
    unlink(path);
    return done;
}

gboolean demo_servers_wait(gint64 *until, const char *what, GError **error)
{
    if (*until == 0)
        *until = g_get_monotonic_time() + (gint64)PATIENCE * G_USEC_PER_SEC;
    if (g_get_monotonic_time() >= *until) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s did not come in %d seconds", what,
                    PATIENCE);
        return FALSE;
    }
    g_usleep((gulong)STEP_MS * 1000);
    return TRUE;
}

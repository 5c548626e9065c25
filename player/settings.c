// SPDX-License-Identifier: MIT
// See settings.h.
#include "player/settings.h"

#include "base/address.h"
#include "base/nearest.h"
#include "player/submit.h"
#include "referee/record/line.h"

#include <errno.h>
#include <string.h>

#define GROUP "player"

GQuark settings_error_quark(void)
{
    return g_quark_from_static_string("settings-error");
}

static gboolean wrong(GError **error, const char *path, const char *what)
{
    g_set_error(error, SETTINGS_ERROR, SETTINGS_ERROR_WRONG, "%s: %s", path, what);
    return FALSE;
}

// ~/ at the beginning is the player's home; another relative path is below dir.
static char *expand(const char *path, const char *dir)
{
    if (g_str_has_prefix(path, "~/"))
        return g_build_filename(g_get_home_dir(), path + 2, NULL);
    return g_path_is_absolute(path) ? g_strdup(path) : g_build_filename(dir, path, NULL);
}

// ---- single settings ---------------------------------------------------------------------------
// Each takes the text, and answers with what is wrong with it, or NULL.

static const char *set_from(struct settings *out, const char *text)
{
    const char *why = NULL;
    g_free(out->from);
    out->from = address_canonical(text, &why);
    return out->from ? NULL : why;
}

static const char *set_nick(struct settings *out, const char *text)
{
    if (!field_is_nick((struct field){text, strlen(text)}))
        return "a nickname has 1 to 20 of A-Z a-z 0-9 - _ .";
    g_free(out->nick);
    out->nick = g_strdup(text);
    return NULL;
}

static const char *set_path(char **path, const char *text, const char *dir)
{
    if (*text == '\0')
        return "a path can't be empty";
    g_free(*path);
    *path = expand(text, dir);
    return NULL;
}

static const char *set_key(struct settings *out, const char *text)
{
    return set_path(&out->key, text, out->dir);
}

static const char *set_maildir(struct settings *out, const char *text)
{
    return set_path(&out->maildir, text, out->dir);
}

static const char *set_sendmail(struct settings *out, const char *text)
{
    g_auto(GStrv) words = NULL;
    if (!g_shell_parse_argv(text, NULL, &words, NULL) || !g_path_is_absolute(words[0]))
        return "it is a program's absolute path, and what arguments it needs";
    g_strfreev(out->sendmail);
    out->sendmail = g_steal_pointer(&words);
    return NULL;
}

static const char *set_smtp(struct settings *out, const char *text)
{
    struct submit_server server;
    const char *why = submit_read(text, &server);
    submit_clear(&server);
    g_free(out->smtp);
    out->smtp = why ? NULL : g_strdup(text);
    return why;
}

static const char *set_smtp_password_file(struct settings *out, const char *text)
{
    return set_path(&out->smtp_password_file, text, out->dir);
}

static const struct {
    const char *key;
    const char *(*set)(struct settings *out, const char *text);
    const char *otherwise; // NULL: nothing
} known[] = {
    {"from", set_from, NULL},
    {"nick", set_nick, NULL},
    {"key", set_key, "key"},
    {"maildir", set_maildir, "~/Maildir"},
    {"sendmail", set_sendmail, "/usr/sbin/sendmail"},
    {"smtp", set_smtp, NULL},
    {"smtp-password-file", set_smtp_password_file, NULL},
};

// ---- the file ----------------------------------------------------------------------------------

static gboolean set_one(struct settings *out, const char *path, GKeyFile *file, const char *key,
                        GError **error)
{
    const char *names[G_N_ELEMENTS(known)];
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        names[i] = known[i].key;
        if (strcmp(known[i].key, key) != 0)
            continue;
        g_autofree char *text = g_key_file_get_string(file, GROUP, key, NULL);
        const char *why = text ? known[i].set(out, g_strstrip(text)) : "it can't be read";
        if (!why)
            return TRUE;
        g_autofree char *what = g_strdup_printf("%s: %s", key, why);
        return wrong(error, path, what);
    }
    g_autofree char *what = g_strdup_printf("there is no setting %s; did you mean %s?", key,
                                            nearest_find(key, names, G_N_ELEMENTS(names)));
    return wrong(error, path, what);
}

static gboolean set_all(struct settings *out, const char *path, GKeyFile *file, GError **error)
{
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++)
        if (strcmp(*group, GROUP) != 0)
            return wrong(error, path, "its one group is [" GROUP "]");
    g_auto(GStrv) keys = g_key_file_get_keys(file, GROUP, NULL, NULL);
    for (char **key = keys; key && *key; key++)
        if (!set_one(out, path, file, *key, error))
            return FALSE;
    return TRUE;
}

static void set_defaults(struct settings *out, const char *dir)
{
    out->dir = dir ? g_strdup(dir) : g_build_filename(g_get_user_config_dir(), "player23", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        const char *why = known[i].otherwise ? known[i].set(out, known[i].otherwise) : NULL;
        g_assert(!why);
    }
}

gboolean settings_load(struct settings *out, const char *dir, GError **error)
{
    *out = (struct settings){0};
    set_defaults(out, dir);
    g_autofree char *path = g_build_filename(out->dir, "player.conf", NULL);
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) failure = NULL;
    if (g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, &failure)) {
        if (set_all(out, path, file, error))
            return TRUE;
    } else if (g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
        return TRUE;
    } else {
        wrong(error, path, failure->message);
    }
    settings_clear(out);
    return FALSE;
}

void settings_clear(struct settings *settings)
{
    g_free(settings->dir);
    g_free(settings->from);
    g_free(settings->nick);
    g_free(settings->key);
    g_free(settings->maildir);
    g_strfreev(settings->sendmail);
    g_free(settings->smtp);
    g_free(settings->smtp_password_file);
    *settings = (struct settings){0};
}

gboolean settings_make_dir(const struct settings *settings, GError **error)
{
    if (g_mkdir_with_parents(settings->dir, 0700) == 0)
        return TRUE;
    int saved = errno;
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(saved), "%s can't be made: %s",
                settings->dir, g_strerror(saved));
    return FALSE;
}

// SPDX-License-Identifier: MIT
// See config_file.h. The file's lines are looked at twice: once by us, for numbers and doubles,
// which GKeyFile doesn't tell, and once by GKeyFile, for the values.
#include "referee/setup/config_file.h"

#include "base/nearest.h"
#include "referee/setup/config_table.h"

#include <errno.h>
#include <string.h>

enum { FILE_MAX = 256 * 1024 };

// What is known of the file while it is read.
struct reading {
    const char *path;
    GHashTable *lines; // "group\nkey" → line number
};

static guint line_of(const struct reading *reading, const char *group, const char *key)
{
    g_autofree char *name = g_strconcat(group, "\n", key, NULL);
    return GPOINTER_TO_UINT(g_hash_table_lookup(reading->lines, name));
}

G_GNUC_PRINTF(4, 5)
static gboolean fail(const struct reading *reading, guint line, GError **error, const char *format,
                     ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    if (line)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_WRONG, "%s:%u: %s", reading->path, line,
                    what);
    else
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_WRONG, "%s: %s", reading->path, what);
    return FALSE;
}

// ---- names -------------------------------------------------------------------------------------

static const struct setting *find_setting(const char *group, const char *key)
{
    for (gsize i = 0; i < config_n_settings; i++)
        if (strcmp(config_settings[i].group, group) == 0 &&
            strcmp(config_settings[i].key, key) == 0)
            return &config_settings[i];
    return NULL;
}

// The names of all groups (group NULL) or of a group's keys.
static GPtrArray *names(const char *group)
{
    GPtrArray *out = g_ptr_array_new();
    const char *last = "";
    for (gsize i = 0; i < config_n_settings; i++) {
        const struct setting *s = &config_settings[i];
        if (group ? strcmp(s->group, group) == 0 : strcmp(s->group, last) != 0)
            g_ptr_array_add(out, (gpointer)(group ? s->key : s->group));
        last = s->group;
    }
    return out;
}

static const char *nearest(const char *word, const char *group)
{
    g_autoptr(GPtrArray) known = names(group);
    return nearest_find(word, (const char *const *)known->pdata, known->len);
}

static gboolean is_group(const char *group)
{
    g_autoptr(GPtrArray) keys = names(group);
    return keys->len > 0;
}

static gboolean check_key(const struct reading *reading, guint line, const char *group,
                          const char *key, GError **error)
{
    if (find_setting(group, key))
        return TRUE;
    for (gsize i = 0; i < config_n_settings; i++)
        if (strcmp(config_settings[i].key, key) == 0)
            return fail(reading, line, error, "[%s] has no setting %s; it belongs to [%s]", group,
                        key, config_settings[i].group);
    return fail(reading, line, error, "[%s] has no setting %s; did you mean %s?", group, key,
                nearest(key, group));
}

// ---- lines -------------------------------------------------------------------------------------

static gboolean scan_group(const struct reading *reading, guint line, const char *text,
                           char **group, GError **error)
{
    const char *end = strchr(text, ']');
    if (!end || end[1] != '\0')
        return fail(reading, line, error, "a group is written [%s], alone on its line",
                    config_settings[0].group);
    g_free(*group);
    *group = g_strndup(text + 1, (gsize)(end - text - 1));
    if (!is_group(*group))
        return fail(reading, line, error, "there is no group [%s]; did you mean [%s]?", *group,
                    nearest(*group, NULL));
    return TRUE;
}

static gboolean scan_key(const struct reading *reading, guint line, const char *text,
                         const char *group, GError **error)
{
    const char *equals = strchr(text, '=');
    if (!equals)
        return fail(reading, line, error, "neither [group] nor key = value nor # comment");
    if (!group)
        return fail(reading, line, error, "a [group] has to come first");
    g_autofree char *key = g_strstrip(g_strndup(text, (gsize)(equals - text)));
    if (!check_key(reading, line, group, key, error))
        return FALSE;
    guint before = line_of(reading, group, key);
    if (before)
        return fail(reading, line, error, "%s is said twice; the first time in line %u", key,
                    before);
    g_hash_table_insert(reading->lines, g_strconcat(group, "\n", key, NULL),
                        GUINT_TO_POINTER(line));
    return TRUE;
}

static gboolean scan(const struct reading *reading, const char *text, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *group = NULL;
    for (guint i = 0; lines[i]; i++) {
        const char *line = g_strstrip(lines[i]);
        if (*line == '\0' || *line == '#')
            continue;
        for (const char *p = line; *p; p++)
            if (g_ascii_iscntrl(*p) && *p != '\t')
                return fail(reading, i + 1, error, "a control character; take it out");
        gboolean fine = *line == '[' ? scan_group(reading, i + 1, line, &group, error)
                                     : scan_key(reading, i + 1, line, group, error);
        if (!fine)
            return FALSE;
    }
    return TRUE;
}

// ---- values ------------------------------------------------------------------------------------

static gboolean has_control(const char *value)
{
    for (const char *p = value; *p; p = g_utf8_next_char(p))
        if (g_unichar_iscntrl(g_utf8_get_char(p)))
            return TRUE;
    return FALSE;
}

// A list keeps its own escapes (raw); for all others GKeyFile's are undone here, and
// may have hidden a control.
static char *get_value(GKeyFile *file, const struct setting *setting)
{
    g_autoptr(GError) odd = NULL;
    char *value = setting->kind->raw
                      ? g_key_file_get_value(file, setting->group, setting->key, &odd)
                      : g_key_file_get_string(file, setting->group, setting->key, &odd);
    if (!value || odd) { // an escape that is none comes with both
        g_free(value);
        return NULL;
    }
    if (has_control(value)) {
        g_free(value);
        return NULL;
    }
    return g_strstrip(value);
}

static gboolean read_setting(const struct reading *reading, GKeyFile *file,
                             const struct setting *setting, struct config *config, GError **error)
{
    guint line = line_of(reading, setting->group, setting->key);
    g_autofree char *value = line ? get_value(file, setting) : g_strdup(setting->preset);
    if (!line && !value)
        return fail(reading, 0, error, "[%s] %s is missing; say %s = VALUE", setting->group,
                    setting->key, setting->key);
    if (!value)
        return fail(reading, line, error,
                    "[%s] %s has a control character or a \\ that escapes "
                    "nothing; a \\ itself is written \\\\",
                    setting->group, setting->key);
    g_autofree char *wrong = setting->kind->read(setting, value, config);
    if (!wrong)
        return TRUE;
    const char *hint = strchr(value, '#') ? " (a comment has a line of its own)" : "";
    return fail(reading, line, error, "[%s] %s = %s: %s%s", setting->group, setting->key, value,
                wrong, hint);
}

static gboolean read_settings(const struct reading *reading, const char *text,
                              struct config *config, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) cause = NULL;
    if (!g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_KEEP_TRANSLATIONS, &cause))
        return fail(reading, 0, error, "%s", cause->message);
    for (gsize i = 0; i < config_n_settings; i++)
        if (!read_setting(reading, file, &config_settings[i], config, error))
            return FALSE;
    g_autofree char *wrong = config_check(config);
    return !wrong || fail(reading, 0, error, "%s", wrong);
}

char *config_value_wrong(const char *group, const char *key, const char *value)
{
    const struct setting *setting = find_setting(group, key);
    g_assert(setting);
    if (!g_utf8_validate(value, -1, NULL) || has_control(value))
        return g_strdup("a line of UTF-8 without control characters is wanted");
    g_autofree char *stripped = g_strstrip(g_strdup(value));
    struct config *config = g_new0(struct config, 1);
    config->dir = g_strdup("/");
    char *wrong = setting->kind->read(setting, stripped, config);
    config_free(config);
    return wrong;
}

// ---- the whole ---------------------------------------------------------------------------------

static char *read_file(const struct reading *reading, GError **error)
{
    g_autofree char *text = NULL;
    gsize len;
    g_autoptr(GError) cause = NULL;
    if (!g_file_get_contents(reading->path, &text, &len, &cause)) {
        if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_WRONG,
                        "%s isn't there; say -C DIR, or make it with referee23 init",
                        reading->path);
        else
            fail(reading, 0, error, "can't be read: %s", cause->message);
        return NULL;
    }
    if (len > FILE_MAX || strlen(text) != len || !g_utf8_validate(text, (gssize)len, NULL)) {
        fail(reading, 0, error, "it is no text file (UTF-8, at most %d KiB)", FILE_MAX / 1024);
        return NULL;
    }
    return g_steal_pointer(&text);
}

struct config *config_load(const char *dir, GError **error)
{
    struct config *config = g_new0(struct config, 1);
    config->dir = g_canonicalize_filename(dir, NULL);
    g_autofree char *path = g_build_filename(config->dir, "referee.conf", NULL);
    g_autoptr(GHashTable) lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct reading reading = {path, lines};
    g_autofree char *text = read_file(&reading, error);
    if (text && scan(&reading, text, error) && read_settings(&reading, text, config, error))
        return config;
    config_free(config);
    return NULL;
}

void config_free(struct config *config)
{
    if (!config)
        return;
    for (gsize i = 0; i < config_n_settings; i++) {
        const struct setting *setting = &config_settings[i];
        if (setting->kind->drop)
            setting->kind->drop((char *)config + setting->at);
    }
    g_free(config->dir);
    g_free(config);
}

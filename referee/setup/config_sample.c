// SPDX-License-Identifier: MIT
// The text of a new referee.conf, made from the table of settings so that it never lacks one. See
// config_file.h.
#include "referee/setup/config_file.h"

#include "referee/setup/config_table.h"

#include <string.h>

// What stands above a group of settings.
static const struct {
    const char *group, *comment;
} groups[] = {
    {"referee", "Who the referee is."},
    {"receive", "Where mail comes from."},
    {"send", "Where mail goes."},
    {"play", "How people play here."},
    {"mail", "What happens to mail on its way."},
    {"limits", "How much is enough."},
    {"journal", "What runs say of themselves."},
    {"archive", "What is shown of finished games."},
};

static void append_comment(GString *out, const char *comment)
{
    g_auto(GStrv) lines = g_strsplit(comment, "\n", -1);
    for (char **line = lines; *line; line++)
        g_string_append_printf(out, "# %s\n", *line);
}

static void append_group(GString *out, const char *group)
{
    for (gsize i = 0; i < G_N_ELEMENTS(groups); i++) {
        if (strcmp(groups[i].group, group) == 0) {
            g_string_append_printf(out, "\n# ---- %s\n[%s]\n", groups[i].comment, group);
            return;
        }
    }
    g_assert_not_reached();
}

// As GKeyFile writes it: backslashes doubled. There are no controls, no blanks around.
static void append_value(GString *out, const struct setting *setting, const char *value)
{
    g_auto(GStrv) parts = g_strsplit(value, "\\", -1);
    g_autofree char *escaped = g_strjoinv("\\\\", parts);
    g_string_append_printf(out, "%s = %s\n", setting->key, escaped);
}

char *config_sample(const char *name, const char *address, const char *host)
{
    const struct {
        const char *key, *value;
    } given[] = {{"name", name}, {"address", address}, {"host", host}};
    GString *out = g_string_new("# The settings of one referee of 23 by mail. A line that begins "
                                "with # is a comment;\n"
                                "# paths are taken from this file's folder. `referee23 doctor` "
                                "tells what is wrong.\n");
    const char *group = "";
    for (const struct setting *s = config_settings; s < config_settings + config_n_settings; s++) {
        if (strcmp(group, s->group) != 0)
            append_group(out, s->group);
        group = s->group;
        const char *value = s->example ? NULL : s->preset;
        for (gsize i = 0; i < G_N_ELEMENTS(given); i++)
            if (given[i].value && strcmp(s->group, "referee") == 0 &&
                strcmp(s->key, given[i].key) == 0)
                value = given[i].value;
        append_comment(out, s->comment);
        g_string_append(out, value ? "" : "#");
        append_value(out, s, value ? value : s->example);
    }
    return g_string_free(out, FALSE);
}

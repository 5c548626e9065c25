// SPDX-License-Identifier: MIT
// See languages.h.
#include "referee/setup/languages.h"

#include "referee/words/words_learn.h"

#include <string.h>

static int by_name(gconstpointer a, gconstpointer b)
{
    const char *x = *(const char *const *)a;
    const char *y = *(const char *const *)b;
    gboolean first = g_str_equal(x, "en");
    return first || g_str_equal(y, "en") ? (first ? -1 : 1) : strcmp(x, y);
}

char **languages_list(const char *templates)
{
    g_autoptr(GDir) dir = g_dir_open(templates, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *phrases = g_build_filename(templates, name, "phrases.ini", NULL);
        if (*name != '.' && g_file_test(phrases, G_FILE_TEST_EXISTS))
            g_ptr_array_add(names, g_strdup(name));
    }
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

gboolean languages_learn(const char *templates, const char *language, GError **error)
{
    static const char none[] = "[words]\n";
    g_autofree char *path = g_build_filename(templates, language, "words.ini", NULL);
    g_autofree char *text = NULL;
    gsize len;
    GError *problem = NULL;
    if (!g_file_get_contents(path, &text, &len, &problem)) {
        if (!g_error_matches(problem, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
            g_propagate_error(error, problem);
            return FALSE;
        }
        g_error_free(problem);
        return words_learn(language, none, strlen(none), error);
    }
    if (words_learn(language, text, len, error))
        return TRUE;
    g_prefix_error(error, "%s: ", path);
    return FALSE;
}

static void learn_all(const char *templates)
{
    g_auto(GStrv) names = languages_list(templates);
    for (char **name = names; *name; name++) {
        g_autoptr(GError) problem = NULL;
        if (!languages_learn(templates, *name, &problem))
            continue; // doctor says why
    }
}

void languages_load(const char *templates)
{
    words_learn_later(learn_all, templates);
}

// SPDX-License-Identifier: MIT
// See phrases.h.
#include "templates/phrases.h"

#include <string.h>

#define GROUP "phrases"

struct phrases {
    GHashTable *compiled; // name, with its form → mustache
    char **own;           // names in the language's own file
    gboolean none_is_one; // the language counts 0 as singular
};

static gboolean add(phrases *self, GKeyFile *file, const char *path, const char *name,
                    GError **error)
{
    if (g_hash_table_contains(self->compiled, name))
        return TRUE;
    g_autofree char *text = g_key_file_get_string(file, GROUP, name, error);
    if (!text)
        return FALSE;
    mustache *compiled = mustache_parse(text, strlen(text), error);
    if (!compiled) {
        g_prefix_error(error, "%s: %s: ", path, name);
        return FALSE;
    }
    g_hash_table_insert(self->compiled, g_strdup(name), compiled);
    return TRUE;
}

static gboolean read_file(phrases *self, const char *dir, const char *lang, char ***out_names,
                          GError **error)
{
    g_autofree char *path = g_build_filename(dir, lang, "phrases.ini", NULL);
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_auto(GStrv) names = NULL;
    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, error) ||
        !(names = g_key_file_get_keys(file, GROUP, NULL, error))) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    for (char **name = names; *name; name++) {
        if (!add(self, file, path, *name, error))
            return FALSE;
    }
    if (out_names)
        *out_names = g_steal_pointer(&names);
    return TRUE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

phrases *phrases_open(const char *dir, const char *lang, const char *fallback, GError **error)
{
    g_autoptr(phrases) self = g_new0(struct phrases, 1);
    self->compiled =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)mustache_free);
    self->none_is_one = g_str_equal(lang, "fr");
    if (!read_file(self, dir, lang, &self->own, error))
        return NULL;
    if (fallback && !g_str_equal(fallback, lang) && !read_file(self, dir, fallback, NULL, error))
        return NULL;
    qsort(self->own, g_strv_length(self->own), sizeof *self->own, by_name);
    return g_steal_pointer(&self);
}

void phrases_free(phrases *self)
{
    if (!self)
        return;
    g_hash_table_unref(self->compiled);
    g_strfreev(self->own);
    g_free(self);
}

// The wording for the number in data, or the phrase as it stands where it has no forms.
static const mustache *choose(const phrases *self, const char *name, const json_t *data)
{
    const json_t *n = data ? json_object_get(data, "n") : NULL;
    if (json_is_integer(n)) {
        json_int_t count = json_integer_value(n);
        gboolean one = count == 1 || count == -1 || (count == 0 && self->none_is_one);
        g_autofree char *form = g_strconcat(name, one ? ".one" : ".other", NULL);
        const mustache *found = g_hash_table_lookup(self->compiled, form);
        if (found)
            return found;
    }
    return g_hash_table_lookup(self->compiled, name);
}

gboolean phrases_say(phrases *self, const char *name, const json_t *data, GString *out,
                     GError **error)
{
    const mustache *template = choose(self, name, data);
    if (!template) {
        g_set_error(error, MUSTACHE_ERROR, MUSTACHE_ERROR_MISSING, "no phrase is called '%s'",
                    name);
        return FALSE;
    }
    json_auto_t *none = data ? NULL : json_object();
    struct mustache_way way = {.escape = MUSTACHE_ESCAPE_NONE, .strict = TRUE};
    if (mustache_render(template, data ? data : none, &way, out, error))
        return TRUE;
    g_prefix_error(error, "phrase '%s': ", name);
    return FALSE;
}

json_t *phrases_words(phrases *self, const char *prefix, GError **error)
{
    json_auto_t *words = json_object();
    GHashTableIter at;
    gpointer name;
    g_hash_table_iter_init(&at, self->compiled);
    while (g_hash_table_iter_next(&at, &name, NULL)) {
        if (!g_str_has_prefix(name, prefix))
            continue;
        g_autoptr(GString) text = g_string_new(NULL);
        if (!phrases_say(self, name, NULL, text, error))
            return NULL;
        json_object_set_new(words, (const char *)name + strlen(prefix), json_string(text->str));
    }
    return g_steal_pointer(&words);
}

char **phrases_list(const phrases *self)
{
    return g_strdupv(self->own);
}

// SPDX-License-Identifier: MIT
// See phrases.h.
#include "templates/phrases.h"

#include "templates/plural.h"

#include <string.h>

#define GROUP "phrases"

// The forms that a phrase can have beside .other, and how their rules are called.
enum { FORMS = 5 };
static const char *const forms[FORMS] = {".zero", ".one", ".two", ".few", ".many"};
static const char *const rules[FORMS] = {"plural-zero", "plural-one", "plural-two", "plural-few",
                                         "plural-many"};

struct phrases {
    GHashTable *compiled; // name, with its form → mustache
    char **own;           // names in the language's own file
    char *rules[FORMS];   // by form; NULL: the language has no such form
    json_t *nothing;      // for what needs no values
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

// The rules of the language's own file. Where it has none, one thing is one.
static gboolean read_rules(phrases *self, GKeyFile *file, const char *path, GError **error)
{
    gboolean any = FALSE;
    for (gsize i = 0; i < FORMS; i++) {
        gboolean fits;
        self->rules[i] = g_key_file_get_string(file, "language", rules[i], NULL);
        any = any || self->rules[i];
        if (self->rules[i] && !plural_fits(self->rules[i], 0, &fits)) {
            g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                        "%s: %s: a rule is written like n = 1 or n %% 10 = 2..4", path, rules[i]);
            return FALSE;
        }
    }
    if (!any)
        self->rules[1] = g_strdup("n = 1");
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
    if (out_names && !read_rules(self, file, path, error))
        return FALSE;
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
    self->nothing = json_object();
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
    for (gsize i = 0; i < FORMS; i++)
        g_free(self->rules[i]);
    json_decref(self->nothing);
    g_free(self);
}

static const char *form_of(const phrases *self, gint64 n)
{
    for (gsize i = 0; i < FORMS; i++) {
        gboolean fits;
        if (self->rules[i] && plural_fits(self->rules[i], n, &fits) && fits)
            return forms[i];
    }
    return ".other";
}

// The wording for the number in data, or the phrase as it stands where it has no forms.
static const mustache *choose(const phrases *self, const char *name, const json_t *data)
{
    const json_t *n = data ? json_object_get(data, "n") : NULL;
    if (json_is_integer(n)) {
        g_autofree char *form = g_strconcat(name, form_of(self, json_integer_value(n)), NULL);
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
    struct mustache_way way = {.escape = MUSTACHE_ESCAPE_NONE, .strict = TRUE};
    if (mustache_render(template, data ? data : self->nothing, &way, out, error))
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

gboolean phrases_has_form(const phrases *self, const char *ending)
{
    for (gsize i = 0; i < FORMS; i++)
        if (g_str_equal(forms[i], ending))
            return self->rules[i] != NULL;
    return g_str_equal(ending, ".other");
}

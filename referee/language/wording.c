// SPDX-License-Identifier: MIT
// See wording.h.
#include "referee/language/wording.h"

#include <stdarg.h>

static const char english[] = "en";

struct wording {
    char *templates;
    folder *layout;        // opened with the first language
    GHashTable *languages; // name → struct wording_language
};

static void language_free(gpointer value)
{
    struct wording_language *language = value;
    folder_free(language->folder);
    phrases_free(language->phrases);
    json_decref(language->labels);
    guide_free(language->guide);
    g_free(language);
}

wording *wording_new(const char *templates)
{
    wording *self = g_new0(wording, 1);
    self->templates = g_strdup(templates);
    self->languages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, language_free);
    return self;
}

void wording_free(wording *self)
{
    if (!self)
        return;
    g_hash_table_unref(self->languages);
    folder_free(self->layout);
    g_free(self->templates);
    g_free(self);
}

// Where a language says nothing about how to play, English does.
static guide *open_guide(const wording *self, const char *name, GError **error)
{
    GError *problem = NULL;
    guide *own = guide_open(self->templates, name, &problem);
    if (own)
        return own;
    if (!g_error_matches(problem, G_FILE_ERROR, G_FILE_ERROR_NOENT) || g_str_equal(name, english)) {
        g_propagate_error(error, problem);
        return NULL;
    }
    g_error_free(problem);
    return guide_open(self->templates, english, error);
}

static gboolean has_folder(const wording *self, const char *name)
{
    g_autofree char *path = g_build_filename(self->templates, name, NULL);
    return name[0] && g_file_test(path, G_FILE_TEST_IS_DIR);
}

const struct wording_language *wording_in(wording *self, const char *name, GError **error)
{
    struct wording_language *language = g_hash_table_lookup(self->languages, name);
    if (!language && !has_folder(self, name)) {
        name = english;
        language = g_hash_table_lookup(self->languages, name);
    }
    if (language)
        return language;
    g_autoptr(folder) texts = folder_open(self->templates, name, english, error);
    g_autoptr(phrases) sentences =
        texts ? phrases_open(self->templates, name, english, error) : NULL;
    json_auto_t *labels = sentences ? phrases_words(sentences, WORDING_LABELS, error) : NULL;
    g_autoptr(guide) sections = labels ? open_guide(self, name, error) : NULL;
    if (!sections || (!self->layout &&
                      !(self->layout = folder_open(self->templates, WORDING_LAYOUT, NULL, error))))
        return NULL;
    char *key = g_strdup(name);
    language = g_new0(struct wording_language, 1);
    language->name = key;
    language->folder = g_steal_pointer(&texts);
    language->phrases = g_steal_pointer(&sentences);
    language->labels = g_steal_pointer(&labels);
    language->layout = self->layout;
    language->guide = g_steal_pointer(&sections);
    language->all = self;
    g_hash_table_insert(self->languages, key, language);
    return language;
}

gboolean wording_layout(const struct wording_language *language, const char *name, json_t *data,
                        GString *out, GError **error)
{
    json_object_set(data, "words", language->labels);
    json_object_set_new(data, "lang", json_string(language->name));
    return folder_render(language->layout, name, FOLDER_HTML, data, TRUE, out, error);
}

char *wording_say(const struct wording_language *language, const char *phrase, const json_t *data,
                  GError **error)
{
    GString *out = g_string_new(NULL);
    if (!phrases_say(language->phrases, phrase, data, out, error)) {
        g_string_free(out, TRUE);
        return NULL;
    }
    return g_string_free(out, FALSE);
}

char *wording_sayf(const struct wording_language *language, GError **error, const char *phrase,
                   const char *format, ...)
{
    json_t *data = NULL;
    if (format) {
        va_list values;
        va_start(values, format);
        data = json_vpack_ex(NULL, 0, format, values);
        va_end(values);
        g_assert(data); // values are UTF-8: they were checked when they came in
    }
    char *said = wording_say(language, phrase, data, error);
    json_decref(data);
    return said;
}

char *wording_list(const struct wording_language *language, const json_t *names, GError **error)
{
    g_autofree char *and = wording_say(language, "list-and", NULL, error);
    if (!and)
        return NULL;
    GString *out = g_string_new(NULL);
    const gsize n = json_array_size(names);
    for (gsize i = 0; i < n; i++) {
        if (i > 0 && i + 1 < n)
            g_string_append(out, ", ");
        else if (i > 0)
            g_string_append_printf(out, " %s ", and);
        g_string_append(out, json_string_value(json_array_get(names, i)));
    }
    return g_string_free(out, FALSE);
}

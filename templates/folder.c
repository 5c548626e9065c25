// SPDX-License-Identifier: MIT
// See folder.h. A name that was looked for and not found is remembered too, so that a list of a
// thousand lines asks the disk once.
#include "templates/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_MAX_LEN = 40 };

struct folder {
    char *path;           // DIR/LANG
    char *fallback;       // DIR/FALLBACK, or NULL
    GHashTable *found[2]; // by kind: name → mustache, or NULL for what isn't there
};

static const char *const endings[] = {".txt", ".html"};

static gboolean is_name(const char *name)
{
    gsize len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return len > 0 && len <= NAME_MAX_LEN && name[len] == '\0';
}

static void free_mustache(gpointer template)
{
    mustache_free(template);
}

static gboolean fail(GError **error, int code, const char *path, const char *what)
{
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(code), "%s: %s", path, what);
    return FALSE;
}

folder *folder_open(const char *dir, const char *lang, const char *fallback, GError **error)
{
    if (!is_name(lang) || (fallback && !is_name(fallback))) {
        fail(error, EINVAL, dir, "a language's name is small letters, digits and hyphens");
        return NULL;
    }
    g_autoptr(folder) self = g_new0(folder, 1);
    self->path = g_build_filename(dir, lang, NULL);
    if (fallback && strcmp(fallback, lang) != 0)
        self->fallback = g_build_filename(dir, fallback, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(self->found); i++)
        self->found[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_mustache);
    if (!g_file_test(self->path, G_FILE_TEST_IS_DIR)) {
        fail(error, ENOENT, self->path, "there is no such folder of templates");
        return NULL;
    }
    return g_steal_pointer(&self);
}

void folder_free(folder *self)
{
    if (!self)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(self->found); i++)
        g_clear_pointer(&self->found[i], g_hash_table_unref);
    g_free(self->path);
    g_free(self->fallback);
    g_free(self);
}

// Reads up to max bytes of an open file; what is longer is an error.
static gboolean read_all(int fd, const char *path, gsize max, GString *out, GError **error)
{
    char buffer[8192];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(error, errno, path, g_strerror(errno));
        if (n == 0)
            return TRUE;
        if (out->len + (gsize)n > max)
            return fail(error, EFBIG, path, "a template can't be that big");
        g_string_append_len(out, buffer, n);
    }
}

// The text of a template. FALSE without an error: there is no such file.
static gboolean read_file(const char *path, GString *out, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return errno == ENOENT ? FALSE : fail(error, errno, path, g_strerror(errno));
    struct stat about;
    gboolean good = FALSE;
    if (fstat(fd, &about) < 0)
        fail(error, errno, path, g_strerror(errno));
    else if (!S_ISREG(about.st_mode))
        fail(error, EINVAL, path, "this is no file");
    else
        good = read_all(fd, path, MUSTACHE_TEMPLATE_MAX, out, error);
    close(fd);
    if (good && !g_utf8_validate(out->str, (gssize)out->len, NULL))
        good = fail(error, EILSEQ, path, "this is not UTF-8");
    return good;
}

// NULL without an error: not there.
static mustache *load(const char *dir, const char *name, enum folder_kind kind, GError **error)
{
    g_autofree char *file = g_strconcat(name, endings[kind], NULL);
    g_autofree char *path = g_build_filename(dir, file, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    if (!read_file(path, text, error))
        return NULL;
    mustache *template = mustache_parse(text->str, text->len, error);
    if (!template)
        g_prefix_error(error, "%s, ", file);
    return template;
}

const mustache *folder_find(folder *self, const char *name, enum folder_kind kind, GError **error)
{
    if (!is_name(name))
        return NULL;
    gpointer known;
    if (g_hash_table_lookup_extended(self->found[kind], name, NULL, &known))
        return known;
    GError *problem = NULL;
    mustache *template = load(self->path, name, kind, &problem);
    if (!template && !problem && self->fallback)
        template = load(self->fallback, name, kind, &problem);
    if (problem) {
        g_propagate_error(error, problem);
        return NULL;
    }
    g_hash_table_insert(self->found[kind], g_strdup(name), template);
    return template;
}

static const mustache *find_text(const char *name, gpointer self, GError **error)
{
    return folder_find(self, name, FOLDER_TEXT, error);
}

static const mustache *find_html(const char *name, gpointer self, GError **error)
{
    return folder_find(self, name, FOLDER_HTML, error);
}

gboolean folder_render(folder *self, const char *name, enum folder_kind kind, const json_t *data,
                       gboolean strict, GString *out, GError **error)
{
    GError *problem = NULL;
    const mustache *template = folder_find(self, name, kind, &problem);
    if (problem) {
        g_propagate_error(error, problem);
        return FALSE;
    }
    g_autofree char *file = g_strconcat(name, endings[kind], NULL);
    if (!template)
        return fail(error, ENOENT, file, "there is no such template");
    struct mustache_way way = {
        .escape = kind == FOLDER_HTML ? MUSTACHE_ESCAPE_HTML : MUSTACHE_ESCAPE_NONE,
        .strict = strict,
        .partial = kind == FOLDER_HTML ? find_html : find_text,
        .user = self,
    };
    if (mustache_render(template, data, &way, out, error))
        return TRUE;
    g_prefix_error(error, "%s, ", file);
    return FALSE;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **folder_list(const folder *self, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(self->path, 0, error);
    if (!dir)
        return NULL;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *entry; (entry = g_dir_read_name(dir));) {
        for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
            if (!g_str_has_suffix(entry, endings[i]))
                continue;
            g_autofree char *stem = g_strndup(entry, strlen(entry) - strlen(endings[i]));
            if (is_name(stem))
                g_ptr_array_add(names, g_strdup(entry));
        }
    }
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

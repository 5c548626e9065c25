// SPDX-License-Identifier: MIT
// See guide.h.
#include "templates/guide.h"

#include <string.h>

enum { SIZE_MAX_BYTES = 256 * 1024 };

#define HEADING "## "

struct guide {
    GPtrArray *sections; // of struct guide_section
};

static void section_free(gpointer data)
{
    struct guide_section *section = data;
    g_strfreev(section->words);
    g_free(section->title);
    g_free(section->text);
    g_free(section);
}

// "pass force: Title". NULL: it has no word or no title.
static struct guide_section *read_heading(const char *line)
{
    const char *colon = strchr(line, ':');
    if (!colon || colon == line)
        return NULL;
    struct guide_section *section = g_new0(struct guide_section, 1);
    g_autofree char *words = g_strstrip(g_strndup(line, (gsize)(colon - line)));
    section->words = g_strsplit(words, " ", -1);
    section->title = g_strstrip(g_strdup(colon + 1));
    if (*words && *section->title)
        return section;
    section_free(section);
    return NULL;
}

static void end_section(struct guide_section *section, GString *text)
{
    char *bare = text->str + strspn(text->str, "\n");
    if (section)
        section->text = g_strchomp(g_strdup(bare));
    g_string_truncate(text, 0);
}

static gboolean read_lines(guide *self, char *const *lines, const char *path, GError **error)
{
    struct guide_section *section = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; lines[i]; i++) {
        if (g_str_has_prefix(lines[i], HEADING)) {
            end_section(section, text);
            section = read_heading(lines[i] + strlen(HEADING));
            if (!section) {
                g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                            "%s, line %u: a heading is written like ## WORD WORD: TITLE", path,
                            i + 1);
                return FALSE;
            }
            g_ptr_array_add(self->sections, section);
        } else if (section) {
            g_string_append_printf(text, "%s\n", lines[i]);
        }
    }
    end_section(section, text);
    return TRUE;
}

guide *guide_open(const char *dir, const char *lang, GError **error)
{
    g_autofree char *path = g_build_filename(dir, lang, "guide.txt", NULL);
    g_autofree char *text = NULL;
    gsize len;
    if (!g_file_get_contents(path, &text, &len, error))
        return NULL;
    if (len > SIZE_MAX_BYTES || !g_utf8_validate(text, (gssize)len, NULL)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: this is too big or not UTF-8",
                    path);
        return NULL;
    }
    g_autoptr(guide) self = g_new0(guide, 1);
    self->sections = g_ptr_array_new_with_free_func(section_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return read_lines(self, lines, path, error) ? g_steal_pointer(&self) : NULL;
}

void guide_free(guide *self)
{
    if (!self)
        return;
    g_ptr_array_unref(self->sections);
    g_free(self);
}

const struct guide_section *guide_section(const guide *self, guint n)
{
    return n < self->sections->len ? g_ptr_array_index(self->sections, n) : NULL;
}

// SPDX-License-Identifier: MIT
// A folder of templates: DIR/LANG/NAME.txt and DIR/LANG/NAME.html, read when first asked for.
//
// Decides where a template comes from and how it is escaped (by its kind). Knows neither what it
// says nor who reads it. Names and languages are [a-z0-9-], 1 to 40 characters: no name leads out
// of the folder.
#ifndef TEMPLATES_FOLDER_H
#define TEMPLATES_FOLDER_H

#include "templates/mustache.h"

// All templates of one language and their compiled forms, kept until it is freed.
typedef struct folder folder;

enum folder_kind { FOLDER_TEXT, FOLDER_HTML };

// Opens DIR/LANG. What isn't there is taken from DIR/FALLBACK, partials too; fallback may be NULL.
// Reads nothing yet but that the folder is there. Errors: G_FILE_ERROR; _INVAL for a name that
// can't be one. The caller frees the result.
folder *folder_open(const char *dir, const char *lang, const char *fallback,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
void folder_free(folder *self); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(folder, folder_free)

// The compiled template; the folder keeps it. NULL without an error: there is none. Errors:
// MUSTACHE_ERROR with the file's name in front, G_FILE_ERROR (also for a file that is too big or
// isn't UTF-8).
const mustache *folder_find(folder *self, const char *name, enum folder_kind kind, GError **error);

// Appends NAME filled with data to out, its partials being of the same kind; text is not escaped,
// HTML is. Errors: as folder_find and mustache_render; G_FILE_ERROR_NOENT when there is no such
// template.
gboolean folder_render(folder *self, const char *name, enum folder_kind kind, const json_t *data,
                       gboolean strict, GString *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// File names ("turn.txt") of the language's own templates, sorted, ending with NULL; the fallback's
// are not among them. Other files are passed over. Errors: G_FILE_ERROR. Freed by g_strfreev.
char **folder_list(const folder *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif

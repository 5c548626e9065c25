// SPDX-License-Identifier: MIT
// The guide of one language: DIR/LANG/guide.txt, a section for each word that can be asked about.
//
// Decides how such a file is cut up. Knows neither commands nor what a section says.
//
//   # a comment, before the first section
//   ## pass force: Passing, and forcing the next one
//   Text, up to the next section.
#ifndef TEMPLATES_GUIDE_H
#define TEMPLATES_GUIDE_H

#include <glib.h>

typedef struct guide guide;

struct guide_section {
    char **words; // NULL-terminated, at least one: the first is the same in every language
    char *title;
    char *text; // without blank lines at its ends
};

// Reads the file. Errors: G_FILE_ERROR, and G_FILE_ERROR_INVAL for a heading that is none; each
// names the file. The caller frees the result.
guide *guide_open(const char *dir, const char *lang, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void guide_free(guide *guide); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(guide, guide_free)

// The n-th section, from 0, in the order of the file; NULL behind the last.
const struct guide_section *guide_section(const guide *guide, guint n);

#endif

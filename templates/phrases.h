// SPDX-License-Identifier: MIT
// The short sentences of one language: DIR/LANG/phrases.ini, each a small template with a name.
//
// Decides which wording of a phrase fits a number, by the language's own rules (plural.h). Knows
// neither who says it nor why.
//
//   [language]
//   plural-one=n = 1
//   [phrases]
//   passed=passed
//   cards.one={{n}} card
//   cards.other={{n}} cards
#ifndef TEMPLATES_PHRASES_H
#define TEMPLATES_PHRASES_H

#include "templates/mustache.h"

typedef struct phrases phrases;

// Reads and compiles all phrases of DIR/LANG/phrases.ini; what is missing there is taken from
// DIR/FALLBACK (NULL: nothing). Errors: G_FILE_ERROR, G_KEY_FILE_ERROR, MUSTACHE_ERROR, each naming
// the file. The caller frees the result.
phrases *phrases_open(const char *dir, const char *lang, const char *fallback,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
void phrases_free(phrases *phrases); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(phrases, phrases_free)

// Appends the phrase filled with data (NULL: none), unescaped. Where the phrase has forms, data's
// integer "n" chooses: the first of zero, one, two, few, many whose rule fits, else "other". A
// phrase that isn't there and a value that is missing are errors (MUSTACHE_ERROR_MISSING).
gboolean phrases_say(phrases *phrases, const char *name, const json_t *data, GString *out,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The phrases whose names begin with prefix and that need no values, as an object: what follows the
// prefix → the text. The caller owns it. Errors: MUSTACHE_ERROR, for one that asks for a value.
json_t *phrases_words(phrases *phrases, const char *prefix,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether the language has a form by this ending of a name (".few"); ".other" it always has.
gboolean phrases_has_form(const phrases *phrases, const char *ending);

// The names of all phrases of the language's own file, sorted, ending with NULL; g_strfreev.
char **phrases_list(const phrases *phrases);

#endif

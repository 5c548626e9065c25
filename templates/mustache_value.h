// SPDX-License-Identifier: MIT
// Values as a template sees them: what is true, what a number looks like, which name means what.
#ifndef TEMPLATES_MUSTACHE_VALUE_H
#define TEMPLATES_MUSTACHE_VALUE_H

#include "templates/mustache.h"

// null, false, an empty list and an empty string are false; NULL (nothing there) is too.
gboolean mustache_value_true(const json_t *value);

// What a dotted name means: its first part in the innermost of the n contexts that has it, the rest
// within that value only; "." is the innermost itself. NULL: nothing. The value is borrowed.
const json_t *mustache_value_find(const json_t *const *contexts, guint n, const char *name,
                                  gsize len);

// Appends a string, number, boolean or null. FALSE for lists and objects: they have no text.
gboolean mustache_value_print(const json_t *value, enum mustache_escape escape, GString *out);

#endif

// SPDX-License-Identifier: MIT
// Which form of a phrase goes with a number, by a rule that a language's own file says.
//
// Rules are written as in Unicode's CLDR, for whole numbers: `n = 1`, `n = 0,1`,
// `n % 10 = 2..4 and n % 100 != 12..14`, several joined by `and`, and those by `or`.
#ifndef TEMPLATES_PLURAL_H
#define TEMPLATES_PLURAL_H

#include <glib.h>

// Whether the number, without its sign, fits the rule. FALSE is returned for a rule that can't be
// read.
gboolean plural_fits(const char *rule, gint64 n, gboolean *out_fits) G_GNUC_WARN_UNUSED_RESULT;

#endif

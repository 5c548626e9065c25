// SPDX-License-Identifier: MIT
// The penalty tokens of a game as lines over its events: an SVG image to stand within a page.
//
// Colours and fonts are the style sheet's (.s0 … .s3, .grid). Holds nothing but numbers and the
// label.
#ifndef REFEREE_CHART_H
#define REFEREE_CHART_H

#include "referee/archive/chronicle.h"

// label says in words what is seen, for who can't see it; it is escaped here. The caller owns it.
char *chart_draw(const struct chronicle *chronicle, const char *label);

#endif

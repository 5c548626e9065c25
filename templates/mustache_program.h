// SPDX-License-Identifier: MIT
// A compiled template from the inside: for the parser, which makes it, and the renderer, which
// walks it.
#ifndef TEMPLATES_MUSTACHE_PROGRAM_H
#define TEMPLATES_MUSTACHE_PROGRAM_H

#include "templates/mustache.h"

enum mustache_kind {
    MUSTACHE_TEXT,
    MUSTACHE_VALUE,
    MUSTACHE_RAW,
    MUSTACHE_SECTION,
    MUSTACHE_INVERTED,
    MUSTACHE_PARTIAL
};

// A step of the program. Offsets and lengths point into the template's text.
struct mustache_node {
    enum mustache_kind kind;
    guint line;     // where the tag begins, from 1
    guint32 at;     // the text, or the name
    guint32 len;    // of it
    gboolean alone; // of a partial: alone on its line,
    guint32 tab;    // with these blanks before it,
    guint32 tabs;   // and so many
    guint32 end;    // of a section: the first node behind its content
};

struct mustache {
    char *text;
    GArray *nodes; // of struct mustache_node, in the order of the text
};

#endif

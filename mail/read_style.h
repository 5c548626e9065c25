// SPDX-License-Identifier: MIT
// As much of CSS as says whether text can be seen, and where it stands on lines of its own.
//
// It reads inline styles and the simple rules of <style> (a tag, a class, an id); it knows nothing
// of elements and of what is inherited: that is read_html.c.
#ifndef MAIL_READ_STYLE_H
#define MAIL_READ_STYLE_H

#include <glib.h>

// What is said; 0 and FALSE where nothing is.
struct read_style {
    gint8 shown;         // -1: not displayed at all (display, opacity, no height …), 1: displayed
    gint8 visible;       // -1: visibility hidden, 1: visible again
    gint8 size;          // -1: a font too small to see, 1: one that isn't
    gint8 pre;           // 1: line breaks count, -1: they don't
    gint8 flat;          // 1: no margin above and below
    gboolean clear;      // the text has no colour
    gboolean has_color;  // the text's colour, 0xRRGGBB
    gboolean has_ground; // the background's
    gboolean struck;     // crossed out
    gboolean ruled;      // the line that Outlook draws above an old mail
    gboolean wide;       // 98 or 100 per cent wide
    guint32 color, ground;  // when said
    gboolean zero, clipped; // no height or width; what doesn't fit isn't shown
};

// Reads declarations (`display:none; color:#fff`) into style, over what it says already.
void read_style_parse(const char *css, gsize len, struct read_style *style);

// A colour as CSS or an attribute has it; FALSE when it isn't one that we know.
// *clear: it is see-through.
gboolean read_style_color(const char *text, guint32 *out, gboolean *clear);

struct read_rule {
    char tag[16]; // "" for any
    char kind;    // '.', '#', or 0 for a tag alone
    char name[40];
    struct read_style style;
};

struct read_sheet {
    struct read_rule rules[64];
    guint count;
};

// Adds the rules of a style sheet, of as many as there is room for.
void read_style_sheet(struct read_sheet *sheet, const char *css, gsize len);

// Lays the rules that match an element over style. id and classes may be NULL.
void read_style_match(const struct read_sheet *sheet, const char *tag, const char *id,
                      const char *classes, struct read_style *style);

// Whether one of the words of classes is name, without regard to case.
gboolean read_style_has_class(const char *classes, const char *name);

#endif

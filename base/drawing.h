// SPDX-License-Identifier: MIT
// Cards and inks on a terminal: in UTF-8 or ASCII, with colours or without.
//
// Decides how a card looks, and what the terminal at hand can show. Knows no game.
#ifndef BASE_DRAWING_H
#define BASE_DRAWING_H

#include <glib.h>

struct drawing_style {
    gboolean utf8;
    gboolean colour;
};

enum drawing_ink { DRAWING_PLAIN, DRAWING_TITLE, DRAWING_FREE, DRAWING_COSTS, DRAWING_DIM };

// What standard output can show: colours on a terminal that isn't dumb, unless NO_COLOR is set;
// UTF-8 as the locale says. See no-color.org.
struct drawing_style drawing_style_here(void);

// Adds text in an ink.
void drawing_text(GString *out, struct drawing_style style, enum drawing_ink ink, const char *text);

struct drawing_card {
    int value;
    enum drawing_ink ink;
};

enum { DRAWING_CARD_ROWS = 3, DRAWING_CARD_COLUMNS = 4, DRAWING_INDENT = 2 };

// Adds the three lines of a row of cards.
void drawing_cards(GString *out, struct drawing_style style, const struct drawing_card *cards,
                   gsize n);
// The same in one line, for want of room: [ 3][17].
void drawing_small_cards(GString *out, struct drawing_style style, const struct drawing_card *cards,
                         gsize n);

#endif

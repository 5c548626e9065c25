// SPDX-License-Identifier: MIT
// Numbers drawn by hand: fonts differ from machine to machine, and some have none.
#ifndef PICTURE_DIGITS_H
#define PICTURE_DIGITS_H

#include <cairo.h>
#include <glib.h>

// How wide a number is at this height.
double digits_width(guint number, double height);

// Draws it with its left end at x and its middle at y, in the colour that is set.
void digits_draw(cairo_t *cr, guint number, double x, double y, double height);

#endif

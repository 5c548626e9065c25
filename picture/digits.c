// SPDX-License-Identifier: MIT
// See digits.h. Seven strokes, as on a clock: a number needs no more.
#include "picture/digits.h"

enum { DIGITS_MAX = 10 };

static const double shape = 0.52; // a digit's width by its height
static const double pace = 0.86;  // from one to the next, likewise

//  0      the strokes from the top on, left before right
// 1 2
//  3
// 4 5
//  6
static const struct {
    double x1, y1, x2, y2;
} strokes[] = {
    {0, 0, 1, 0},   {0, 0, 0, 0.5}, {1, 0, 1, 0.5}, {0, 0.5, 1, 0.5},
    {0, 0.5, 0, 1}, {1, 0.5, 1, 1}, {0, 1, 1, 1},
};

// A bit a stroke.
static const guint digits[] = {0x77, 0x24, 0x5d, 0x6d, 0x2e, 0x6b, 0x7b, 0x25, 0x7f, 0x6f};

static guint split(guint number, guint *out)
{
    guint n = 0;
    do {
        out[n++] = number % 10;
        number /= 10;
    } while (number > 0 && n < DIGITS_MAX);
    return n;
}

double digits_width(guint number, double height)
{
    guint parts[DIGITS_MAX];
    return height * (pace * (split(number, parts) - 1) + shape);
}

static void draw_digit(cairo_t *cr, guint digit, double x, double top, double height)
{
    for (guint i = 0; i < G_N_ELEMENTS(strokes); i++) {
        if (!(digits[digit] >> i & 1))
            continue;
        cairo_move_to(cr, x + strokes[i].x1 * shape * height, top + strokes[i].y1 * height);
        cairo_line_to(cr, x + strokes[i].x2 * shape * height, top + strokes[i].y2 * height);
    }
    cairo_stroke(cr);
}

void digits_draw(cairo_t *cr, guint number, double x, double y, double height)
{
    guint parts[DIGITS_MAX];
    guint n = split(number, parts);
    cairo_save(cr);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(cr, NULL, 0, 0);
    cairo_set_line_width(cr, height / 7);
    for (guint i = 0; i < n; i++)
        draw_digit(cr, parts[n - 1 - i], x + i * pace * height, y - height / 2, height);
    cairo_restore(cr);
}

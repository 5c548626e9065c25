// SPDX-License-Identifier: MIT
// A line chart as a picture.
//
// Decides how it looks. Knows nothing of what the numbers mean.
#ifndef PICTURE_DRAW_H
#define PICTURE_DRAW_H

#include "picture/chart.h"

#include <glib.h>

struct draw_line {
    guint color; // 0xRRGGBB
    guint mark;
    guint values[CHART_VALUES_MAX];
};

struct draw_chart {
    guint width, height;
    guint n_lines, n_values, n_breaks;
    struct draw_line lines[CHART_LINES_MAX];
    guint breaks[CHART_BREAKS_MAX];
};

// A PNG; the caller owns it. NULL: there is no memory for it.
GBytes *draw_png(const struct draw_chart *chart);

#endif

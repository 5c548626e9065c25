// SPDX-License-Identifier: MIT
// See draw.h.
#include "picture/draw.h"

#include "picture/digits.h"

#include <math.h>

enum { STEPS = 6, PAPER = 0xfffdf7, INK = 0x3c4248, GRID = 0xd8d2c4 };

// Where the numbers lie on the paper, and how big things are.
struct frame {
    const struct draw_chart *chart;
    cairo_t *cr;
    double unit; // a hundredth of the shorter side
    double left, right, top, bottom;
    guint most; // at the top
    guint step; // between the lines of the grid
};

static void set_color(cairo_t *cr, guint color)
{
    cairo_set_source_rgb(cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
                         (color & 0xff) / 255.0);
}

static double x_of(const struct frame *frame, guint place)
{
    guint last = MAX(frame->chart->n_values - 1, 1U);
    return frame->left + (frame->right - frame->left) * place / last;
}

static double y_of(const struct frame *frame, guint value)
{
    return frame->bottom - (frame->bottom - frame->top) * value / frame->most;
}

// 1, 2, 5, 10, 20 …: as many as needed so that a few of them reach the top.
static guint step_for(guint most)
{
    static const guint firsts[] = {1, 2, 5};
    for (guint ten = 1;; ten *= 10) {
        for (gsize i = 0; i < G_N_ELEMENTS(firsts); i++)
            if (firsts[i] * ten * STEPS >= most)
                return firsts[i] * ten;
    }
}

static void measure(struct frame *frame)
{
    const struct draw_chart *chart = frame->chart;
    guint most = 1;
    for (guint i = 0; i < chart->n_lines; i++)
        for (guint k = 0; k < chart->n_values; k++)
            most = MAX(most, chart->lines[i].values[k]);
    frame->step = step_for(most);
    frame->most = (most + frame->step - 1) / frame->step * frame->step;
    frame->unit = MIN(chart->width, chart->height) / 100.0;
    double room = digits_width(frame->most, 5 * frame->unit);
    frame->left = room + 7 * frame->unit;
    frame->right = chart->width - room - 8 * frame->unit;
    frame->top = 6 * frame->unit;
    frame->bottom = chart->height - 12 * frame->unit;
}

static void draw_grid(const struct frame *frame)
{
    cairo_t *cr = frame->cr;
    cairo_set_line_width(cr, frame->unit / 3);
    for (guint value = 0; value <= frame->most; value += frame->step) {
        double y = y_of(frame, value);
        set_color(cr, GRID);
        cairo_move_to(cr, frame->left, y);
        cairo_line_to(cr, frame->right, y);
        cairo_stroke(cr);
        set_color(cr, INK);
        digits_draw(cr, value, frame->left - digits_width(value, 5 * frame->unit) - 3 * frame->unit,
                    y, 5 * frame->unit);
    }
    for (guint i = 0; i < frame->chart->n_breaks; i++) {
        double x = x_of(frame, frame->chart->breaks[i]);
        cairo_move_to(cr, x, frame->top);
        cairo_line_to(cr, x, frame->bottom);
        cairo_stroke(cr);
    }
}

static void draw_places(const struct frame *frame)
{
    guint last = frame->chart->n_values - 1;
    guint step = step_for(MAX(last, 1U));
    set_color(frame->cr, INK);
    for (guint place = 0; place <= last; place += step)
        digits_draw(frame->cr, place, x_of(frame, place) - digits_width(place, 4 * frame->unit) / 2,
                    frame->bottom + 6 * frame->unit, 4 * frame->unit);
}

static void draw_mark(const struct frame *frame, guint mark, double x, double y)
{
    cairo_t *cr = frame->cr;
    double r = 2.2 * frame->unit;
    switch (mark) {
    case 0:
        cairo_arc(cr, x, y, r, 0, 2 * G_PI);
        break;
    case 1:
        cairo_rectangle(cr, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
        break;
    case 2:
        cairo_move_to(cr, x, y - 1.2 * r);
        cairo_line_to(cr, x + 1.15 * r, y + 0.9 * r);
        cairo_line_to(cr, x - 1.15 * r, y + 0.9 * r);
        break;
    default:
        cairo_move_to(cr, x, y - 1.3 * r);
        cairo_line_to(cr, x + 1.1 * r, y);
        cairo_line_to(cr, x, y + 1.3 * r);
        cairo_line_to(cr, x - 1.1 * r, y);
    }
    cairo_close_path(cr);
    cairo_fill(cr);
}

static void set_dash(const struct frame *frame, guint mark)
{
    static const double patterns[CHART_LINES_MAX][4] = {
        {0}, {4, 2.5, 4, 2.5}, {0.1, 2, 0.1, 2}, {5, 2, 0.1, 2}};
    double lengths[4];
    for (guint i = 0; i < 4; i++)
        lengths[i] = patterns[mark][i] * frame->unit;
    cairo_set_dash(frame->cr, lengths, mark ? 4 : 0, 0);
}

// Tokens change all at once, so the line has steps.
static void draw_line(const struct frame *frame, const struct draw_line *line)
{
    cairo_t *cr = frame->cr;
    guint n = frame->chart->n_values;
    set_color(cr, line->color);
    cairo_set_line_width(cr, 1.3 * frame->unit);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    set_dash(frame, line->mark);
    cairo_move_to(cr, x_of(frame, 0), y_of(frame, line->values[0]));
    for (guint i = 1; i < n; i++) {
        cairo_line_to(cr, x_of(frame, i), y_of(frame, line->values[i - 1]));
        cairo_line_to(cr, x_of(frame, i), y_of(frame, line->values[i]));
    }
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
    guint every = MAX(n / 6, 1U);
    for (guint i = line->mark * every / CHART_LINES_MAX; i < n; i += every)
        draw_mark(frame, line->mark, x_of(frame, i), y_of(frame, line->values[i]));
}

// Each line's last value beside its end, one below the other where they would meet.
static void draw_ends(const struct frame *frame)
{
    const struct draw_chart *chart = frame->chart;
    guint last = chart->n_values - 1;
    double size = 5 * frame->unit;
    double free = frame->top - size; // above it is taken
    guint done = 0;                  // a bit a line
    for (guint turn = 0; turn < chart->n_lines; turn++) {
        guint best = CHART_LINES_MAX;
        for (guint i = 0; i < chart->n_lines; i++)
            if (!(done >> i & 1) &&
                (best == CHART_LINES_MAX ||
                 chart->lines[i].values[last] > chart->lines[best].values[last]))
                best = i;
        const struct draw_line *line = &chart->lines[best];
        double y = MAX(y_of(frame, line->values[last]), free + 1.5 * size);
        set_color(frame->cr, line->color);
        draw_mark(frame, line->mark, frame->right, y_of(frame, line->values[last]));
        digits_draw(frame->cr, line->values[last], frame->right + 4 * frame->unit, y, size);
        free = y;
        done |= 1U << best;
    }
}

static cairo_status_t keep(void *data, const unsigned char *bytes, unsigned len)
{
    g_byte_array_append(data, bytes, len);
    return CAIRO_STATUS_SUCCESS;
}

GBytes *draw_png(const struct draw_chart *chart)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)chart->width, (int)chart->height);
    struct frame frame = {.chart = chart, .cr = cairo_create(surface)};
    measure(&frame);
    set_color(frame.cr, PAPER);
    cairo_paint(frame.cr);
    draw_grid(&frame);
    draw_places(&frame);
    for (guint i = 0; i < chart->n_lines; i++)
        draw_line(&frame, &chart->lines[i]);
    draw_ends(&frame);
    GByteArray *png = g_byte_array_new();
    gboolean fine = cairo_status(frame.cr) == CAIRO_STATUS_SUCCESS &&
                    cairo_surface_write_to_png_stream(surface, keep, png) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(frame.cr);
    cairo_surface_destroy(surface);
    GBytes *result = g_byte_array_free_to_bytes(png);
    if (!fine)
        g_clear_pointer(&result, g_bytes_unref);
    return result;
}

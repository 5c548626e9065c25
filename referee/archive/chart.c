// SPDX-License-Identifier: MIT
// See chart.h. One unit is a pixel where the page is narrow; everything scales with it.
#include "referee/archive/chart.h"

enum { WIDTH = 420, HEIGHT = 200, LEFT = 26, RIGHT = 8, TOP = 14, BOTTOM = 20, TICKS = 5 };

struct scale {
    guint positions;
    gint64 most; // tokens at the upper edge
};

static double x_of(const struct scale *scale, guint position)
{
    const double wide = WIDTH - LEFT - RIGHT;
    return LEFT + wide * position / MAX(scale->positions, 1u);
}

static double y_of(const struct scale *scale, gint64 tokens)
{
    const double high = HEIGHT - TOP - BOTTOM;
    return HEIGHT - BOTTOM - high * (double)tokens / (double)scale->most;
}

// 1, 2 or 5 times a power of ten, so that at most so many lines are drawn.
static gint64 step_for(gint64 most)
{
    static const int parts[] = {1, 2, 5};
    for (gint64 ten = 1;; ten *= 10) {
        for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
            if (most <= ten * parts[i] * TICKS)
                return ten * parts[i];
        }
    }
}

static struct scale scale_for(const struct chronicle *chronicle)
{
    gint64 most = 1;
    for (guint i = 0; i < chronicle->events->len; i++) {
        const struct chronicle_event *event =
            &g_array_index(chronicle->events, struct chronicle_event, i);
        for (unsigned s = 0; s < chronicle->game.n_seats; s++)
            most = MAX(most, event->penalty[s]);
    }
    const gint64 step = step_for(most);
    return (struct scale){chronicle->positions, (most + step - 1) / step * step};
}

// Numbers with one digit and a point, whatever the locale.
static void put(GString *out, double value)
{
    const int tenths = (int)(value * 10 + 0.5);
    g_string_append_printf(out, "%d", tenths / 10);
    if (tenths % 10)
        g_string_append_printf(out, ".%d", tenths % 10);
}

static void draw_grid(const struct scale *scale, GString *out)
{
    g_string_append(out, "<g class=\"grid\">\n");
    for (gint64 tokens = 0; tokens <= scale->most; tokens += step_for(scale->most)) {
        g_string_append_printf(out, "<path d=\"M%d ", LEFT);
        put(out, y_of(scale, tokens));
        g_string_append_printf(out, "H%d\"/><text x=\"%d\" y=\"", WIDTH - RIGHT, LEFT - 5);
        put(out, y_of(scale, tokens) + 3.5);
        g_string_append_printf(out, "\" text-anchor=\"end\">%" G_GINT64_FORMAT "</text>\n", tokens);
    }
    g_string_append(out, "</g>\n");
}

// A mark where a round begins.
static void draw_rounds(const struct chronicle *chronicle, const struct scale *scale, GString *out)
{
    g_string_append(out, "<g class=\"round\">\n");
    for (guint i = 0; i < chronicle->events->len; i++) {
        const struct chronicle_event *event =
            &g_array_index(chronicle->events, struct chronicle_event, i);
        if (event->kind != CHRONICLE_ROUND)
            continue;
        g_string_append(out, "<path d=\"M");
        put(out, x_of(scale, event->position));
        g_string_append_printf(out, " %dV%d\"/><text x=\"", TOP - 4, HEIGHT - BOTTOM);
        put(out, x_of(scale, event->position) + 3);
        g_string_append_printf(out, "\" y=\"%d\">%u</text>\n", HEIGHT - 7, event->round);
    }
    g_string_append(out, "</g>\n");
}

static void draw_seat(const struct chronicle *chronicle, const struct scale *scale, unsigned s,
                      GString *out)
{
    gint64 last = 0;
    g_string_append_printf(out, "<path class=\"line s%u\" d=\"M%d ", s, LEFT);
    put(out, y_of(scale, 0));
    for (guint i = 0; i < chronicle->events->len; i++) {
        const struct chronicle_event *event =
            &g_array_index(chronicle->events, struct chronicle_event, i);
        if (event->penalty[s] == last)
            continue;
        last = event->penalty[s];
        g_string_append_c(out, 'H');
        put(out, x_of(scale, event->position));
        g_string_append_c(out, 'V');
        put(out, y_of(scale, last));
    }
    g_string_append_c(out, 'H');
    put(out, x_of(scale, scale->positions));
    g_string_append(out, "\"/>\n");
}

char *chart_draw(const struct chronicle *chronicle, const char *label)
{
    const struct scale scale = scale_for(chronicle);
    g_autofree char *said = g_markup_escape_text(label, -1);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out,
                           "<svg id=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" "
                           "aria-label=\"%s\" data-left=\"%d\" data-right=\"%d\">\n",
                           WIDTH, HEIGHT, said, LEFT, WIDTH - RIGHT);
    draw_grid(&scale, out);
    draw_rounds(chronicle, &scale, out);
    for (unsigned s = 0; s < chronicle->game.n_seats; s++)
        draw_seat(chronicle, &scale, s, out);
    g_string_append_printf(out, "<path id=\"cursor\" class=\"cursor\" d=\"M%d %dV%d\"/>\n</svg>",
                           LEFT, TOP - 4, HEIGHT - BOTTOM);
    return g_string_free(out, FALSE);
}

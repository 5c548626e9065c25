// SPDX-License-Identifier: MIT
// Charts: the picture can be decoded and has the size that was asked for, the same numbers give the
// same bytes, each line is there in its colour, and what are no numbers ends the program.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include <cairo.h>

#include "base/child.h"
#include "picture/draw.h"

#define CHART "../libexec/chart"

static struct draw_chart chart;

static void fill(guint lines, guint values, guint factor)
{
    static const guint colors[] = {0x0072b2, 0xa84400, 0x1f2933, 0x8f3a74};
    memset(&chart, 0, sizeof chart);
    chart.width = 640;
    chart.height = 360;
    chart.n_lines = lines;
    chart.n_values = values;
    for (guint i = 0; i < lines; i++) {
        chart.lines[i].color = colors[i];
        chart.lines[i].mark = i;
        for (guint k = 0; k < values; k++)
            chart.lines[i].values[k] = (k * (i + 2) + i) * factor;
    }
}

struct source {
    const guint8 *bytes;
    gsize left;
};

static cairo_status_t next(void *data, unsigned char *out, unsigned len)
{
    struct source *source = data;
    if (source->left < len)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(out, source->bytes, len);
    source->bytes += len;
    source->left -= len;
    return CAIRO_STATUS_SUCCESS;
}

// Decoded; all of the bytes belong to it.
static cairo_surface_t *decode(GBytes *png)
{
    struct source source;
    source.bytes = g_bytes_get_data(png, &source.left);
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(next, &source);
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    assert_int_equal(source.left, 0);
    return surface;
}

static guint count_color(cairo_surface_t *surface, guint color)
{
    const guint8 *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    guint n = 0;
    for (int y = 0; y < cairo_image_surface_get_height(surface); y++)
        for (int x = 0; x < cairo_image_surface_get_width(surface); x++) {
            guint32 pixel;
            memcpy(&pixel, data + y * stride + x * 4, sizeof pixel);
            n += (pixel & 0xffffff) == color;
        }
    return n;
}

static void check_drawn(void)
{
    g_autoptr(GBytes) png = draw_png(&chart);
    g_autoptr(GBytes) again = draw_png(&chart);
    assert_non_null(png);
    assert_true(g_bytes_equal(png, again));
    assert_true(g_bytes_get_size(png) < CHART_PNG_MAX);
    cairo_surface_t *surface = decode(png);
    assert_int_equal(cairo_image_surface_get_width(surface), chart.width);
    assert_int_equal(cairo_image_surface_get_height(surface), chart.height);
    for (guint i = 0; i < chart.n_lines; i++)
        assert_true(count_color(surface, chart.lines[i].color) > 20);
    cairo_surface_destroy(surface);
}

static void test_drawn(void **state)
{
    (void)state;
    static const struct {
        guint lines, values, factor;
    } rows[] = {{2, 60, 1}, {4, 200, 1}, {1, 1, 0}, {1, 2, 0}, {3, 7, 100}, {4, 2000, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        fill(rows[i].lines, rows[i].values, rows[i].factor);
        check_drawn();
    }
}

static void test_breaks(void **state)
{
    (void)state;
    fill(2, 60, 1);
    g_autoptr(GBytes) without = draw_png(&chart);
    chart.breaks[chart.n_breaks++] = 30;
    g_autoptr(GBytes) with = draw_png(&chart);
    assert_false(g_bytes_equal(without, with));
}

// ---- the program -------------------------------------------------------------------------------

static GBytes *ask(const char *frame, int *out_status)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *dir = g_path_get_dirname(self);
    g_autofree char *program = g_build_filename(dir, CHART, NULL);
    const char *const argv[] = {program, NULL};
    child *drawer = child_start(argv, NULL);
    assert_non_null(drawer);
    GBytes *png = child_ask(drawer, frame, strlen(frame), CHART_PNG_MAX, 20, NULL);
    *out_status = child_stop(drawer, 10);
    return png;
}

static void test_program(void **state)
{
    (void)state;
    int status;
    g_autoptr(GBytes) png = ask("{\"width\":300,\"height\":200,\"breaks\":[1],\"lines\":["
                                "{\"color\":0,\"mark\":3,\"values\":[0,2,1]}]}",
                                &status);
    assert_non_null(png);
    assert_int_equal(status, 0);
    cairo_surface_t *surface = decode(png);
    assert_int_equal(cairo_image_surface_get_width(surface), 300);
    assert_int_equal(cairo_image_surface_get_height(surface), 200);
    cairo_surface_destroy(surface);
}

static void test_refused(void **state)
{
    (void)state;
#define SIZE "\"width\":300,\"height\":200"
#define LINE "{\"color\":0,\"mark\":0,\"values\":[0,2]}"
    static const char *const frames[] = {
        "",
        "[]",
        "{}",
        "{" SIZE ",\"breaks\":[],\"lines\":[]}",
        "{" SIZE ",\"lines\":[" LINE "]}",
        "{" SIZE ",\"breaks\":[2],\"lines\":[" LINE "]}",
        "{" SIZE ",\"breaks\":[-1],\"lines\":[" LINE "]}",
        "{" SIZE ",\"breaks\":[],\"lines\":[" LINE "," LINE "," LINE "," LINE "," LINE "]}",
        "{" SIZE ",\"breaks\":[],\"lines\":[" LINE ",{\"color\":0,\"mark\":0,\"values\":[0]}]}",
        "{" SIZE ",\"breaks\":[],\"lines\":[{\"color\":0,\"mark\":4,\"values\":[0]}]}",
        "{" SIZE ",\"breaks\":[],\"lines\":[{\"color\":-1,\"mark\":0,\"values\":[0]}]}",
        "{" SIZE ",\"breaks\":[],\"lines\":[{\"color\":0,\"mark\":0,\"values\":[10000]}]}",
        "{" SIZE ",\"breaks\":[],\"lines\":[{\"color\":0,\"mark\":0,\"values\":[\"1\"]}]}",
        "{\"width\":99999,\"height\":200,\"breaks\":[],\"lines\":[" LINE "]}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(frames); i++) {
        int status;
        g_autoptr(GBytes) png = ask(frames[i], &status);
        if (png)
            fail_msg("it draws this: %s", frames[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawn),
        cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL);
}

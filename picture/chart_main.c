// SPDX-License-Identifier: MIT
// libexec/chart: numbers come in, a picture goes out. See chart.h.
#include "picture/chart.h"

#include "base/frame.h"
#include "picture/draw.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

static gboolean take(const json_t *value, guint least, guint most, guint *out)
{
    json_int_t n = json_integer_value(value);
    *out = (guint)n;
    return json_is_integer(value) && n >= least && n <= most;
}

static gboolean take_list(const json_t *list, guint most, guint each_most, guint *out,
                          guint *out_count)
{
    if (!json_is_array(list) || json_array_size(list) > most)
        return FALSE;
    *out_count = (guint)json_array_size(list);
    for (guint i = 0; i < *out_count; i++)
        if (!take(json_array_get(list, i), 0, each_most, &out[i]))
            return FALSE;
    return TRUE;
}

static gboolean take_line(const json_t *object, struct draw_line *out, guint *out_count)
{
    return take(json_object_get(object, "color"), 0, 0xffffff, &out->color) &&
           take(json_object_get(object, "mark"), 0, CHART_LINES_MAX - 1, &out->mark) &&
           take_list(json_object_get(object, "values"), CHART_VALUES_MAX, CHART_VALUE_MAX,
                     out->values, out_count);
}

static gboolean take_chart(const json_t *object, struct draw_chart *out)
{
    const json_t *lines = json_object_get(object, "lines");
    out->n_lines = (guint)MIN(json_array_size(lines), CHART_LINES_MAX + 1);
    if (out->n_lines < 1 || out->n_lines > CHART_LINES_MAX ||
        !take(json_object_get(object, "width"), CHART_SIZE_MIN, CHART_SIZE_MAX, &out->width) ||
        !take(json_object_get(object, "height"), CHART_SIZE_MIN, CHART_SIZE_MAX, &out->height))
        return FALSE;
    for (guint i = 0; i < out->n_lines; i++) {
        guint count;
        if (!take_line(json_array_get(lines, i), &out->lines[i], &count) || count == 0 ||
            (i > 0 && count != out->n_values))
            return FALSE;
        out->n_values = count;
    }
    return take_list(json_object_get(object, "breaks"), CHART_BREAKS_MAX, out->n_values - 1,
                     out->breaks, &out->n_breaks);
}

static int fail(int status, const char *what)
{
    fprintf(stderr, "chart: %s\n", what);
    return status;
}

static int answer(GBytes *frame)
{
    static struct draw_chart chart;
    gsize len;
    const char *text = g_bytes_get_data(frame, &len);
    json_auto_t *object = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    if (!take_chart(object, &chart))
        return fail(EX_CONFIG, "these are no numbers to draw");
    g_autoptr(GBytes) png = draw_png(&chart);
    if (!png)
        return fail(EX_OSERR, "there is no memory for the picture");
    gsize size;
    const void *bytes = g_bytes_get_data(png, &size);
    g_autoptr(GError) error = NULL;
    return frame_write(STDOUT_FILENO, bytes, size, &error) ? 0 : fail(EX_IOERR, error->message);
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN);
    for (;;) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) frame = frame_read(STDIN_FILENO, CHART_FRAME_MAX, &error);
        if (!frame)
            return error ? fail(EX_IOERR, error->message) : 0;
        int status = answer(frame);
        if (status)
            return status;
    }
}

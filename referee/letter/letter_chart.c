// SPDX-License-Identifier: MIT
// See letter_chart.h.
#include "referee/letter/letter_chart.h"

#include "base/child.h"
#include "picture/chart.h"
#include "referee/record/game_apply.h"
#include "referee/setup/place.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 360, SHOWN_WIDTH = 560, SHOWN_HEIGHT = 315, SECONDS = 20 };

// One a seat: easy to tell apart for people who see colours otherwise, dark enough for a text on a
// card's paper; and each with a mark.
static const struct {
    guint color;
    const char *mark;
} looks[RULES_SEATS_MAX] = {{0x0072b2, "●"}, {0xa84400, "■"}, {0x1f2933, "▲"}, {0x8f3a74, "◆"}};

// What a fold of the log finds: tokens after each move, at its two ends 0 and the result.
struct course {
    json_t *values[RULES_SEATS_MAX]; // numbers, one array a seat
    json_t *breaks;                  // how many moves there were when a round began, but the first
    int half[RULES_SEATS_MAX];       // tokens when the second round began
};

static void note_moment(const struct game *game, struct course *course)
{
    for (unsigned i = 0; i < game->n_seats; i++)
        json_array_append_new(course->values[i], json_integer(game->table.seats[i].penalty));
}

static void note_round(const struct game *game, struct course *course)
{
    if (json_array_size(course->values[0]) == 0) {
        note_moment(game, course);
        return;
    }
    json_array_append_new(course->breaks,
                          json_integer((json_int_t)json_array_size(course->values[0]) - 1));
    for (unsigned i = 0; i < game->n_seats; i++)
        course->half[i] = game->table.seats[i].penalty;
}

static void follow(const struct match *match, struct course *course)
{
    struct game game;
    game_init(&game, GAME_REPLAY);
    for (guint i = 0; i < match->lines->len; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        if (!game_apply(&game, line, strlen(line)))
            break; // what was folded once can be folded again
        if (g_str_has_prefix(line, "round "))
            note_round(&game, course);
        else if (g_str_has_prefix(line, "move "))
            note_moment(&game, course);
    }
    for (unsigned i = 0; i < game.n_seats; i++)
        json_array_append_new(course->values[i], json_integer(match->game.results[i]));
    game_clear(&game);
}

// ---- in words ----------------------------------------------------------------------------------

static json_t *tell(const struct match *match, const struct course *course,
                    const struct wording_language *language, GError **error)
{
    json_auto_t *sentences = json_array();
    for (unsigned i = 0; i < match->game.n_seats; i++) {
        g_autofree char *half =
            wording_sayf(language, error, "tokens-penalty", "{s:i}", "n", course->half[i]);
        g_autofree char *text = half ? wording_sayf(language, error, "course", "{s:s, s:s, s:i}",
                                                    "nick", match->game.seats[i].nick, "half", half,
                                                    "n", (int)match->game.results[i])
                                     : NULL;
        if (!text)
            return NULL;
        json_array_append_new(sentences, json_string(text));
    }
    return g_steal_pointer(&sentences);
}

// ---- drawn -------------------------------------------------------------------------------------

static json_t *question(const struct match *match, const struct course *course)
{
    json_t *lines = json_array();
    for (unsigned i = 0; i < match->game.n_seats; i++)
        json_array_append_new(lines, json_pack("{s:i, s:i, s:O}", "color", (int)looks[i].color,
                                               "mark", (int)i, "values", course->values[i]));
    return json_pack("{s:i, s:i, s:o, s:O}", "width", WIDTH, "height", HEIGHT, "lines", lines,
                     "breaks", course->breaks);
}

// A PNG, or NULL and an error.
static GBytes *draw(const struct match *match, const struct course *course, GError **error)
{
    g_autofree char *program = place_program("chart");
    const char *const argv[] = {program, NULL};
    child *drawer = child_start(argv, error);
    if (!drawer)
        return NULL;
    json_auto_t *asked = question(match, course);
    char *frame = json_dumps(asked, JSON_COMPACT);
    GBytes *png = child_ask(drawer, frame, strlen(frame), CHART_PNG_MAX, SECONDS, error);
    free(frame);
    child_stop(drawer, 1);
    return png;
}

static json_t *legend(const struct match *match)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < match->game.n_seats; i++) {
        g_autofree char *ink = g_strdup_printf("#%06x", looks[i].color);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "ink", ink, "mark", looks[i].mark,
                                              "nick", match->game.seats[i].nick));
    }
    return list;
}

static gboolean put_picture(const struct match *match, const char *id, GBytes *png,
                            const struct wording_language *language, json_t *data, json_t *images,
                            GError **error)
{
    g_autofree char *alt = wording_say(language, "chart-alt", NULL, error);
    if (!alt)
        return FALSE;
    gsize len;
    const guint8 *bytes = g_bytes_get_data(png, &len);
    g_autofree char *base64 = g_base64_encode(bytes, len);
    g_autofree char *cid = g_strconcat("chart.", id, NULL);
    g_autofree char *header = g_strdup_printf("<%s>", cid);
    json_object_set_new(data, "chart",
                        json_pack("{s:s, s:i, s:i, s:s, s:o}", "cid", cid, "width", SHOWN_WIDTH,
                                  "height", SHOWN_HEIGHT, "alt", alt, "legend", legend(match)));
    json_array_append_new(
        images, json_pack("{s:s, s:s, s:s}", "id", header, "name", "chart.png", "base64", base64));
    return TRUE;
}

static gboolean show(const struct match *match, const struct course *course, const char *id,
                     const struct wording_language *language, json_t *data, json_t *images,
                     GError **error)
{
    json_t *sentences = tell(match, course, language, error);
    if (!sentences)
        return FALSE;
    json_object_set_new(data, "course", sentences);
    json_object_set_new(data, "has_course", json_true());
    GError *wrong = NULL;
    g_autoptr(GBytes) png = draw(match, course, &wrong);
    if (png)
        return put_picture(match, id, png, language, data, images, error);
    g_printerr("referee23: the chart of game %" G_GINT64_FORMAT " isn't drawn: %s\n", match->row.id,
               wrong->message);
    g_error_free(wrong);
    return TRUE;
}

gboolean letter_chart(const struct match *match, const char *id,
                      const struct wording_language *language, json_t *data, json_t **out_images,
                      GError **error)
{
    *out_images = json_array();
    json_object_set_new(data, "chart", json_null());
    json_object_set_new(data, "course", json_array());
    json_object_set_new(data, "has_course", json_false());
    if (match->game.stage != GAME_DONE || match->game.cancelled)
        return TRUE;
    struct course course = {.breaks = json_array()};
    for (unsigned i = 0; i < match->game.n_seats; i++)
        course.values[i] = json_array();
    follow(match, &course);
    gboolean done = show(match, &course, id, language, data, *out_images, error);
    for (unsigned i = 0; i < match->game.n_seats; i++)
        json_decref(course.values[i]);
    json_decref(course.breaks);
    return done;
}

// SPDX-License-Identifier: MIT
// See letter_standings.h. A note holds no words: it may be rendered by a later run.
#include "referee/letter/letter_standings.h"

#include "referee/archive/standings.h"

#include <math.h>

// ---- the note ----------------------------------------------------------------------------------

static json_int_t tenths(double value)
{
    return (json_int_t)lround(value * 10);
}

static json_t *note_line(const struct standing *line, guint rank)
{
    return json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:b}", "rank", (int)rank, "who",
                     line->nick, "least", tenths(rating_floor(line->rating)), "likely",
                     tenths(line->rating.mean), "n", (json_int_t)line->games, "won",
                     (json_int_t)line->won, "turns", (json_int_t)line->turns, "missed",
                     (json_int_t)line->missed, "hidden", line->hidden);
}

json_t *letter_standings_note(const GArray *lines, gint64 player)
{
    json_t *shown = json_array();
    json_t *you = json_null();
    guint rank = 0;
    for (guint i = 0; i < lines->len; i++) {
        const struct standing *line = &g_array_index(lines, struct standing, i);
        rank += !line->hidden;
        if (!line->hidden && rank <= LETTER_STANDINGS_SHOWN)
            json_array_append_new(shown, note_line(line, rank));
        if (player && line->who == player)
            you = note_line(line, rank);
    }
    json_int_t more = rank > LETTER_STANDINGS_SHOWN ? rank - LETTER_STANDINGS_SHOWN : 0;
    return json_pack("{s:s, s:o, s:I, s:o}", "page", "standings", "shown", shown, "unshown", more,
                     "you", you);
}

// ---- its words ---------------------------------------------------------------------------------

// "27.4", as the language writes it; below zero with the true minus, which no command has.
static char *decimal(json_int_t value, const struct wording_language *language, GError **error)
{
    json_int_t size = value < 0 ? -value : value;
    return wording_sayf(language, error, value < 0 ? "decimal-below" : "decimal", "{s:I, s:I}",
                        "whole", size / 10, "part", size % 10);
}

static gboolean set_decimal(json_t *values, const char *key,
                            const struct wording_language *language, GError **error)
{
    json_int_t value = json_integer_value(json_object_get(values, key));
    g_autofree char *text = decimal(value, language, error);
    return text && json_object_set_new(values, key, json_string(text)) == 0;
}

static gboolean add_said(json_t *to, const char *phrase, const json_t *values,
                         const struct wording_language *language, GError **error)
{
    g_autofree char *text = wording_say(language, phrase, values, error);
    return text && json_array_append_new(to, json_string(text)) == 0;
}

static gboolean add_line(json_t *to, const char *phrase, const json_t *line,
                         const struct wording_language *language, GError **error)
{
    json_auto_t *values = json_deep_copy(line);
    return set_decimal(values, "least", language, error) &&
           set_decimal(values, "likely", language, error) &&
           add_said(to, phrase, values, language, error);
}

static gboolean add_own(json_t *to, const json_t *you, const struct wording_language *language,
                        GError **error)
{
    json_int_t turns = json_integer_value(json_object_get(you, "turns"));
    json_auto_t *values = json_pack("{s:I, s:I}", "n", turns, "missed",
                                    json_integer_value(json_object_get(you, "missed")));
    return add_line(to, "standings-you", you, language, error) &&
           (turns == 0 || add_said(to, "standings-turns", values, language, error)) &&
           (!json_is_true(json_object_get(you, "hidden")) ||
            add_said(to, "standings-hidden", NULL, language, error));
}

gboolean letter_standings_fill(json_t *note, const struct wording_language *language,
                               GError **error)
{
    json_t *lines = json_array();
    json_t *own = json_array();
    json_t *more = json_array();
    json_object_set_new(note, "lines", lines);
    json_object_set_new(note, "own", own);
    json_object_set_new(note, "more", more);
    gsize i;
    json_t *line;
    json_array_foreach(json_object_get(note, "shown"), i, line)
    {
        if (!add_line(lines, "standings-line", line, language, error))
            return FALSE;
    }
    const json_t *you = json_object_get(note, "you");
    json_auto_t *unshown = json_pack("{s:O}", "n", json_object_get(note, "unshown"));
    return (!json_integer_value(json_object_get(note, "unshown")) ||
            add_said(more, "standings-more", unshown, language, error)) &&
           (json_is_null(you) ? add_said(own, "standings-none", NULL, language, error)
                              : add_own(own, you, language, error));
}

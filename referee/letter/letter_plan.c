// SPDX-License-Identifier: MIT
// See letter_plan.h. Cards stand in brackets and numbers are tied to their nouns, so that no line
// of it is a command when it comes back.
#include "referee/letter/letter_plan.h"

#include "referee/letter/story.h"
#include "referee/words/plan_text.h"

static char *move_words(struct move move, const struct wording_language *language, GError **error)
{
    g_autofree char *cards = move.kind == MOVE_PLAY ? story_cards(move.value, move.count) : NULL;
    const char *phrase = "plan-leave";
    if (move.kind == MOVE_PLAY)
        phrase = move.bonus ? "plan-play-bonus" : "plan-play";
    else if (move.kind == MOVE_PASS)
        phrase = "plan-pass";
    else if (move.kind == MOVE_PASS_FORCE)
        phrase = "plan-pass-force";
    return wording_sayf(language, error, phrase, "{s:s}", "cards", cards ? cards : "");
}

// "top" and "cost" are texts of their own, so that each language may order them.
static char *line_words(const struct plan_line *line, const struct wording_language *language,
                        GError **error)
{
    g_autofree char *from = story_cards(line->top_from, 1);
    g_autofree char *until = story_cards(line->top_to, 1);
    g_autofree char *move = move_words(line->move, language, error);
    g_autofree char *top =
        move ? wording_sayf(language, error, "plan-if-top", "{s:s, s:s, s:b}", "from", from,
                            "until", until, "one", line->top_from == line->top_to)
             : NULL;
    g_autofree char *cost =
        !top             ? NULL
        : line->cost > 0 ? wording_sayf(language, error, "plan-if-cost", "{s:i}", "n", line->cost)
                         : wording_say(language, "plan-if-free", NULL, error);
    if (!cost)
        return NULL;
    return wording_sayf(language, error, "plan-line", "{s:s, s:b, s:s, s:b, s:s, s:b}", "move",
                        move, "has_top", line->has_top, "top", top, "has_cost", line->has_cost,
                        "cost", cost, "forced", line->forced);
}

gboolean letter_plan(const json_t *table, const struct wording_language *language, json_t *data,
                     GError **error)
{
    const json_t *plan = json_object_get(json_object_get(table, "you"), "plan");
    json_t *list = json_array();
    gsize i;
    json_t *text;
    json_object_set_new(data, "plan", list);
    json_object_set_new(data, "has_plan", json_boolean(json_array_size(plan) > 0));
    json_array_foreach(plan, i, text)
    {
        struct plan_line line;
        gboolean fine = plan_text_read(json_string_value(text), &line);
        g_assert(fine); // table.c wrote it
        g_autofree char *words = line_words(&line, language, error);
        if (!words)
            return FALSE;
        json_array_append_new(list, json_string(words));
    }
    return TRUE;
}

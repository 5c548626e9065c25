// SPDX-License-Identifier: MIT
// See letter_strip.h.
#include "referee/letter/letter_strip.h"

#include "referee/letter/letter_cards.h"
#include "referee/record/line.h"
#include "referee/rules/notation.h"

#include <string.h>

static json_t *round_event(struct line *line, const struct wording_language *language,
                           GError **error)
{
    struct field round = {0};
    gint64 n = 0;
    g_assert(line_field(line, &round) && field_number(round, &n));
    g_autofree char *words =
        wording_sayf(language, error, "strip-round", "{s:I}", "round", (json_int_t)n);
    return words ? json_pack("{s:s}", "round", words) : NULL;
}

// Words in place of cards; NULL for a play.
static const char *phrase_for(struct move move)
{
    switch ((enum move_kind)move.kind) {
    case MOVE_PASS:
        return "strip-pass";
    case MOVE_PASS_FORCE:
        return "strip-pass-force";
    case MOVE_LEAVE:
        return "strip-leave";
    case MOVE_PLAY:
        break;
    }
    return NULL;
}

static json_t *move_event(struct line *line, int cost, const struct wording_language *language,
                          GError **error)
{
    struct field who, time, rest;
    struct move move;
    g_assert(line_field(line, &who) && line_field(line, &time) && line_rest(line, &rest));
    field_take_mark(&rest);
    g_assert(notation_parse_move(rest.text, rest.len, &move));
    const char *phrase = phrase_for(move);
    g_autofree char *what = phrase ? wording_say(language, phrase, NULL, error) : NULL;
    g_autofree char *price = cost ? wording_sayf(language, error, "cost", "{s:i}", "n", cost)
                                  : wording_say(language, "cost-free", NULL, error);
    if (!price || (phrase && !what))
        return NULL;
    json_t *cards = json_array();
    for (guint i = 0; i < move.count; i++)
        json_array_append_new(cards, letter_card(move.value, LETTER_CARD_PLAIN));
    return json_pack("{s:s#, s:o, s:s?, s:b, s:s, s:n}", "who", who.text, (int)who.len, "cards",
                     cards, "what", what, "bonus", move.bonus, "cost", price, "round");
}

static gboolean is_event(const char *line)
{
    return g_str_has_prefix(line, "move ") || g_str_has_prefix(line, "round ");
}

json_t *letter_strip(const struct match *match, const struct wording_language *language,
                     GError **error)
{
    json_auto_t *strip = json_array();
    guint first = (guint)match->game.public_lines;
    for (guint found = 0; first > 0 && found < LETTER_STRIP_MAX; first--)
        found += is_event(g_ptr_array_index(match->lines, first - 1));
    for (guint i = first; i < match->game.public_lines; i++) {
        const char *text = g_ptr_array_index(match->lines, i);
        if (!is_event(text))
            continue;
        struct line line = line_start(text, strlen(text));
        struct field kind;
        g_assert(line_field(&line, &kind));
        int cost =
            i < match->moves->len ? g_array_index(match->moves, struct match_move, i).cost : 0;
        json_t *event = field_is(kind, "round") ? round_event(&line, language, error)
                                                : move_event(&line, cost, language, error);
        if (!event)
            return NULL;
        json_array_append_new(strip, event);
    }
    return g_steal_pointer(&strip);
}

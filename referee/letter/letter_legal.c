// SPDX-License-Identifier: MIT
// See letter_legal.h.
#include "referee/letter/letter_legal.h"

#include "referee/letter/story.h"
#include "referee/rules/notation.h"
#include "referee/words/command_show.h"

#include <string.h>

// ---- moves -------------------------------------------------------------------------------------

// How a kind of move is listed in texts, and what its button says; NULL: its cards.
static void phrases_for(struct move move, const char **out_text, const char **out_button)
{
    *out_text = move.bonus ? "legal-play-bonus" : "legal-play";
    *out_button = NULL;
    switch ((enum move_kind)move.kind) {
    case MOVE_PASS:
        *out_text = "legal-pass";
        *out_button = "html-move-pass";
        return;
    case MOVE_PASS_FORCE:
        *out_text = "legal-pass-force";
        *out_button = "html-move-pass-force";
        return;
    case MOVE_LEAVE:
        *out_text = "legal-leave";
        *out_button = "html-move-leave";
        return;
    case MOVE_PLAY:
        return;
    }
}

// "7 7": the cards as somebody would type them.
static char *typed_cards(struct move move)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < move.count; i++)
        g_string_append_printf(out, "%s%u", i ? " " : "", move.value);
    return g_string_free(out, FALSE);
}

// The command that makes a move, in its canonical form.
static char *move_command(struct move move, const char *notation)
{
    return move.kind == MOVE_PLAY ? g_strconcat("play ", notation, NULL) : g_strdup(notation);
}

static char *price_of(int cost, const struct wording_language *language, GError **error)
{
    return cost ? wording_sayf(language, error, "cost", "{s:i}", "n", cost)
                : wording_say(language, "cost-free", NULL, error);
}

// Whether its cards need a wider button.
static gboolean is_wide(struct move move)
{
    return move.count == 3 || (move.count == 2 && move.value > 9);
}

// {"label": for texts, "what", "cost", "free", "href": for HTML}.
static json_t *entry(struct move move, const char *notation, int cost,
                     const letter_buttons *buttons, GError **error)
{
    const char *text, *button;
    phrases_for(move, &text, &button);
    g_autofree char *typed = typed_cards(move);
    g_autofree char *price = price_of(cost, buttons->language, error);
    g_autofree char *label = price ? wording_sayf(buttons->language, error, text, "{s:s, s:s}",
                                                  "cards", typed, "cost", price)
                                   : NULL;
    g_autofree char *what = !label   ? NULL
                            : button ? wording_say(buttons->language, button, NULL, error)
                                     : story_cards(move.value, move.count);
    if (!what)
        return NULL;
    g_autofree char *command = move_command(move, notation);
    g_autofree char *href = buttons->begin ? letter_button_link(buttons, command, NULL) : NULL;
    return json_pack("{s:s, s:s, s:s, s:b, s:b, s:s?}", "label", label, "what", what, "cost", price,
                     "wide", is_wide(move), "free", cost == 0, "href", href);
}

static const char *group_of(struct move move)
{
    return move.kind != MOVE_PLAY ? "others" : move.bonus ? "bonus_plays" : "plays";
}

static gboolean add_move(const json_t *pair, const letter_buttons *buttons, json_t *data,
                         GError **error)
{
    const char *notation = json_string_value(json_array_get(pair, 0));
    int cost = (int)json_integer_value(json_array_get(pair, 1));
    struct move move = {0};
    gboolean fine = notation && notation_parse_move(notation, strlen(notation), &move);
    g_assert(fine); // table.c wrote it
    json_t *made = entry(move, notation, cost, buttons, error);
    if (!made)
        return FALSE;
    json_array_append(json_object_get(data, group_of(move)), made);
    if (json_array_size(json_object_get(data, "legal")) == 0) {
        g_autofree char *command = move_command(move, notation);
        g_autofree char *typed =
            command_show(command, command_show_language(buttons->language->name));
        json_object_set_new(data, "example", json_string(typed));
    }
    json_array_append_new(json_object_get(data, "legal"), made);
    return TRUE;
}

// ---- cards to put aside ------------------------------------------------------------------------

enum { CHOICES_MAX = 4 };

struct choice {
    guint cards[RULES_DISCARD_MAX]; // ascending
};

// A way to choose: the better a card is to be put aside, the more it is worth here; 0: never.
typedef int choose_worth(const struct hand *hand, guint value);

static int worth_high(const struct hand *hand, guint value)
{
    (void)hand;
    return (int)value;
}

// Cards that come in pairs are laid together, so they stay.
static int worth_high_alone(const struct hand *hand, guint value)
{
    return hand->count[value] == 1 ? (int)value : 0;
}

static int worth_low_alone(const struct hand *hand, guint value)
{
    return hand->count[value] == 1 ? RULES_VALUE_MAX + 1 - (int)value : 0;
}

// Far from what lies below and above it in the hand: a jump to it, and another away from it.
static int worth_lonely(const struct hand *hand, guint value)
{
    guint below = value - 1, above = value + 1;
    while (below > 0 && hand->count[below] == 0)
        below--;
    while (above <= RULES_VALUE_MAX && hand->count[above] == 0)
        above++;
    return hand->count[value] == 1 ? (int)(above - below) * RULES_VALUE_MAX + (int)value : 0;
}

static gboolean choose(struct hand hand, choose_worth *worth, struct choice *out)
{
    const struct hand held = hand;
    for (guint i = RULES_DISCARD_MAX; i-- > 0;) {
        guint best = 0;
        for (guint value = 2; value <= RULES_VALUE_MAX; value++) // the 1 opens the round
            if (hand.count[value] && worth(&held, value) > (best ? worth(&held, best) : 0))
                best = value;
        if (!best)
            return FALSE;
        hand.count[best]--;
        out->cards[i] = best;
    }
    for (guint i = 1; i < RULES_DISCARD_MAX; i++) {
        for (guint k = i; k > 0 && out->cards[k] < out->cards[k - 1]; k--) {
            guint other = out->cards[k];
            out->cards[k] = out->cards[k - 1];
            out->cards[k - 1] = other;
        }
    }
    return TRUE;
}

static gboolean is_new(const struct choice *choices, guint n)
{
    for (guint i = 0; i < n; i++)
        if (memcmp(&choices[i], &choices[n], sizeof *choices) == 0)
            return FALSE;
    return TRUE;
}

static gboolean add_choice(const struct choice *choice, const char *phrase,
                           const letter_buttons *buttons, json_t *list, GError **error)
{
    const guint *c = choice->cards;
    g_autofree char *why = wording_say(buttons->language, phrase, NULL, error);
    if (!why)
        return FALSE;
    g_autofree char *what = g_strdup_printf("[%u] [%u] [%u]", c[0], c[1], c[2]);
    g_autofree char *command = g_strdup_printf("discard %u %u %u", c[0], c[1], c[2]);
    g_autofree char *href = letter_button_link(buttons, command, NULL);
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s}", "what", what, "why", why, "href", href));
    return TRUE;
}

static gboolean put_choices(const json_t *table, const letter_buttons *buttons, json_t *data,
                            GError **error)
{
    static const struct {
        choose_worth *worth;
        const char *phrase;
    } ways[CHOICES_MAX] = {
        {worth_high, "html-choice-high"},
        {worth_high_alone, "html-choice-high-alone"},
        {worth_lonely, "html-choice-lonely"},
        {worth_low_alone, "html-choice-low-alone"},
    };
    json_t *list = json_array();
    json_object_set_new(data, "choices", list);
    json_object_set_new(data, "choose", json_null());
    if (!buttons->begin || !json_is_true(json_object_get(table, "discard")))
        return TRUE;
    struct hand hand = {0};
    gsize i;
    json_t *value;
    json_array_foreach(json_object_get(json_object_get(table, "you"), "hand"), i, value)
        hand.count[json_integer_value(value)]++;
    struct choice choices[CHOICES_MAX];
    guint n = 0;
    for (i = 0; i < CHOICES_MAX; i++) {
        if (!choose(hand, ways[i].worth, &choices[n]) || !is_new(choices, n))
            continue;
        if (!add_choice(&choices[n++], ways[i].phrase, buttons, list, error))
            return FALSE;
    }
    g_autofree char *own =
        letter_button_link(buttons, "discard ", json_string_value(json_object_get(data, "hand")));
    json_object_set_new(data, "choose", json_string(own));
    return TRUE;
}

// ------------------------------------------------------------------------------------------------

gboolean letter_legal(const json_t *table, const letter_buttons *buttons, json_t *data,
                      GError **error)
{
    static const char *const lists[] = {"legal", "plays", "bonus_plays", "others"};
    const json_t *moves = json_object_get(table, "legal");
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
        json_object_set_new(data, lists[i], json_array());
    json_object_set_new(data, "has_legal", json_boolean(json_array_size(moves) > 0));
    json_object_set_new(data, "has_buttons", json_boolean(buttons->begin != NULL));
    json_object_set_new(data, "example", json_string(""));
    gsize i;
    json_t *pair;
    json_array_foreach(moves, i, pair)
    {
        if (!add_move(pair, buttons, data, error))
            return FALSE;
    }
    json_object_set_new(data, "has_plays",
                        json_boolean(json_array_size(json_object_get(data, "plays")) > 0));
    json_object_set_new(data, "has_bonus_plays",
                        json_boolean(json_array_size(json_object_get(data, "bonus_plays")) > 0));
    return put_choices(table, buttons, data, error);
}

// SPDX-License-Identifier: MIT
// See letter_cards.h.
#include "referee/letter/letter_cards.h"

#include "referee/rules/notation.h"

#include <string.h>

// Each band of values has a shape of its own, so that nobody needs the colours, all of which are
// dark enough on a card.
static const struct {
    guint to;
    const char *pip, *ink;
} bands[] = {
    {5, "●", "#1d4ed8"},
    {10, "■", "#0f6b64"},
    {15, "▲", "#a1480a"},
    {20, "◆", "#b4123a"},
    {RULES_VALUE_MAX, "★", "#6d28d9"},
};

static json_t *make_card(guint value, enum letter_card how)
{
    gsize band = 0;
    while (bands[band].to < value)
        band++;
    return json_pack("{s:i, s:s, s:s, s:b, s:b, s:b, s:b}", "n", (int)value, "pip", bands[band].pip,
                     "ink", bands[band].ink, "plain", how == LETTER_CARD_PLAIN, "fits",
                     how == LETTER_CARD_FITS, "bonus", how == LETTER_CARD_BONUS, "stays",
                     how == LETTER_CARD_STAYS);
}

json_t *letter_card(guint value, enum letter_card how)
{
    static json_t
        *made[RULES_VALUE_MAX + 1][LETTER_CARD_STAYS + 1]; // for as long as the program runs
    g_assert(value <= RULES_VALUE_MAX);
    if (!made[value][how])
        made[value][how] = make_card(value, how);
    return json_incref(made[value][how]);
}

static enum letter_card how_it_fits(guint value, const json_t *legal)
{
    enum letter_card how = json_array_size(legal) ? LETTER_CARD_STAYS : LETTER_CARD_PLAIN;
    gsize i;
    json_t *pair;
    json_array_foreach(legal, i, pair)
    {
        const char *text = json_string_value(json_array_get(pair, 0));
        struct move move = {0};
        if (!text || !notation_parse_move(text, strlen(text), &move) || move.value != value)
            continue;
        if (!move.bonus)
            return LETTER_CARD_FITS;
        how = LETTER_CARD_BONUS;
    }
    return how;
}

json_t *letter_cards(const json_t *hand, const json_t *legal)
{
    json_t *cards = json_array();
    gsize i;
    json_t *value;
    json_array_foreach(hand, i, value)
    {
        guint n = (guint)json_integer_value(value);
        json_array_append_new(cards, letter_card(n, how_it_fits(n, legal)));
    }
    return cards;
}

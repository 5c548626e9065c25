// SPDX-License-Identifier: MIT
// See notation.h. Every move and every set of cards has exactly one spelling.
#include "referee/rules/notation.h"

#include <string.h>

static size_t put_text(char *out, const char *text)
{
    size_t n = 0;
    for (; text[n]; n++)
        out[n] = text[n];
    return n;
}

static size_t put_value(char *out, unsigned value)
{
    size_t n = 0;
    if (value >= 10)
        out[n++] = (char)('0' + value / 10 % 10);
    out[n++] = (char)('0' + value % 10);
    return n;
}

size_t notation_format_move(struct move move, char *out)
{
    size_t n = 0;
    switch ((enum move_kind)move.kind) {
    case MOVE_PLAY:
        n = put_value(out, move.value);
        if (move.count > 1) {
            out[n++] = 'x';
            n += put_value(out + n, move.count);
        }
        if (move.bonus)
            n += put_text(out + n, " bonus");
        break;
    case MOVE_PASS:
        n = put_text(out, "pass");
        break;
    case MOVE_PASS_FORCE:
        n = put_text(out, "pass force");
        break;
    case MOVE_LEAVE:
        n = put_text(out, "leave");
        break;
    }
    out[n] = '\0';
    return n;
}

static bool is(const char *text, size_t len, const char *word)
{
    return len == strlen(word) && memcmp(text, word, len) == 0;
}

// A value 1 ... 23 at the start of text, without leading zeros. Returns its digits, 0 when there is
// none.
static size_t get_value(const char *text, size_t len, unsigned *out_value)
{
    unsigned value = 0;
    size_t n = 0;
    while (n < len && n < 3 && text[n] >= '0' && text[n] <= '9')
        value = value * 10 + (unsigned)(text[n++] - '0');
    if (n == 0 || text[0] == '0' || value > RULES_VALUE_MAX)
        return 0;
    *out_value = value;
    return n;
}

static bool parse_play(const char *text, size_t len, struct move *out_move)
{
    unsigned value = 0;
    size_t n = get_value(text, len, &value);
    if (n == 0)
        return false;
    struct move move = {.kind = MOVE_PLAY, .value = (uint8_t)value, .count = 1};
    if (len - n >= 2 && text[n] == 'x' && (text[n + 1] == '2' || text[n + 1] == '3')) {
        move.count = (uint8_t)(text[n + 1] - '0');
        n += 2;
    }
    if (is(text + n, len - n, " bonus"))
        move.bonus = 1;
    else if (n != len)
        return false;
    *out_move = move;
    return true;
}

bool notation_parse_move(const char *text, size_t len, struct move *out_move)
{
    if (is(text, len, "pass"))
        *out_move = (struct move){.kind = MOVE_PASS};
    else if (is(text, len, "pass force"))
        *out_move = (struct move){.kind = MOVE_PASS_FORCE};
    else if (is(text, len, "leave"))
        *out_move = (struct move){.kind = MOVE_LEAVE};
    else
        return parse_play(text, len, out_move);
    return true;
}

size_t notation_format_cards(const struct hand *hand, char *out)
{
    size_t n = 0;
    for (unsigned v = 1; v <= RULES_VALUE_MAX; v++) {
        for (unsigned k = 0; k < hand->count[v]; k++) {
            if (n > 0)
                out[n++] = ' ';
            n += put_value(out + n, v);
        }
    }
    out[n] = '\0';
    return n;
}

bool notation_parse_cards(const char *text, size_t len, struct hand *out_hand)
{
    struct hand hand = {.cards = 0};
    unsigned last = 1;
    for (size_t at = 0; at <= len; at++) { // `at` ends up on the blank after each value
        unsigned value = 0;
        size_t n = get_value(text + at, len - at, &value);
        if (n == 0 || value < last || hand.cards == RULES_HAND_MAX)
            return false;
        hand.count[value]++;
        hand.cards++;
        last = value;
        at += n;
        if (at < len && text[at] != ' ')
            return false;
    }
    *out_hand = hand;
    return true;
}

// SPDX-License-Identifier: MIT
// See view.h. One table says what each object holds, so that none is forgotten.
#include "player/view.h"

#include "base/address.h"
#include "base/utc.h"
#include "referee/record/line.h"
#include "referee/record/options_json.h"
#include "referee/rules/notation.h"

#include <sodium.h>
#include <string.h>

enum { LOG_MAX = 4000, TEXT_MAX = 1000, COST_MAX = 1000, TOKENS_MAX = 1000000 };
enum { KEY_DIGITS = 64, HEAD_DIGITS = 16 };

GQuark view_error_quark(void)
{
    return g_quark_from_static_string("view-error");
}

static gboolean wrong(GError **error, const char *key)
{
    g_set_error(error, VIEW_ERROR, VIEW_ERROR_SHAPE, "its table.json is none: look at \"%s\"", key);
    return FALSE;
}

// ---- single values -----------------------------------------------------------------------------

enum kind {
    TEXT,
    NICK,
    NICK_OR_NULL,
    HEX,
    ADDRESS,
    TIME_OR_NULL,
    NUMBER,
    FLAG,
    HAND,
    HAND_OR_NULL
};

struct member {
    const char *key;
    enum kind kind;
    json_int_t least; // NUMBER; HEX: digits
    json_int_t most;  // NUMBER; TEXT: bytes
};

static gboolean is_hex(const char *text, gsize digits)
{
    return strlen(text) == digits && strspn(text, "0123456789abcdef") == digits;
}

static gboolean text_fits(const struct member *member, const char *text)
{
    const char *unused;
    gint64 seconds;
    gsize len = strlen(text);
    if (member->kind == NICK || member->kind == NICK_OR_NULL)
        return field_is_nick((struct field){text, len});
    if (member->kind == HEX)
        return is_hex(text, (gsize)member->least);
    if (member->kind == TIME_OR_NULL)
        return utc_parse(text, len, &seconds);
    if (member->kind == ADDRESS) {
        g_autofree char *address = address_canonical(text, &unused);
        return address != NULL;
    }
    return member->kind == TEXT && len <= (gsize)member->most && line_is_clean(text, len);
}

static gboolean read_hand(const json_t *cards, struct hand *out)
{
    *out = (struct hand){{0}, 0};
    gsize n = json_array_size(cards);
    if (!json_is_array(cards) || n > RULES_HAND_MAX)
        return FALSE;
    for (gsize i = 0; i < n; i++) {
        json_int_t value = json_integer_value(json_array_get(cards, i));
        if (value < 1 || value > RULES_VALUE_MAX ||
            out->count[value] == rules_deck_count((unsigned)value))
            return FALSE;
        out->count[value]++;
        out->cards++;
    }
    return TRUE;
}

static gboolean fits(const struct member *member, const json_t *value)
{
    struct hand hand;
    gboolean may_be_null = member->kind == NICK_OR_NULL || member->kind == TIME_OR_NULL ||
                           member->kind == HAND_OR_NULL;
    if (json_is_null(value))
        return may_be_null;
    switch (member->kind) {
    case NUMBER:
        return json_is_integer(value) && json_integer_value(value) >= member->least &&
               json_integer_value(value) <= member->most;
    case FLAG:
        return json_is_boolean(value);
    case HAND:
    case HAND_OR_NULL:
        return read_hand(value, &hand);
    case TEXT:
    case NICK:
    case NICK_OR_NULL:
    case HEX:
    case ADDRESS:
    case TIME_OR_NULL:
        return json_is_string(value) && text_fits(member, json_string_value(value));
    }
    return FALSE;
}

static gboolean check_members(const json_t *object, const struct member *members, gsize n,
                              GError **error)
{
    for (gsize i = 0; i < n; i++)
        if (!fits(&members[i], json_object_get(object, members[i].key)))
            return wrong(error, members[i].key);
    return TRUE;
}

// ---- objects -----------------------------------------------------------------------------------

static const struct member table_members[] = {
    {"v", NUMBER, 1, 1},
    {"referee", ADDRESS, 0, 0},
    {"key", HEX, KEY_DIGITS, 0},
    {"game", NUMBER, 1, G_MAXINT32},
    {"name", TEXT, 0, TEXT_MAX},
    {"kind", TEXT, 0, 40},
    {"turn", NUMBER, 0, G_MAXINT32},
    {"lines", NUMBER, 0, G_MAXINT32},
    {"head", HEX, HEAD_DIGITS, 0},
    {"ticket", TEXT, 0, 80},
    {"commit", HEX, KEY_DIGITS, 0},
    {"phase", TEXT, 0, 10},
    {"round", NUMBER, 0, 2},
    {"top", NUMBER, 0, RULES_VALUE_MAX},
    {"forced", FLAG, 0, 0},
    {"to_move", NICK_OR_NULL, 0, 0},
    {"discard", FLAG, 0, 0},
    {"deadline", TIME_OR_NULL, 0, 0},
};

static const struct member you_members[] = {
    {"nick", NICK, 0, 0},
    {"seat", NUMBER, 0, RULES_SEATS_MAX - 1},
    {"hand", HAND, 0, 0},
    {"discarded", HAND_OR_NULL, 0, 0},
};

static const struct member seat_members[] = {
    {"nick", NICK, 0, 0},
    {"cards", NUMBER, 0, RULES_HAND_MAX},
    {"penalty", NUMBER, 0, TOKENS_MAX},
    {"bonus", NUMBER, 0, RULES_BONUS_START},
    {"in", FLAG, 0, 0},
    {"robot", FLAG, 0, 0},
    {"discarded", FLAG, 0, 0},
};

static const struct member score_members[] = {
    {"nick", NICK, 0, 0},
    {"penalty", NUMBER, 0, TOKENS_MAX},
    {"bonus", NUMBER, 0, RULES_BONUS_START},
    {"result", NUMBER, 0, TOKENS_MAX},
};

static gboolean check_seats(const json_t *table, GError **error)
{
    const json_t *seats = json_object_get(table, "seats");
    gsize n = json_array_size(seats);
    if (n < RULES_SEATS_MIN || n > RULES_SEATS_MAX)
        return wrong(error, "seats");
    for (gsize i = 0; i < n; i++)
        if (!check_members(json_array_get(seats, i), seat_members, G_N_ELEMENTS(seat_members),
                           error))
            return FALSE;
    const json_t *mine = json_array_get(seats, (gsize)view_number(view_you(table, NULL), "seat"));
    if (!mine || !g_str_equal(view_text(mine, "nick"), view_text(view_you(table, NULL), "nick")))
        return wrong(error, "you");
    return TRUE;
}

static gboolean check_legal(const json_t *table, GError **error)
{
    const json_t *legal = json_object_get(table, "legal");
    if (!json_is_array(legal) || json_array_size(legal) > RULES_LEGAL_MAX)
        return wrong(error, "legal");
    for (gsize i = 0; i < json_array_size(legal); i++) {
        const json_t *entry = json_array_get(legal, i);
        const char *text = json_string_value(json_array_get(entry, 0));
        const json_t *cost = json_array_get(entry, 1);
        struct move move;
        if (!text || !notation_parse_move(text, strlen(text), &move) || !json_is_integer(cost) ||
            json_integer_value(cost) < 0 || json_integer_value(cost) > COST_MAX)
            return wrong(error, "legal");
    }
    return TRUE;
}

static gboolean are_lines(const json_t *array, gsize max)
{
    if (!json_is_array(array) || json_array_size(array) > max)
        return FALSE;
    for (gsize i = 0; i < json_array_size(array); i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (!text || strlen(text) > TEXT_MAX || !line_is_clean(text, strlen(text)))
            return FALSE;
    }
    return TRUE;
}

static gboolean check_end(const json_t *table, GError **error)
{
    const json_t *scores = json_object_get(table, "scores");
    const json_t *winner = json_object_get(table, "winner");
    if (!scores || !(json_is_null(scores) || json_is_array(scores)) ||
        json_array_size(scores) > RULES_SEATS_MAX)
        return wrong(error, "scores");
    for (gsize i = 0; i < json_array_size(scores); i++)
        if (!check_members(json_array_get(scores, i), score_members, G_N_ELEMENTS(score_members),
                           error))
            return FALSE;
    if (!winner || !(json_is_null(winner) || are_lines(winner, RULES_SEATS_MAX)))
        return wrong(error, "winner");
    return TRUE;
}

static gboolean check_rules(const json_t *rules, GError **error)
{
    struct rules_options options = rules_brief;
    return options_json_read(rules, &options) == RULES_OPTIONS || wrong(error, "rules");
}

gboolean view_check(const json_t *table, GError **error)
{
    if (!json_is_object(table))
        return wrong(error, "{");
    if (!check_members(table, table_members, G_N_ELEMENTS(table_members), error) ||
        !check_rules(json_object_get(table, "rules"), error) ||
        !check_members(view_you(table, NULL), you_members, G_N_ELEMENTS(you_members), error) ||
        !check_seats(table, error) || !check_legal(table, error) || !check_end(table, error))
        return FALSE;
    return are_lines(json_object_get(table, "log"), LOG_MAX) || wrong(error, "log");
}

// ---- reading -----------------------------------------------------------------------------------

const char *view_text(const json_t *table, const char *key)
{
    const char *text = json_string_value(json_object_get(table, key));
    return text ? text : "";
}

int view_number(const json_t *table, const char *key)
{
    return (int)json_integer_value(json_object_get(table, key));
}

gboolean view_is(const json_t *table, const char *key)
{
    return json_is_true(json_object_get(table, key));
}

const json_t *view_you(const json_t *table, const char *key)
{
    const json_t *you = json_object_get(table, "you");
    return key ? json_object_get(you, key) : you;
}

void view_key(const json_t *table, guint8 out[32])
{
    const char *hex = view_text(table, "key");
    gsize len;
    int status = sodium_hex2bin(out, 32, hex, strlen(hex), NULL, &len, NULL);
    g_assert(status == 0 && len == 32);
}

int view_cost(const json_t *table, struct move move)
{
    char text[NOTATION_MOVE_MAX];
    notation_format_move(move, text);
    const json_t *legal = json_object_get(table, "legal");
    for (gsize i = 0; i < json_array_size(legal); i++) {
        const json_t *entry = json_array_get(legal, i);
        if (g_str_equal(json_string_value(json_array_get(entry, 0)), text))
            return (int)json_integer_value(json_array_get(entry, 1));
    }
    return -1;
}

static unsigned phase_of(const json_t *table)
{
    const char *phase = view_text(table, "phase");
    if (g_str_equal(phase, "discard"))
        return RULES_PHASE_DISCARD;
    return g_str_equal(phase, "play") ? RULES_PHASE_PLAY : RULES_PHASE_OVER;
}

unsigned view_rules(const json_t *table, struct table *out)
{
    const json_t *seats = json_object_get(table, "seats");
    struct rules_options options = rules_brief;
    options_json_read(json_object_get(table, "rules"), &options);
    options.stall = 0;
    rules_begin(out, options, (unsigned)json_array_size(seats));
    out->round = (uint8_t)view_number(table, "round");
    out->phase = (uint8_t)phase_of(table);
    out->top = (uint8_t)view_number(table, "top");
    out->pressed = view_is(table, "forced");
    for (unsigned i = 0; i < out->n_seats; i++) {
        const json_t *seat = json_array_get(seats, i);
        out->seats[i].penalty = view_number(seat, "penalty");
        out->seats[i].bonus = (uint8_t)view_number(seat, "bonus");
        out->seats[i].in = view_is(seat, "in");
        out->seats[i].discarded = view_is(seat, "discarded");
        if (g_str_equal(view_text(seat, "nick"), view_text(table, "to_move")))
            out->to_move = (uint8_t)i;
    }
    unsigned me = (unsigned)view_number(view_you(table, NULL), "seat");
    gboolean read = read_hand(view_you(table, "hand"), &out->seats[me].hand);
    g_assert(read);
    return me;
}

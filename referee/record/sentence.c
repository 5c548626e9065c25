// SPDX-License-Identifier: MIT
// See sentence.h.
#include "referee/record/sentence.h"

#include "referee/record/line.h"
#include "referee/rules/notation.h"

#include <string.h>

// What a marker says of who moved.
static const char *by(enum line_mark mark)
{
    return mark == LINE_CLOCK ? " (the time was up)" : mark == LINE_ROBOT ? " (a robot)" : "";
}

static char *tell_play(const char *nick, struct move move, enum line_mark mark)
{
    GString *out = g_string_new(nick);
    g_string_append(out, " plays");
    for (int i = 0; i < move.count; i++)
        g_string_append_printf(out, " %d", move.value);
    g_string_append_printf(out, "%s%s", move.bonus ? " with a bonus token" : "", by(mark));
    return g_string_free(out, FALSE);
}

// NAME TIME MOVE, perhaps marked.
static char *tell_move(struct line line)
{
    static const char *const acts[] = {[MOVE_PLAY] = "plays",
                                       [MOVE_PASS] = "passes",
                                       [MOVE_PASS_FORCE] = "passes and forces the next",
                                       [MOVE_LEAVE] = "leaves the round"};
    struct field nick, time, rest;
    struct move move;
    if (!line_field(&line, &nick) || !line_field(&line, &time) || !line_rest(&line, &rest))
        return NULL;
    enum line_mark mark = field_take_mark(&rest);
    if (!notation_parse_move(rest.text, rest.len, &move))
        return NULL;
    g_autofree char *name = g_strndup(nick.text, nick.len);
    if (move.kind == MOVE_PLAY)
        return tell_play(name, move, mark);
    return g_strdup_printf("%s %s%s", name, acts[move.kind], by(mark));
}

static char *tell_discard(struct line line)
{
    struct field nick, time, rest, word;
    if (!line_field(&line, &nick) || !line_field(&line, &time) || !line_rest(&line, &rest))
        return NULL;
    enum line_mark mark = field_take_mark(&rest);
    struct line cards = line_start(rest.text, rest.len);
    if (line_field(&cards, &word) && field_is(word, "sealed"))
        return g_strdup_printf("%.*s puts three cards aside%s", (int)nick.len, nick.text, by(mark));
    return g_strdup_printf("%.*s puts %.*s aside%s", (int)nick.len, nick.text, (int)rest.len,
                           rest.text, by(mark));
}

static char *tell_round(struct line line)
{
    struct field number;
    if (!line_field(&line, &number))
        return NULL;
    return g_strdup_printf("round %.*s begins", (int)number.len, number.text);
}

static char *tell_score(struct line line)
{
    struct field nick, penalty, bonus;
    if (!line_field(&line, &nick) || !line_field(&line, &penalty) || !line_field(&line, &bonus))
        return NULL;
    return g_strdup_printf("%.*s has %.*s penalty and %.*s bonus tokens", (int)nick.len, nick.text,
                           (int)penalty.len, penalty.text, (int)bonus.len, bonus.text);
}

static char *tell_change(struct line line)
{
    struct field nick, time, other;
    if (!line_field(&line, &nick) || !line_field(&line, &time) || !line_field(&line, &other))
        return NULL;
    return g_strdup_printf("%.*s takes the seat of %.*s", (int)other.len, other.text, (int)nick.len,
                           nick.text);
}

static char *tell_cancelled(struct line line)
{
    struct field why;
    if (!line_rest(&line, &why))
        return NULL;
    return g_strdup_printf("the game was cancelled: %.*s", (int)why.len, why.text);
}

static char *tell_nothing(struct line line)
{
    (void)line;
    return NULL;
}

static const struct {
    const char *word;
    char *(*tell)(struct line line);
} kinds[] = {
    {"move", tell_move},     {"discard", tell_discard},    {"round", tell_round},
    {"score", tell_score},   {"seat-change", tell_change}, {"cancelled", tell_cancelled},
    {"23", tell_nothing},    {"game", tell_nothing},       {"name", tell_nothing},
    {"rules", tell_nothing}, {"commit", tell_nothing},     {"seat", tell_nothing},
    {"deal", tell_nothing},  {"result", tell_nothing},     {"winner", tell_nothing},
    {"seed", tell_nothing},  {"end", tell_nothing},        {"chain", tell_nothing},
    {"key", tell_nothing},   {"signature", tell_nothing},
};

char *sentence_of_line(const char *text)
{
    struct line line = line_start(text, strlen(text));
    struct field word;
    if (!line_field(&line, &word))
        return g_strdup(text);
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (field_is(word, kinds[i].word))
            return kinds[i].tell(line);
    return g_strdup(text);
}

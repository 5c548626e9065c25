// SPDX-License-Identifier: MIT
// See story.h.
#include "referee/letter/story.h"

#include "referee/archive/result.h"
#include "referee/record/line.h"
#include "referee/rules/notation.h"

#include <string.h>

void story_add_card(GString *out, guint value)
{
    g_assert(value < 100);
    g_string_append(out, out->len ? " [" : "[");
    if (value >= 10)
        g_string_append_c(out, (char)('0' + value / 10));
    g_string_append_c(out, (char)('0' + value % 10));
    g_string_append_c(out, ']');
}

char *story_cards(guint value, guint count)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < count; i++)
        story_add_card(out, value);
    return g_string_free(out, FALSE);
}

char *story_hand(const struct hand *hand)
{
    GString *out = g_string_new(NULL);
    for (guint value = 1; value <= RULES_VALUE_MAX; value++) {
        for (guint i = 0; i < hand->count[value]; i++)
            story_add_card(out, value);
    }
    return g_string_free(out, FALSE);
}

char *story_cost(const struct wording_language *language, int cost, GError **error)
{
    if (cost == 0)
        return wording_say(language, "story-cost-free", NULL, error);
    return wording_sayf(language, error, "story-cost", "{s:i}", "n", cost);
}

// What is being told, to whom, and where the sentences go.
struct teller {
    const struct match *match;
    char reader[LINE_NICK_MAX + 1]; // the name at the reader's seat at the time of the line
    // The reader's own name, the last one at that seat that is no robot's; "" for somebody without
    // a seat.
    char own[LINE_NICK_MAX + 1];
    const struct wording_language *language;
    guint index; // of the line
    json_t *out;
    GError **error;
};

static gboolean add(struct teller *teller, char *sentence)
{
    if (!sentence)
        return FALSE;
    json_array_append_new(teller->out, json_string(sentence));
    g_free(sentence);
    return TRUE;
}

// Whether the reader did it: not somebody who sat in that seat before, or sits in another.
static gboolean is_own(const struct teller *teller, const char *who)
{
    return g_str_equal(who, teller->reader) && g_str_equal(who, teller->own);
}

// A phrase of the story; in the second person where the reader is who did it.
static char *say(const struct teller *teller, const char *phrase, const char *who, json_t *values)
{
    json_auto_t *data = values ? values : json_object();
    g_autofree char *mine = g_strconcat(phrase, "-mine", NULL);
    json_object_set_new(data, "who", json_string(who));
    return wording_say(teller->language, is_own(teller, who) ? mine : phrase, data, teller->error);
}

// When it wasn't the player, a word behind the sentence says who did it. A robot's name says it
// too.
static gboolean add_marked(struct teller *teller, const char *who, char *sentence,
                           enum line_mark mark)
{
    if (!sentence || mark == LINE_PLAYER || (mark == LINE_ROBOT && result_is_robot(who)))
        return add(teller, sentence);
    g_autofree char *how =
        say(teller, mark == LINE_CLOCK ? "story-by-clock" : "story-by-robot", who, NULL);
    g_autofree char *first = sentence;
    return how && add(teller, g_strconcat(first, " ", how, NULL));
}

static char *copy(struct field field)
{
    return g_strndup(field.text, field.len);
}

static gboolean tell_round(struct teller *teller, struct line *line)
{
    struct field round = {0};
    g_autofree char *number = line_field(line, &round) ? copy(round) : NULL;
    return add(teller, wording_sayf(teller->language, teller->error, "story-round", "{s:s}",
                                    "round", number));
}

static gboolean tell_discard(struct teller *teller, const char *who, struct line *line)
{
    struct field time, rest;
    struct hand hand;
    g_assert(line_field(line, &time) && line_rest(line, &rest));
    enum line_mark mark = field_take_mark(&rest);
    if (!g_str_equal(who, teller->reader))
        return add_marked(teller, who, say(teller, "story-discard", who, NULL), mark);
    g_assert(notation_parse_cards(rest.text, rest.len, &hand));
    g_autofree char *cards = story_hand(&hand);
    const char *phrase = is_own(teller, who) ? "story-discard" : "story-discard-before";
    return add_marked(teller, who, say(teller, phrase, who, json_pack("{s:s}", "cards", cards)),
                      mark);
}

static const char *move_phrase(struct move move, gboolean is_opening)
{
    switch ((enum move_kind)move.kind) {
    case MOVE_PASS:
        return "story-pass";
    case MOVE_PASS_FORCE:
        return "story-pass-force";
    case MOVE_LEAVE:
        return "story-leave";
    case MOVE_PLAY:
        break;
    }
    return is_opening ? "story-opening" : move.bonus ? "story-play-bonus" : "story-play";
}

static gboolean tell_move(struct teller *teller, const char *who, struct line *line)
{
    struct field time, rest;
    struct move move;
    g_assert(line_field(line, &time) && line_rest(line, &rest));
    enum line_mark mark = field_take_mark(&rest);
    g_assert(notation_parse_move(rest.text, rest.len, &move));
    struct match_move meant = g_array_index(teller->match->moves, struct match_move, teller->index);
    g_autofree char *cards = story_cards(move.value, move.count);
    g_autofree char *cost = story_cost(teller->language, meant.cost, teller->error);
    if (!cost)
        return FALSE;
    gboolean is_opening = move.kind == MOVE_PLAY && move.value == 1;
    char *sentence = say(teller, move_phrase(move, is_opening), who,
                         json_pack("{s:s, s:s}", "cards", cards, "cost", cost));
    if (!add_marked(teller, who, sentence, mark))
        return FALSE;
    return !meant.finished || add(teller, say(teller, "story-finished", who, NULL));
}

static gboolean tell_seat_change(struct teller *teller, const char *who, struct line *line)
{
    struct field time, name;
    g_assert(line_field(line, &time) && line_field(line, &name));
    g_autofree char *now = copy(name);
    return add(teller, wording_sayf(teller->language, teller->error, "story-seat-change",
                                    "{s:s, s:s}", "who", who, "name", now));
}

static gboolean tell_score(struct teller *teller, const char *who, struct line *line)
{
    struct field penalty, bonus;
    gint64 n, m;
    g_assert(line_field(line, &penalty) && line_field(line, &bonus) && field_number(penalty, &n) &&
             field_number(bonus, &m));
    g_autofree char *tokens = wording_sayf(teller->language, teller->error, "tokens-penalty",
                                           "{s:I}", "n", (json_int_t)n);
    g_autofree char *left =
        wording_sayf(teller->language, teller->error, "tokens-bonus", "{s:I}", "n", (json_int_t)m);
    return tokens && left &&
           add(teller, say(teller, "story-score", who,
                           json_pack("{s:s, s:s}", "penalty", tokens, "bonus", left)));
}

// A robot takes over names that others had: who did what goes by the names of that time. name: at
// the seat that is followed.
static void follow_name(const char *text, char name[LINE_NICK_MAX + 1])
{
    struct line line = line_start(text, strlen(text));
    struct field kind, old, time, next;
    if (line_field(&line, &kind) && field_is(kind, "seat-change") && line_field(&line, &old) &&
        field_is(old, name) && line_field(&line, &time) && line_field(&line, &next))
        g_snprintf(name, LINE_NICK_MAX + 1, "%.*s", (int)next.len, next.text);
}

void story_own_name(const struct match *match, unsigned seat, char out[LINE_NICK_MAX + 1])
{
    const struct game_seat *held = &match->game.seats[seat];
    char name[LINE_NICK_MAX + 1];
    g_strlcpy(name, held->old_nick, sizeof name);
    g_strlcpy(out, name, sizeof name);
    for (guint i = 0; i < match->game.public_lines && !g_str_equal(name, held->nick); i++) {
        follow_name(g_ptr_array_index(match->lines, i), name);
        if (!result_is_robot(name))
            g_strlcpy(out, name, sizeof name);
    }
}

static gboolean tell(struct teller *teller, const char *text)
{
    struct line line = line_start(text, strlen(text));
    struct field kind, name;
    g_assert(line_field(&line, &kind));
    if (field_is(kind, "round"))
        return tell_round(teller, &line);
    if (!field_is(kind, "discard") && !field_is(kind, "move") && !field_is(kind, "seat-change") &&
        !field_is(kind, "score"))
        return TRUE; // the head, the deals: nothing to tell
    g_assert(line_field(&line, &name));
    g_autofree char *who = copy(name);
    if (field_is(kind, "discard"))
        return tell_discard(teller, who, &line);
    if (field_is(kind, "move"))
        return tell_move(teller, who, &line);
    if (field_is(kind, "score"))
        return tell_score(teller, who, &line);
    return tell_seat_change(teller, who, &line);
}

json_t *story_tell(const struct match *match, unsigned seat, guint from,
                   const struct wording_language *language, GError **error)
{
    struct teller teller = {
        .match = match, .language = language, .out = json_array(), .error = error};
    if (seat != RULES_NOBODY) {
        story_own_name(match, seat, teller.own);
        g_strlcpy(teller.reader, match->game.seats[seat].old_nick, sizeof teller.reader);
    }
    for (guint i = 0; i < match->game.public_lines; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        teller.index = i;
        if (i >= from && !tell(&teller, line)) {
            json_decref(teller.out);
            return NULL;
        }
        follow_name(line, teller.reader);
    }
    return teller.out;
}

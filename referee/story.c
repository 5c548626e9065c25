// SPDX-License-Identifier: MIT
// See story.h.
#include "referee/story.h"

#include "referee/record/line.h"
#include "referee/rules/notation.h"

#include <string.h>

char *story_cards(guint value, guint count)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < count; i++)
        g_string_append_printf(out, "%s[%u]", i ? " " : "", value);
    return g_string_free(out, FALSE);
}

char *story_hand(const struct hand *hand)
{
    GString *out = g_string_new(NULL);
    for (guint value = 1; value <= RULES_VALUE_MAX; value++) {
        for (guint i = 0; i < hand->count[value]; i++)
            g_string_append_printf(out, "%s[%u]", out->len ? " " : "", value);
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
    char reader[LINE_NICK_MAX + 1]; // the reader's name at the time of the line
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

// Who did it, when it wasn't the player: a word behind the sentence.
static gboolean add_marked(struct teller *teller, char *sentence, enum line_mark mark)
{
    if (!sentence || mark == LINE_PLAYER)
        return add(teller, sentence);
    const char *phrase = mark == LINE_CLOCK ? "story-by-clock" : "story-by-robot";
    g_autofree char *how = wording_say(teller->language, phrase, NULL, teller->error);
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
        return add_marked(
            teller,
            wording_sayf(teller->language, teller->error, "story-discard", "{s:s}", "who", who),
            mark);
    g_assert(notation_parse_cards(rest.text, rest.len, &hand));
    g_autofree char *cards = story_hand(&hand);
    return add_marked(teller,
                      wording_sayf(teller->language, teller->error, "story-discard-mine", "{s:s}",
                                   "cards", cards),
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
    char *sentence = wording_sayf(teller->language, teller->error, move_phrase(move, is_opening),
                                  "{s:s, s:s, s:s}", "who", who, "cards", cards, "cost", cost);
    if (!add_marked(teller, sentence, mark))
        return FALSE;
    return !meant.finished || add(teller, wording_sayf(teller->language, teller->error,
                                                       "story-finished", "{s:s}", "who", who));
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
           add(teller,
               wording_sayf(teller->language, teller->error, "story-score", "{s:s, s:s, s:s}",
                            "who", who, "penalty", tokens, "bonus", left));
}

// A robot takes over names that others had: who did what goes by the names of that time.
static void follow_name(struct teller *teller, const char *text)
{
    struct line line = line_start(text, strlen(text));
    struct field kind, name, time, next;
    if (line_field(&line, &kind) && field_is(kind, "seat-change") && line_field(&line, &name) &&
        field_is(name, teller->reader) && line_field(&line, &time) && line_field(&line, &next))
        g_snprintf(teller->reader, sizeof teller->reader, "%.*s", (int)next.len, next.text);
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
    if (seat != RULES_NOBODY)
        g_strlcpy(teller.reader, match->game.seats[seat].old_nick, sizeof teller.reader);
    for (guint i = 0; i < match->game.public_lines; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        teller.index = i;
        if (i >= from && !tell(&teller, line)) {
            json_decref(teller.out);
            return NULL;
        }
        follow_name(&teller, line);
    }
    return teller.out;
}
